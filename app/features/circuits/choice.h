// The view Circuits: its row, its options and what it finds.
#pragma once

#include <string>
#include <vector>

#include "app/feature/feature.h"
#include "app/state/app_state.h"
#include "app/state/at_step.h"
#include "core/analysis/circuits/composition.h"
#include "core/analysis/circuits/heads.h"
#include "core/analysis/circuits/scores.h"
#include "core/text/vocabularies.h"
#include "core/trace/trace.h"

namespace attnlab {

/// Circuits: what heads do by their weights alone, and which head reads which.
struct CircuitsChoice {
  std::string part = "heads";         ///< heads, looks, says, eigenvalues or composition
  std::string measure = "induction";  ///< of head_score_kinds(): sorts the table, and is drawn over training
  std::string words;                  ///< shown words with spaces between; "": all, or those of the text
  Index distance = 0;                 ///< positions from key to query, where positions are rotary
  std::string by = "key";             ///< of composition: query, key or value
  Index row = -1, column = -1;        ///< ids of the words whose entry is opened; −1: none
  double least = 0.02;                ///< composition over chance that is drawn

  /// What is worked out for the part that is shown.
  enum class Needs { Scores, Words, Composition };
  Needs needs() const;
  bool opens_pair() const { return row >= 0 && column >= 0; }
  friend bool operator==(const CircuitsChoice&, const CircuitsChoice&) = default;
};

/// A word circuit of one head, with what it was asked for.
struct ShownWordCircuit {
  std::string part;  ///< looks or says
  CircuitHead head;
  Index step = 0, distance = 0;
  bool some = false;  ///< of some words, where the vocabulary has too many
  WordCircuit circuit;
  std::vector<std::string> rows, columns;  ///< the words
};

/// One entry of it, opened.
struct ShownWordPair {
  std::string part;
  CircuitHead head;
  Index distance = 0, row = -1, column = -1;  ///< the words' ids
  WordPair pair{};
};

using Compositions = std::vector<Composition>;

/// The newest of each; values are null before the first. The step on screen may be newer.
struct CircuitResults {
  AtStep<HeadScores> scores;
  std::vector<AtStep<HeadScores>> course;  ///< of stored steps that are worked out, in rising order
  std::shared_ptr<const ShownWordCircuit> words;
  std::shared_ptr<const ShownWordPair> pair;
  std::string why_no_words;  ///< why the selected head has no such circuit
  AtStep<Compositions> composition;
  std::string error;  ///< why the newest work failed
  friend bool operator==(const CircuitResults&, const CircuitResults&) = default;
};

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

namespace attnlab::circuits {

extern const Feature kFeature;

}  // namespace attnlab::circuits
