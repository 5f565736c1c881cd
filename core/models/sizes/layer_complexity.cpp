// The rows of all kinds of layers.
#include "core/models/sizes/layer_complexity.h"

#include <algorithm>
#include <cmath>

#include "core/config/rows.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

double as_number(Index value) { return double(value); }

double one_step(const LayerSizes&) { return 1; }
double every_position(const LayerSizes& s) { return as_number(s.n); }

/// A text with fewer than r positions has at most as many neighbors as positions.
double neighbours(const LayerSizes& s) { return as_number(std::min(s.r, s.n)); }

double attention_order(const LayerSizes& s) { return as_number(s.n) * as_number(s.n) * as_number(s.d); }
double recurrence_order(const LayerSizes& s) { return as_number(s.n) * as_number(s.d) * as_number(s.d); }
double convolution_order(const LayerSizes& s) { return as_number(s.k) * recurrence_order(s); }
double restricted_order(const LayerSizes& s) { return neighbours(s) * as_number(s.n) * as_number(s.d); }

/// Queries, keys, values and the output: four products of every position with a matrix [d,d].
double projections(const LayerSizes& s) { return 4 * recurrence_order(s); }

/// A product of each query with each key that the query sees, and one of each weight with its value.
double between_positions(const LayerSizes& s, double pairs) { return 2 * pairs * as_number(s.d); }

double attention_products(const LayerSizes& s) {
  return projections(s) + between_positions(s, as_number(s.n) * as_number(s.n));
}

/// The positions at most `reach` away to one side, summed over all n positions.
double to_one_side(Index n, Index reach) {
  const double inside = as_number(std::min(n - 1, reach));
  return inside * (inside + 1) / 2 + as_number(reach) * (as_number(n - 1) - inside);
}

/// Pairs of a query and one of its r neighbors, of which the ends of the text have fewer.
double restricted_pairs(const LayerSizes& s) {
  return as_number(s.n) + to_one_side(s.n, (s.r - 1) / 2) + to_one_side(s.n, s.r / 2);
}

double restricted_products(const LayerSizes& s) {
  return projections(s) + between_positions(s, restricted_pairs(s));
}

double recurrence_products(const LayerSizes& s) { return 2 * recurrence_order(s); }

/// The least number of layers with dilated kernels that see n positions: k^layers ≥ n.
double convolution_path(const LayerSizes& s) {
  Index layers = 1;
  for (double seen = as_number(s.k); seen < as_number(s.n); seen *= as_number(s.k)) ++layers;
  return as_number(layers);
}

double restricted_path(const LayerSizes& s) { return std::ceil(as_number(s.n) / as_number(s.r)); }

}  // namespace

std::span<const LayerComplexity> layer_complexities() {
  static constexpr LayerComplexity kKinds[] = {
      {.name = "self-attention",
       .title = tr_mark("Self-attention"),
       .work = "n²·d",
       .exact = "4·n·d² + 2·n²·d",
       .counted = tr_mark("four projections, queries times keys, weights times values"),
       .steps = "1",
       .path = "1",
       .order = attention_order,
       .multiplications = attention_products,
       .sequential_steps = one_step,
       .longest_path = one_step},
      {.name = "recurrent",
       .title = tr_mark("Recurrence"),
       .work = "n·d²",
       .exact = "2·n·d²",
       .counted = tr_mark("input weights and recurrent weights of an Elman network"),
       .steps = "n",
       .path = "n",
       .order = recurrence_order,
       .multiplications = recurrence_products,
       .sequential_steps = every_position,
       .longest_path = every_position},
      {.name = "convolution",
       .title = tr_mark("Convolution"),
       .work = "k·n·d²",
       .exact = "k·n·d²",
       .counted = tr_mark("a kernel of k positions, with padding at both ends"),
       .steps = "1",
       .path = "log_k n",
       .order = convolution_order,
       .multiplications = convolution_order,
       .sequential_steps = one_step,
       .longest_path = convolution_path},
      {.name = "restricted",
       .title = tr_mark("Restricted attention"),
       .work = "r·n·d",
       .exact = "4·n·d² + 2·r·n·d",
       .counted = tr_mark("as for self-attention, but with r neighbors of each query, fewer at the ends"),
       .steps = "1",
       .path = "n/r",
       .order = restricted_order,
       .multiplications = restricted_products,
       .sequential_steps = one_step,
       .longest_path = restricted_path},
  };
  return kKinds;
}

const LayerComplexity& layer_complexity(std::string_view name) {
  return row_named(layer_complexities(), "kind of layer", name);
}

std::span<const LayerSizeKind> layer_size_kinds() {
  static constexpr LayerSizeKind kKinds[] = {{"n", tr_mark("positions n"), &LayerSizes::n, 1},
                                             {"d", tr_mark("width d"), &LayerSizes::d, 1},
                                             {"k", tr_mark("kernel k"), &LayerSizes::k, 2},
                                             {"r", tr_mark("neighbors r"), &LayerSizes::r, 1}};
  return kKinds;
}

const LayerSizeKind& layer_size_kind(std::string_view name) {
  return row_named(layer_size_kinds(), "size", name);
}

std::optional<Index> crossing(const LayerComplexity& a, const LayerComplexity& b, const LayerSizeKind& along,
                              LayerSizes sizes, double (*LayerComplexity::*cost)(const LayerSizes&)) {
  const auto reached = [&](Index value) {
    sizes.*along.size = value;
    return (a.*cost)(sizes) >= (b.*cost)(sizes);
  };
  Index below = along.least, at = kLargestLayerSize;
  if (reached(below) || !reached(at)) return {};
  while (at - below > 1) {
    const Index middle = below + (at - below) / 2;
    (reached(middle) ? at : below) = middle;
  }
  return at;
}

}  // namespace attnlab
