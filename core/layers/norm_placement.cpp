// The rows of all norm placements.
#include "core/layers/norm_placement.h"

#include "core/config/rows.h"
#include "core/language/messages.h"

namespace attnlab {

std::span<const NormPlacement> norm_placements() {
  using enum NormPlacement::Where;
  static constexpr NormPlacement kPlacements[] = {
      {.name = "pre",
       .title = tr_mark("before"),
       .phrase = tr_mark("with norms before the sublayers"),
       .sentence = tr_mark(
           "in the residual stream after each sublayer; because norms are only before the sublayers, the "
           "stream can grow"),
       .term = tr_mark("pre-norm"),
       .where = BeforeSublayers,
       .ends_stack = true},
      {.name = "post",
       .title = tr_mark("after"),
       .phrase = tr_mark("with norms after the sums"),
       .sentence = tr_mark("in each sum, before the norm that follows it"),
       .term = tr_mark("post-norm"),
       .where = AfterSums,
       .ends_stack = false},
      {.name = "none",
       .title = tr_mark("none"),
       .phrase = tr_mark("without norms"),
       .sentence = tr_mark("in the residual stream after each sublayer; no norm limits its growth"),
       .term = "",
       .where = Nowhere,
       .ends_stack = false},
  };
  return kPlacements;
}

const NormPlacement& norm_placement(std::string_view name) {
  return row_named(norm_placements(), "placement of norms", name);
}

}  // namespace attnlab
