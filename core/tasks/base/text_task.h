// TextTask: what every task of texts shares, from one drawn example to a padded batch.
#pragma once

#include <array>
#include <span>

#include "core/tasks/base/task.h"

namespace attnlab {

/// Most tokens of a text that is drawn on the spot.
inline constexpr Index kMaxDrawnTokens = 512;

/// Token ids of one example, without <sos> and <eos>.
struct TokenExample {
  std::span<const TokenId> source;  ///< Pairs, Labels, Class: the text; Stream: the question
  std::span<const TokenId>
      target;  ///< Pairs: the other text; Labels: one a token; Class: one; Stream: answer
};

/// Stream (a question and its answer), Pairs, Labels or Class.
class TextTask : public Task {
 public:
  Format format() const final { return format_; }
  bool has_answers() const override { return true; }
  void sample(Split split, RandomStream& random, Index count, Batch& batch) const final;

 protected:
  explicit TextTask(Format format) : format_(format) {}

  /// Room for an example that is made on the spot, so that drawing allocates nothing.
  struct Room {
    std::array<TokenId, kMaxDrawnTokens> source;
    std::array<TokenId, kMaxDrawnTokens> target;
  };

  /// One random example of `split`; its spans point into `room` or into the task.
  virtual TokenExample draw(Split split, RandomStream& random, Room& room) const = 0;

 private:
  Format format_;
};

}  // namespace attnlab
