// Alignment: what a recurrent decoder takes from its source, position by position, as a figure and as a map;
// the fixed vector; accuracy by length. Script names: alignment.part[0,i] are the parts, alignment.kind[0,i]
// the alignments, alignment.retrain and alignment.discard act on the alignment that is tried.
#include <algorithm>
#include <cmath>

#include "app/features/alignment/choice.h"
#include "app/features/alignment/view_frame.h"
#include "app/features/alignment/view_notation.h"
#include "app/state/draft.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/hover.h"
#include "app/views/common/playing.h"
#include "app/views/common/stage_frame.h"
#include "app/views/common/tensor_words.h"
#include "app/views/common/view_page.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/heat_map.h"
#include "core/language/messages.h"

namespace attnlab {
void play_alignment(const ViewModel& model, const Emit& emit) {
  const bool can =
      model.trace && on_stage(model.state, alignment::kFeature) && is_recurrent_pair(model.trace->config());
  const Playing::Now now = clock_of(model, alignment::kFeature, can);
  if (now == Playing::Now::Cannot) emit({"alignment.play", {"off"}});
  if (now != Playing::Now::Begins && now != Playing::Now::Due) return;
  const AlignedPlace at = aligned_place(model.state, *model.trace);
  const bool last = at.target + 1 >= aligned_pass(*model.trace).positions();
  if (now == Playing::Now::Begins && last) emit({"alignment.at", {"0", std::to_string(at.source)}});
  if (now == Playing::Now::Due) last ? emit({"alignment.play", {"off"}}) : emit({"alignment.next", {}});
}

namespace {

/// Tokens along the axes: the target at each position, and what the encoder read.
struct AlignmentAxes {
  std::vector<std::string> targets, sources;
  explicit AlignmentAxes(const AlignmentFrame& frame) {
    for (Index i = 0; i < frame.pass.positions(); ++i) targets.push_back(frame.target_word(i));
    for (Index j = 0; j < frame.pass.sources(); ++j) sources.push_back(frame.source_word(j));
  }
};

/// The tokens under the pointer in any view.
Cell hovered_pair() {
  Cell cell;
  for (const HoveredToken& token : {hovered().query, hovered().key})
    if (token.position >= 0) (token.source ? cell.col : cell.row) = token.position;
  return cell;
}

void hover_alignment(const HeatMapResult& map, const MatrixView& matrix) {
  HoverGrid grid;
  grid.box = map.cells;
  grid.whole = map.grid;
  grid.rows = matrix.rows;
  grid.columns = matrix.cols;
  grid.query_source = false;
  grid.key_source = true;
  hover_grid(grid);
}

void draw_alignment_matrix(const AlignmentFrame& frame, const AlignmentAxes& axes, const TraceTensor& tensor,
                           const char* target, const ColourScale& scale, ImVec2 size) {
  const MatrixView view = matrix_slice(&tensor, 0, frame.model.trace_version).view;
  HeatMapOptions o;
  o.title = tr(tensor.site->title);
  o.role = tensor.site->role;
  o.scale = scale;
  o.rows = {.names = axes.targets, .title = tr("target"), .role = Role::Query};
  o.cols = {.names = axes.sources, .title = tr("source"), .role = Role::Key};
  o.size = size;
  o.target = target;
  o.selected = {static_cast<int>(frame.at.target), static_cast<int>(frame.at.source)};
  const Cell over = hovered_pair();
  if (over.valid()) {
    o.linked = over;
  } else {
    o.highlight_row = over.row;
    o.highlight_col = over.col;
  }
  zoom_together(o, {"alignment.weights", "alignment.scores"});
  const HeatMapResult map = heat_map(target, view, o);
  hover_alignment(map, view);
  if (map.clicked) frame.emit(show_command({tensor.name, {0, map.clicked->row, map.clicked->col}}));
  if (map.clicked_row_label >= 0) frame.go(map.clicked_row_label, frame.at.source);
  if (map.clicked_col_label >= 0) frame.go(frame.at.target, map.clicked_col_label);
}

/// Script names: alignment.weights and alignment.scores are the maps.
void draw_alignment_map(const AlignmentFrame& frame) {
  if (!frame.looks_back())
    return empty_note(tr("This decoder does not attend to encoder states, so there is no map of weights."),
                      tr("Choose an alignment above and train the model."));
  wrapped_text(fonts().ui, theme().palette.text_dim,
               tr("Each row shows how one target token distributes its attention over the source. A row of "
                  "weights is the softmax of the row of scores and sums to 1."));
  ImGui::Dummy({0, em() * 0.2f});
  const AlignmentAxes axes(frame);
  const ImVec2 room = ImGui::GetContentRegionAvail(), start = ImGui::GetCursorScreenPos();
  const bool beside = room.x > room.y * 1.1f;
  const float gap = em() * 1.4f;
  const ImVec2 size = beside ? ImVec2{std::floor((room.x - gap) / 2), room.y}
                             : ImVec2{room.x, std::floor((room.y - gap) / 2)};
  draw_alignment_matrix(frame, axes, *frame.pass.weights, "alignment.weights",
                        weight_scale(matrix_slice(frame.pass.weights, 0, frame.model.trace_version).view),
                        size);
  move_cursor(beside ? ImVec2{start.x + size.x + gap, start.y} : ImVec2{start.x, start.y + size.y + gap});
  draw_alignment_matrix(frame, axes, *frame.pass.scores, "alignment.scores", signed_scale(), size);
}

struct AlignmentPart {
  std::string_view name;  ///< in the option "part"
  const char* title;
  void (*draw)(const AlignmentFrame& frame);
};
constexpr AlignmentPart kAlignmentParts[] = {{"figure", tr_mark("figure"), draw_alignment_figure},
                                             {"map", tr_mark("map"), draw_alignment_map},
                                             {"fixed", tr_mark("fixed vector"), draw_alignment_fixed},
                                             {"length", tr_mark("by length"), draw_alignment_length}};

/// The alignment that is tried, or the alignment of the open model.
const AlignmentKind& tried_kind(const AlignmentFrame& frame) {
  return alignment_kind(draft_of(frame.trace.config(), frame.model.state.draft).config.alignment);
}

void choose_alignment_kind(const AlignmentFrame& frame) {
  std::vector<const char*> titles;
  for (const AlignmentKind& kind : alignment_kinds()) titles.push_back(tr(kind.title.data()));
  int chosen = static_cast<int>(&tried_kind(frame) - alignment_kinds().data());
  if (ImGui::GetContentRegionAvail().x < segmented_width(titles)) ImGui::NewLine();
  if (segmented("alignment.kind", titles, chosen))
    frame.emit({"alignment.kind", {std::string(alignment_kinds()[static_cast<std::size_t>(chosen)].name)}});
}

std::string kind_title(const AlignmentKind& kind) {
  return kind.looks_back() ? std::string(tr(kind.title)) : std::string(tr("fixed vector"));
}

/// "additive (Bahdanau et al. 2015). Before each step …"
void draw_kind_words(const AlignmentKind& kind) {
  wrapped_text(fonts().ui, theme().palette.text_dim,
               kind_title(kind) + " (" + std::string(kind.paper) + "). " + std::string(tr(kind.sentence)));
}

/// What the alignment that is tried would change, and buttons to train or discard it.
void draw_tried(const AlignmentFrame& frame) {
  const AlignmentKind& kind = tried_kind(frame);
  const ModelConfig& own = frame.trace.config();
  const Draft draft = draft_of(own, frame.model.state.draft);
  std::string words = tr(
      "Alignment to try: {1}. It has weights of its own, so the model must be trained again. Until then, the "
      "numbers here are from the trained model, whose alignment is {2}.",
      kind_title(kind), kind_title(*frame.pass.kind));
  if (own.bidirectional != draft.config.bidirectional)
    words += " " + (draft.config.bidirectional
                        ? std::string(tr("The encoder would read in both directions."))
                        : tr("The encoder would read in one direction: {1}.", tr(kind.equal_widths)));
  wrapped_text(fonts().ui, theme().palette.text, words);
  if (!draft.error.empty()) wrapped_text(fonts().small, role_text(Role::Gradient), draft.error);
  if (const Formula score = score_formula(kind)) {
    draw_formula("tried score", score, {.size = 0.72f});
    ImGui::SameLine(0, em());
  }
  if (frame.model.figure) return ImGui::NewLine();
  const bool trains = frame.model.training.state != TrainingView::State::None;
  if (trains && draft.error.empty() && !frame.model.loading) {
    if (text_button("alignment.retrain", Icon::Play, tr("Train it"),
                    tr("Opens the same task with this model; the learned weights are not kept"),
                    {.primary = true}))
      frame.emit({"model.retrain", {}});
    ImGui::SameLine(0, em() * 0.5f);
  }
  if (text_button("alignment.discard", Icon::Undo, tr("Back"), tr("Return to the model in training")))
    frame.emit({"model.discard", {}});
}

void draw_alignment(const ViewModel& model, const Emit& emit) {
  if (!is_recurrent_pair(model.trace->config()))
    return empty_note(tr("This view needs a recurrent encoder–decoder; this model is not one."));
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
