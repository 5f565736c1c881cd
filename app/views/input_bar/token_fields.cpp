// Text fields that follow the state until they have the keyboard.
#include "app/views/input_bar/token_fields.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/views/common/predictions.h"
#include "app/widgets/base/controls.h"

namespace attnlab {
namespace {

struct TokenFields {
  FieldCopy source, target;
};

void draw_label(const char* text, ImVec2 at, float width) {
  draw_text_in(window_canvas(), fonts().ui, box_at(at, {width, ImGui::GetFrameHeight()}),
               theme().palette.text_dim, text);
}

/// The text shown in a field that nobody edits.
std::string shown_text(const ViewModel& model, bool source) {
  if (source) return on_one_line(model.state.source);
  if (has_source(model) && model.state.generate_target)
    return model.trace ? on_one_line(text_of(model.trace->target_pieces, model.vocabularies->target)) : "";
  return on_one_line(model.state.target);
}

void draw_field(const ViewModel& model, bool source, const BarPlace& place, const Emit& emit) {
  TokenFields& fields = model.remembered<TokenFields>();
  FieldCopy& field = source ? fields.source : fields.target;
  if (!field.active) field.text = shown_text(model, source);
  const bool own = !source && model.format == Format::Pairs && model.state.generate_target;
  ImGui::SetCursorScreenPos(place.at);
  bool changed = false;
  if (own && !field.active) ImGui::PushStyleColor(ImGuiCol_Text, theme().palette.text_dim);
  text_field(source ? "tokens.source" : "tokens.target", field.text,
             source ? has_target(model) ? "type a source text" : "type a text"
             : own  ? "the model says nothing yet"
                    : "type a text",
             place.width, &changed);
  if (own && !field.active) ImGui::PopStyleColor();
  field.active = ImGui::IsItemActive();
  if (changed) emit({source ? "text.source" : "text.target", {with_line_ends(field.text)}});
}

void draw_example_list(const ViewModel& model, const Emit& emit) {
  for (std::size_t i = 0; i < model.examples.size(); ++i) {
    const std::string name = "tokens.example[" + std::to_string(i) + ",0]";
    const std::string shown = fitted(fonts().ui, on_one_line(model.examples[i]), em() * 40);
    if (ImGui::Selectable((shown + "##" + name).c_str())) {
      emit({has_source(model) ? "text.source" : "text.target", {model.examples[i]}});
      if (has_source(model)) emit({"text.generate", {"on"}});
    }
    mark(name, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  }
}

constexpr std::string_view kExamplesLabel = "Examples";

float examples_width() {
  return std::ceil(text_size(fonts().ui, kExamplesLabel).x + em() * 1.45f +
                   ImGui::GetStyle().FramePadding.x * 2.4f);
}

void draw_examples(const ViewModel& model, ImVec2 at, const Emit& emit) {
  ImGui::SetCursorScreenPos(at);
  if (text_button("tokens.examples", Icon::ChevronDown, kExamplesLabel, "Sentences of the task to try",
                  {.enabled = !model.examples.empty()}))
    ImGui::OpenPopup("examples");
  ImGui::SetNextWindowPos({at.x, at.y + ImGui::GetFrameHeight() + em() * 0.2f});
  if (!ImGui::BeginPopup("examples")) return;
  draw_example_list(model, emit);
  ImGui::EndPopup();
}

constexpr const char* kOwnOutput = "own output";

float generate_width() { return std::ceil(em() * 2.4f + text_size(fonts().ui, kOwnOutput).x); }

void draw_generate(const ViewModel& model, ImVec2 at, const Emit& emit) {
  ImGui::SetCursorScreenPos(at);
  bool on = model.state.generate_target;
  if (toggle(
          "tokens.generate", kOwnOutput, on,
          "On: the target is what the model itself says, word by word. Off: the target is what you type, and "
          "each prediction is compared with it."))
    emit({"text.generate", {on ? "on" : "off"}});
}

const char* label_of(const ViewModel& model, bool source) {
  if (model.format == Format::WordContext) return source ? "words" : "near?";
  if (!has_source(model) || !has_target(model)) return "text";
  return source ? "source" : "target";
}

}  // namespace

bool has_source(const ViewModel& model) { return model.vocabularies && model.vocabularies->source; }

bool has_target(const ViewModel& model) {
  const Format f = model.format;
  return f != Format::Masked && f != Format::Labels && f != Format::Class && f != Format::Picture;
}

float text_label_width() { return std::ceil(text_size(fonts().ui, "source").x + em() * 0.6f); }

void draw_text_row(const ViewModel& model, bool source, const BarPlace& place, const Emit& emit) {
  const bool pair = has_source(model) && has_target(model), examples = source || !pair;
  const bool generates = !examples && model.format == Format::Pairs;
  const float label = text_label_width(), gap = em() * 0.5f,
              extra = examples    ? examples_width()
                      : generates ? generate_width()
                                  : 0;
  const float field = std::max(place.width - label - gap - extra, em() * 4), x = place.at.x + label;
  draw_label(label_of(model, source), place.at, label);
  draw_field(model, source, {{x, place.at.y}, field}, emit);
  const ImVec2 after{x + field + gap, place.at.y};
  if (examples) draw_examples(model, after, emit);
  if (generates) draw_generate(model, after, emit);
}

}  // namespace attnlab
