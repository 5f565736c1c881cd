// The two texts of patching, each with its answer, and another proposed pair.
#include <algorithm>
#include <array>

#include "app/base/format.h"
#include "app/features/patching/view_frame.h"
#include "app/widgets/base/controls.h"

namespace attnlab {

namespace {

/// What the fields hold while one of them has the keyboard.
struct PatchingFields {
  std::array<std::string, 4> texts;  ///< clean, its answer, changed, its answer
  bool active = false;
};

constexpr std::array<const char*, 4> kPatchFieldNames{"patching.clean", "patching.clean_answer",
                                                      "patching.changed", "patching.changed_answer"};

std::array<std::string, 4> texts_of(const PatchPair& pair) {
  return {pair.clean.text, pair.clean.answer, pair.changed.text, pair.changed.answer};
}

/// The answer that the model gave by itself, as a hint.
std::string answer_hint(const PatchingFrame& frame, bool clean) {
  const PatchingResult* const result = frame.results.result.get();
  if (!result || result->question.pair != frame.pair()) return "the model's own";
  return "“" + (clean ? result->pair.clean_word : result->pair.changed_word) + "”, the model's own";
}

/// One field; true where its text changed.
bool draw_patching_field(PatchingFields& fields, std::size_t i, const std::string& hint, float width,
                         const char* explained, bool& active) {
  bool changed = false;
  text_field(kPatchFieldNames[i], fields.texts[i], hint.c_str(), width, &changed);
  active = active || ImGui::IsItemActive();
  tip(explained);
  return changed;
}

void draw_patching_label(const char* words, float width) {
  const Box box = reserve({width, ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().ui, box, theme().palette.text_dim, words);
  ImGui::SameLine(0, em() * 0.3f);
}

/// The width at which a field shows all of either text.
float patching_field_width(const std::string& one, const std::string& other) {
  return std::max(text_size(fonts().ui, one).x, text_size(fonts().ui, other).x) + em() * 1.8f;
}

}  // namespace

void draw_patching_texts(const PatchingFrame& frame) {
  PatchingFields& fields = frame.model.remembered<PatchingFields>();
  if (!fields.active) fields.texts = texts_of(frame.pair());
  constexpr std::array<const char*, 2> kLabels{"clean", "changed"};
  const float label = widest(kLabels, em() * 3) + em() * 0.3f, arrow = em() * 1.3f;
  const float room = ImGui::GetContentRegionAvail().x - label - arrow - em() * 2.4f;
  const float spare = room - patching_field_width(frame.pair().clean.text, frame.pair().changed.text);
  const float wanted = patching_field_width(frame.pair().clean.answer, frame.pair().changed.answer);
  const float least = std::clamp(room * 0.3f, em() * 6, em() * 16);
  const float answer = std::clamp(std::min(wanted, spare), least, std::max(room * 0.5f, least));
  const float text = std::clamp(room - answer, em() * 8, em() * 40);
  bool changed = false, active = false;
  for (std::size_t side = 0; side < 2; ++side) {
    draw_patching_label(kLabels[side], label);
    changed |= draw_patching_field(
        fields, 2 * side,
        side == 0 ? "the text whose answer is to come back" : "as many tokens, one of them another", text,
        side == 0 ? "The clean text: parts of its pass are taken from here"
                  : "The changed text: parts of the clean text's pass are put in here",
        active);
    ImGui::SameLine(0, em() * 0.3f);
    draw_patching_label("→", arrow);
    changed |=
        draw_patching_field(fields, 2 * side + 1, answer_hint(frame, side == 0), answer,
                            "The answer; empty: what the model says by itself. Answers are compared where "
                            "they first differ",
                            active);
  }
  fields.active = active;
  if (changed)
    frame.emit({"patch.texts", {fields.texts[0], fields.texts[2], fields.texts[1], fields.texts[3]}});
}

}  // namespace attnlab
