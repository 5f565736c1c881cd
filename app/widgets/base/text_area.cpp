// ImGui's field for several lines, which has no breaks of its own.
#include "app/widgets/base/text_area.h"

#include <imgui_internal.h>
// ImGui's string functions need its main header before them.
#include <imgui_stdlib.h>

#include <string_view>

#include "app/widgets/base/controls.h"
#include "app/widgets/base/field_border.h"

namespace attnlab {
namespace {

/// UserData is the width of a line.
int break_line(ImGuiInputTextCallbackData* data) {
  const float width = *static_cast<const float*>(data->UserData);
  const std::string_view text(data->Buf, static_cast<std::size_t>(data->BufTextLen));
  const auto cursor = static_cast<std::size_t>(data->CursorPos);
  const std::size_t before = cursor == 0 ? std::string_view::npos : text.rfind('\n', cursor - 1);
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  const std::string_view line = text.substr(begin, std::min(text.find('\n', begin), text.size()) - begin);
  if (text_size(ImGui::GetFont(), line).x <= width) return 0;
  for (std::size_t at = line.rfind(' '); at != std::string_view::npos && at > 0;
       at = line.rfind(' ', at - 1)) {
    if (text_size(ImGui::GetFont(), line.substr(0, at)).x > width) continue;
    data->Buf[begin + at] = '\n';
    data->BufDirty = true;
    return 0;
  }
  return 0;
}

/// ImGui's field, whose lines are `width` wide.
bool held_area(const char* id, std::string& text, ImVec2 size, float width) {
  FieldBorder border(text);
  return ImGui::InputTextMultiline(id, &border.held, size, ImGuiInputTextFlags_CallbackEdit, break_line,
                                   &width);
}

}  // namespace

bool text_area(const char* name, std::string& text, int lines) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const ImVec2 size{ImGui::GetContentRegionAvail().x,
                    static_cast<float>(lines) * ImGui::GetFontSize() + 2 * style.FramePadding.y};
  float width = size.x - 2 * style.FramePadding.x - style.ScrollbarSize;
  const std::string id = std::string("##") + name;
  const bool changed = held_area(id.c_str(), text, size, width);
  const Box box{ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
  mark(name, box);
  if (ImGui::IsItemActive())
    control_canvas().frame(box, theme().palette.accent, style.FrameRounding, std::max(1.0f, em() / 11));
  return changed;
}

bool lines_are_typed() {
  const ImGuiInputTextState* const field = ImGui::GetInputTextState(ImGui::GetActiveID());
  return field && ImGui::GetIO().WantTextInput && (field->Flags & ImGuiInputTextFlags_Multiline) != 0;
}

}  // namespace attnlab
