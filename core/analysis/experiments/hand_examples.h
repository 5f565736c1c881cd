// Hand examples: attention by hand to open, one row each.
#pragma once

#include <span>
#include <string_view>

#include "core/trace/hand_attention.h"

namespace attnlab {

/// Numbers worth looking at.
struct HandExample {
  std::string_view name;      ///< in commands: "cat"
  std::string_view title;     ///< on screen
  std::string_view sentence;  ///< what it shows, for a student
  std::string_view note;      ///< what is to be known beside it; "" for nothing
  HandAttention (*make)();
};
std::span<const HandExample> hand_examples();
/// Throws std::invalid_argument with near names.
const HandExample& hand_example(std::string_view name);
/// The example whose numbers these are; null for numbers that somebody changed.
const HandExample* example_of(const HandAttention& hand);

/// Queries, keys and values drawn from a normal distribution of mean 0 and variance 1, rounded to two
/// decimals.
HandAttention random_hand(const HandSizes& sizes, std::uint64_t seed);

}  // namespace attnlab
