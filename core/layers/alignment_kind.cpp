// The rows of all alignments.
#include "core/layers/alignment_kind.h"

#include "core/config/rows.h"
#include "core/language/messages.h"

namespace attnlab {

std::span<const AlignmentKind> alignment_kinds() {
  using enum AlignmentKind::When;
  using Score = GeneralAttention::Score;
  static constexpr AlignmentKind kKinds[] = {
      {.name = "none",
       .title = tr_mark("none"),
       .paper = "Sutskever et al. 2014",
       .sentence =
           tr_mark("The decoder knows the source only through one vector: the encoder’s last state, which "
                   "is its first state.")},
      {.name = "additive",
       .title = tr_mark("additive"),
       .paper = "Bahdanau et al. 2015",
       .sentence =
           tr_mark("Before each step a small network with one hidden layer compares the decoder’s state with "
                   "each encoder state; the step then reads the context."),
       .term = "attention",
       .when = BeforeEachStep,
       .score = Score::Additive},
      {.name = "dot",
       .title = tr_mark("dot"),
       .paper = "Luong et al. 2015",
       .sentence =
           tr_mark("After each step, the score is the dot product of the decoder’s state with each encoder "
                   "state."),
       .term = "attention",
       .when = AfterAllSteps,
       .score = Score::Dot,
       .score_products = 1,
       .equal_widths = "dot has no matrix to map one width to the other"},
      {.name = "general",
       .title = tr_mark("general"),
       .paper = "Luong et al. 2015",
       .sentence = tr_mark(
           "After each step, a learned matrix maps each encoder state before its dot product with the "
           "decoder’s state."),
       .term = "attention",
       .when = AfterAllSteps,
       .score = Score::General,
       .score_products = 1},
      {.name = "concat",
       .title = tr_mark("concat"),
       .paper = "Luong et al. 2015",
       .sentence = tr_mark("After each step, a small network with one hidden layer reads the decoder’s state "
                           "concatenated with each encoder state."),
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
