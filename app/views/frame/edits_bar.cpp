// The bar of edits. Script names: edits.field, edits.add, edits.remove[0,i], edits.clear, edits.changes.
#include <algorithm>
#include <cmath>

#include "app/feature/opened_features.h"
#include "app/state/mask_choice.h"
#include "app/views/common/entered_field.h"
#include "app/views/common/sides.h"
#include "app/views/common/views.h"
#include "app/views/frame/shortcuts.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/imgui_versions.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

constexpr const char* kField = "edits.field";

/// The text of the field, the proposed text, and the frame in which the bar was last drawn.
struct EditField {
  std::string text, proposed;
  int last_frame = -2;
};

/// "NAME[0,1,2]=" of the number that the inspector explains.
std::string proposed(const ViewModel& model) { return inspected_cell(model.state).text() + "="; }

/// A tooltip on a chip: the text of the edit, cut for a large mask.
void tip_edit(const std::string& edit, const Box& chip) {
  constexpr std::size_t kMostLetters = 300;
  if (!ImGui::IsWindowHovered() || !chip.contains(ImGui::GetIO().MousePos)) return;
  begin_tooltip();
  wrapped_text(fonts().mono_small, theme().palette.text,
               edit.size() <= kMostLetters ? edit : edit.substr(0, kMostLetters) + "…", em() * 24);
  end_tooltip();
}

/// One edit with a cross; wraps to the next line if it does not fit.
void draw_chip(const std::string& edit, const std::string& title, std::size_t number, float right,
               const Emit& emit) {
  const float height = ImGui::GetFrameHeight(), cross = height;
  const float most = content_right() - ImGui::GetWindowPos().x - em() * 2;
  const float width = std::min(text_size(fonts().mono_small, title).x + em() * 0.9f + cross, most);
  if (ImGui::GetCursorScreenPos().x + width > right) ImGui::NewLine();
  const Box box = box_at(ImGui::GetCursorScreenPos(), {width, height});
  const Canvas canvas = window_canvas();
  canvas.fill(box, role_tint(Role::Gradient), em() * 0.3f);
  draw_text_in(canvas, fonts().mono_small,
               {{box.min.x + em() * 0.5f, box.min.y}, {box.max.x - cross, box.max.y}},
               role_text_on_tint(Role::Gradient), title);
  if (title != edit) tip_edit(edit, {box.min, {box.max.x - cross, box.max.y}});
  move_cursor({box.max.x - cross, box.min.y});
  const std::string name = "edits.remove[0," + std::to_string(number) + "]";
  if (icon_button(name.c_str(), Icon::Close, tr("Undo this edit"), {.plain = true, .size = height}))
    emit({"edit.remove", {std::to_string(number)}});
  ImGui::SameLine(0, em() * 0.5f);
}

