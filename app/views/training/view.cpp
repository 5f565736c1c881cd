// Training: metrics of all runs, experiments, and how the run on screen learns.
// Script names: training.part[0,i] are the parts.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "app/views/common/past_steps.h"
#include "app/views/common/view_page.h"
#include "app/views/training/frame.h"
#include "app/widgets/base/controls.h"

namespace attnlab {
namespace {

constexpr std::array<const char*, 5> kTrainingParts{"metrics", "samples", "heads", "experiments", "settings"};

void choose_part(const TrainingFrame& frame) {
  int chosen =
      static_cast<int>(std::ranges::find(kTrainingParts, frame.choice.part) - kTrainingParts.begin());
  if (segmented("training.part", kTrainingParts, chosen))
    frame.choose("part", kTrainingParts[static_cast<std::size_t>(chosen)]);
}

struct CurvesOfRuns {
  std::map<Index, RunCurves> by_number;
};

}  // namespace

const RunCurves& curves_of(const TrainingFrame& frame, const RunView& run) {
  std::map<Index, RunCurves>& all = frame.model.remembered<CurvesOfRuns>().by_number;
  std::erase_if(all, [&](const auto& entry) {
    return std::ranges::find(*frame.model.runs, entry.first, &RunView::number) == frame.model.runs->end();
  });
  RunCurves& curves = all[run.number];
  curves.steps.set_smoothing(frame.choice.smoothing);
  curves.steps.update(run.record.steps);
  curves.measured.update(run.record);
  return curves;
}

std::string run_label(const RunView& run) {
  const std::string number = "run " + std::to_string(run.number);
  return run.name.empty() ? number : number + " · " + spoken(run.name);
}

std::string short_run_label(const RunView& run) {
  constexpr std::size_t kShort = 16;
  return run.name.size() <= kShort ? run_label(run) : "run " + std::to_string(run.number);
}

Colour run_colour(const RunView& run) { return series_colour(static_cast<int>(run.number - 1)); }

std::optional<double> newest(const Record& record, std::string_view column) {
  const Index at = record.column(column);
  if (at < 0) return {};
  for (std::size_t i = record.measurements.size(); i-- > 0;) {
    const auto value = static_cast<double>(record.measurements[i].values[static_cast<std::size_t>(at)]);
    if (std::isfinite(value)) return value;
  }
  return {};
}

namespace {

void draw_training_view(const ViewModel& model, const Emit& emit) {
  if (!model.record)
    return empty_note("This is a saved model whose task is not at hand: it does not learn.",
                      "Choose a preset in the menu.");
  const TrainingFrame frame{model, emit, model.state.choices.training};
  choose_part(frame);
  ImGui::Dummy({0, em() * 0.15f});
  if (frame.choice.part == "samples") return draw_training_samples(frame);
  if (frame.choice.part == "heads") return draw_training_heads(frame);
  if (frame.choice.part == "experiments") return draw_training_experiments(frame);
  if (frame.choice.part == "settings") return draw_training_settings(frame);
  draw_training_metrics(frame);
}

}  // namespace

extern const ViewPage kTrainingPage = {.kind = &kTrainingView, .draw = draw_training_view};

}  // namespace attnlab
