// The stage's head: the place in the model, the operation, its switches.
// Script names: stage.attention[0,i], stage.layer[0,i], stage.head[0,i] (or stage.head.previous and
// stage.head.next if there are more than eight), stage.scaling, stage.masking, stage.formula.SYMBOL.
#include <algorithm>
#include <cmath>

#include "app/state/made_commands.h"
#include "app/views/common/stage_frame.h"
#include "app/views/common/tensor_words.h"
#include "app/views/stage/stages.h"
#include "app/views/stage/tensor_stage.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

constexpr int kMostSegments = 8;
constexpr float kSelectorsWidth = 18;  ///< of the choice of an attention, in em

void line_text(ImFont* font, Colour colour, std::string_view text) {
  const Box box = reserve({text_size(font, text).x, ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), font, box, colour, text);
}

constexpr const char* kDigits[] = {"0", "1", "2", "3", "4", "5", "6", "7"};

float digits_width(int count) { return segmented_width({kDigits, static_cast<std::size_t>(count)}); }

/// Draws the choice of one of `count`, side by side, or with arrows if they are too many. Returns the
/// choice.
int draw_number(const std::string& name, int count, int chosen) {
  if (count <= kMostSegments && digits_width(count) <= ImGui::GetContentRegionAvail().x) {
    segmented(name.c_str(), {kDigits, static_cast<std::size_t>(count)}, chosen);
    return chosen;
  }
  if (icon_button((name + ".previous").c_str(), Icon::ChevronLeft, nullptr, {.enabled = chosen > 0}))
    --chosen;
  ImGui::SameLine(0, em() * 0.3f);
  line_text(fonts().mono, theme().palette.text, std::to_string(chosen));
  ImGui::SameLine(0, em() * 0.3f);
  if (icon_button((name + ".next").c_str(), Icon::ChevronRight, nullptr, {.enabled = chosen + 1 < count}))
    ++chosen;
  return chosen;
}

/// `what` names the choice in scripts and commands, `label` on screen.
void select_number(const StageFrame& frame, const char* what, const char* label, Index count, Index chosen) {
  if (count < 2) return;
  // If not even arrows fit, the choice has its own line.
  ImGui::SameLine(0, em() * 1.2f);
  const float arrows = text_size(fonts().ui, label).x + ImGui::GetFrameHeight() * 2 + em() * 2.5f;
  if (ImGui::GetContentRegionAvail().x < arrows) ImGui::NewLine();
  line_text(fonts().ui, theme().palette.text_dim, label);
  ImGui::SameLine(0, em() * 0.5f);
  const int now = static_cast<int>(chosen);
  const int wanted = draw_number(std::string("stage.") + what, static_cast<int>(count), now);
  if (wanted != now) frame.emit({std::string("select.") + what, {std::to_string(wanted)}});
}

void select_attention(const StageFrame& frame) {
  const std::vector<AttentionKind> kinds = attentions_of(frame.trace.config());
  if (kinds.size() == 1) {
    line_text(fonts().ui_bold, theme().palette.text_dim,
              attention_title(kinds[0], frame.trace.config().causal));
    return;
  }
  std::vector<const char*> names;
  for (const AttentionKind kind : kinds) names.push_back(attention_title(kind, frame.trace.config().causal));
  int chosen = static_cast<int>(std::ranges::find(kinds, frame.selection.attention) - kinds.begin());
  if (segmented("stage.attention", names, chosen)) {
    frame.emit({"select.attention", {std::string(attention_name(kinds[chosen]))}});
  }
}

const char* full_attention_title(AttentionKind kind, bool causal) {
  if (kind == AttentionKind::Cross) return tr("Cross-attention");
  if (kind == AttentionKind::EncoderSelf) return tr("Encoder self-attention");
  return causal ? tr("Masked self-attention") : tr("Decoder self-attention");
}

/// Draws the head's place in words, which replaces the selectors in a figure.
void draw_place(const StageFrame& frame) {
  const Selection& s = frame.selection;
  const ModelConfig& config = frame.trace.config();
  std::string text = full_attention_title(s.attention, config.causal);
  if (layers_of(config, s.attention) > 1) text = tr("{1}, layer {2}", text, std::to_string(s.layer));
  if (config.heads > 1) text = tr("{1}, head {2}", text, std::to_string(s.head));
  line_text(fonts().ui, theme().palette.text_dim, text);
}

