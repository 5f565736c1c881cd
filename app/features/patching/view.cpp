// Patching: activations of one text are put into the forward pass over another, and its answer returns. Also
// the controls and the two texts.
#include <algorithm>
#include <array>
#include <vector>

#include "app/base/format.h"
#include "app/features/patching/choice.h"
#include "app/features/patching/view_frame.h"
#include "app/views/common/position_strip.h"
#include "app/views/common/view_page.h"
#include "app/widgets/base/controls.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// A choice between rows with names and titles; none is chosen if `now` is not among them.
template <typename Rows>
void draw_patching_choice(const PatchingFrame& frame, const char* name, const char* option, const Rows& rows,
                          const std::string& now) {
  std::vector<std::string> titles;
  int at = -1;
  for (const auto& row : rows) {
    if (row.name == now) at = static_cast<int>(titles.size());
    titles.emplace_back(tr(row.title));
  }
  std::vector<const char*> shown;
  for (const std::string& title : titles) shown.push_back(title.c_str());
  if (segmented(name, shown, at)) frame.choose(option, std::string(rows[static_cast<std::size_t>(at)].name));
}

template <typename Rows>
float patching_choice_width(const Rows& rows) {
  float width = 0;
  for (const auto& row : rows) width += text_size(fonts().ui, tr(row.title)).x + em() * 1.2f;
  return width;
}

