// Text fields, sliders, headers, tooltips and lines of text.
#include "app/widgets/base/controls.h"
// ImGui's string functions need its main header before them.
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "app/theme/imgui_fonts.h"
#include "app/widgets/base/composed_field.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/field_border.h"
#include "app/widgets/base/glossary.h"
#include "app/widgets/base/input_queue.h"
#include "app/widgets/base/visual_order.h"
#include "core/text/utf8.h"

namespace attnlab {
namespace {

constexpr float kTipSeconds = 0.45f;

void mark_item(const char* name) { mark(name, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()}); }

/// One line of text at the cursor.
void text_line(ImFont* font, Colour colour, std::string_view text) {
  ImGui::PushFont(font);
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  std::string room;
  const std::string_view shown = drawn_text(font, text, room);
  ImGui::TextUnformatted(shown.data(), shown.data() + shown.size());
  window_canvas().record_text(font, ImGui::GetItemRectMin(), colour, text);
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

/// The field that is to have the keyboard.
struct WantedField {
  static constexpr int kMostFrames = 30;  ///< for a panel to come on screen
  std::string name;                       ///< "": none
  int since = 0;                          ///< the frame in which it was asked for
  std::string at_end;                     ///< the field whose caret goes behind its text

  /// Whether it is this field, which is drawn next.
  bool is(std::string_view field) const {
    return name == field && ImGui::GetFrameCount() - since <= kMostFrames;
  }
};

/// Gives the next field the keyboard where it is the wanted one. Returns whether its caret goes to the end.
bool take_wanted(const std::string& name) {
  WantedField& wanted = remembered<WantedField>();
  if (!name.empty() && wanted.is(name)) {
    focus_next_field();
    wanted.at_end = std::exchange(wanted.name, "");
  }
  return !name.empty() && wanted.at_end == name;
}

/// Width of the border around the active field.
float field_border() { return std::max(1.0f, em() / 11); }

/// What a field is asked while it is active.
struct FieldQuestions {
  bool* to_end = nullptr;  ///< asks for the cursor's move to the end; null: nobody does
  CaretLine line{};        ///< the answer
};

/// UserData are the questions.
int answer_field(ImGuiInputTextCallbackData* data) {
  auto& asked = *static_cast<FieldQuestions*>(data->UserData);
  if (asked.to_end && std::exchange(*asked.to_end, false))
    data->CursorPos = data->SelectionStart = data->SelectionEnd = data->BufTextLen;
  asked.line = caret_line(*data);
  return 0;
}

/// ImGui's field; true when Enter was pressed.
bool held_field(const char* id, std::string& text, const char* hint, bool* to_end) {
  FieldBorder border(text);
  FieldQuestions asked{to_end};
  const bool entered = ImGui::InputTextWithHint(
      id, hint, &border.held, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackAlways,
      answer_field, &asked);
  draw_composed(asked.line, grown({ImGui::GetItemRectMin(), ImGui::GetItemRectMax()}, -field_border()));
  return entered;
}

}  // namespace

bool text_field(const char* name, std::string& text, const char* hint, float width, bool* changed,
                bool* to_end) {
  KeepsDirection kept;
  ImGui::SetNextItemWidth(width > 0 ? width : ImGui::GetContentRegionAvail().x);
  const std::string id = std::string("##") + name, before = changed ? text : std::string();
  const bool moves = take_wanted(name);
  bool end = true;
  const bool entered = held_field(id.c_str(), text, hint, moves ? &end : to_end);
  if (moves && !end) remembered<WantedField>().at_end.clear();
  if (changed) *changed = text != before;
  kept.within({ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  mark_item(name);
  if (ImGui::IsItemActive()) {
    const Box box{ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
    control_canvas().frame(box, theme().palette.accent, ImGui::GetStyle().FrameRounding, field_border());
  }
  return entered;
}

void type_into(std::string_view name) {
  WantedField& wanted = remembered<WantedField>();
  wanted.name = name;
  wanted.since = ImGui::GetFrameCount();
  hold_keys();
}

void type_on(const char* name, std::string& text) {
  if (ImGui::GetIO().WantTextInput || remembered<WantedField>().is(name)) return;
  const std::size_t before = text.size();
  for (const ImWchar letter : ImGui::GetIO().InputQueueCharacters)
    if (letter > ' ')
      text += widgets().stand_ins.from_field(
          encode_utf8(letter));  // a space presses the button that has the focus
  if (text.size() > before) type_into(name);
}

void panel_header(std::string_view title, std::string_view detail) {
  const float width = ImGui::GetContentRegionAvail().x;
  const Box box = reserve({width, std::ceil(em() * 1.6f)});
  const Canvas canvas = window_canvas();
  draw_text_in(canvas, fonts().ui_bold, box, theme().palette.text, title);
  const float x = box.min.x + text_size(fonts().ui_bold, title).x + em() * 0.7f;
  if (x < box.max.x)
    draw_text_in(canvas, fonts().small, {{x, box.min.y}, box.max}, theme().palette.text_dim, detail);
  canvas.fill({{box.min.x, box.max.y - 1}, box.max}, theme().palette.border);
}

void group_label(std::string_view text) {
  ImGui::Dummy({0, em() * 0.15f});
  text_line(fonts().small, theme().palette.text_dim, text);
}

void dim_text(std::string_view text) { wrapped_text(fonts().ui, theme().palette.text_dim, text); }

void wrapped_text(ImFont* font, Colour colour, std::string_view text, float width) {
  const float room = width > 0 ? width : ImGui::GetContentRegionAvail().x;
  const std::vector<std::string_view> lines = broken_lines(font, text, std::max(room, 1.0f));
  if (lines.size() < 2) return text_line(font, colour, text);
  // Each line begins on a whole pixel: between two pixels letters blur.
  ImGui::BeginGroup();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, std::ceil(imgui_line(font)) - imgui_line(font)});
  for (const std::string_view line : lines) text_line(font, colour, line);
  ImGui::PopStyleVar();
  ImGui::EndGroup();
}

std::string in_lines(ImFont* font, std::string_view text, float width) {
  std::string all, room;
  for (const std::string_view line : broken_lines(font, text, std::max(width, 1.0f)))
    all += (all.empty() ? "" : "\n") + std::string(drawn_text(font, line, room));
  return all;
}

float widest(std::span<const char* const> texts, float least) {
  for (const char* const text : texts) least = std::max(least, text_size(fonts().ui, text).x);
  return std::ceil(least);
}

namespace {

/// Lines of a note are closer to each other than to what is above and below.
float note_line() { return em() * 1.3f; }
float note_height(std::size_t lines) { return lines == 0 ? 0 : note_line() * float(lines) + em() * 0.4f; }

void draw_note_lines(ImFont* font, const Box& box, const std::vector<std::string_view>& lines) {
  float top = box.min.y + em() * 0.2f;
  for (const std::string_view line : lines) {
    draw_text_in(window_canvas(), font, {{box.min.x, top}, {box.max.x, top + note_line()}},
                 theme().palette.text_dim, line, Align::Centre);
    top += note_line();
  }
}

}  // namespace

void empty_note(std::string_view text, std::string_view advice) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const Box box = box_at(ImGui::GetCursorScreenPos(), room);
  const auto lines = broken_lines(fonts().ui, text, room.x),
             more = broken_lines(fonts().small, advice, room.x);
  const float height = note_height(lines.size()) + note_height(more.size());
  const float top = std::max(box.centre().y - height / 2, box.min.y);
  draw_note_lines(fonts().ui, {{box.min.x, top}, {box.max.x, top + note_height(lines.size())}}, lines);
  draw_note_lines(fonts().small,
                  {{box.min.x, top + height - note_height(more.size())}, {box.max.x, top + height}}, more);
  if (height > room.y) ImGui::Dummy({0, height});
}

void begin_tooltip() {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {em() * 0.65f, em() * 0.45f});
  ImGui::BeginTooltip();
}

