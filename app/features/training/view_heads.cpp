// Heads over time: the choice of the head, its weights at stored steps, and their measures.
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/base/format.h"
#include "app/feature/results.h"
#include "app/features/training/choice.h"
#include "app/features/training/view_frame.h"
#include "app/views/common/head_measures.h"
#include "app/views/common/stage_frame.h"
#include "app/views/runs/past_steps.h"
#include "app/views/runs/step_plot.h"
#include "app/views/stage/stages.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/thumbnail.h"
#include "core/language/messages.h"

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

std::string head_name(Index head) { return tr("head {1}", std::to_string(head)); }

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

/// Draws the entropy, and what the heads attend to: the weight on some tokens for one head; the distance for
/// several heads, or if the keys are of another text.
void draw_heads_curves(const TrainingFrame& training, const AttentionHistory& history, Index heads) {
  const Selection& selection = training.model.state.selection;
  const Index head = selection.head;
  const bool all = training.choice.all_heads && heads > 1;
  const bool far = all || selection.attention == AttentionKind::Cross;
  Curves entropies, places;
  for (Index i = all ? 0 : head; i < (all ? heads : head + 1); ++i) {
    add_curve(entropies, history, i, head_name(i), entropy);
    if (far) add_curve(places, history, i, head_name(i), distance);
  }
  if (!far) {
    add_curve(places, history, head, tr("previous token"), [](const HeadMetrics& m) { return m.previous; });
    add_curve(places, history, head, tr("first token"), [](const HeadMetrics& m) { return m.first; });
    add_curve(places, history, head, tr("same token"), [](const HeadMetrics& m) { return m.same; });
    add_curve(places, history, head, tr("induction"), [](const HeadMetrics& m) { return m.induction; });
  }
  const float room = ImGui::GetContentRegionAvail().x, gap = em() * 1.2f;
  const bool beside = room > em() * 44;
  const ImVec2 at = ImGui::GetCursorScreenPos(),
               size{beside ? std::floor((room - gap) / 2) : room,
                    std::floor(
                        std::clamp(ImGui::GetContentRegionAvail().y - em() * 1.8f, em() * 14, em() * 22))};
  draw_plot(training, "entropy", tr("entropy of the attention weights, bits"), "entropy", entropies, at, size,
            all ? head : -1);
  const ImVec2 second =
      beside ? ImVec2(at.x + size.x + gap, at.y) : ImVec2(at.x, at.y + size.y + em() * 0.6f);
  draw_plot(training, "shares", far ? tr("mean attention distance, tokens") : tr("attention weight on…"),
            "attention weight", places, second, size, all ? head : -1);
  ImGui::Dummy({0, em() * 0.5f});
}

constexpr std::size_t kMostThumbnails = 24;

/// One frame of this part.
struct HeadsFrame {
  const TrainingFrame& training;
  const AttentionHistory& history;
  std::vector<const Step*> thumbnails;  ///< the steps shown as pictures
  int near = -1;                        ///< index of the thumbnail nearest to the step on screen

  const Selection& selection() const { return training.model.state.selection; }
};

/// At most `most` of the steps: every second, fourth and so on, and the last.
std::vector<const Step*> thinned(const std::vector<Step>& steps, std::size_t most) {
  std::size_t apart = 1;
  while ((steps.size() - 1) / apart + 2 > most) apart *= 2;
  std::vector<const Step*> chosen;
  for (std::size_t i = 0; i < steps.size(); i += apart) chosen.push_back(&steps[i]);
  if (chosen.back() != &steps.back()) chosen.push_back(&steps.back());
  return chosen;
}

int nearest_thumbnail(const std::vector<const Step*>& thumbnails, Index step) {
  std::vector<Index> steps;
  for (const Step* at : thumbnails) steps.push_back(at->step);
  return nearest_step(steps, step);
}

HeadsFrame make_frame(const TrainingFrame& training, const AttentionHistory& history, std::size_t most) {
  HeadsFrame frame{training, history, thinned(history.steps, most), -1};
  frame.near = nearest_thumbnail(frame.thumbnails, step_on_screen(training.model));
  return frame;
}

enum class StepLabel { Hidden, Shown };

/// One head at one step, `side` wide and high at the cursor.
void draw_thumbnail(const HeadsFrame& frame, std::size_t place, Index head, float side, StepLabel label) {
  const Step& at = *frame.thumbnails[place];
  const std::string name = "heads_then." + std::to_string(head) + "." + std::to_string(at.step);
  ThumbnailOptions o;
  o.size = {side, side};
  o.selected = static_cast<int>(place) == frame.near;
  o.target = name;
  if (label == StepLabel::Shown) o.label = format_count(at.step);
  MatrixView view;
  if (at.value && static_cast<std::size_t>(head) < at.value->size()) {
    const SmallMatrix& m = (*at.value)[static_cast<std::size_t>(head)].weights;
    view = matrix_view(m.cells.data(), static_cast<int>(m.rows), static_cast<int>(m.columns));
    o.scale = weight_scale(view);
  }
  const ThumbnailResult r = thumbnail(name.c_str(), view, o);
  if (r.hovered && at.value) {
    const HeadMetrics& metrics = (*at.value)[static_cast<std::size_t>(head)].metrics;
    const HeadPattern pattern = strongest_pattern(metrics);
    begin_tooltip();
    value_line(tr("step"), format_count(at.step));
    value_line(tr("head"), std::to_string(head));
    const std::string what(tr(pattern.name));
    value_line(tr("pattern"), pattern.is_share ? what + " " + format_percent(pattern.value, 0) : what);
    value_line(tr("entropy"), tr("{1} bits", format_number(metrics.entropy, 3)));
    end_tooltip();
  }
  if (r.clicked) go_to_step(frame.training.model, at.step, frame.training.emit);
}

