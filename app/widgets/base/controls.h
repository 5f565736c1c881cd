// Buttons with drawn icons, switches, segmented choices, panel headers, tooltips.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/widgets/base/draw.h"

namespace attnlab {

enum class Icon {
  Play,
  Pause,
  StepForward,
  StepBack,
  First,
  Last,
  Reset,
  Undo,
  Redo,
  Sun,
  Moon,
  Gear,
  Folder,
  Save,
  Plus,
  Minus,
  Close,
  Menu,
  Camera,
  Eye,
  EyeOff,
  ChevronLeft,
  ChevronRight,
  ChevronDown,
  ChevronUp,
  Check,
  Info,
  Search,
  Split,
  Pin,
  Branch
};

/// Draws an icon centred in `box`.
void draw_icon(Canvas canvas, Icon icon, const Box& box, Colour colour);

struct ButtonStyle {
  bool primary = false;  ///< filled with the accent: the one main action of a group
  bool toggled = false;  ///< shown as switched on
  bool enabled = true;
  bool plain = false;  ///< no face until hovered
  float size = 0;      ///< height in pixels; 0 means the frame height
};

/// A square button with an icon. `name` is its id and its name for scripts, e.g. "train.play". True when
/// pressed.
bool icon_button(const char* name, Icon icon, const char* tooltip, const ButtonStyle& style = {});

/// A button with a text, optionally with an icon before it.
bool text_button(const char* name, std::string_view text, const char* tooltip = nullptr,
                 const ButtonStyle& style = {});
bool text_button(const char* name, Icon icon, std::string_view text, const char* tooltip = nullptr,
                 const ButtonStyle& style = {});

/// A switch with its label; flips `value`. True when it changed. Name for scripts is `name`.
bool toggle(const char* name, std::string_view label, bool& value, const char* tooltip = nullptr);

/// Choices side by side, one of them on, on several lines where one is too narrow. True when `chosen`
/// changed. Script names of choices are NAME[0,i].
bool segmented(const char* name, std::span<const char* const> choices, int& chosen);

/// The next item stands `gap` to the right of the last one where `width` fits on the line, or else on the
/// next line.
inline void next_on_line(float width, float gap) {
  ImGui::SameLine(0, gap);
  if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
}

/// Width of the choices in segmented() on one line.
float segmented_width(std::span<const char* const> choices);

/// Whether the pointer drags the last item. Also in the frame in which its button is let go: where frames are
/// slow, the pointer has moved since the one before.
bool is_dragged();

/// A slider with its label before and its value behind; `width` is the rail's. True when the value changed.
/// ImGui's IsItemActive() says whether it is being dragged. Name for scripts is `name`.
bool slider(const char* name, std::string_view label, float& value, float lo, float hi,
            const char* format = "%.2f", float width = 0, bool logarithmic = false);

/// A text field with a hint. True when Enter was pressed in it. `changed`, if given, becomes true at
/// every edit. Where `to_end` is true, the cursor goes behind the text once the field has the keyboard, and
/// `to_end` becomes false.
bool text_field(const char* name, std::string& text, const char* hint, float width = 0,
                bool* changed = nullptr, bool* to_end = nullptr);

/// Gives the keyboard to the text field of this script name, with the caret behind its text, as soon as it is
/// drawn. Keys wait until then.
void type_into(std::string_view name);

/// For a popup with one text field: where a row or button has the focus, what is typed goes to the field all
/// the same. Call before text_field().
void type_on(const char* name, std::string& text);

/// A panel's title line: bold text, dim detail after it, a thin rule below.
void panel_header(std::string_view title, std::string_view detail = {});

/// A small dim heading between groups.
void group_label(std::string_view text);

/// Dim text in the UI font.
void dim_text(std::string_view text);

/// Text in lines of at most `width`; 0 means to the window's edge.
void wrapped_text(ImFont* font, Colour colour, std::string_view text, float width = 0);

/// The text broken into lines of at most `width` where words allow it, as one text for ImGui to put on
/// screen: each line in visual order.
std::string in_lines(ImFont* font, std::string_view text, float width);

/// Width of the widest of these texts in the UI font, at least `least`.
float widest(std::span<const char* const> texts, float least);

/// Centred dim text over the rest of the window: why the window is empty, and what to do.
void empty_note(std::string_view text, std::string_view advice = {});

/// Shows a tooltip if the last item is hovered for a moment.
void tip(std::string_view text);

/// A tooltip with the glossary's definition of a term, where the last item is hovered for a moment.
void tip_term(std::string_view term);

/// A tooltip with a term's definition where the pointer rests in `box`, for a text that is no item.
void tip_term(std::string_view term, const Box& box);

/// A tooltip with our padding; call end_tooltip() after its content.
void begin_tooltip();
void end_tooltip();

/// One line "name   value" in a tooltip or panel, the value in the number font at a tab stop.
void value_line(std::string_view name, std::string_view value, Role role = Role::None);

/// A badge as an item in the layout, e.g. "previous token".
void badge(std::string_view text, Role role = Role::None);

/// The play controls as one row: first, back, play or pause, forward, last. Names are PREFIX.first,
/// PREFIX.back, PREFIX.play, PREFIX.forward, PREFIX.last.
enum class TransportAction { None, First, Back, PlayPause, Forward, Last };
TransportAction transport(const char* prefix, bool playing, bool at_start, bool at_end);

}  // namespace attnlab