void draw_patching_words(const std::string& words, Colour colour) {
  const Box box = reserve({text_size(fonts().ui, words).x + em() * 0.2f, ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().ui, box, colour, words);
}

/// "at all positions | at one position".
void draw_patching_positions(const PatchingFrame& frame) {
  const std::array<const char*, 2> positions{tr("at all positions"), tr("at one position")};
  int at = frame.choice.position < 0 ? 0 : 1;
  patching_item_beside(segmented_width(positions));
  if (!segmented("patching.at", positions, at)) return;
  const PatchingResult* const result = frame.results.result.get();
  if (result && result->pair.tokens[0].input.empty()) frame.choose("side", "source");
  frame.choose("position", at == 0 ? "-1" : "0");
}

void draw_position_strip(const PatchingFrame& frame, const std::vector<Piece>& pieces, const char* side,
                         const char* label) {
  if (pieces.empty()) return;
  std::vector<std::string> words;
  for (const Piece& piece : pieces) words.push_back(piece.text);
  TokenStripOptions o;
  o.label = label;
  o.selected = frame.choice.side == side ? static_cast<int>(frame.choice.position) : -1;
  o.target = "patching.position." + std::string(side);
  const TokenStripResult strip = position_strip(frame.model, o.target.c_str(), words, o);
  if (strip.clicked < 0) return;
  if (frame.choice.side != side) frame.choose("side", side);
  frame.choose("position", std::to_string(strip.clicked));
}

/// The tokens, one of which is chosen.
void draw_position_strips(const PatchingFrame& frame) {
  const PatchingResult* const result = frame.results.result.get();
  if (!result || frame.choice.position < 0) return;
  const PairTokens& tokens = result->pair.tokens[0];
  draw_position_strip(frame, tokens.source, "source", tr("source"));
  draw_position_strip(frame, tokens.input, "target", tr("target"));
}

void draw_patching_progress(const PatchingFrame& frame) {
  const PatchingResults& r = frame.results;
  const bool stopped = frame.choice.stopped, slow = r.busy && r.all > 0 && r.done > 0;
  if (!stopped && !slow) return;
  const std::string words =
      stopped ? tr("stopped") : tr("{1} of {2} forward passes", format_count(r.done), format_count(r.all));
  patching_item_beside(em() * 12);
  if (text_button("patching.stop", stopped ? tr("Continue") : tr("Stop"),
                  stopped ? tr("Computes the grid") : tr("Stops the computation of the grid"),
                  {.toggled = stopped}))
    frame.choose("stopped", stopped ? "off" : "on");
  ImGui::SameLine(0, em() * 0.5f);
  draw_patching_words(words, theme().palette.text_dim);
}

void draw_propose(const PatchingFrame& frame) {
  const char* const label = tr("Propose another pair");
  patching_item_beside(text_size(fonts().ui_bold, label).x + em() * 1.6f);
  if (text_button("patching.propose", label,
                  tr("Two texts that differ in few tokens and have different answers  (X)")))
    frame.emit({"patch.propose", {}});
}

/// What is patched, the metric, and the progress. Script names: patching.what[0,i],
/// patching.metric[0,i], patching.into[0,i], patching.at[0,i], patching.position.source[0,i],
/// patching.position.target[0,i], patching.stop.
void draw_patching_controls(const PatchingFrame& frame) {
  if (frame.model.figure) return;
  draw_patching_choice(frame, "patching.what", "what", patched_parts_of(frame.model.trace->config()),
                       frame.choice.what);
  draw_propose(frame);
  draw_patching_choice(frame, "patching.metric", "metric", patch_metrics(), frame.choice.metric);
  const PatchedPart::Kind kind = patched_part(frame.choice.what).kind;
  if (kind == PatchedPart::Kind::Path) {
    patching_item_beside(patching_choice_width(path_inputs()) + em() * 3);
    draw_patching_words(tr("into"), theme().palette.text_dim);
    ImGui::SameLine(0, em() * 0.3f);
    draw_patching_choice(frame, "patching.into", "into", path_inputs(), frame.choice.into);
  }
  if (kind == PatchedPart::Kind::Heads) draw_patching_positions(frame);
  draw_patching_progress(frame);
  if (kind == PatchedPart::Kind::Heads) draw_position_strips(frame);
}

/// The texts of the fields while one of them has the keyboard.
struct PatchingFields {
  std::array<std::string, 4> texts;  ///< clean, its answer, corrupted, its answer
  bool active = false;
};

constexpr std::array<const char*, 4> kPatchFieldNames{"patching.clean", "patching.clean_answer",
                                                      "patching.changed", "patching.changed_answer"};

std::array<std::string, 4> texts_of(const PatchPair& pair) {
  return {pair.clean.text, pair.clean.answer, pair.changed.text, pair.changed.answer};
}

/// The answer that the model generates, as a hint.
std::string answer_hint(const PatchingFrame& frame, bool clean) {
  const PatchingResult* const result = frame.results.result.get();
  if (!result || result->question.pair != frame.pair()) return tr("generated");
  return tr("“{1}”, generated", clean ? result->pair.clean_word : result->pair.changed_word);
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

/// Both texts with their answers. Script names: patching.clean, patching.clean_answer, patching.changed,
/// patching.changed_answer, patching.propose.
void draw_patching_texts(const PatchingFrame& frame) {
  PatchingFields& fields = frame.model.remembered<PatchingFields>();
  if (!fields.active) fields.texts = texts_of(frame.pair());
  const std::array<const char*, 2> labels{tr("clean"), tr("corrupted")};
  const float label = widest(labels, em() * 3) + em() * 0.3f, arrow = em() * 1.3f;
  const float room = ImGui::GetContentRegionAvail().x - label - arrow - em() * 2.4f;
  const float spare = room - patching_field_width(frame.pair().clean.text, frame.pair().changed.text);
  const float wanted = patching_field_width(frame.pair().clean.answer, frame.pair().changed.answer);
  const float least = std::clamp(room * 0.3f, em() * 6, em() * 16);
  const float answer = std::clamp(std::min(wanted, spare), least, std::max(room * 0.5f, least));
  const float text = std::clamp(room - answer, em() * 8, em() * 40);
  bool changed = false, active = false;
  for (std::size_t side = 0; side < 2; ++side) {
    draw_patching_label(labels[side], label);
    changed |= draw_patching_field(
        fields, 2 * side,
        side == 0 ? tr("the text whose answer should return")
                  : tr("the same number of tokens, one of them different"),
        text,
        side == 0 ? tr("The clean text: activations are taken from its forward pass")
                  : tr("The corrupted text: activations of the clean text are put into its forward pass"),
        active);
    ImGui::SameLine(0, em() * 0.3f);
    draw_patching_label("→", arrow);
    changed |=
        draw_patching_field(fields, 2 * side + 1, answer_hint(frame, side == 0), answer,
                            tr("The answer; empty: the answer that the model generates. Answers are compared "
                               "at the first position where they differ"),
                            active);
  }
  fields.active = active;
  if (changed)
    frame.emit({"patch.texts", {fields.texts[0], fields.texts[2], fields.texts[1], fields.texts[3]}});
}

/// Why no grid is on the stage, and what to do.
void draw_no_grid(const PatchingFrame& frame) {
  const PatchingResults& r = frame.results;
  if (!r.error.empty()) return empty_note(tr("These two texts cannot be patched."), r.error);
  if (frame.choice.stopped)
    return empty_note(tr("The computation is stopped."), tr("“Continue” resumes it."));
  if (r.has_pair) return empty_note(tr("Computing the grid…"));
  if (r.looks_for_pairs) return empty_note(tr("Searching for a pair of texts…"));
  empty_note(tr("Replacing a single token never changes the model's answer."),
             tr("Type two texts, or train the model longer."));
}

void draw_patching(const ViewModel& model, const Emit& emit) {
  const PatchingResults none{};
  const PatchingResults* const known = model.found<PatchingResults>();
  const PatchingFrame frame{model, emit, model.state.choices.of<PatchingChoice>(), known ? *known : none};
  if (!model.figure) draw_patching_texts(frame);
  draw_patching_controls(frame);
  if (!frame.results.error.empty() || !frame.results.result) return draw_no_grid(frame);
  draw_patching_maps(frame);
}

std::string patching_title(const ViewModel& model) {
  const PatchingResults* const known = model.found<PatchingResults>();
  if (!known || !known->result) return tr("Patching");
  const PatchPair& pair = known->result->question.pair;
  return tr("Patching “{1}” into “{2}” at step {3}", pair.clean.text, pair.changed.text,
            format_count(known->step));
}

}  // namespace

void patching_item_beside(float width) { next_on_line(width, em() * 0.8f); }

namespace patching {
extern const ViewPage kPage = {.draw = draw_patching, .figure_title = patching_title};
}

}  // namespace attnlab
