// The line of kinds. Script names: masks.kind[0,i] (or masks.kind.list), masks.scope[0,i], masks.count,
// masks.attention[0,i].
#include <algorithm>
#include <array>

#include "app/views/common/stage_text.h"
#include "app/views/masks/frame.h"
#include "app/widgets/base/controls.h"

namespace attnlab {
namespace {

constexpr std::array kMaskKinds{"model", "none", "causal", "window", "padding", "painted"};
constexpr std::array kKindLabels{"the model’s own", "none", "causal", "window", "padding", "painted"};
constexpr std::array kScopes{"head", "layer", "layers"};
constexpr std::array kScopeLabels{"this head", "this layer", "all layers"};
constexpr Index kWindow = 3, kPadding = 1;  // to begin with

template <std::size_t N>
int place_in(const std::array<const char*, N>& names, std::string_view name) {
  return static_cast<int>(std::ranges::find(names, name) - names.begin());
}

/// What a kind means as an argument of attention.mask.
std::string mask_text(const MaskFrame& frame, const std::string& kind, Index count) {
  if (kind == "painted") return rows_text(frame.rows);
  return kind == "window" || kind == "padding" ? kind + " " + std::to_string(count) : kind;
}

/// The present mask, said again.
std::string present_mask(const MaskFrame& frame) {
  return mask_text(frame, frame.chosen.kind, frame.chosen.count);
}

void choose_kind(const MaskFrame& frame, int kind) {
  const std::string name = kMaskKinds[static_cast<std::size_t>(kind)];
  frame.emit(mask_command(frame, mask_text(frame, name, name == "window" ? kWindow : kPadding)));
}

void draw_kinds(const MaskFrame& frame) {
  int kind = place_in(kMaskKinds, frame.chosen.kind);
  const int now = kind;
  if (segmented_width(kKindLabels) <= ImGui::GetContentRegionAvail().x) {
    if (segmented("masks.kind", kKindLabels, kind)) choose_kind(frame, kind);
    return;
  }
  if (text_button("masks.kind.list", Icon::ChevronDown, kKindLabels[static_cast<std::size_t>(now)],
                  "What may be seen"))
    ImGui::OpenPopup("kinds");
  if (!ImGui::BeginPopup("kinds")) return;
  for (int i = 0; i < static_cast<int>(kMaskKinds.size()); ++i) {
    const Box box = box_at(ImGui::GetCursorScreenPos(), {em() * 9, ImGui::GetFontSize()});
    if (ImGui::Selectable(kKindLabels[static_cast<std::size_t>(i)], i == now, 0, box.size()))
      choose_kind(frame, i);
    mark("masks.kind[0," + std::to_string(i) + "]", box);
  }
  ImGui::EndPopup();
}

/// A mask that is there moves to the new scope with it.
void choose_scope(const MaskFrame& frame, const std::string& scope) {
  if (frame.chosen.kind == "model") return frame.emit({"choose", {"masks.scope", scope}});
  Command command = parse_command("attention.mask " + present_mask(frame));
  command.arguments.push_back(scope);
  frame.emit(command);
}

void draw_scopes(const MaskFrame& frame) {
  const std::string& now =
      frame.chosen.scope.empty() ? frame.model.state.choices.masks.scope : frame.chosen.scope;
  int scope = place_in(kScopes, now);
  if (ImGui::GetContentRegionAvail().x < segmented_width(kScopeLabels)) ImGui::NewLine();
  if (segmented("masks.scope", kScopeLabels, scope))
    choose_scope(frame, kScopes[static_cast<std::size_t>(scope)]);
}

void draw_count(const MaskFrame& frame) {
  const bool window = frame.chosen.kind == "window";
  if (!window && frame.chosen.kind != "padding") return;
  ImGui::SameLine(0, em() * 1.2f);
  const Index keys = frame.rows.empty() ? 1 : static_cast<Index>(frame.rows[0].size());
  const Index least = window ? 1 : 0, most = std::max(window ? keys : keys - 1, least);
  float count = static_cast<float>(frame.chosen.count);
  if (!slider("masks.count", window ? "positions" : "keys", count, static_cast<float>(least),
              static_cast<float>(most), "%.0f", em() * 8))
    return;
  const Index wanted = std::clamp(static_cast<Index>(count + 0.5f), least, most);
  if (wanted != frame.chosen.count)
    frame.emit(mask_command(frame, frame.chosen.kind + " " + std::to_string(wanted)));
}

void draw_attentions(const MaskFrame& frame) {
  const std::vector<AttentionKind> kinds = attentions_of(frame.model.trace->config());
  if (kinds.size() < 2) return;
  std::vector<const char*> names;
  for (const AttentionKind kind : kinds)
    names.push_back(attention_title(kind, frame.model.trace->config().causal));
  int chosen = static_cast<int>(std::ranges::find(kinds, frame.selection.attention) - kinds.begin());
  if (segmented("masks.attention", names, chosen))
    frame.emit({"select.attention", {std::string(attention_name(kinds[static_cast<std::size_t>(chosen)]))}});
  ImGui::SameLine(0, em() * 1.2f);
}

/// Whether the model was trained with its answers before its eyes.
bool cheats(const MaskFrame& frame) {
  return !frame.model.trace->config().causal && frame.selection.attention == AttentionKind::DecoderSelf;
}

std::string own_sentence(const MaskFrame& frame) {
  const ModelConfig& config = frame.model.trace->config();
  const bool hides = std::ranges::any_of(
      frame.rows, [](const std::string& row) { return row.find('0') != std::string::npos; });
  if (cheats(frame))
    return "This model learned without a causal mask: the answer to each token stands at the next one, to be "
           "copied. Choose “causal” to take it away, and see what it really knows.";
  if (!hides) return "This attention has no mask of its own: every query sees every key.";
  if (frame.selection.attention == AttentionKind::DecoderSelf)
    return "The model’s own mask is causal: each token sees itself and what came before it.";
  if (frame.selection.attention == AttentionKind::EncoderSelf && config.window > 0)
    return "The model’s own mask is a window: keys " + std::to_string(config.window) +
           " or more positions away are hidden.";
  return "The model’s own mask hides keys that are padding.";
}

std::string none_sentence(const MaskFrame& frame) {
  if (frame.selection.attention != AttentionKind::DecoderSelf || cheats(frame))
    return "No mask: every query sees every key.";
  return "No mask: every token sees those after it, so the answer lies open. This model was trained with a "
         "mask and never learned to read what it now sees; one trained without only copies the next token: "
         "switch the causal mask off under Architecture and train that.";
}

std::string sentence(const MaskFrame& frame) {
  const std::string& kind = frame.chosen.kind;
  if (kind == "none") return none_sentence(frame);
  if (kind == "causal")
    return "Causal: each token sees itself and what came before. Needed where the next token is to be "
           "predicted, which could else be read off.";
  if (kind == "window")
    return "Window: keys this many positions away, or more, are hidden. The cost then grows with the length, "
           "not with its square; what is farther away takes several layers.";
  if (kind == "padding")
    return "Padding: the last keys count as filler, which makes texts of a batch equally long and must not "
           "be "
           "attended to.";
  if (kind == "painted")
    return "Painted by hand: press and drag on the mask. The first cell decides: hide or show.";
  return own_sentence(frame) + " Press and drag on it to paint another one.";
}

}  // namespace

Command mask_command(const MaskFrame& frame, const std::string& mask) {
  Command command = parse_command("attention.mask " + mask);
  command.arguments.push_back(frame.chosen.scope.empty() ? frame.model.state.choices.masks.scope
                                                         : frame.chosen.scope);
  return command;
}

void draw_mask_choice(const MaskFrame& frame) {
  draw_attentions(frame);
  draw_scopes(frame);
  const std::string place = breadcrumb(frame.selection, frame.model.trace->config().causal);
  ImGui::SameLine(0, em());
  const float room = ImGui::GetContentRegionAvail().x;
  if (room >= text_size(fonts().small, place).x) {
    const Box box = reserve({room, ImGui::GetFrameHeight()});
    draw_text_in(window_canvas(), fonts().small, box, theme().palette.text_faint, place, Align::Right);
  } else {
    ImGui::NewLine();
  }
  draw_kinds(frame);
  draw_count(frame);
  dim_text(sentence(frame));
  if (frame.chosen.scope == "head")
    dim_text("One head can be kept from seeing more: what the mask of all heads hides stays hidden for it.");
}

}  // namespace attnlab
