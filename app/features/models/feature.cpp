// The view Two models: its options and its row.
#include "app/feature/features.h"
#include "app/features/models/choice.h"
#include "app/state/app_state.h"

namespace attnlab {
namespace {

Fields models_fields(Choices& choices) {
  ModelsChoice& c = choices.of<ModelsChoice>();
  return {
      {"part", &c.part, "what is shown", {}, {}, {"predictions", "heads", "tensors", "curves"}},
      {"of", &c.of, "which tensors: learned weights, or what a pass computes", {}, {}, {"weights", "pass"}},
      {"sorted", &c.sorted, "the most different tensors first"},
      {"match", &c.match, "which head stands beside the selected one", {}, {}, {"best", "same", "chosen"}},
      {"other_head", &c.other_head, "the chosen head of the other model, by its number there", 0},
      {"log_y", &c.log_y, "logarithmic losses"}};
}

void forget_models(Choices& choices) {
  choices.of<ModelsChoice>().match = "best";
  choices.of<ModelsChoice>().other_head = 0;
}

constexpr ViewKey kModelsKeys[] = {
    {"X", "X", "the other run away", "models.none"},
};

void drop_unsaid_models(AppState& state) {
  if (on_stage(state, models::kFeature)) return;
  ModelsChoice& c = state.choices.of<ModelsChoice>();
  c.run = 0;
  c.folder.clear();
}

}  // namespace

std::unique_ptr<Analysis> make_model_analyses(const AnalysisTools& tools);

namespace commands {
std::span<const Entry> models();
extern const StatePart kOtherRunPart;
}  // namespace commands

namespace models {

const Feature kFeature = {.name = "models",
                          .title = "Two models",
                          .group = &kInsideGroup,
                          .term = "cosine similarity",
                          .key = "Y",
                          .shared = {.cells = true, .layers = true, .matrices = true},
                          .keys = kModelsKeys,
                          .options = models_fields,
                          .forget_model = forget_models,
                          .drop_unsaid = drop_unsaid_models,
                          .analysis = make_model_analyses,
                          .commands = commands::models,
                          .part = &commands::kOtherRunPart};

}  // namespace models

}  // namespace attnlab