/// The selected head, its steps in lines of equal length.
void draw_one_head(const TrainingFrame& training, const AttentionHistory& history) {
  const HeadsFrame frame = make_frame(training, history, kMostThumbnails);
  const float room = ImGui::GetContentRegionAvail().x, gap = std::floor(em() * 0.5f), least = em() * 4.2f;
  const auto count = static_cast<int>(frame.thumbnails.size());
  const int fit = std::clamp(static_cast<int>((room + gap) / (least + gap)), 1, std::max(count, 1));
  const int lines = (count + fit - 1) / fit, in_line = (count + lines - 1) / lines;
  const float side = std::floor(
      std::min((room - gap * static_cast<float>(in_line - 1)) / static_cast<float>(in_line), em() * 7));
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float height = side + std::ceil(em() * 1.15f) + gap;
  for (int i = 0; i < count; ++i) {
    move_cursor({start.x + static_cast<float>(i % in_line) * (side + gap),
                 start.y + static_cast<float>(i / in_line) * height});
    draw_thumbnail(frame, static_cast<std::size_t>(i), frame.selection().head, side, StepLabel::Shown);
  }
  move_cursor({start.x, start.y + static_cast<float>(lines) * height});
  ImGui::Dummy({room, 0});
}

/// The name of a head, which selects it.
void draw_head_name(const HeadsFrame& frame, Index head, const Box& box) {
  const bool selected = frame.selection().head == head;
  const std::string name = "heads_then.head." + std::to_string(head);
  move_cursor(box.min);
  if (ImGui::InvisibleButton(name.c_str(), box.size()))
    frame.training.emit({"select.head", {std::to_string(head)}});
  mark(name, box);
  const Palette& p = theme().palette;
  draw_text_in(window_canvas(), selected ? fonts().ui_bold : fonts().ui, box,
               selected || ImGui::IsItemHovered() ? p.accent : p.text_dim, head_name(head));
}

/// Draws one row per head and one column per step.
void draw_all_heads(const TrainingFrame& training, const AttentionHistory& history, Index heads) {
  const float room = ImGui::GetContentRegionAvail().x, gap = std::floor(em() * 0.3f), least = em() * 2.4f;
  const float left = std::ceil(text_size(fonts().ui_bold, tr("head {1}", "00")).x + em());
  const auto most = static_cast<std::size_t>(std::max(2.0f, (room - left) / (least + gap)));
  const HeadsFrame frame = make_frame(training, history, std::min(kMostThumbnails, most));
  const auto columns = static_cast<float>(frame.thumbnails.size());
  const float side = std::floor(std::min((room - left) / columns - gap, em() * 5));
  const ImVec2 start = ImGui::GetCursorScreenPos();
  for (Index head = 0; head < heads; ++head) {
    const float y = start.y + static_cast<float>(head) * (side + gap);
    draw_head_name(frame, head, box_at({start.x, y}, {left - em(), side}));
    for (std::size_t i = 0; i < frame.thumbnails.size(); ++i) {
      move_cursor({start.x + left + static_cast<float>(i) * (side + gap), y});
      draw_thumbnail(frame, i, head, side, StepLabel::Hidden);
    }
  }
  std::vector<Index> steps;
  for (const Step* at : frame.thumbnails) steps.push_back(at->step);
  const Box cells = box_at({start.x + left, start.y},
                           {columns * (side + gap) - gap, static_cast<float>(heads) * (side + gap) - gap});
  const float axis = draw_step_axis(cells, steps, step_on_screen(training.model));
  move_cursor({start.x, cells.max.y});
  ImGui::Dummy({room, axis + em() * 0.4f});
}

/// The weights of the selected head, or of all `heads` of its layer, at stored steps.
void draw_heads_strip(const TrainingFrame& training, const AttentionHistory& history, Index heads) {
  const bool all = training.choice.all_heads && heads > 1;
  all ? draw_all_heads(training, history, heads) : draw_one_head(training, history);
}

void draw_choice(const TrainingFrame& training) {
  const ViewModel& model = training.model;
  const StageFrame stage{model, training.emit, *model.trace, model.state.selection, {}, {}, {}, {}};
  draw_head_selectors(stage);
  if (model.trace->config().heads < 2) return;
  const char* const choices[] = {tr("this head"), tr("all heads")};
  next_on_line(segmented_width(choices), em() * 1.5f);
  int chosen = training.choice.all_heads ? 1 : 0;
  if (segmented("heads_then.whole", choices, chosen)) training.choose("all_heads", chosen ? "on" : "off");
}

}  // namespace

void draw_training_heads(const TrainingFrame& training) {
  const ViewModel& model = training.model;
  const ModelConfig& config = model.trace->config();
  if (!has_timeline(model))
    return empty_note(tr("No steps of this model are stored."), tr("Train it to see how its heads change."));
  draw_choice(training);
  const auto& history = model.analyses->of<AttentionHistory>();
  if (history && !history->error.empty()) return empty_note(history->error, "");
  ImGui::BeginChild("heads_then", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  if (history && history->attention == attention_prefix(model.state.selection) && !history->steps.empty()) {
    ImGui::Dummy({0, em() * 0.2f});
    draw_heads_strip(training, *history, config.heads);
    draw_heads_curves(training, *history, config.heads);
  }
  ImGui::EndChild();
}

}  // namespace attnlab
