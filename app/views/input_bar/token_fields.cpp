// Text fields that follow the state until they have the keyboard.
#include "app/views/input_bar/token_fields.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/views/common/predictions.h"
#include "app/views/common/trace_matrices.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/popup_place.h"
#include "core/language/messages.h"
#include "core/layers/alignment_sites.h"
#include "core/tasks/base/encode.h"
#include "core/tasks/base/hidden_token.h"

namespace attnlab {
namespace {

std::vector<float> row_of_weights(const TensorSlice& weights, Index row) {
  std::vector<float> shares;
  if (weights.empty() || row >= weights.view.rows) return shares;
  for (int key = 0; key < weights.view.cols; ++key)
    shares.push_back(weights.view.at(static_cast<int>(row), key));
  return shares;
}

std::vector<float> attention_to(const ViewModel& model, TextSide side) {
  const Selection& s = model.state.selection;
  if (keys_are_source(s.attention) != (side == TextSide::Source)) return {};
  const TraceTensor* weights = model.trace->find(stage_tensor(s, Stage::Softmax));
  return row_of_weights(matrix_slice(weights, s.head, model.trace_version), s.query);
}

/// The alignment of the shown tensor's row, where that is a token of the target.
std::vector<float> alignment_to(const ViewModel& model, TextSide side) {
  if (side == TextSide::Target) return {};
  const int asks = selected_tokens(model.state, *model.trace, TextSide::Target).query;
  if (asks < 0) return {};
  const TraceTensor* weights =
      model.trace->find(Place().inside(alignment_sites::kAlignment), alignment_sites::kWeights);
  return row_of_weights(matrix_slice(weights, 0, model.trace_version), asks);
}

}  // namespace

TokenMarks token_marks(const ViewModel& model, TextSide side) {
  const SelectedTokens tokens = selected_tokens(model.state, *model.trace, side);
  const bool attention = model.state.chosen.in_attention();
  return {tokens.query, tokens.key, attention ? attention_to(model, side) : alignment_to(model, side)};
}

void choose_token(const ViewModel& model, TextSide side, int index, const Emit& emit) {
  const bool source = side == TextSide::Source;
  const AttentionKind kind = model.state.selection.attention;
  if (shown_rows_are_tokens(model.state, *model.trace, side))
    return emit({"select.query", {std::to_string(index)}});
  if (attentions_of(model.trace->config()).empty()) return;
  const bool can_ask = queries_are_source(kind) == source, can_be_key = keys_are_source(kind) == source;
  const bool as_key = can_be_key && (!can_ask || ImGui::GetIO().KeyShift);
  if (!can_ask && !can_be_key) emit({"select.attention", {"cross"}});
  const bool key = as_key || (!can_ask && source);
  emit({key ? "select.key" : "select.query", {std::to_string(index)}});
}

namespace {

struct TokenFields {
  FieldCopy source, target, answer;
};

void draw_label(const char* text, ImVec2 at, float width) {
  draw_text_in(window_canvas(), fonts().ui, box_at(at, {width, ImGui::GetFrameHeight()}),
               theme().palette.text_dim, text);
}

/// The text of a field that is not being edited.
std::string shown_text(const ViewModel& model, TextSide side) {
  const bool source = side == TextSide::Source;
  if (source) return on_one_line(model.state.source);
  if (writes_answer(model.format) && model.state.generate_target)
    return model.trace ? on_one_line(model.vocabularies->target.text_of(model.trace->target_pieces)) : "";
  return on_one_line(model.state.target);
}

void draw_field(const ViewModel& model, TextSide side, const BarPlace& place, const Emit& emit) {
  const bool source = side == TextSide::Source;
  TokenFields& fields = model.remembered<TokenFields>();
  FieldCopy& field = source ? fields.source : fields.target;
  if (!field.active) field.text = shown_text(model, side);
  const bool own = !source && writes_answer(model.format) && model.state.generate_target;
  move_cursor(place.at);
  bool changed = false;
  if (own && !field.active) ImGui::PushStyleColor(ImGuiCol_Text, theme().palette.text_dim);
  text_field(source ? "tokens.source" : "tokens.target", field.text,
             source ? has_target(model) ? tr("type a source text") : tr("type a text")
             : own ? tr("no output yet")
                    : tr("type a text"),
             place.width, &changed);
  if (own && !field.active) ImGui::PopStyleColor();
  field.active = ImGui::IsItemActive();
  if (changed) emit({source ? "text.source" : "text.target", {with_line_ends(field.text)}});
}

/// The examples; long ones in lines of at most `width`, as they may differ at the end only.
void draw_example_list(const ViewModel& model, float width, const Emit& emit) {
  for (std::size_t i = 0; i < model.examples.size(); ++i) {
    const std::string name = "tokens.example[" + std::to_string(i) + ",0]";
    const std::string& text = has_source(model) ? model.examples[i].source : model.examples[i].target;
    const std::string shown = in_lines(fonts().ui, on_one_line(text), width);
    if (ImGui::Selectable((shown + "##" + name).c_str())) emit({"text.example", {std::to_string(i)}});
    mark(name, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  }
}

constexpr const char* kExamplesLabel = tr_mark("Examples");

float examples_width() {
  return std::ceil(text_size(fonts().ui, tr(kExamplesLabel)).x + em() * 1.45f +
                   ImGui::GetStyle().FramePadding.x * 2.4f);
}

void draw_examples(const ViewModel& model, ImVec2 at, const Emit& emit) {
  move_cursor(at);
  if (text_button("tokens.examples", Icon::ChevronDown, tr(kExamplesLabel), tr("Examples of the task"),
                  {.enabled = !model.examples.empty()}))
    ImGui::OpenPopup("examples");
  const PopupPlace place = place_next_popup(box_at(at, {examples_width(), ImGui::GetFrameHeight()}));
  if (!ImGui::BeginPopup("examples")) return;
  const float edges = ImGui::GetStyle().WindowPadding.x * 2 + ImGui::GetStyle().ScrollbarSize;
  draw_example_list(model, std::min(place.most.x - edges, em() * 40), emit);
  ImGui::EndPopup();
}

constexpr const char* kAnswerLabel = tr_mark("Answer");

float answer_width() {
  return std::ceil(text_size(fonts().ui, tr(kAnswerLabel)).x + em() * 1.45f +
                   ImGui::GetStyle().FramePadding.x * 2.4f);
}

/// One entry per class; the correct one is marked.
void draw_answer_classes(const ViewModel& model, const Emit& emit) {
  const Tokenizer& classes = model.vocabularies->target;
  for (TokenId id = classes.first_entry(); id < classes.size(); ++id) {
    const std::string& name = classes.entry(id);
    const bool right = !model.state.generate_target && model.state.target == name;
    if (ImGui::Selectable(name.c_str(), right)) emit({"text.target", {name}});
    mark("tokens.answer.class[" + std::to_string(id) + ",0]",
         {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  }
}

/// The error in the answer; "" if there is none.
std::string answer_error(const ViewModel& model) {
  if (model.state.generate_target) return "";
  try {
    check_target(model.format, *model.vocabularies, {model.state.source, model.state.target, {}});
    return "";
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

void draw_answer_text(const ViewModel& model, const Emit& emit) {
  FieldCopy& field = model.remembered<TokenFields>().answer;
  if (!field.active) field.text = model.state.generate_target ? "" : on_one_line(model.state.target);
  bool changed = false;
  text_field("tokens.answer.text", field.text,
             model.format == Format::Labels ? tr("a label for each token, or - for none")
                                            : tr("the text including the masked tokens"),
             em() * 36, &changed);
  field.active = ImGui::IsItemActive();
  if (changed) emit({"text.target", {with_line_ends(field.text)}});
  if (const std::string error = answer_error(model); !error.empty())
    wrapped_text(fonts().small, theme().palette.bad, error, em() * 36);
}

/// The correct answer for this text, which the model does not read.
void draw_answer(const ViewModel& model, ImVec2 at, const Emit& emit) {
  move_cursor(at);
  if (text_button("tokens.answer", Icon::ChevronDown, tr(kAnswerLabel),
                  tr("The correct answer for this text")))
    ImGui::OpenPopup("answer");
  place_next_popup(box_at(at, {answer_width(), ImGui::GetFrameHeight()}));
  if (!ImGui::BeginPopup("answer")) return;
  model.format == Format::Class ? draw_answer_classes(model, emit) : draw_answer_text(model, emit);
  const std::string unknown = std::string(tr("unknown")) + "###answer.unknown";
  if (ImGui::Selectable(unknown.c_str(), model.state.generate_target)) emit({"text.generate", {"on"}});
  ImGui::EndPopup();
}

constexpr const char* kGenerate = tr_mark("generate");

float generate_width() { return std::ceil(em() * 2.4f + text_size(fonts().ui, tr(kGenerate)).x); }

void draw_generate(const ViewModel& model, ImVec2 at, const Emit& emit) {
  move_cursor(at);
  bool on = model.state.generate_target;
  if (toggle("tokens.generate", tr(kGenerate), on,
             tr("On: the model generates the target, token by token. Off: you type the target, and each "
                "prediction is compared with it.")))
    emit({"text.generate", {on ? "on" : "off"}});
}

/// Whether the model reads a text or a picture, and has a target text as well.
bool answers_something(const ViewModel& model) {
  return has_target(model) && (has_source(model) || has_picture(model.format));
}

const char* label_of(const ViewModel& model, TextSide side) {
  const bool source = side == TextSide::Source;
  if (model.format == Format::WordContext) return source ? tr("words") : tr("near?");
  if (!answers_something(model)) return tr("text");
  return source ? tr("source") : tr("target");
}

}  // namespace

bool has_source(const ViewModel& model) { return model.vocabularies && model.vocabularies->source; }

bool has_target(const ViewModel& model) {
  return writes_text(model.format) || model.format == Format::WordContext;
}

std::string text_hint(const ViewModel& model, TextSide side) {
  if (side != TextSide::Source || !model.trace || !has_source(model)) return "";
  const Tokenizer& tokenizer = *model.vocabularies->source;
  const std::vector<TokenId>& ids = model.trace->batch().source;
  const std::vector<TokenId>& ends = tokenizer.frame().after;
  std::string hint;
  const std::string hidden = model.format == Format::Masked ? hidden_token(tokenizer) : "";
  if (!hidden.empty() && std::ranges::find(ids, tokenizer.mask()) == ids.end())
    hint = tr("{1} stands for a masked token.", hidden);
  if (model.trace->config().segments > 1 && !ends.empty() && std::ranges::count(ids, ends.front()) < 2)
    hint += (hint.empty() ? "" : " ") +
            tr("The second text of a pair begins after {1}.", tokenizer.entry(ends.front()));
  return hint;
}

float text_label_width() {
  float widest = 0;
  for (const char* label : {tr("source"), tr("target"), tr("text"), tr("words"), tr("near?")})
    widest = std::max(widest, text_size(fonts().ui, label).x);
  return std::ceil(widest + em() * 0.6f);
}

void draw_text_row(const ViewModel& model, TextSide side, const BarPlace& place, const Emit& emit) {
  const bool source = side == TextSide::Source;
  const bool examples = source || !answers_something(model);
  const bool generates = !examples && writes_answer(model.format);
  const bool answers = has_right_answer(model.format);
  const float label = text_label_width(), gap = em() * 0.5f,
              extra = examples    ? examples_width()
                      : generates ? generate_width()
                                  : 0;
  const float answer = answers ? answer_width() + gap : 0;
  const float field = std::max(place.width - label - gap - extra - answer, em() * 4), x = place.at.x + label;
  draw_label(label_of(model, side), place.at, label);
  draw_field(model, side, {{x, place.at.y}, field}, emit);
  const ImVec2 after{x + field + gap, place.at.y};
  if (examples) draw_examples(model, after, emit);
  if (answers) draw_answer(model, {after.x + extra + gap, after.y}, emit);
  if (generates) draw_generate(model, after, emit);
}

}  // namespace attnlab
