// The view Training: what is chosen in it, its keys and its row.
#include "app/state/views/view_list.h"

namespace attnlab {
namespace {

Fields training_choice_fields(ViewChoices& choices) {
  TrainingChoice& c = choices.training;
  return {
      {"part", &c.part, "what is shown", {}, {}, {"metrics", "samples", "heads", "experiments", "settings"}},
      {"smoothing", &c.smoothing, "weight of the past in a curve, a step", 0, 0.999},
      {"log_x", &c.log_x, "logarithmic steps"},
      {"log_y", &c.log_y, "logarithmic values"},
      {"all_heads", &c.all_heads, "heads of the whole layer over time"}};
}

}  // namespace

const ViewKind kTrainingView = {.name = "training",
                                .title = "Training",
                                .term = "training step",
                                .key = "9",
                                .options = training_choice_fields};

}  // namespace attnlab
