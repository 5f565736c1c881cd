// Menu entries.
#include "app/views/frame/menu_items.h"

#include <array>

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

/// The open sections of a menu, and of the section within that.
struct MenuSections {
  bool used = false;
  std::size_t depth = 0;
  std::array<std::string, 2> open;
};

bool begin_section(MenuSections& sections, const char* name, const char* label, bool enabled) {
  std::string& open = sections.open.at(sections.depth);
  const bool before = open == name;
  ImGui::BeginDisabled(!enabled);
  ImGui::SetNextItemOpen(before);
  const bool now =
      ImGui::TreeNodeEx(label, ImGuiTreeNodeFlags_SpanAvailWidth | ImGuiTreeNodeFlags_NoTreePushOnOpen);
  mark(name, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  ImGui::EndDisabled();
  if (now != before) open = now ? name : "";
  if (!now) return false;
  ++sections.depth;
  ImGui::Indent();
  return true;
}

}  // namespace

bool begin_menu(const char* name, const char* label) {
  const std::string_view seen = std::string_view(label).substr(0, std::string_view(label).find("##"));
  const ImVec2 size{text_size(fonts().ui, seen).x, ImGui::GetFrameHeight()};
  return begin_menu_in(box_at(ImGui::GetCursorScreenPos(), size), name, label, true);
}

bool begin_menu_of_sections(const char* name, const char* label) {
  if (!begin_menu(name, label)) return false;
  MenuSections& sections = remembered<MenuSections>();
  if (ImGui::IsWindowAppearing()) sections = {};
  sections.used = true;
  return true;
}

void end_menu_of_sections() {
  remembered<MenuSections>().used = false;
  ImGui::EndMenu();
}

void end_submenu() {
  MenuSections& sections = remembered<MenuSections>();
  if (!sections.used) return ImGui::EndMenu();
  --sections.depth;
  ImGui::Unindent();
}

bool begin_submenu(const char* name, const char* label, bool enabled) {
  if (MenuSections& sections = remembered<MenuSections>(); sections.used)
    return begin_section(sections, name, label, enabled);
  const ImVec2 size{ImGui::GetContentRegionAvail().x, ImGui::GetTextLineHeight()};
  return begin_menu_in(box_at(ImGui::GetCursorScreenPos(), size), name, label, enabled);
}

bool menu_item(const char* name, const std::string& label, std::string_view shortcut, EntryState state) {
  const std::string keys(remembered<MenuSections>().used ? "" : shortcut);  // no room for keys
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
