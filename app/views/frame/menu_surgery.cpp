// Edit menu: what can be changed in the pass on screen. Script names: menu.edit.bar, menu.edit.head.zero,
// .mean, .only, .swap, menu.edit.scaling, menu.edit.mask, menu.edit.PART (a norm, residual or sublayer of the
// chosen layer), menu.edit.positions, menu.edit.clear, menu.edit.changes.
#include <algorithm>

#include "app/feature/opened_features.h"
#include "app/state/made_commands.h"
#include "app/state/made_edits.h"
#include "app/state/selection.h"
#include "app/views/common/tensor_words.h"
#include "app/views/common/views.h"
#include "app/views/frame/menu_items.h"
#include "app/views/frame/shortcuts.h"
#include "app/widgets/base/controls.h"
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
  item("head.zero", "Take head " + head + " out", HeadEdit::How::Zero);
  item("head.mean", "Replace head " + head + " by its mean", HeadEdit::How::Mean);
  if (heads < 2) return;
  item("head.only", "Keep only head " + head, HeadEdit::How::Only);
  item("head.swap", "Swap heads " + head + " and " + other, HeadEdit::How::Swap);
}

/// A part of a layer that can be taken out.
struct Removal {
  const char* label;
  SwitchOff::What what;
  const Part& part;
};
constexpr Removal kRemovals[] = {
    {"No norm of the attention", SwitchOff::What::Norm, block_sites::kAttentionNorm},
    {"No norm of the feed-forward", SwitchOff::What::Norm, block_sites::kFeedForwardNorm},
    {"No residual path around the attention", SwitchOff::What::Residual, block_sites::kAttentionResidual},
    {"No residual path around the feed-forward", SwitchOff::What::Residual,
     block_sites::kFeedForwardResidual},
    {"Skip the attention", SwitchOff::What::Sublayer, block_sites::kAttentionResidual},
    {"Skip the feed-forward", SwitchOff::What::Sublayer, block_sites::kFeedForwardResidual}};

/// One entry for each part of the chosen layer that can be taken out.
void draw_layer_items(const ViewModel& model, const Emit& emit) {
  const Selection& s = model.state.selection;
  const Place layer = attention_place(s.attention, s.layer).outer();
  for (const Removal& removal : kRemovals) {
    const Place place = layer.inside(removal.part);
    if (std::ranges::find(model.trace->tensors(), place, &TraceTensor::place) == model.trace->tensors().end())
      continue;
    const std::string name = std::string(word_of(kSwitchWords, removal.what)) + " " + place.name();
    edit_item(name, removal.label, SwitchOff{removal.what, place.name()}, model, emit);
  }
}

}  // namespace

void draw_surgery(const ViewModel& model, const Emit& emit) {
  command_item("menu.edit.bar", "Edit numbers…", std::string(kEditsBarCommand),
               [&](const Command&) { toggle_edits_bar(model, emit); }, {.checked = model.screen.show_edits});
  if (!model.trace) return;
  const ModelConfig& config = model.trace->config();
  if (!attentions_of(config).empty()) {
    ImGui::Separator();
    draw_head_items(model, emit);
    edit_item("scaling", "Do not divide by √d", scaling_edit(model.state.selection), model, emit);
    const Edit unmasked = mask_edit(model.state.selection);
    if (has_edit(model.state, unmasked) || hides_keys(*model.trace, attention_prefix(model.state.selection)))
      edit_item("mask", "Take the mask away", unmasked, model, emit);
    ImGui::Separator();
    draw_layer_items(model, emit);
    if (position_scheme(config.positions).encodes_positions())
      edit_item("positions", "No positions", SwitchOff{SwitchOff::What::Positions}, model, emit);
  }
  ImGui::Separator();
  const bool edited = !model.state.edits.empty();
  command_item("menu.edit.changes", "What changed", "view compare", emit,
               {.enabled = edited, .checked = on_stage(model.state, compare::kFeature)});
  command_item("menu.edit.clear", "Take all edits back", "edit.clear", emit, {.enabled = edited});
}

}  // namespace attnlab
