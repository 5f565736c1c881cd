// Menu entries.
#include "app/views/frame/menu_items.h"

#include "app/views/frame/shortcuts.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/focus.h"

namespace attnlab {

bool begin_menu(const char* name, const char* label, bool inside, bool enabled) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = inside ? ImGui::GetContentRegionAvail().x : text_size(fonts().ui, label).x;
  const Box box = box_at(at, {width, inside ? ImGui::GetTextLineHeight() : ImGui::GetFrameHeight()});
  ImGui::PushID(label);
  if (enabled) add_focus_stop(name, ImGui::GetID(""), box);
  ImGui::PopID();
  mark(name, box);
  if (!ImGui::BeginMenu(label, enabled)) return false;
  if (ImGui::IsKeyPressed(ImGui::GetIO().KeyMap[ImGuiKey_Escape], false)) ImGui::CloseCurrentPopup();
  return true;
}

bool menu_item(const char* name, const std::string& label, std::string_view shortcut, bool enabled,
               bool checked) {
  const std::string keys(shortcut);
  const bool pressed =
      ImGui::MenuItem(label.c_str(), keys.empty() ? nullptr : keys.c_str(), checked, enabled);
  mark(name, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  return pressed;
}

void command_item(const char* name, const std::string& label, const std::string& command, const Emit& emit,
                  bool enabled, bool checked) {
  if (menu_item(name, label, shortcut_of(command), enabled, checked)) emit(parse_command(command));
}

}  // namespace attnlab
