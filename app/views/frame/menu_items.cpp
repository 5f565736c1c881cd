// Menu entries. Script names: menu.edit.bar, menu.edit.head.zero, .mean, .only, .swap, menu.edit.scaling,
// menu.edit.mask, menu.edit.PART (a norm, residual or sublayer of the chosen layer), menu.edit.positions,
// menu.edit.clear, menu.edit.changes.
#include "app/views/frame/menu_items.h"

#include <algorithm>
#include <array>

#include "app/feature/opened_features.h"
#include "app/state/made_commands.h"
#include "app/state/selection.h"
#include "app/views/common/tensor_words.h"
#include "app/views/common/views.h"
#include "app/views/frame/dialogs.h"
#include "app/views/frame/shortcuts.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/focus.h"
#include "app/widgets/base/imgui_versions.h"
#include "core/language/messages.h"
#include "core/layers/block_sites.h"
#include "core/layers/position_scheme.h"
#include "core/trace/edit_words.h"

namespace attnlab {
namespace {

/// An entry that switches an edit on and off.
void edit_item(const std::string& name, const std::string& label, const Edit& edit, const ViewModel& model,
               const Emit& emit) {
  const bool on = has_edit(model.state, edit);
  if (!menu_item(("menu.edit." + name).c_str(), label, {}, {.checked = on})) return;
  if (!on) return emit(edit_command(edit));
  const auto at = std::ranges::find(model.state.edits, edit_text(edit)) - model.state.edits.begin();
  emit({"edit.remove", {std::to_string(at)}});
}

void draw_head_items(const ViewModel& model, const Emit& emit) {
  const Selection& s = model.state.selection;
  const Index heads = model.trace->config().heads;
  const std::string head = std::to_string(s.head), other = std::to_string(next_head(s, heads));
  const auto item = [&](const char* name, const std::string& label, HeadEdit::How how) {
    edit_item(name, label, head_edit(s, how, heads), model, emit);
  };
  item("head.zero", tr("Ablate head {1}", head), HeadEdit::How::Zero);
  item("head.mean", tr("Mean-ablate head {1}", head), HeadEdit::How::Mean);
  if (heads < 2) return;
  item("head.only", tr("Keep only head {1}", head), HeadEdit::How::Only);
  item("head.swap", tr("Swap heads {1} and {2}", head, other), HeadEdit::How::Swap);
}

/// A part of a layer that can be removed.
struct Removal {
  const char* label;
  SwitchOff::What what;
  const Part& part;
};
constexpr Removal kRemovals[] = {
    {tr_mark("No attention norm"), SwitchOff::What::Norm, block_sites::kAttentionNorm},
    {tr_mark("No feed-forward norm"), SwitchOff::What::Norm, block_sites::kFeedForwardNorm},
    {tr_mark("No residual path around attention"), SwitchOff::What::Residual,
     block_sites::kAttentionResidual},
    {tr_mark("No residual path around feed-forward"), SwitchOff::What::Residual,
     block_sites::kFeedForwardResidual},
    {tr_mark("Skip attention"), SwitchOff::What::Sublayer, block_sites::kAttentionResidual},
    {tr_mark("Skip feed-forward"), SwitchOff::What::Sublayer, block_sites::kFeedForwardResidual}};

/// One entry for each part of the selected layer that can be removed.
void draw_layer_items(const ViewModel& model, const Emit& emit) {
  const Selection& s = model.state.selection;
  const Place layer = attention_place(s.attention, s.layer).outer();
  for (const Removal& removal : kRemovals) {
    const Place place = layer.inside(removal.part);
    if (std::ranges::find(model.trace->tensors(), place, &TraceTensor::place) == model.trace->tensors().end())
      continue;
    const std::string name = std::string(word_of(kSwitchWords, removal.what)) + " " + place.name();
    edit_item(name, tr(removal.label), SwitchOff{removal.what, place.name()}, model, emit);
  }
}

}  // namespace

void draw_surgery(const ViewModel& model, const Emit& emit) {
  command_item("menu.edit.bar", tr("Edit numbers…"), std::string(kEditsBarCommand),
               [&](const Command&) { toggle_edits_bar(model, emit); }, {.checked = model.screen.show_edits});
  if (!model.trace) return;
  const ModelConfig& config = model.trace->config();
  if (!attentions_of(config).empty()) {
    ImGui::Separator();
    draw_head_items(model, emit);
    edit_item("scaling", tr("No division by √d"), scaling_edit(model.state.selection), model, emit);
    const Edit unmasked = mask_edit(model.state.selection);
    if (has_edit(model.state, unmasked) || hides_keys(*model.trace, attention_prefix(model.state.selection)))
      edit_item("mask", tr("Remove the mask"), unmasked, model, emit);
    ImGui::Separator();
    draw_layer_items(model, emit);
    if (position_scheme(config.positions).encodes_positions())
      edit_item("positions", tr("No positions"), SwitchOff{SwitchOff::What::Positions}, model, emit);
  }
  ImGui::Separator();
  const bool edited = !model.state.edits.empty();
  command_item("menu.edit.changes", tr("Show changes"), "view compare", emit,
               {.enabled = edited, .checked = on_stage(model.state, compare::kFeature)});
  command_item("menu.edit.clear", tr("Undo all edits"), "edit.clear", emit, {.enabled = edited});
}

namespace {

/// What ImGui reads: the label in visual order, and the script name for its id.
std::string label_with_id(std::string_view label, const char* name) {
  std::string room;
  return std::string(drawn_text(fonts().ui, label, room)) + "###" + name;
}

bool begin_menu_in(const Box& box, const char* name, const char* text, bool enabled) {
  const std::string labelled = label_with_id(text, name);
  const char* const label = labelled.c_str();
  ImGui::PushID(label);
  if (enabled) add_focus_stop(name, ImGui::GetID(""), box);
  ImGui::PopID();
  mark(name, box);
  limit_next_menu();
  if (!ImGui::BeginMenu(label, enabled)) return false;
  if (!key_pressed(parse_key("Escape").key, false)) return true;
  // A menu that closes does not draw entries: one under the mouse would open its own menu, which is not
  // drawn.
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
  const bool now = ImGui::TreeNodeEx(label_with_id(label, name).c_str(),
                                     ImGuiTreeNodeFlags_SpanAvailWidth | ImGuiTreeNodeFlags_NoTreePushOnOpen);
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
  const ImVec2 size{text_size(fonts().ui, label).x, ImGui::GetFrameHeight()};
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
  ask_for_letters(fonts().ui, keys);
  const bool pressed = ImGui::MenuItem(label_with_id(label, name).c_str(),
                                       keys.empty() ? nullptr : keys.c_str(), state.checked, state.enabled);
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
