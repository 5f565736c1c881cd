// The view Two models: its options and its row.
#include "app/state/views/view_list.h"

namespace attnlab {
namespace {

Fields models_fields(ViewChoices& choices) {
  ModelsChoice& c = choices.models;
  return {
      {"part", &c.part, "what is shown", {}, {}, {"predictions", "heads", "tensors", "curves"}},
      {"of", &c.of, "which tensors: learned weights, or what a pass computes", {}, {}, {"weights", "pass"}},
      {"sorted", &c.sorted, "the most different tensors first"},
      {"match", &c.match, "which head stands beside the selected one", {}, {}, {"best", "same", "chosen"}},
      {"other_head", &c.other_head, "the chosen head of the other model, by its number there", 0},
      {"log_y", &c.log_y, "logarithmic losses"}};
}

void forget_models(ViewChoices& choices) {
  choices.models.match = "best";
  choices.models.other_head = 0;
}

constexpr ViewKey kModelsKeys[] = {
    {"X", "X", "the other run away", "models.none"},
};

}  // namespace

const ViewKind kModelsView = {.name = "models",
                              .title = "Two models",
                              .group = &kInsideGroup,
                              .term = "cosine similarity",
                              .key = "Y",
                              .shared = {.cells = true, .layers = true, .matrices = true},
                              .keys = kModelsKeys,
                              .options = models_fields,
                              .forget_model = forget_models};

}  // namespace attnlab
