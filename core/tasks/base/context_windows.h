// ContextWindows: the text of a task whose examples are words with those around them.
#pragma once

#include <span>
#include <vector>

#include "core/tensor/real.h"

namespace attnlab {

struct Example;

/// Where a word stands in the text, and how far its neighbors go to each side.
struct ContextWindow {
  Index at = 0, before = 0, after = 0;

  Index neighbours() const { return before + after; }
  /// The place of neighbor `i`, from the left.
  Index neighbour(Index i) const { return at - before + i + (i >= before); }
};

/// What is learned at one place: which words are read, and which word is predicted from them.
struct ContextPair {
  std::vector<Index> read;  ///< places in the text
  Index guessed = 0;        ///< a place in the text
};

/// Immutable, as tasks are.
class ContextWindows {
 public:
  virtual ~ContextWindows() = default;

  /// The text that is trained on; kUnknownId between sentences.
  virtual std::span<const TokenId> words() const = 0;
  /// No neighbors at a place that is not a word, or has no words around it.
  virtual ContextWindow window(Index at) const = 0;
  /// How many pairs a window gives: one if a word is predicted from all its neighbors, else one per neighbor.
  virtual Index pairs(const ContextWindow& window) const = 0;
  /// `which`: 0 to pairs() − 1.
  virtual ContextPair pair(const ContextWindow& window, Index which) const = 0;
  /// The pair as an example, with words that are drawn as training draws them: always the same ones for a
  /// pair. Training draws others each time.
  virtual Example example(const ContextWindow& window, Index which) const = 0;
};

/// A pair's place: which window of the text, which of its pairs.
struct PairPlace {
  Index at = 0, which = 0;
  friend bool operator==(const PairPlace&, const PairPlace&) = default;
};

/// The first place from `place` on that has a pair, round the end of the text; and that after it or before
/// it.
PairPlace pair_at(const ContextWindows& windows, PairPlace place);
PairPlace next_pair(const ContextWindows& windows, PairPlace place);
PairPlace previous_pair(const ContextWindows& windows, PairPlace place);

}  // namespace attnlab
