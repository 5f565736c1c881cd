// PairTask: what every task with a source and a target text shares, from one drawn pair to a padded batch.
#pragma once

#include <array>
#include <span>

#include "core/tasks/task.h"
#include "core/tasks/task_config.h"

namespace attnlab {

/// Token ids of one pair, without <sos> and <eos>.
struct TokenPair {
  std::span<const TokenId> source;
  std::span<const TokenId> target;
};

/// Writes one pair into row `row` of `batch`, which has room for it and is padded already: source + <eos>,
/// <sos> + target, target + <eos>.
void write_pair(Batch& batch, Index row, TokenPair pair, const Tokenizer& source, const Tokenizer& target);

/// Gives `batch` its sizes and fills it with padding: <pad>, and kIgnoredTarget as the target.
void resize_padded(Batch& batch, Index rows, Index source_length, Index target_length,
                   const Tokenizer& source, const Tokenizer& target);

class PairTask : public Task {
 public:
  Format format() const final { return Format::Pairs; }
  void sample(Split split, RandomStream& random, Index count, Batch& batch) const final;

 protected:
  /// Room for a pair that is made on the spot, so that drawing allocates nothing.
  struct Room {
    std::array<TokenId, kMaxStringLength> source;
    std::array<TokenId, kMaxStringLength> target;
  };

  /// One random pair of `split`; its spans point into `room` or into the task.
  virtual TokenPair draw(Split split, RandomStream& random, Room& room) const = 0;
};

}  // namespace attnlab
