// Edit menu: what can be changed in the pass on screen. Script names: menu.edit.bar, menu.edit.head.zero,
// .mean, .only, .swap, menu.edit.scaling, menu.edit.mask, menu.edit.PART (a norm, residual or sublayer of the
// chosen layer), menu.edit.positions, menu.edit.clear, menu.edit.changes.
#include <algorithm>

#include "app/views/frame/menu_items.h"
#include "app/widgets/base/controls.h"
#include "core/layers/position_scheme.h"

namespace attnlab {
namespace {

/// An entry that switches an edit on and off.
void edit_item(const std::string& name, const std::string& label, const std::string& edit,
               const ViewModel& model, const Emit& emit) {
  const bool on = has_edit(model.state, edit);
  if (!menu_item(("menu.edit." + name).c_str(), label, {}, {.checked = on})) return;
  if (!on) return emit({"edit", {edit}});
  const auto at = std::ranges::find(model.state.edits, edit) - model.state.edits.begin();
  emit({"edit.remove", {std::to_string(at)}});
}

void draw_head_items(const ViewModel& model, const Emit& emit) {
  const Selection& s = model.state.selection;
  const std::string head = std::to_string(s.head), place = attention_prefix(s) + "#" + head;
  edit_item("head.zero", "Take head " + head + " out", "zero " + place, model, emit);
  edit_item("head.mean", "Replace head " + head + " by its mean", "mean " + place, model, emit);
  const Index heads = model.trace->config().heads;
  if (heads < 2) return;
  const std::string other = std::to_string((s.head + 1) % heads);
  edit_item("head.only", "Keep only head " + head, "only " + place, model, emit);
  edit_item("head.swap", "Swap heads " + head + " and " + other, "swap " + place + "," + other, model, emit);
}

/// One entry for each part of the chosen layer that can be taken out.
void draw_layer_items(const ViewModel& model, const Emit& emit) {
  struct Removal {
    const char *label, *what, *name, *tensor;
  };
  constexpr Removal kRemovals[] = {
      {"No norm of the attention", "no norm ", "attention_norm", ".output"},
      {"No norm of the feed-forward", "no norm ", "feed_forward_norm", ".output"},
      {"No residual path around the attention", "no residual ", "attention_residual", ""},
      {"No residual path around the feed-forward", "no residual ", "feed_forward_residual", ""},
      {"Skip the attention", "no sublayer ", "attention_residual", ""},
      {"Skip the feed-forward", "no sublayer ", "feed_forward_residual", ""},
  };
  const std::string attention = attention_prefix(model.state.selection);
  const std::string layer = attention.substr(0, attention.rfind('.') + 1);
  for (const Removal& part : kRemovals) {
    if (!model.trace->find(layer + part.name + part.tensor)) continue;
    const std::string edit = part.what + layer + part.name;
    edit_item(edit.substr(3), part.label, edit, model, emit);
  }
}

}  // namespace

void draw_surgery(const ViewModel& model, const Emit& emit) {
  command_item("menu.edit.bar", "Edit numbers…", "panel edits toggle", emit,
               {.checked = model.screen.show_edits});
  if (!model.trace) return;
  const ModelConfig& config = model.trace->config();
  if (!attentions_of(config).empty()) {
    ImGui::Separator();
    draw_head_items(model, emit);
    edit_item("scaling", "Do not divide by √d", scaling_edit(model.state.selection), model, emit);
    edit_item("mask", "Take the mask away", mask_edit(model.state.selection), model, emit);
    ImGui::Separator();
    draw_layer_items(model, emit);
    if (position_scheme(config.positions).encodes_positions())
      edit_item("positions", "No positions", "no positions", model, emit);
  }
  ImGui::Separator();
  const bool edited = !model.state.edits.empty();
  command_item("menu.edit.changes", "What changed", "view compare", emit,
               {.enabled = edited, .checked = on_stage(model.state, kCompareView)});
  command_item("menu.edit.clear", "Take all edits back", "edit.clear", emit, {.enabled = edited});
}

}  // namespace attnlab