void draw_chips(const ViewModel& model, float right, const Emit& emit) {
  const char *const none = tr("Edit"), *const some = tr("Edited");
  const float width = std::max(text_size(fonts().ui_bold, none).x, text_size(fonts().ui_bold, some).x);
  const Box label = reserve({width + em() * 0.8f, ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().ui_bold, label,
               model.state.edits.empty() ? theme().palette.text_dim : role_text(Role::Gradient),
               model.state.edits.empty() ? none : some);
  ImGui::SameLine(0, 0);
  const Trace* const before = model.diff ? &model.diff->before() : nullptr;
  for (std::size_t i = 0; i < model.state.edits.size(); ++i)
    draw_chip(model.state.edits[i], edit_title(model.state.edits[i], before), i, right, emit);
}

constexpr const char *kAdd = tr_mark("Add"), *kKeep = tr_mark("Apply to model"),
                     *kChanges = tr_mark("Show changes"), *kClear = tr_mark("Undo all");

float edits_button_width(const char* label) { return text_size(fonts().ui_bold, tr(label)).x + em() * 1.6f; }

bool shows_effect(const ViewModel& model) { return !model.state.edits.empty() && model.diff; }

/// Whether the number that the field names is a weight.
bool names_weight(const ViewModel& model, const std::string& text) {
  const std::string name = text.substr(0, text.find('['));
  return model.trace &&
         std::ranges::any_of(model.trace->parameters(), [&](const TraceTensor& p) { return p.name == name; });
}

/// A width that stays while the digits of a text change.
float steady_width(float width) { return std::ceil(width / (4 * em())) * 4 * em(); }

/// The width of what follows the field, with or without the effect in the same line.
float width_after_field(const ViewModel& model, const std::string& text, bool effect) {
  float width = edits_button_width(kAdd) + em() * 0.5f;
  if (names_weight(model, text)) width += edits_button_width(kKeep) + em() * 0.5f;
  if (effect)
    width += edits_button_width(kChanges) + edits_button_width(kClear) + em() * 2.5f +
             steady_width(text_size(fonts().ui, effect_text(model, *model.diff)).x);
  return width;
}

/// Draws the field; returns whether the effect of the edits has room in its line.
bool draw_field(const ViewModel& model, float right, const Emit& emit) {
  auto& field = model.remembered<EditField>();
  std::string& text = field.text;
  // A text that the user has not changed follows the number that the inspector explains.
  if (ImGui::GetFrameCount() > field.last_frame + 1 || text == field.proposed)
    text = field.proposed = proposed(model);
  const float least = em() * 16;
  const auto fits = [&](bool effect) {
    return ImGui::GetCursorScreenPos().x + least + width_after_field(model, text, effect) <= right;
  };
  if (!fits(false)) ImGui::NewLine();
  const bool effect = shows_effect(model) && fits(true);
  const float after = width_after_field(model, text, effect);
  const float width = std::min(right - ImGui::GetCursorScreenPos().x - after, em() * 34);
  const bool entered = text_field(kField, text, "NAME[0,1]=2, zero ATTENTION#1, no norm NAME", width);
  tip(tr(
      "NAME[0,*,2]=0.5 sets cells (* is a whole axis), += adds, *= multiplies, “from TEXT” takes the values "
      "from another text; zero, mean, only ATTENTION#1 and swap ATTENTION#0,1 change heads; force "
      "ATTENTION#1[2,0] makes query 2 look at key 0; no scaling, mask, norm, residual, sublayer NAME and no "
      "positions remove parts; mask ATTENTION causal, window 3, padding 1 or 100/110/111 sets which keys "
      "are visible; token input[2]=a replaces a token"));
  ImGui::SameLine(0, em() * 0.5f);
  if (text_button("edits.add", tr(kAdd), tr("Makes this change during the forward pass")) || entered)
    send_entered({"edit", {text}}, kField, emit);
  if (names_weight(model, text)) {
    ImGui::SameLine(0, em() * 0.5f);
    if (text_button("edits.keep", tr(kKeep), tr("Changes the weight itself: training continues from there")))
      send_entered({"weight", {text}}, kField, emit);
  }
  return effect;
}

void draw_effect(const ViewModel& model, const Emit& emit) {
  if (text_button("edits.changes", tr(kChanges), tr("Every tensor before and after the edits"),
                  {.toggled = on_stage(model.state, compare::kFeature)}))
    open_comparison(model.state, emit);
  ImGui::SameLine(0, em() * 0.5f);
  if (text_button("edits.clear", tr(kClear), tr("Shows the model without edits"))) emit({"edit.clear", {}});
  ImGui::SameLine(0, em());
  const Box box = reserve({ImGui::GetContentRegionAvail().x, ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().ui, box, theme().palette.text, effect_text(model, *model.diff));
}

}  // namespace

void draw_edits_bar(const ViewModel& model, const Emit& emit) {
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  draw_chips(model, right, emit);
  const bool in_line = draw_field(model, right, emit);
  model.remembered<EditField>().last_frame = ImGui::GetFrameCount();
  if (!shows_effect(model)) return;
  if (in_line) ImGui::SameLine(0, em() * 0.5f);
  draw_effect(model, emit);
}

void toggle_edits_bar(const ViewModel& model, const Emit& emit) {
  emit(parse_command(kEditsBarCommand));
  if (!model.screen.show_edits) type_into(kField);
}

}  // namespace attnlab
