// Initializations: the ways in which a model's weights start, one row each.
#pragma once

#include <span>
#include <string_view>

#include "core/autograd/parameters.h"

namespace attnlab {

/// One initialization, for matrices from `in` columns to `out` rows.
struct InitializationKind {
  std::string_view name;   ///< as options write it: "glorot"
  std::string_view title;  ///< on screen
  Initializer (*linear)(Index in, Index out);
  /// For a projection that ends one of `branches` residual branches.
  Initializer (*branch)(Index in, Index out, Index branches);
  Initializer (*embedding)(Index width);
};

std::span<const InitializationKind> initialization_kinds();
/// Throws std::invalid_argument with near names.
const InitializationKind& initialization_kind(std::string_view name);

}  // namespace attnlab
