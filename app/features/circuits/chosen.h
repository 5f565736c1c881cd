// Circuit choice: the selected head, and the words that its circuits are shown for.
#pragma once

#include "app/features/circuits/choice.h"
#include "app/state/app_state.h"
#include "core/analysis/circuits/heads.h"
#include "core/text/vocabularies.h"
#include "core/trace/trace.h"

namespace attnlab {

/// The most words of a vocabulary that is shown as a whole.
inline constexpr Index kMostCircuitWords = 256;

/// The selected head, of a model with attention heads.
CircuitHead selected_circuit_head(const AppState& state, const ModelConfig& config);

/// The words of one side, by their ids in rising order, each once: those of the choice where it names words;
/// else the whole vocabulary where it is small; else those of the pass on screen. Words that the vocabulary
/// does not have are left out.
std::vector<TokenId> circuit_words(const CircuitsChoice& choice, const Trace& trace,
                                   const Vocabularies& vocabularies, bool source);
/// Whether circuit_words() are fewer than the vocabulary has.
bool shows_some_words(const CircuitsChoice& choice, const Vocabularies& vocabularies, bool source);

/// The texts of these entries.
std::vector<std::string> word_texts(const Tokenizer& tokenizer, const std::vector<TokenId>& words);

}  // namespace attnlab
