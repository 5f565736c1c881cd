// Heads over time as pictures: thumbnails of the weights at kept steps.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/feature/results.h"
#include "app/features/training/results.h"
#include "app/features/training/view_heads_frame.h"
#include "app/views/common/head_measures.h"
#include "app/views/common/stage_frame.h"
#include "app/views/runs/past_steps.h"
#include "app/views/runs/step_axis.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/thumbnail.h"

namespace attnlab {
namespace {

constexpr std::size_t kMostThumbnails = 24;

using Step = AtStep<HeadFrames>;

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
    value_line("step", format_count(at.step));
    value_line("head", std::to_string(head));
    value_line("pattern",
               pattern.is_share ? pattern.name + (" " + format_percent(pattern.value, 0)) : pattern.name);
    value_line("entropy", format_number(metrics.entropy, 3) + " bits");
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
               selected || ImGui::IsItemHovered() ? p.accent : p.text_dim, "head " + std::to_string(head));
}

/// Draws one row per head and one column per step.
void draw_all_heads(const TrainingFrame& training, const AttentionHistory& history, Index heads) {
  const float room = ImGui::GetContentRegionAvail().x, gap = std::floor(em() * 0.3f), least = em() * 2.4f;
  const float left = std::ceil(text_size(fonts().ui_bold, "head 00").x + em());
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

}  // namespace

void draw_heads_strip(const TrainingFrame& training, const AttentionHistory& history, Index heads) {
  const bool all = training.choice.all_heads && heads > 1;
  all ? draw_all_heads(training, history, heads) : draw_one_head(training, history);
}

}  // namespace attnlab
