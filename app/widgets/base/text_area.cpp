// ImGui's field for several lines, which has no breaks of its own.
#include "app/widgets/base/text_area.h"

#include <imgui_internal.h>
// ImGui's string functions need its main header before them.
#include <imgui_stdlib.h>

#include <string_view>

#include "app/widgets/base/composed_field.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/field_border.h"

namespace attnlab {
namespace {

/// What a field is asked while it is active.
struct AreaQuestions {
  float width = 0;   ///< of a line
  CaretLine line{};  ///< the answer
};

/// Breaks the caret's line where it has become too wide.
void break_line(ImGuiInputTextCallbackData* data, float width) {
  const std::string_view text(data->Buf, static_cast<std::size_t>(data->BufTextLen));
  const auto cursor = static_cast<std::size_t>(data->CursorPos);
  const std::size_t before = cursor == 0 ? std::string_view::npos : text.rfind('\n', cursor - 1);
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  const std::string_view line = text.substr(begin, std::min(text.find('\n', begin), text.size()) - begin);
  if (text_size(ImGui::GetFont(), line).x <= width) return;
  for (std::size_t at = line.rfind(' '); at != std::string_view::npos && at > 0;
       at = line.rfind(' ', at - 1)) {
    if (text_size(ImGui::GetFont(), line.substr(0, at)).x > width) continue;
    data->Buf[begin + at] = '\n';
    data->BufDirty = true;
    return;
  }
}

/// UserData are the questions.
int answer_area(ImGuiInputTextCallbackData* data) {
  auto& asked = *static_cast<AreaQuestions*>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackEdit) break_line(data, asked.width);
  asked.line = caret_line(*data);
  return 0;
}

/// ImGui's field, whose lines are `width` wide.
bool held_area(const char* id, std::string& text, ImVec2 size, float width) {
  FieldBorder border(text);
  AreaQuestions asked{width};
  const bool changed = ImGui::InputTextMultiline(
      id, &border.held, size, ImGuiInputTextFlags_CallbackEdit | ImGuiInputTextFlags_CallbackAlways,
      answer_area, &asked);
  const ImVec2 padding = ImGui::GetStyle().FramePadding, at = ImGui::GetItemRectMin();
  draw_composed(asked.line, box_at({at.x + padding.x, at.y + padding.y}, {width, size.y - 2 * padding.y}));
  return changed;
}

}  // namespace

bool text_area(const char* name, std::string& text, int lines) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const ImVec2 size{ImGui::GetContentRegionAvail().x,
                    float(lines) * ImGui::GetFontSize() + 2 * style.FramePadding.y};
  const float width = size.x - 2 * style.FramePadding.x - style.ScrollbarSize;
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
