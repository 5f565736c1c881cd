// The choice of the mask's kind. Script names: masks.kind[0,i] (or masks.kind.list), masks.scope[0,i],
// masks.count, masks.attention[0,i].
#include <algorithm>
#include <array>

#include "app/features/masks/choice.h"
#include "app/features/masks/view_frame.h"
#include "app/views/common/stage_text.h"
#include "app/widgets/base/controls.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

using namespace std::string_literals;

constexpr std::array kScopes{"head", "layer", "layers"};
std::array<const char*, 3> scope_labels() { return {tr("this head"), tr("this layer"), tr("all layers")}; }

/// The model's own mask, none, the kinds and painting: names in commands, and labels before translation.
struct MaskNames {
  std::vector<std::string_view> names{"model", "none"};
  std::vector<const char*> labels{tr_mark("the model’s own"), tr_mark("none")};

  MaskNames() {
    for (const MaskKind& kind : mask_kinds()) {
      names.push_back(kind.name);
      labels.push_back(kind.title.data());
    }
    names.push_back("painted");
    labels.push_back(tr_mark("painted"));
  }
};

template <typename Names>
int place_in(const Names& names, std::string_view name) {
  return static_cast<int>(std::ranges::find(names, name) - std::ranges::begin(names));
}

/// A mask as an argument of attention.mask.
std::string mask_text(const MaskFrame& frame, std::string_view name, const MaskKind::Numbers& numbers) {
  if (name == "painted") return rows_text(frame.rows);
  const MaskKind* const kind = find_mask_kind(name);
  return kind ? kind->text(numbers) : std::string(name);
}

/// The present mask as an argument of attention.mask.
std::string present_mask(const MaskFrame& frame) {
  return mask_text(frame, frame.chosen.kind, frame.chosen.numbers);
}

void choose_kind(const MaskFrame& frame, std::string_view name) {
  MaskKind::Numbers usual{};
  if (const MaskKind* const kind = find_mask_kind(name))
    std::ranges::transform(kind->numbers, usual.begin(), &MaskKind::Number::usual);
  frame.emit(mask_command(frame, mask_text(frame, name, usual)));
}

void draw_kinds(const MaskFrame& frame) {
  static const MaskNames all;
  std::vector<const char*> labels;
  for (const char* label : all.labels) labels.push_back(tr(label));
  int kind = place_in(all.names, frame.chosen.kind);
  const auto choose = [&](int i) { choose_kind(frame, all.names[i]); };
  if (segmented_width(labels) <= ImGui::GetContentRegionAvail().x) {
    if (segmented("masks.kind", labels, kind)) choose(kind);
    return;
  }
  if (text_button("masks.kind.list", Icon::ChevronDown, labels[kind], tr("Kind of mask")))
    ImGui::OpenPopup("kinds");
  if (!ImGui::BeginPopup("kinds")) return;
  for (int i = 0; i < static_cast<int>(labels.size()); ++i) {
    const Box box = box_at(ImGui::GetCursorScreenPos(), {widest(labels, em() * 9), ImGui::GetFontSize()});
    if (ImGui::Selectable((labels[i] + ("###" + std::string(all.names[i]))).c_str(), i == kind, 0,
                          box.size()))
      choose(i);
    mark("masks.kind[0," + std::to_string(i) + "]", box);
  }
  ImGui::EndPopup();
}

/// Chooses a scope, and applies a present mask to it.
void choose_scope(const MaskFrame& frame, const std::string& scope) {
  if (frame.chosen.kind == "model") return frame.emit({"choose", {"masks.scope", scope}});
  Command command = parse_command("attention.mask " + present_mask(frame));
  command.arguments.push_back(scope);
  frame.emit(command);
}

void draw_scopes(const MaskFrame& frame) {
  const std::string& now =
      frame.chosen.scope.empty() ? frame.model.state.choices.of<MasksChoice>().scope : frame.chosen.scope;
  int scope = place_in(kScopes, now);
  const auto labels = scope_labels();
  if (ImGui::GetContentRegionAvail().x < segmented_width(labels)) ImGui::NewLine();
  if (segmented("masks.scope", labels, scope)) choose_scope(frame, kScopes[scope]);
}

