// Training: metrics of all runs, experiments, and how the run on screen learns.
// Script names: training.part[0,i] are the parts.
#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <vector>

#include "app/features/training/choice.h"
#include "app/features/training/view_frame.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/predictions.h"
#include "app/views/common/view_page.h"
#include "app/views/runs/past_steps.h"
#include "app/widgets/base/controls.h"
#include "core/analysis/samples.h"

namespace attnlab {
namespace {

struct TrainingPart {
  std::string_view name;  ///< in the option "part"
  const char* title;
  void (*draw)(const TrainingFrame& frame);
  bool (*offered)(const ViewModel& model) = nullptr;  ///< whether it has anything to show; null: always
};

bool writes_samples(const ViewModel& model) { return has_samples(model.format); }
bool learns_heads(const ViewModel& model) {
  return !model.trace || has_attention_heads(model.trace->config());
}

constexpr TrainingPart kTrainingParts[] = {{"metrics", "metrics", draw_training_metrics},
                                           {"samples", "samples", draw_training_samples, writes_samples},
                                           {"heads", "heads", draw_training_heads, learns_heads},
                                           {"experiments", "experiments", draw_training_experiments},
                                           {"settings", "settings", draw_training_settings},
                                           {"rate", "learning rate", draw_training_rate}};

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
  const TrainingFrame frame{model, emit, model.state.choices.of<TrainingChoice>()};
  if (!model.record) {
    if (model.runs) draw_runs_table(frame);
    return empty_note("The task of this model is not at hand, so it does not learn.", how_to_train(model));
  }
  const TrainingPart& part = choose_row(
      "training.part", kTrainingParts, frame.choice.part,
      [&](const std::string& name) { frame.choose("part", name); },
      [&](const TrainingPart& row) { return !row.offered || row.offered(model); });
  ImGui::Dummy({0, em() * 0.15f});
  part.draw(frame);
}

}  // namespace

namespace training {
extern const ViewPage kPage = {.draw = draw_training_view, .of_pass = false};
}

}  // namespace attnlab
