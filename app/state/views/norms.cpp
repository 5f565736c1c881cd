// The view Norms: what is chosen in it, its keys and its row.
#include "app/state/views/view_list.h"

namespace attnlab {
namespace {

Fields norms_fields(ViewChoices& choices) {
  NormsChoice& c = choices.norms;
  return {{"norm", &c.norm, "the norm looked at"},
          {"part", &c.part, "what is shown", {}, {}, {"tokens", "layers", "kinds", "depth"}},
          {"statistic", &c.statistic, "of tokens by layer", {}, {}, {"mean", "deviation", "size"}},
          {"experiment", &c.experiment, "pre- and post-norm models are trained"},
          {"steps", &c.steps, "for so many steps", 1, 5000},
          {"layers", &c.layers, "so deep", 2, 16}};
}

void forget_norms(ViewChoices& choices) { choices.norms.norm.clear(); }

}  // namespace

const ViewKind kNormsView = {.name = "norms",
                             .title = "Norms",
                             .term = "layer normalization",
                             .key = "5",
                             .shared = {.layers = true, .matrices = true},
                             .options = norms_fields,
                             .forget_model = forget_norms};

}  // namespace attnlab
