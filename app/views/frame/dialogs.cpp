// Which dialog is open; the list of keys, the glossary, and the question before the program ends.
#include "app/views/frame/dialogs.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "app/views/frame/dialog_rows.h"
#include "app/views/frame/key_list.h"
#include "app/views/frame/lesson_list.h"
#include "app/views/frame/path_dialog.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/glossary.h"
#include "app/widgets/base/imgui_versions.h"
#include "app/widgets/base/input_queue.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

struct GlossarySearch {
  std::string text, wanted;
};

void draw_term(const Term& term, std::size_t number) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  wrapped_text(fonts().ui_bold, theme().palette.text, tr(term.name));
  wrapped_text(fonts().ui, theme().palette.text, tr(term.definition));
  mark("glossary.term[" + std::to_string(number) + ",0]", {at, ImGui::GetItemRectMax()});
  ImGui::Dummy({0, em() * 0.3f});
}

/// `opened`: whether the list appears in this frame; the search is then empty and has the keyboard.
void draw_glossary_list(bool opened) {
  auto& [search, wanted] = remembered<GlossarySearch>();
  if (opened) search = std::exchange(wanted, ""), focus_next_field();
  type_on("glossary.field", search);
  text_field("glossary.field", search, tr("search the terms"));
  const auto found = search_terms(search);
  const ImVec2 window = ImGui::GetMainViewport()->WorkSize;
  const float room = window.y - em() * 12;
  const float edges = 2 * ImGui::GetStyle().WindowPadding.x + ImGui::GetStyle().ScrollbarSize;
  const ImVec2 size{std::min(em() * 36, std::floor(window.x * 0.96f - edges)),
                    std::clamp(em() * 26, em() * 6, std::max(em() * 6, room))};
  ImGui::BeginChild("terms", size, false);
  for (std::size_t i = 0; i < found.size(); ++i) draw_term(*found[i], i);
  if (found.empty()) empty_note(tr("No term contains these letters."), tr("Try fewer letters."));
  ImGui::EndChild();
}

/// Sets the search text with which the list opens next.
void look_up(std::string_view term) { remembered<GlossarySearch>().wanted = term; }

constexpr const char* kDialogPopup = "##dialog";

/// The dialog between frames.
struct DialogMemory {
  Dialog open = Dialog::None;
  bool opening = false, focus = false;
  float height = 0;  ///< of the content in the last frame
};

DialogMemory& dialog_memory() { return remembered<DialogMemory>(); }

void close() {
  dialog_memory().open = Dialog::None;
  ImGui::CloseCurrentPopup();
}

/// A list, and a button that closes it.
void draw_list(const ViewModel& model, const Emit& emit) {
  DialogMemory& memory = dialog_memory();
  if (memory.open == Dialog::Lessons && draw_lesson_list(model, emit)) return close();
  if (memory.open == Dialog::Keys) draw_key_list(model.state);
  if (memory.open == Dialog::Glossary) draw_glossary_list(std::exchange(memory.focus, false));
  right_align_buttons(tr("Close"));
  if (text_button("dialog.cancel", tr("Close"), nullptr, {.primary = true})) close();
}

/// Whether the user clicked outside the window that is being drawn.
bool clicked_outside() {
  const Box window = box_at(ImGui::GetWindowPos(), ImGui::GetWindowSize());
  return ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !window.contains(ImGui::GetIO().MousePos);
}

/// Asks about runs that are lost if the program ends.
void draw_quit(const ViewModel& model, const Emit& emit) {
  const auto answer = [&](const char* word) {
    emit({"quit", {word}});
    close();
  };
  dim_text(tr("This training is not saved anywhere: {1}.", model.unsaved));
  ImGui::Dummy({0, em() * 0.2f});
  right_align_buttons(tr("Stay"), tr("Quit"));
  if (text_button("dialog.cancel", tr("Stay"), nullptr, {.primary = true})) answer("stay");
  ImGui::SameLine();
  if (text_button("dialog.accept", tr("Quit"))) answer("now");
}

void draw_content(const DialogRow& row, const ViewModel& model, const Emit& emit) {
  panel_header(tr(row.title));
  // A click beside a path dialog would lose the typed path.
  if (key_pressed(parse_key("Escape").key, false) || (!row.path && clicked_outside())) {
    if (row.dialog == Dialog::Quit) emit({"quit", {"stay"}});
    return close();
  }
  if (row.dialog == Dialog::Quit) return draw_quit(model, emit);
  if (!row.path) return draw_list(model, emit);
  if (!draw_path_dialog(row, model, emit)) close();
}

/// Begins the popup in the middle of the window. Dialogs that ask are narrower than lists. A window that
/// is too low for its content scrolls; in other windows, a rounded height must not cause a scrollbar.
bool begin_popup(bool asks) {
  const ImGuiViewport* viewport = ImGui::GetMainViewport();
  ImGui::SetNextWindowPos(viewport->GetWorkCenter(), ImGuiCond_Always, {0.5f, 0.5f});
  const float width = std::min(em() * (asks ? 34.0f : 44.0f), viewport->WorkSize.x * 0.96f);
  const float most = viewport->WorkSize.y * 0.96f;
  ImGui::SetNextWindowSizeConstraints({asks ? width : 0, 0}, {width, most});
  const bool fits = dialog_memory().height <= most + 1;
  return ImGui::BeginPopupModal(kDialogPopup, nullptr,
                                (fits ? ImGuiWindowFlags_NoScrollbar : 0) | ImGuiWindowFlags_NoTitleBar |
                                    ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                                    ImGuiWindowFlags_NoSavedSettings);
}

/// The height that the window needs for what is drawn in it.
float needed_height() {
  const ImGuiStyle& style = ImGui::GetStyle();
  return ImGui::GetCursorPosY() - style.ItemSpacing.y + style.WindowPadding.y;
}

}  // namespace

void show_dialog(Dialog dialog) {
  DialogMemory& memory = dialog_memory();
  if (memory.open == dialog) return;
  memory = {.open = dialog, .opening = true, .focus = true};
  hold_keys();
}

void show_term(std::string_view name) {
  look_up(name);
  show_dialog(Dialog::Glossary);
}

void draw_dialogs(const ViewModel& model, const Emit& emit) {
  DialogMemory& memory = dialog_memory();
  take_waiting_picture(emit);
  if (!model.unsaved.empty() && memory.open == Dialog::None) show_dialog(Dialog::Quit);
  if (memory.open == Dialog::None) return;
  const DialogRow& row = dialog_row(memory.open);
  if (std::exchange(memory.opening, false)) {
    if (row.path) begin_path_dialog(row, model);
    ImGui::OpenPopup(kDialogPopup);
  }
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {em() * 1.1f, em() * 0.9f});
  if (begin_popup(row.path || row.dialog == Dialog::Quit)) {
    draw_content(row, model, emit);
    memory.height = needed_height();
    ImGui::EndPopup();
  } else {
    memory.open = Dialog::None;
  }
  ImGui::PopStyleVar();
}

}  // namespace attnlab