void draw_number(const MaskFrame& frame, const MaskKind& kind, std::size_t place) {
  const MaskKind::Number& number = kind.numbers[place];
  const Index keys = frame.rows.empty() ? 1 : count_of(frame.rows[0]);
  const Index most = std::max(number.all_keys ? keys : keys - 1, number.least);
  float shown = float(frame.chosen.numbers[place]);
  ImGui::SameLine(0, em() * 1.2f);
  if (!slider(("masks." + std::string(number.name)).c_str(), tr(number.unit.data()), shown,
              float(number.least), float(most), "%.0f", em() * 8))
    return;
  MaskKind::Numbers wanted = frame.chosen.numbers;
  wanted[place] = std::clamp(static_cast<Index>(shown + 0.5f), number.least, most);
  if (wanted != frame.chosen.numbers) frame.emit(mask_command(frame, kind.text(wanted)));
}

void draw_numbers(const MaskFrame& frame) {
  if (const MaskKind* const kind = find_mask_kind(frame.chosen.kind))
    for (std::size_t i = 0; i < kind->numbers.size(); ++i) draw_number(frame, *kind, i);
}

void draw_attentions(const MaskFrame& frame) {
  const std::vector<AttentionKind> kinds = attentions_of(frame.model.trace->config());
  if (kinds.size() < 2) return;
  std::vector<const char*> names;
  for (const AttentionKind kind : kinds)
    names.push_back(attention_title(kind, frame.model.trace->config().causal));
  int chosen = static_cast<int>(std::ranges::find(kinds, frame.selection.attention) - kinds.begin());
  if (segmented("masks.attention", names, chosen))
    frame.emit({"select.attention", {std::string(attention_name(kinds[chosen]))}});
  ImGui::SameLine(0, em() * 1.2f);
}

/// Whether the mask lets the model attend to its answers.
bool cheats(const MaskFrame& frame) {
  return !frame.model.trace->config().causal && frame.selection.attention == AttentionKind::DecoderSelf;
}

/// Whether the last key is masked for all queries.
bool padded(const MaskFrame& frame) {
  return std::ranges::all_of(frame.rows, [](const std::string& row) { return row.ends_with('0'); });
}

std::string own_sentence(const MaskFrame& frame) {
  const ModelConfig& config = frame.model.trace->config();
  const bool hides = std::ranges::any_of(
      frame.rows, [](const std::string& row) { return row.find('0') != std::string::npos; });
  if (cheats(frame))
    return tr(
        "This model was trained without a causal mask, so it can copy each target from the next position. "
        "Choose “causal” to see what the model predicts when it cannot copy.");
  if (!hides) return tr("This attention does not have a mask: every query can attend to every key.");
  const MaskRule own = config.mask.of_layer(frame.selection.layer);
  const bool has_rule = own.hides() && frame.selection.attention != AttentionKind::Cross;
  const std::string rule = has_rule ? " " + own.sentence() : "";
  if (frame.selection.attention == AttentionKind::DecoderSelf)
    return tr("The model’s own mask is causal: each token can attend to itself and to earlier tokens.") +
           rule;
  if (has_rule)
    return tr("The model’s own mask is a window.") + rule +
           (padded(frame) ? " "s + tr("Padding keys are masked too.") : "");
  return tr("The model’s own mask covers the padding keys.");
}

std::string none_sentence(const MaskFrame& frame) {
  if (frame.selection.attention != AttentionKind::DecoderSelf || cheats(frame))
    return tr("No mask: every query can attend to every key.");
  return tr(
      "No mask: each token can attend to later tokens, so its target is visible. This model was trained with "
      "a mask and did not learn to use the visible target. A model that is trained without a mask only "
      "copies the next token: switch the causal mask off under Architecture and train that model.");
}

std::string sentence(const MaskFrame& frame) {
  const std::string& kind = frame.chosen.kind;
  if (kind == "none") return none_sentence(frame);
  if (const MaskKind* const row = find_mask_kind(kind)) return std::string(tr(row->sentence));
  if (kind == "painted")
    return tr(
        "Painted by hand: press and drag on the mask. The first cell decides between masked and visible.");
  return own_sentence(frame) + " " + tr("Press and drag on the mask to paint another one.");
}

}  // namespace

Command mask_command(const MaskFrame& frame, const std::string& mask) {
  Command command = parse_command("attention.mask " + mask);
  command.arguments.push_back(frame.chosen.scope.empty() ? frame.model.state.choices.of<MasksChoice>().scope
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
  draw_numbers(frame);
}

std::vector<std::string> mask_words(const MaskFrame& frame) {
  std::vector<std::string> words{sentence(frame)};
  if (frame.chosen.scope == "head")
    words.emplace_back(
        tr("A mask for one head can only hide more keys: keys that are masked for all heads stay masked."));
  return words;
}

}  // namespace attnlab