void draw_selectors(const StageFrame& frame) {
  const bool back = draw_way_back(frame.model, frame.emit);
  if (back && ImGui::GetContentRegionAvail().x < em() * kSelectorsWidth) ImGui::NewLine();
  draw_head_selectors(frame);
  if (frame.model.figure) return;
  ImGui::SameLine(0, em() * 1.2f);
  const float room = ImGui::GetContentRegionAvail().x;
  const std::string place = breadcrumb(frame.selection, frame.trace.config().causal);
  const float width = text_size(fonts().small, place).x;
  if (room < width) return ImGui::NewLine();
  const Box box = reserve({room, ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().small, box, theme().palette.text_dim, place, Align::Right);
}

void edited_badge(std::string_view text) {
  ImGui::SameLine(0, em() * 0.7f);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Box box = draw_badge(window_canvas(), {at.x, at.y + em() * 0.35f}, text, role_tint(Role::Gradient),
                             role_text_on_tint(Role::Gradient));
  ImGui::Dummy({box.width(), em()});
}

bool is_scaling(const StageFrame& frame) { return frame.model.state.chosen.stage == Stage::Scaled; }

/// The edit that the switch of this stage makes when it is off.
Edit switch_edit(const StageFrame& frame) {
  const Selection& s = frame.selection;
  return is_scaling(frame) ? scaling_edit(s) : mask_edit(s);
}

/// The label of this stage's switch; null for a stage without one.
const char* switch_label(const StageFrame& frame) {
  if (frame.model.figure) return nullptr;
  if (is_scaling(frame)) return tr("divide by √d");
  const bool on = !has_edit(frame.model.state, switch_edit(frame));
  const bool masks = frame.model.state.chosen.stage == Stage::Masked && (!on || hides_anything(frame));
  return masks ? tr("mask") : nullptr;
}

float switch_width(const char* label) { return em() * 2.4f + text_size(fonts().ui, label).x; }

/// The switch of this stage, at the right end of the line.
void draw_switch(const StageFrame& frame) {
  const char* const label = switch_label(frame);
  if (!label) return;
  const bool scaling = is_scaling(frame);
  bool on = !has_edit(frame.model.state, switch_edit(frame));
  ImGui::SameLine(0, em() * 1.5f);
  ImGui::SetCursorPosX(
      std::max(ImGui::GetCursorPosX(),
               ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - switch_width(label)));
  if (toggle(scaling ? "stage.scaling" : "stage.masking", label, on,
             scaling ? tr("Switch the division off to see what it does to the weights")
                     : tr("Remove the mask to see what it does to the weights"))) {
    frame.emit({scaling ? "attention.scaling" : "attention.masking", {on ? "on" : "off"}});
  }
}

/// Whether the projection of the shown stage has a bias.
bool has_bias(const StageFrame& frame) {
  const bool output = frame.model.state.chosen.stage == Stage::Output;
  return frame.trace.find(attention_prefix(frame.selection) + (output ? ".output.bias" : ".query.bias")) !=
         nullptr;
}

/// Draws how the shown pass differs from the model's own.
void draw_edited_badge(const StageFrame& frame) {
  const Selection& s = frame.selection;
  const bool unscaled = has_edit(frame.model.state, scaling_edit(s)),
             unmasked = has_edit(frame.model.state, mask_edit(s));
  if (unscaled) edited_badge(tr("edited: no scaling"));
  if (unmasked) edited_badge(tr("edited: no mask"));
  const TraceTensor* shown = frame.trace.find(stage_tensor(s, frame.model.state.chosen.stage));
  if (!unscaled && !unmasked && shown && shown->edited) edited_badge(tr("edited"));
}

/// The least size of a formula that makes room for a title before it.
constexpr float kLeastStageFormula = 0.6f;

/// How large the formula is in `room` pixels.
float stage_formula_size(const Formula& formula, float room) {
  const float width = formula_size(formula).x;
  return width <= room ? 1 : std::max(room / width, kLeastStageFormula);
}

void draw_title(StageFrame& frame, std::string_view touched, const std::string& hint) {
  const AppState& state = frame.model.state;
  const Formula formula = stage_formula(state, frame.trace.config(), has_bias(frame));
  const Stage stage = state.chosen.stage;
  const bool unmasked = stage == Stage::Masked && !hides_anything(frame);
  const char *const title = unmasked ? tr(kUnmaskedTitle) : stage_title(stage), *const label =
                                                                                    switch_label(frame);
  const float width = std::max(text_size(fonts().heading, title).x, em() * 9);
  const float room = ImGui::GetContentRegionAvail().x - width - em() * 1.5f -
                     (label ? switch_width(label) + em() * 1.5f : 0);
  const FormulaOptions options{
      .size = stage_formula_size(formula, room), .lit = std::string(touched), .target = "stage.formula"};
  const ImVec2 size = formula_size(formula, options), start = ImGui::GetCursorScreenPos();
  const float line = std::max(std::ceil(em() * 2.4f), size.y + std::ceil(em() * 0.5f));
  draw_text_in(
      window_canvas(), fonts().heading, box_at(start, {width, line}),
      stage <= Stage::Value || stage >= Stage::Softmax ? role_text(stage_role(stage)) : theme().palette.text,
      title);
  ImGui::InvisibleButton("title", {width, line});
  hint.empty() ? tip_term(stage_term(stage)) : tip(hint);
  move_cursor({start.x + width + em() * 1.5f, start.y + (line - size.y) / 2});
  const FormulaResult r = draw_formula("formula", formula, options);
  frame.lit = r.hovered;
  ImGui::SameLine(0, 0);
  move_cursor({ImGui::GetCursorScreenPos().x, start.y + (line - ImGui::GetFrameHeight()) / 2});
  ImGui::Dummy({0, 0});
  draw_edited_badge(frame);
  draw_switch(frame);
  move_cursor({start.x, start.y + line});
}

}  // namespace

void draw_head_selectors(const StageFrame& frame) {
  if (frame.model.figure) return draw_place(frame);
  select_attention(frame);
  select_number(frame, "layer", tr("layer"), layers_of(frame.trace.config(), frame.selection.attention),
                frame.selection.layer);
  select_number(frame, "head", tr("head"), frame.trace.config().heads, frame.selection.head);
}

void draw_stage_header(StageFrame& frame, std::string_view touched) {
  // In a low window the matrices take the sentence's place; the title's tooltip has the sentence.
  const bool low = ImGui::GetContentRegionAvail().y < em() * kLowStage;
  const std::string sentence = stage_sentence(frame.model.state, frame.trace.config(), hides_anything(frame));
  draw_selectors(frame);
  draw_title(frame, touched, low ? sentence : "");
  if (!low) dim_text(sentence);
  ImGui::Dummy({0, low ? 0 : em() * 0.35f});
}

}  // namespace attnlab
