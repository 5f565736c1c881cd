// Menu entries.
#include "app/views/frame/menu_items.h"

#include "app/views/frame/dialogs.h"
#include "app/views/frame/shortcuts.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/focus.h"
#include "app/widgets/base/imgui_versions.h"

namespace attnlab {
namespace {

bool begin_menu_in(const Box& box, const char* name, const char* label, bool enabled) {
  ImGui::PushID(label);
  if (enabled) add_focus_stop(name, ImGui::GetID(""), box);
  ImGui::PopID();
  mark(name, box);
  limit_next_menu();
  if (!ImGui::BeginMenu(label, enabled)) return false;
  if (!key_pressed(parse_key("Escape").key, false)) return true;
  // A menu that closes draws no entries: one under the mouse would open its own menu, which nobody draws.
  ImGui::CloseCurrentPopup();
  ImGui::EndMenu();
  return false;
}

}  // namespace

bool begin_menu(const char* name, const char* label) {
  const std::string_view seen = std::string_view(label).substr(0, std::string_view(label).find("##"));
  const ImVec2 size{text_size(fonts().ui, seen).x, ImGui::GetFrameHeight()};
  return begin_menu_in(box_at(ImGui::GetCursorScreenPos(), size), name, label, true);
}

bool begin_submenu(const char* name, const char* label, bool enabled) {
  const ImVec2 size{ImGui::GetContentRegionAvail().x, ImGui::GetTextLineHeight()};
  return begin_menu_in(box_at(ImGui::GetCursorScreenPos(), size), name, label, enabled);
}

bool menu_item(const char* name, const std::string& label, std::string_view shortcut, EntryState state) {
  const std::string keys(shortcut);
  std::string room;
  const std::string shown(drawn_text(fonts().ui, label, room));
  ask_for_letters(fonts().ui, keys);
  const bool pressed =
      ImGui::MenuItem(shown.c_str(), keys.empty() ? nullptr : keys.c_str(), state.checked, state.enabled);
  mark(name, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  return pressed;
}

void command_item(const char* name, const std::string& label, const std::string& command, const Emit& emit,
                  EntryState state) {
  if (menu_item(name, label, shortcut_of(command), state)) emit(parse_command(command));
}

void dialog_item(const char* name, Dialog dialog, std::string_view shortcut, EntryState state) {
  if (menu_item(name, dialog_row(dialog).menu_label(), shortcut, state)) show_dialog(dialog);
}

}  // namespace attnlab
