// Buttons beside each other, in several rows where there is no room for one.
#pragma once

#include <string>
#include <string_view>

#include "app/widgets/base/controls.h"

namespace attnlab {

class RowOfButtons {
 public:
  /// The next button; true when pressed.
  bool button(const std::string& name, std::string_view label, const ButtonStyle& style = {}) {
    const float width = text_size(style.primary ? fonts().ui_bold : fonts().ui, label).x +
                        ImGui::GetStyle().FramePadding.x * 2.4f;
    if (used_ > 0 && used_ + gap() + width <= room_) {
      ImGui::SameLine(0, gap());
      used_ += gap() + width;
    } else {
      used_ = width;
    }
    return text_button(name.c_str(), label, nullptr, style);
  }

 private:
  static float gap() { return em() * 0.4f; }

  float room_ = ImGui::GetContentRegionAvail().x, used_ = 0;
};

}  // namespace attnlab