void end_tooltip() {
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

namespace {

/// The text under the pointer, and since when.
struct TipWait {
  ImGuiID item = 0;
  double since = 0;
};

/// Whether the pointer has rested long enough on the item of this tooltip text.
bool rested_on(std::string_view text) {
  TipWait& wait = remembered<TipWait>();
  const ImGuiID item = ImGui::GetID(text.data(), text.data() + text.size());
  if (wait.item != item) wait = {item, ImGui::GetTime()};
  return ImGui::GetTime() - wait.since >= kTipSeconds;
}

void show_term(std::string_view name) {
  const Term* const term = find_term(name);
  if (!term || !rested_on(term->definition)) return;
  begin_tooltip();
  text_line(fonts().ui_bold, theme().palette.text, term->name);
  wrapped_text(fonts().ui, theme().palette.text, term->definition, em() * 24);
  end_tooltip();
}

}  // namespace

void tip_term(std::string_view term) {
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) show_term(term);
}

void tip_term(std::string_view term, const Box& box) {
  if (ImGui::IsWindowHovered() && box.contains(ImGui::GetIO().MousePos)) show_term(term);
}

void tip(std::string_view text) {
  if (text.empty() || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) || !rested_on(text)) return;
  begin_tooltip();
  wrapped_text(fonts().ui, theme().palette.text, text, em() * 24);
  end_tooltip();
}

void value_line(std::string_view name, std::string_view value, Role role) {
  text_line(fonts().ui, role == Role::None ? theme().palette.text_dim : role_text(role), name);
  ImGui::SameLine(std::max(em() * 8, text_size(fonts().ui, name).x + em() * 1.5f));
  text_line(fonts().mono, theme().palette.text, value);
}

void badge(std::string_view text, Role role) {
  const Colour ink = role_text_on_tint(role);
  const Box box = draw_badge(window_canvas(), ImGui::GetCursorScreenPos(), text, role_tint(role), ink);
  ImGui::Dummy(box.size());
}

}  // namespace attnlab
