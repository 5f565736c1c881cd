// Heads over time as curves: measures of their weights at kept steps.
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/feature/results.h"
#include "app/features/training/view_heads_frame.h"
#include "app/views/runs/step_plot.h"
#include "app/widgets/base/controls.h"

namespace attnlab {
namespace {

using Step = AtStep<HeadFrames>;

/// Curves of one measure, at the computed steps.
struct Curves {
  std::vector<double> steps;
  std::vector<std::vector<double>> values;  ///< one row per curve
  std::vector<std::string> names;

  std::vector<Series> series(Index highlighted) const {
    std::vector<Series> all;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (std::ranges::all_of(values[i], [](double v) { return std::isnan(v); })) continue;
      all.push_back({.name = names[i],
                     .x = steps,
                     .y = values[i],
                     .colour = series_colour(static_cast<int>(i)),
                     .thickness = static_cast<Index>(i) == highlighted ? 2.6f : 1.6f});
    }
    return all;
  }
};

using Metric = double (*)(const HeadMetrics&);

void add_curve(Curves& curves, const AttentionHistory& history, Index head, std::string name, Metric metric) {
  curves.names.push_back(std::move(name));
  std::vector<double>& values = curves.values.emplace_back();
  curves.steps.clear();
  for (const Step& at : history.steps) {
    if (!at.value) continue;
    curves.steps.push_back(static_cast<double>(at.step));
    values.push_back(metric((*at.value)[static_cast<std::size_t>(head)].metrics));
  }
}

double entropy(const HeadMetrics& m) { return m.entropy; }
double distance(const HeadMetrics& m) { return m.distance; }

void draw_plot(const TrainingFrame& training, const char* name, const char* title, const char* term,
               const Curves& curves, ImVec2 at, ImVec2 size, Index highlighted) {
  move_cursor(at);
  const Box heading = reserve({size.x, em() * 1.4f});
  draw_text_in(window_canvas(), fonts().ui_bold, heading, theme().palette.text, title);
  tip_term(term, heading);
  move_cursor({at.x, heading.max.y});
  LinePlotOptions o;
  o.size = {size.x, size.y - heading.height()};
  o.y_lo = 0;
  o.log_x = training.choice.log_x;
  o.target = std::string("heads_then.") + name;
  step_plot(training.model, name, curves.series(highlighted), std::move(o), training.emit);
}

}  // namespace

void draw_heads_curves(const TrainingFrame& training, const AttentionHistory& history, Index heads) {
  const Selection& selection = training.model.state.selection;
  const Index head = selection.head;
  const bool all = training.choice.all_heads && heads > 1;
  const bool far = all || selection.attention == AttentionKind::Cross;
  Curves entropies, places;
  for (Index i = all ? 0 : head; i < (all ? heads : head + 1); ++i) {
    add_curve(entropies, history, i, "head " + std::to_string(i), entropy);
    if (far) add_curve(places, history, i, "head " + std::to_string(i), distance);
  }
  if (!far) {
    add_curve(places, history, head, "previous token", [](const HeadMetrics& m) { return m.previous; });
    add_curve(places, history, head, "first token", [](const HeadMetrics& m) { return m.first; });
    add_curve(places, history, head, "same token", [](const HeadMetrics& m) { return m.same; });
    add_curve(places, history, head, "induction", [](const HeadMetrics& m) { return m.induction; });
  }
  const float room = ImGui::GetContentRegionAvail().x, gap = em() * 1.2f;
  const bool beside = room > em() * 44;
  const ImVec2 at = ImGui::GetCursorScreenPos(),
               size{beside ? std::floor((room - gap) / 2) : room,
                    std::floor(
                        std::clamp(ImGui::GetContentRegionAvail().y - em() * 1.8f, em() * 14, em() * 22))};
  draw_plot(training, "entropy", "entropy of the weights, bits", "entropy", entropies, at, size,
            all ? head : -1);
  const ImVec2 second =
      beside ? ImVec2(at.x + size.x + gap, at.y) : ImVec2(at.x, at.y + size.y + em() * 0.6f);
  draw_plot(training, "shares", far ? "distance of what is looked at, tokens" : "share of the weight on …",
            "attention weight", places, second, size, all ? head : -1);
  ImGui::Dummy({0, em() * 0.5f});
}

}  // namespace attnlab
