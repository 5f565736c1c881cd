// Draws steppers.
#include "app/widgets/base/stepper.h"

#include <cmath>

#include "app/widgets/base/controls.h"

namespace attnlab {

std::int64_t stepper(const std::string& name, std::string_view label, std::int64_t value,
                     const StepperOptions& o) {
  const float height = o.small ? std::ceil(em() * 1.4f) : ImGui::GetFrameHeight();
  ImFont* const font = o.small ? fonts().small : fonts().ui;
  const Box box = reserve({text_size(font, label).x + em() * 0.3f, height});
  draw_text_in(control_canvas(), font, box, theme().palette.text_dim, label);
  std::int64_t chosen = value;
  const auto button = [&](const char* which, Icon icon, std::int64_t wanted) {
    ImGui::SameLine(0, 0);
    if (icon_button((name + which).c_str(), icon, nullptr,
                    {.enabled = wanted != value, .plain = o.small, .size = height}))
      chosen = wanted;
  };
  button(".less", Icon::Minus, o.less);
  ImGui::SameLine(0, 0);
  const Box number = reserve({em() * (o.small ? 1.3f : 2.8f), height});
  draw_text_in(control_canvas(), o.small ? fonts().mono_small : fonts().mono, number, theme().palette.text,
               std::to_string(value), Align::Centre);
  button(".more", Icon::Plus, o.more);
  return chosen;
}

}  // namespace attnlab
