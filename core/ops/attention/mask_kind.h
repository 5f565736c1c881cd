// Mask kinds: the ways of hiding keys that people can choose, one row each.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "core/ops/attention/mask.h"

namespace attnlab {

/// A way of hiding keys that an edit can add to any attention.
struct MaskKind {
  /// One of the numbers that the kind needs.
  struct Number {
    std::string_view name;  ///< in commands and scripts: "count"
    std::string_view unit;  ///< "positions"
    Index least = 0, usual = 1;
    bool all_keys = true;  ///< it can be as large as the number of keys; else one less
  };
  using Numbers = std::array<Index, 2>;

  std::string_view name;      ///< "window"
  std::string_view title;     ///< on screen
  std::string_view sentence;  ///< what it does and what for, for a student
  std::span<const Number> numbers{};
  /// Whether a mask of this kind hides a key of `keys` from a query.
  bool (*hides)(const Numbers& numbers, Index query, Index key, Index keys);

  /// "window N": how the kind is asked for.
  std::string usage() const;
  /// "window 3".
  std::string text(const Numbers& given) const;
};
std::span<const MaskKind> mask_kinds();
/// "causal, window N": how each kind is asked for.
std::string mask_usages(std::string_view between);
/// Null where no kind has this name.
const MaskKind* find_mask_kind(std::string_view name);

}  // namespace attnlab
