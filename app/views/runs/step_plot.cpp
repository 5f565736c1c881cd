// Curves over training steps.
#include "app/views/runs/step_plot.h"

#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/views/runs/past_steps.h"
#include "app/views/runs/timeline_bar.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// The plot that the mouse drags over, by its script name; "": none.
struct DraggedSteps {
  std::string name;
};

/// The left and right end of a step.
struct StepExtent {
  float from, to;
};

float column_middle(const Box& columns, std::size_t count, std::size_t i) {
  return columns.min.x + columns.width() * (float(i) + 0.5f) / float(count);
}

/// The number of columns per label.
std::size_t labels_apart(const Box& columns, std::span<const Index> steps, float gap) {
  const float column = columns.width() / float(steps.size());
  const float widest = text_size(fonts().small, format_count(steps.back())).x + gap;
  return static_cast<std::size_t>(std::max(1.0f, std::ceil(widest / column)));
}

void draw_pointer(Canvas canvas, float x, float y) {
  const float r = em() * 0.28f;
  canvas.triangle({x, y}, {x + r, y + 1.5f * r}, {x - r, y + 1.5f * r}, theme().palette.accent);
}

}  // namespace

int nearest_step(std::span<const Index> steps, Index step) {
  if (steps.empty()) return -1;
  const auto after = std::ranges::lower_bound(steps, step);
  if (after == steps.begin()) return 0;
  const bool before = after == steps.end() || step - *std::prev(after) <= *after - step;
  return static_cast<int>((before ? std::prev(after) : after) - steps.begin());
}

float draw_step_axis(const Box& columns, std::span<const Index> steps, Index on_screen) {
  const Canvas canvas = window_canvas();
  const Palette& p = theme().palette;
  const float pointer = em() * 0.5f, line = std::ceil(em() * 1.1f), apart = em() * 0.7f;
  std::vector<StepExtent> taken;
  const auto label = [&](std::size_t i, bool now) {
    const std::string text = format_count(now ? on_screen : steps[i]);
    ImFont* const font = now ? fonts().ui_bold : fonts().small;
    const float width = text_size(font, text).x, middle = column_middle(columns, steps.size(), i);
    const float from = std::max(columns.min.x, std::min(middle - width / 2, columns.max.x - width));
    for (const StepExtent& other : taken)
      if (from < other.to + apart && from + width > other.from - apart) return;
    taken.push_back({from, from + width});
    const Box box = box_at({from, columns.max.y + pointer}, {width + 1, line});
    draw_text_in(canvas, font, box, now ? p.accent : p.text_dim, text);
    if (now) draw_pointer(canvas, middle, columns.max.y + em() * 0.1f);
  };
  const int now = nearest_step(steps, on_screen);
  if (now >= 0) label(static_cast<std::size_t>(now), true);
  for (std::size_t i = 0; i < steps.size(); i += labels_apart(columns, steps, apart))
    if (static_cast<int>(i) != now) label(i, false);
  return pointer + line;
}

void drag_over_steps(const char* name, const Box& columns, std::span<const Index> steps,
                     const ViewModel& model, const Emit& emit) {
  std::string& dragged = model.remembered<DraggedSteps>().name;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (steps.empty() || ImGui::GetIO().KeyCtrl) return;
  // The cells below the pointer may have taken the press.
  constexpr ImGuiHoveredFlags kPressed = ImGuiHoveredFlags_AllowWhenBlockedByActiveItem;
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && ImGui::IsWindowHovered(kPressed) &&
      columns.contains(mouse))
    dragged = name;
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) dragged.clear();
  if (dragged != name) return;
  const float share = std::clamp((mouse.x - columns.min.x) / columns.width(), 0.0f, 0.9999f);
  go_to_step(model, steps[static_cast<std::size_t>(share * float(steps.size()))], emit);
}

LinePlotResult step_plot(const ViewModel& model, const char* id, std::span<const Series> series,
                         LinePlotOptions options, const Emit& emit) {
  options.x_title = tr("step");
  options.x_values = AxisValues::Whole;
  if (model.state.rewound) options.marker = double(*model.state.rewound);
  const LinePlotResult plot = line_plot(id, series, options);
  if (!options.log_x) draw_timeline_marks(model, plot.plot, plot.x_lo, plot.x_hi);
  if (plot.picked_x)
    go_to_step(model, std::clamp<Index>(std::lround(*plot.picked_x), 0, model.training.step), emit);
  return plot;
}

}  // namespace attnlab
