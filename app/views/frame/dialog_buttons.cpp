// Widths of buttons, and the space before them.
#include "app/views/frame/dialog_buttons.h"

#include <imgui.h>

#include <algorithm>

#include "app/widgets/base/context.h"
#include "app/widgets/base/draw.h"

namespace attnlab {
namespace {

float button_width(std::string_view text) {
  return text_size(fonts().ui_bold, text).x + ImGui::GetStyle().FramePadding.x * 2.4f;
}

}  // namespace

void right_align_buttons(std::string_view first, std::string_view second) {
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float width = button_width(first) + (second.empty() ? 0 : gap + button_width(second));
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, ImGui::GetContentRegionAvail().x - width));
}

}  // namespace attnlab
