// Norm placements: where the norms of a Transformer's blocks stand, one row each.
#pragma once

#include <span>
#include <string_view>

namespace attnlab {

/// One placement, of all blocks of a model.
struct NormPlacement {
  enum class Where { BeforeSublayers, AfterSums, Nowhere };

  std::string_view name;      ///< as options write it: "pre"
  std::string_view title;     ///< on screen: "before"
  std::string_view phrase;    ///< in a sentence about models: "with norms after the sums"
  std::string_view sentence;  ///< which sums a stack has and what holds their size; follows what is measured
  std::string_view term;      ///< of the glossary; "" without norms
  Where where;
  bool ends_stack;  ///< one more norm follows the last block

  /// Each sublayer reads what a norm made: x ← x + f(norm(x)).
  bool before() const { return where == Where::BeforeSublayers; }
  /// A norm follows each residual sum: x ← norm(x + f(x)). Without it the residual stream only sums.
  bool after() const { return where == Where::AfterSums; }
  bool has_norms() const { return where != Where::Nowhere; }
};

std::span<const NormPlacement> norm_placements();
/// Throws std::invalid_argument with near names.
const NormPlacement& norm_placement(std::string_view name);

}  // namespace attnlab
