// The keyboard: each key of the table sends its command.
#include "app/widgets/base/keys.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "app/state/made_commands.h"
#include "app/views/common/lesson_keys.h"
#include "app/views/common/views.h"
#include "app/views/frame/command_palette.h"
#include "app/views/frame/dialogs.h"
#include "app/views/frame/shortcuts.h"
#include "app/views/runs/past_steps.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/field_undo.h"
#include "app/widgets/base/focus.h"
#include "app/widgets/base/imgui_versions.h"
#include "app/widgets/base/text_area.h"
#include "app/widgets/heat_map/heat_map_zoom.h"

namespace attnlab {
namespace {

/// Whether a popup was open when this frame began.
struct PopupBefore {
  bool open = false;
};

/// Whether a popup has the keys, also in the frame after it closed: the key that closes a popup does nothing
/// else.
bool popup_has_keys() {
  const bool open = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
  return std::exchange(remembered<PopupBefore>().open, open) || open;
}

/// The chords of the table, read once.
const std::vector<KeyChord>& chords() {
  static const std::vector<KeyChord> all = [] {
    std::vector<KeyChord> read;
    for (const Shortcut& shortcut : shortcuts()) read.push_back(parse_key(shortcut.chord));
    return read;
  }();
  return all;
}

bool went_down(const KeyChord& chord, const Shortcut& shortcut) {
  if (shortcut.typing == WhileTyping::Ignored) return chord_pressed(chord, repeats(shortcut));
  const ImGuiIO& io = ImGui::GetIO();
  return io.KeyCtrl == chord.ctrl && io.KeyShift == chord.shift && io.KeyAlt == chord.alt &&
         key_pressed(chord.key, repeats(shortcut));
}

void set_text_size(int percent, const Emit& emit) { emit({"text_size", {std::to_string(percent)}}); }
bool timeline_key_works(std::string_view command, const ViewModel& model) {
  if (!has_timeline(model)) return false;
  if (command == "timeline.previous") return can_go_back(model);
  return command == "timeline.play toggle" || model.state.rewound.has_value();
}

bool possible(const Shortcut& shortcut, const ViewModel& model) {
  if (!in_force(shortcut, model.state)) return false;
  // A text field first undoes its own changes.
  if (shortcut.command == "undo") return model.can_undo && !field_undoes();
  if (shortcut.command == "redo") return model.can_redo && !field_redoes();
  if (shortcut.command == "history.back") return !model.back_label.empty();
  if (shortcut.command == "history.forward") return !model.forward_label.empty();
  if (shortcut.command.starts_with("timeline.")) return timeline_key_works(shortcut.command, model);
  if (shortcut.command == "inspect.back") return !model.state.trail.empty();
  return true;
}

constexpr float kCellsStep = 1.5f;

void look_at(const std::optional<MatrixLook>& look, const Emit& emit) {
  if (look) emit(look_command(*look));
}

ImVec2 shares(std::string_view words) {
  ImVec2 by{0, 0};
  std::istringstream in{std::string(words)};
  in >> by.x >> by.y;
  return by;
}

/// Whether the key is the open lesson's, and means nothing to views.
bool lesson_owns(const KeyChord& chord, const LessonKeys& keys) {
  if (!keys.open || chord.ctrl || chord.shift || chord.alt) return false;
  if (chord == parse_key("PageDown") || chord == parse_key("PageUp")) return true;
  if (!keys.has) return false;
  const bool digit = chord.key >= '0' && chord.key <= '9';
  return (keys.asks && (digit || chord == parse_key("Enter"))) ||
         (keys.goes_on && chord == parse_key("Space"));
}

/// Scrolls the lesson, or goes to another step if there is nothing more to see.
void press_in_lesson(const Shortcut& shortcut, const ViewModel& model, const Emit& emit) {
  LessonKeys& keys = model.remembered<LessonKeys>();
  if (!model.lesson || !lesson_owns(parse_key(shortcut.chord), keys) || lines_are_typed()) return;
  const bool on = shortcut.command == "lesson.next";
  if (on ? keys.below : keys.above) return void(keys.pages = on ? 1 : -1);
  if (on ? !model.lesson->last() : !model.lesson->first()) emit(parse_command(shortcut.command));
}

/// Whether a widget, with the focus or typed into, keeps the key from the table of shortcuts.
bool widget_owns(const KeyChord& chord, const Shortcut& shortcut) {
  if (key_is_taken(chord.key)) return true;
  if (!chord.ctrl && !chord.shift && !chord.alt && focus_takes(chord.key)) return true;
  return !chord.ctrl && shortcut.typing == WhileTyping::Ignored && focus_is_typed();
}

/// Each key has one owner: the text field that is typed into, else the widget with the focus, else the open
/// lesson, else the view, else the program.
void press_keys(const ViewModel& model, const Emit& emit) {
  const LessonKeys keys = model.remembered<LessonKeys>();
  for (std::size_t i = 0; i < chords().size(); ++i) {
    const Shortcut& shortcut = shortcuts()[i];
    if (widget_owns(chords()[i], shortcut) || !went_down(chords()[i], shortcut)) continue;
    if (shortcut.lesson) {
      press_in_lesson(shortcut, model, emit);
    } else if (!lesson_owns(chords()[i], keys) && possible(shortcut, model)) {
      press(shortcut, model, emit);
    }
  }
}

/// A key that goes down while a popup is open or a text field is typed into stays theirs while it is held: it
/// must not repeat elsewhere once they are gone.
void keep_keys_from_others(bool popup) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!popup && (!io.WantTextInput || io.KeyCtrl)) return;
  for (int key = 0; key < kKeyCodes; ++key)
    if (key_pressed(key, false)) take_key(key);
}

}  // namespace

void press(const Shortcut& shortcut, const ViewModel& model, const Emit& emit) {
  const auto percent = static_cast<int>(model.screen.text_percent);
  switch (shortcut.action) {
    case KeyAction::Command:
      if (shortcut.command == "undo" || shortcut.command == "redo") leave_field();
      if (shortcut.command == kEditsBarCommand) return toggle_edits_bar(model, emit);
      return emit(parse_command(shortcut.command));
    case KeyAction::OpenText: return show_dialog(Dialog::OpenText);
    case KeyAction::SaveModel: return show_dialog(Dialog::SaveModel);
    case KeyAction::Palette: return show_command_palette();
    case KeyAction::Help: return show_dialog(Dialog::Keys);
    case KeyAction::Glossary: return show_dialog(Dialog::Glossary);
    case KeyAction::Lessons: return show_dialog(Dialog::Lessons);
    case KeyAction::LargerText: return set_text_size(larger_text(percent), emit);
    case KeyAction::SmallerText: return set_text_size(smaller_text(percent), emit);
    case KeyAction::LargerCells: return look_at(look_closer(kCellsStep), emit);
    case KeyAction::SmallerCells: return look_at(look_closer(1 / kCellsStep), emit);
    case KeyAction::AllCells: return look_at(look_at_all(), emit);
    case KeyAction::MoveCells: return look_at(look_beside(shares(shortcut.command)), emit);
  }
}

void handle_keys(const ViewModel& model, const Emit& emit) {
  const bool popup = popup_has_keys();
  if (!popup) press_keys(model, emit);
  keep_keys_from_others(popup);
  note_field_undo();
}

}  // namespace attnlab
