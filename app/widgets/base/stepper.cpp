// Draws steppers.
#include "app/widgets/base/stepper.h"

#include <cmath>

#include "app/widgets/base/controls.h"

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

}  // namespace attnlab
