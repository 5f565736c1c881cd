// Circuit results: scores of heads at the step on screen and before, words' circuits, and composition.
#pragma once

#include <string>
#include <vector>

#include "app/state/at_step.h"
#include "core/analysis/circuits/composition.h"
#include "core/analysis/circuits/scores.h"

namespace attnlab {

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

}  // namespace attnlab
