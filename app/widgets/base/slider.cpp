// A slider: a thin rail, a round handle, the value beside it.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/focus.h"
#include "app/widgets/base/stepper.h"

namespace attnlab {
namespace {

ImFont* stepper_font(bool small) { return small ? fonts().small : fonts().ui; }
float stepper_height(bool small) { return small ? std::ceil(em() * 1.4f) : ImGui::GetFrameHeight(); }
float label_room(std::string_view label, bool small) {
  return text_size(stepper_font(small), label).x + em() * 0.3f;
}
float number_room(bool small) { return em() * (small ? 1.3f : 2.8f); }

}  // namespace

float stepper_width(std::string_view label, bool small) {
  return label_room(label, small) + number_room(small) + 2 * stepper_height(small);
}

std::int64_t stepper(const std::string& name, std::string_view label, std::int64_t value,
                     const StepperOptions& o) {
  const float height = stepper_height(o.small);
  const Box box = reserve({label_room(label, o.small), height});
  draw_text_in(control_canvas(), stepper_font(o.small), box, theme().palette.text_dim, label);
  std::int64_t chosen = value;
  const auto button = [&](const char* which, Icon icon, std::int64_t wanted) {
    ImGui::SameLine(0, 0);
    if (icon_button((name + which).c_str(), icon, nullptr,
                    {.enabled = wanted != value, .plain = o.small, .size = height}))
      chosen = wanted;
  };
  button(".less", Icon::Minus, o.less);
  ImGui::SameLine(0, 0);
  const Box number = reserve({number_room(o.small), height});
  draw_text_in(control_canvas(), o.small ? fonts().mono_small : fonts().mono, number, theme().palette.text,
               std::to_string(value), Align::Centre);
  button(".more", Icon::Plus, o.more);
  return chosen;
}

namespace {

struct SliderScale {
  float lo, hi;
  bool log;
  float position(float v) const {
    const float at = std::clamp(v, lo, hi);
    return log ? std::log(at / lo) / std::log(hi / lo) : (at - lo) / (hi - lo);
  }
  float value(float t) const { return log ? lo * std::pow(hi / lo, t) : std::lerp(lo, hi, t); }
};

/// `value` moved by one twentieth of the rail, and by at least 1 where whole numbers are shown.
float stepped(const SliderScale& scale, float value, int notch, std::string_view format) {
  const float by = float(notch);
  const float next = scale.value(std::clamp(scale.position(value) + by / 20, 0.0f, 1.0f));
  if (format.find(".0f") == std::string_view::npos) return next;
  return std::clamp(std::round(value) + by * std::max(1.0f, std::round(std::abs(next - value))), scale.lo,
                    scale.hi);
}

std::string slider_text(const char* format, float value) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, double(value));
  return buffer;
}

void draw_rail(const Box& rail, float position, float lit) {
  const Palette& p = theme().palette;
  const Canvas canvas = control_canvas();
  const float half = std::max(1.5f, em() * 0.13f), y = std::round(rail.centre().y),
              radius = em() * (0.38f + 0.06f * lit);
  const float x = rail.min.x + rail.width() * position;
  canvas.fill({{rail.min.x, y - half}, {rail.max.x, y + half}}, p.raised_active, half);
  canvas.fill({{rail.min.x, y - half}, {x, y + half}}, p.accent, half);
  if (lit > 0) canvas.disc({x, y}, radius + em() * 0.25f * lit, faded(p.accent, 0.22f * lit));
  canvas.disc({x, y}, radius, p.accent);
  canvas.disc({x, y}, radius * 0.45f, p.panel);
}

}  // namespace

bool is_dragged() {
  if (ImGui::IsItemActive()) return ImGui::IsMouseDown(ImGuiMouseButton_Left);
  return ImGui::IsItemDeactivated() && ImGui::IsMouseReleased(ImGuiMouseButton_Left);
}

bool slider(const char* name, std::string_view label, float& value, float lo, float hi, const char* format,
            float width, bool logarithmic) {
  const SliderScale scale{lo, hi, logarithmic && lo > 0};
  const float height = ImGui::GetFrameHeight(), gap = em() * 0.6f, knob = em() * 0.4f;
  const float label_width = label.empty() ? 0 : text_size(fonts().ui, label).x + gap;
  const float value_width = std::max(text_size(fonts().mono, slider_text(format, lo)).x,
                                     text_size(fonts().mono, slider_text(format, hi)).x);
  const Box all = box_at(ImGui::GetCursorScreenPos(),
                         {label_width + (width > 0 ? width : em() * 9) + gap + value_width, height});
  const Box rail{{all.min.x + label_width + knob, all.min.y},
                 {all.max.x - value_width - gap - knob, all.max.y}};
  ImGui::InvisibleButton(name, all.size());
  mark(name, rail);
  const float before = value;
  const int notch = moved_by(focus_arrow(), 1, 3) - 1;
  if (notch != 0) value = stepped(scale, value, notch, format);
  if (is_dragged())
    value = scale.value(std::clamp((ImGui::GetIO().MousePos.x - rail.min.x) / rail.width(), 0.0f, 1.0f));
  const float lit = glide(ImGui::GetID(name), ImGui::IsItemHovered() || ImGui::IsItemActive() ? 1.0f : 0.0f);
  draw_rail(rail, scale.position(value), lit);
  const Canvas canvas = control_canvas();
  draw_text_in(canvas, fonts().ui, all, theme().palette.text_dim, label);
  draw_text_in(canvas, fonts().mono, all, theme().palette.text, slider_text(format, value), Align::Right);
  return value != before;
}

}  // namespace attnlab
