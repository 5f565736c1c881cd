// The rows of all alignments.
#include "core/layers/alignment_kind.h"

#include "core/config/rows.h"

namespace attnlab {

std::span<const AlignmentKind> alignment_kinds() {
  using enum AlignmentKind::When;
  using Score = GeneralAttention::Score;
  static constexpr AlignmentKind kKinds[] = {
      {.name = "none", .title = "none"},
      {.name = "additive",
       .title = "additive",
       .term = "attention",
       .when = BeforeEachStep,
       .score = Score::Additive},
      {.name = "dot",
       .title = "dot",
       .term = "attention",
       .when = AfterAllSteps,
       .score = Score::Dot,
       .score_products = 1,
       .equal_widths = "dot has no matrix between them"},
      {.name = "general",
       .title = "general",
       .term = "attention",
       .when = AfterAllSteps,
       .score = Score::General,
       .score_products = 1},
      {.name = "concat",
       .title = "concat",
       .term = "attention",
       .when = AfterAllSteps,
       .score = Score::Additive},
  };
  return kKinds;
}

const AlignmentKind& alignment_kind(std::string_view name) {
  return row_named(alignment_kinds(), "alignment", name);
}

}  // namespace attnlab
