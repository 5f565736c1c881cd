// The rows of all initializations.
#include "core/models/initialization_kind.h"

#include <cmath>

#include "core/config/rows.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

constexpr double kGptDeviation = 0.02;

Initializer gpt_linear(Index, Index) { return Initializer::normal(kGptDeviation); }
Initializer gpt_embedding(Index) { return Initializer::normal(kGptDeviation); }

/// Scaled down by the number of branches (Radford et al. 2019).
Initializer gpt_branch(Index, Index, Index branches) {
  return Initializer::normal(kGptDeviation / std::sqrt(double(branches)));
}

Initializer glorot_branch(Index in, Index out, Index) { return Initializer::glorot(in, out); }

/// Rows of length 1.
Initializer unit_embedding(Index width) { return Initializer::normal(1 / std::sqrt(double(width))); }

}  // namespace

std::span<const InitializationKind> initialization_kinds() {
  static constexpr InitializationKind kKinds[] = {
      {.name = "gpt",
       .title = tr_mark("gpt"),
       .linear = gpt_linear,
       .branch = gpt_branch,
       .embedding = gpt_embedding},
      {.name = "glorot",
       .title = tr_mark("glorot"),
       .linear = Initializer::glorot,
       .branch = glorot_branch,
       .embedding = unit_embedding},
  };
  return kKinds;
}

const InitializationKind& initialization_kind(std::string_view name) {
  return row_named(initialization_kinds(), "initialization", name);
}

}  // namespace attnlab
