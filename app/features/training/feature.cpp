// The view Training: its options, its keys and its row; its commands and expressions.
#include <algorithm>

#include "app/feature/features.h"
#include "app/features/training/choice.h"
#include "app/state/app_state.h"
#include "app/state/commands/command_table.h"
#include "app/state/commands/state_part.h"
#include "app/state/expressions/expression_table.h"
#include "core/config/rows.h"
#include "core/language/messages.h"

namespace attnlab::expressions {
namespace {

std::string samples_right(const Asked& a) {
  const auto& history = a.view.analyses->of<SampleHistory>();
  if (!history || !history->now.value) return "none";
  const Samples& samples = *history->now.value;
  return std::to_string(std::ranges::count_if(samples, &Sample::all_right)) + " of " +
         std::to_string(samples.size());
}

/// "40 of 41": how many of the steps are computed.
template <typename History>
std::string known_steps(const std::shared_ptr<const History>& history) {
  if (!history) return "none";
  const auto known =
      std::ranges::count_if(history->steps, [](const auto& at) { return at.value != nullptr; });
  return std::to_string(known) + " of " + std::to_string(history->steps.size());
}

std::span<const ScriptExpression> training_past() {
  static constexpr ScriptExpression kRows[] = {
      {"samples", "", tr_mark("`5 of 8` examples correct at the step on screen, or `none`"), samples_right},
      {"samples.steps", "", tr_mark("`40 of 41` stored steps whose examples are computed, or `none`"),
       [](const Asked& a) { return known_steps(a.view.analyses->of<SampleHistory>()); }},
      {"heads.steps", "", tr_mark("`40 of 41` stored steps whose head measures are computed, or `none`"),
       [](const Asked& a) { return known_steps(a.view.analyses->of<AttentionHistory>()); }},
  };
  return kRows;
}

}  // namespace

}  // namespace attnlab::expressions

namespace attnlab::commands {
namespace {

/// Ends a search that runs, and starts another from the newest stored state.
void find_rate_from_now(Target& d, const Arguments&, const Limits&) {
  ++d.state.choices.of<TrainingChoice>().rate_search;
  d.state.choices.of<TrainingChoice>().part = "rate";
}

void say_rate_search(const StateChange& c, Commands& out) {
  if (c.to.choices.of<TrainingChoice>().rate_search > 0 &&
      c.from.choices.of<TrainingChoice>().rate_search == 0)
    out.push_back({"train.find_rate", {}});
}

std::span<const Entry> rates() {
  static constexpr Entry kEntries[] = {
      {{"train.find_rate", "", tr_mark("try increasing learning rates on a copy of the run"), Sender::Lessons,
        Undo::None},
       find_rate_from_now},
  };
  return kEntries;
}

}  // namespace

extern const StatePart kRateSearchPart = {.name = tr_mark("the search for a learning rate"),
                                          .say = say_rate_search};

}  // namespace attnlab::commands

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
  return {{"part", &c.part, tr_mark("the part of the view"), {}, {}, training_part_choices()},
          {"smoothing", &c.smoothing, tr_mark("weight of the previous value in a smoothed curve"), 0, 0.999},
          {"log_x", &c.log_x, tr_mark("logarithmic step axis")},
          {"log_y", &c.log_y, tr_mark("logarithmic value axis")},
          {"all_heads", &c.all_heads, tr_mark("all heads of the layer over time")}};
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

namespace training {

const Feature kFeature = {.name = "training",
                          .title = tr_mark("Training"),
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
