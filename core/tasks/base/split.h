// Split: which examples are held out, by a hash of what must not leak.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string_view>

#include "core/tasks/base/task.h"
#include "core/tensor/random.h"

namespace attnlab {

/// Holds out a `share` of all keys, each by its own hash alone.
class HeldOut {
 public:
  explicit HeldOut(double share) : threshold_(static_cast<std::uint64_t>(std::ldexp(share, 63)) * 2) {}

  Split split_of(std::span<const TokenId> key) const { return split_of_cells(key); }
  Split split_of(std::string_view key) const { return split_of_cells(key); }

 private:
  template <typename Cells>
  Split split_of_cells(const Cells& key) const {
    std::uint64_t hash = 0x5EED0F7EA7;
    for (const auto cell : key) hash = join_keys(hash, static_cast<std::uint64_t>(cell));
    return hash < threshold_ ? Split::Validation : Split::Train;
  }

  std::uint64_t threshold_;
};

[[noreturn]] inline void refuse_empty_split() {
  throw std::invalid_argument(
      "the task has too few distinct examples for a validation set: make them longer or more varied, or "
      "raise "
      "task.validation_share");
}

}  // namespace attnlab
