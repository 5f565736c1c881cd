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
  std::string words;                  ///< shown tokens, separated by spaces; "": all, or the text's
  Index distance = 0;                 ///< positions from key to query, for rotary positions
  std::string by = "key";             ///< of composition: query, key or value
  Index row = -1, column = -1;        ///< token IDs of the open entry; −1: none
  double least = 0.02;                ///< smallest composition above chance that is drawn

  /// What the part on screen needs.
  enum class Needs { Scores, Words, Composition };
  Needs needs() const;
  bool opens_pair() const { return row >= 0 && column >= 0; }
  friend bool operator==(const CircuitsChoice&, const CircuitsChoice&) = default;
};

/// The circuit of one head between tokens, with the question that it answers.
struct ShownWordCircuit {
  std::string part;  ///< looks or says
  CircuitHead head;
  Index step = 0, distance = 0;
  bool some = false;  ///< some tokens only, because the vocabulary has too many
  WordCircuit circuit;
  std::vector<std::string> rows, columns;  ///< the tokens
};

/// The open entry of a circuit.
struct ShownWordPair {
  std::string part;
  CircuitHead head;
  Index distance = 0, row = -1, column = -1;  ///< token IDs
  WordPair pair{};
};

using Compositions = std::vector<Composition>;

/// The newest of each; values are null before the first. The step on screen may be newer.
struct CircuitResults {
  AtStep<HeadScores> scores;
  std::vector<AtStep<HeadScores>> course;  ///< of the stored steps measured so far, in rising order
  std::shared_ptr<const ShownWordCircuit> words;
  std::shared_ptr<const ShownWordPair> pair;
  std::string why_no_words;  ///< why the selected head does not have such a circuit
  AtStep<Compositions> composition;
  std::string error;  ///< why the newest work failed
  friend bool operator==(const CircuitResults&, const CircuitResults&) = default;
};

/// The largest vocabulary that is shown as a whole.
inline constexpr Index kMostCircuitWords = 256;

/// The selected head, of a model with attention heads.
CircuitHead selected_circuit_head(const AppState& state, const ModelConfig& config);

/// The token IDs of one side in rising order, each once: the tokens that the choice names; otherwise the
/// whole vocabulary if it is small; otherwise the tokens of the pass on screen. Leaves out unknown tokens.
std::vector<TokenId> circuit_words(const CircuitsChoice& choice, const Trace& trace,
                                   const Vocabularies& vocabularies, bool source);
/// Whether circuit_words() are only a part of the vocabulary.
bool shows_some_words(const CircuitsChoice& choice, const Vocabularies& vocabularies, bool source);

/// The texts of these entries.
std::vector<std::string> word_texts(const Tokenizer& tokenizer, const std::vector<TokenId>& words);

}  // namespace attnlab

namespace attnlab::circuits {

extern const Feature kFeature;

}  // namespace attnlab::circuits
