// Alignment: what a recurrent decoder takes from its source, position by position, as figure and as map; the
// fixed vector; accuracy by length. Script names: alignment.part[0,i] are the parts, alignment.kind[0,i] the
// alignments, alignment.retrain and alignment.discard act on another alignment that is tried.
#include <algorithm>

#include "app/features/alignment/choice.h"
#include "app/features/alignment/view_frame.h"
#include "app/features/alignment/view_notation.h"
#include "app/state/draft.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/view_page.h"
#include "app/widgets/base/controls.h"

namespace attnlab {

namespace {

struct AlignmentPart {
  std::string_view name;  ///< in the option "part"
  const char* title;
  void (*draw)(const AlignmentFrame& frame);
};
constexpr AlignmentPart kAlignmentParts[] = {{"figure", "figure", draw_alignment_figure},
                                             {"map", "map", draw_alignment_map},
                                             {"fixed", "fixed vector", draw_alignment_fixed},
                                             {"length", "by length", draw_alignment_length}};

/// The alignment that is tried, or that of the open model.
const AlignmentKind& tried_kind(const AlignmentFrame& frame) {
  return alignment_kind(draft_of(frame.trace.config(), frame.model.state.draft).config.alignment);
}

void choose_alignment_kind(const AlignmentFrame& frame) {
  std::vector<const char*> titles;
  for (const AlignmentKind& kind : alignment_kinds()) titles.push_back(kind.title.data());
  int chosen = static_cast<int>(&tried_kind(frame) - alignment_kinds().data());
  if (ImGui::GetContentRegionAvail().x < segmented_width(titles)) ImGui::NewLine();
  if (segmented("alignment.kind", titles, chosen))
    frame.emit({"alignment.kind", {std::string(alignment_kinds()[static_cast<std::size_t>(chosen)].name)}});
}

/// "additive, Bahdanau et al. 2015. Before each step …"
void draw_kind_words(const AlignmentKind& kind) {
  wrapped_text(fonts().ui, theme().palette.text_dim,
               std::string(kind.looks_back() ? kind.title : "fixed vector") + ", " + std::string(kind.paper) +
                   ". " + std::string(kind.sentence));
}

/// What a tried alignment changes, and what to do about it.
void draw_tried(const AlignmentFrame& frame) {
  const AlignmentKind& kind = tried_kind(frame);
  const ModelConfig& own = frame.trace.config();
  const Draft draft = draft_of(own, frame.model.state.draft);
  std::string words = "Tried: " + std::string(kind.title) +
                      ". Its weights are others, so the model has to learn anew; "
                      "until then the numbers here are of the trained " +
                      std::string(frame.pass.kind->title) + ".";
  if (own.bidirectional != draft.config.bidirectional)
    words += draft.config.bidirectional
                 ? " The encoder would read in both directions."
                 : " The encoder would read in one direction: " + std::string(kind.equal_widths) + ".";
  wrapped_text(fonts().ui, theme().palette.text, words);
  if (!draft.error.empty()) wrapped_text(fonts().small, role_text(Role::Gradient), draft.error);
  if (const Formula score = score_formula(kind)) {
    draw_formula("tried score", score, {.size = 0.72f});
    ImGui::SameLine(0, em());
  }
  if (frame.model.figure) return ImGui::NewLine();
  const bool trains = frame.model.training.state != TrainingView::State::None;
  if (trains && draft.error.empty() && !frame.model.loading) {
    if (text_button("alignment.retrain", Icon::Play, "Train it",
                    "Opens the same task with this model; what was learned is not kept", {.primary = true}))
      frame.emit({"model.retrain", {}});
    ImGui::SameLine(0, em() * 0.5f);
  }
  if (text_button("alignment.discard", Icon::Undo, "Back", "Back to the model in training"))
    frame.emit({"model.discard", {}});
}

void draw_alignment(const ViewModel& model, const Emit& emit) {
  if (!is_recurrent_pair(model.trace->config()))
    return empty_note("This model is no recurrent encoder–decoder.");
  const AlignmentFrame frame{model,
                             emit,
                             *model.trace,
                             model.state.choices.of<AlignmentChoice>(),
                             aligned_pass(*model.trace),
                             aligned_place(model.state, *model.trace)};
  const AlignmentPart& part = choose_row("alignment.part", kAlignmentParts, frame.choice.part,
                                         [&](const std::string& name) { frame.choose("part", name); });
  const bool compares = part.draw == draw_alignment_length;
  if (!model.figure && !compares) {
    ImGui::SameLine(0, em() * 1.5f);
    choose_alignment_kind(frame);
  }
  if (!compares) {
    draw_kind_words(tried_kind(frame));
    if (&tried_kind(frame) != frame.pass.kind) draw_tried(frame);
  }
  ImGui::Dummy({0, em() * 0.1f});
  part.draw(frame);
}

}  // namespace

std::string AlignmentFrame::source_word(Index j) const {
  return trace.source_pieces.at(static_cast<std::size_t>(j)).text;
}
std::string AlignmentFrame::read_word(Index i) const {
  return trace.input_pieces.at(static_cast<std::size_t>(i)).text;
}
std::string AlignmentFrame::target_word(Index i) const {
  return trace.target_pieces.at(static_cast<std::size_t>(i)).text;
}

namespace alignment {
extern const ViewPage kPage = {.draw = draw_alignment, .play = play_alignment};
}

}  // namespace attnlab
