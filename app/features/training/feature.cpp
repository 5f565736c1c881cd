// The view Training: its options, its keys and its row.
#include "app/feature/features.h"
#include "app/features/training/choice.h"
#include "app/state/app_state.h"
#include "core/config/rows.h"

namespace attnlab {
namespace {

/// One of the parts of the view.
struct TrainingPartKind {
  std::string_view name;
  TrainingChoice::Past past = TrainingChoice::Past::Nothing;
};
constexpr TrainingPartKind kTrainingPartKinds[] = {{"metrics"},
                                                   {"samples", TrainingChoice::Past::OfSamples},
                                                   {"heads", TrainingChoice::Past::OfAttention},
                                                   {"experiments"},
                                                   {"settings"},
                                                   {"rate"}};

std::vector<Choice> training_part_choices() {
  constexpr auto kChoices = choices_by_name(kTrainingPartKinds);
  return {kChoices.begin(), kChoices.end()};
}

Fields training_choice_fields(Choices& choices) {
  TrainingChoice& c = choices.of<TrainingChoice>();
  return {{"part", &c.part, "what is shown", {}, {}, training_part_choices()},
          {"smoothing", &c.smoothing, "weight of the past in a curve, a step", 0, 0.999},
          {"log_x", &c.log_x, "logarithmic steps"},
          {"log_y", &c.log_y, "logarithmic values"},
          {"all_heads", &c.all_heads, "heads of the whole layer over time"}};
}

void drop_unsaid_training(AppState& state) {
  TrainingChoice& c = state.choices.of<TrainingChoice>();
  c.rate_search = std::min<Index>(c.rate_search, 1);
}

}  // namespace

TrainingChoice::Past TrainingChoice::past() const {
  return row_named(kTrainingPartKinds, "part of the view", part).past;
}

std::unique_ptr<Analysis> make_training_analyses(const AnalysisTools& tools);

namespace commands {
std::span<const Entry> rates();
extern const StatePart kRateSearchPart;
}  // namespace commands
namespace expressions {
std::span<const ScriptExpression> training_past();
}

namespace training {

const Feature kFeature = {.name = "training",
                          .title = "Training",
                          .group = &kLearningGroup,
                          .term = "training step",
                          .key = "9",
                          .options = training_choice_fields,
                          .drop_unsaid = drop_unsaid_training,
                          .analysis = make_training_analyses,
                          .commands = commands::rates,
                          .part = &commands::kRateSearchPart,
                          .expressions = expressions::training_past};

}  // namespace training

}  // namespace attnlab
