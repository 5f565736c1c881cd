// Masks: the mask, the scores and weights before and after it, and its effect. Script names:
// masks.scores, masks.masked, masks.before, masks.weights; masks_choice.cpp and masks_paint.cpp have more.
#include <algorithm>
#include <cmath>

#include "app/features/masks/choice.h"
#include "app/features/masks/view_frame.h"
#include "app/views/common/hover.h"
#include "app/views/common/stage_frame.h"
#include "app/views/common/target_list.h"
#include "app/views/common/view_page.h"
#include "app/widgets/base/controls.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// A tensor in the pass without the edits; null for another shape, or without edits.
const TraceTensor* tensor_before(const ViewModel& model, const std::string& name) {
  if (!model.diff) return nullptr;
  const auto& all = model.diff->tensors();
  const auto found = std::ranges::find(all, name, &TensorChange::name);
  return found == all.end() ? nullptr : found->before;
}

/// The masks of the selected head with and without the edits, read once per trace.
struct ReadMasks {
  TraceKey trace;
  MaskEdit head;
  std::vector<std::string> rows, own;
  std::vector<unsigned char> hidden, hidden_before;
};

const ReadMasks& read_masks(const ViewModel& model) {
  ReadMasks& masks = model.remembered<ReadMasks>();
  const Selection& s = model.state.selection;
  const MaskEdit head = mask_in_scope(s, "head");
  const std::string name = stage_tensor(s, Stage::Masked);
  if (masks.trace == model.trace_key() && masks.head == head) return masks;
  masks = {model.trace_key(), head, mask_rows(*model.trace, s), {}, {}, {}};
  const TraceTensor* before = tensor_before(model, name);
  if (before) masks.own = seen_rows(*before, s.head);
  masks.hidden = masked_cells(matrix_slice(model.trace->find(name), s.head, 0).view);
  masks.hidden_before = masked_cells(matrix_slice(before, s.head, 0).view);
  return masks;
}

MaskFrame frame_of(const ViewModel& model, const Emit& emit) {
  const Selection& s = model.state.selection;
  const ReadMasks& masks = read_masks(model);
  return {model,
          emit,
          s,
          chosen_mask(model.state),
          masks.rows,
          masks.own,
          query_tokens(*model.trace, s.attention),
          key_tokens(*model.trace, s.attention)};
}

/// The scores that the mask is added to: scaled, and with ALiBi's biases if there are any.
MatrixView scores_before_mask(const MaskFrame& frame) {
  const std::string biased = attention_prefix(frame.selection) + ".biased";
  const TensorSlice slice =
      matrix_slice(frame.model.trace->find(biased), frame.selection.head, frame.model.trace_version);
  return slice.empty() ? frame.now(Stage::Scaled) : slice.view;
}

/// One map of the view.
struct MaskMap {
  const char* name;
  const char* title;
  MatrixView view;
  ColourScale scale;
  Role role = Role::None;
};

void draw_map(const MaskFrame& frame, const MaskMap& map, const MaskRoom& room) {
  if (map.view.empty()) return;
  HeatMapOptions o;
  o.title = map.title;
  o.role = map.role;
  o.scale = map.scale;
  o.rows = frame.queries.labels(tr("queries"), Role::Query);
  o.cols = frame.keys.labels(tr("keys"), Role::Key);
  o.cols.hidden = room.below_another;
  o.cell_width = room.cell.x;
  o.cell_height = room.cell.y;
  o.selected = {static_cast<int>(frame.selection.query), static_cast<int>(frame.selection.key)};
  link_hovered(frame.selection, o);
  o.target = map.name;
  zoom_mask_maps(o);
  move_cursor(room.box.min);
  const HeatMapResult r = heat_map(map.name, map.view, o);
  hover_map(frame.selection, r, map.view);
  const int row = r.clicked ? r.clicked->row : r.clicked_row_label;
  const int col = r.clicked ? r.clicked->col : r.clicked_col_label;
  if (row >= 0) frame.emit({"select.query", {std::to_string(row)}});
  if (col >= 0) frame.emit({"select.key", {std::to_string(col)}});
}

void draw_effect(const MaskFrame& frame, const MaskRoom& room) {
  move_cursor(room.box.min);
  ImGui::BeginChild("effect", room.box.size(), false, ImGuiWindowFlags_NoBackground);
  panel_header(tr("Predictions"));
  wrapped_text(fonts().ui, frame.model.diff ? role_text(Role::Gradient) : theme().palette.text_dim,
               loss_words(frame.model));
  dim_text(frame.model.diff ? tr("The probability of each correct token, before (gray) and now.")
                            : tr("The probability of each correct token."));
  ImGui::Dummy({0, em() * 0.2f});
  draw_target_list(frame.model);
  ImGui::EndChild();
}

/// A sentence about queries whose keys are all masked.
std::string blind_words(const std::vector<std::string>& rows) {
  const auto blind =
      std::ranges::count_if(rows, [](const std::string& row) { return row.find('1') == std::string::npos; });
  if (blind == 0) return "";
  return tr_plural("All keys are masked for {1} query, so its weights are 0.",
                   "All keys are masked for {1} queries, so their weights are 0.", blind,
                   std::to_string(blind));
}

/// The places of the parts, `columns` side by side, with cells of one size in all maps. Only the first line
/// of maps names the keys.
class MaskLayout {
 public:
  MaskLayout(const MaskFrame& frame, int columns)
      : start_(ImGui::GetCursorScreenPos()), columns_(columns), gap_(std::floor(em() * 1.3f)) {
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const auto parts = float(columns);
    width_ = std::floor((room.x - gap_ * (parts - 1)) / parts);
    cell_ = {em() * 2, em() * 2};
    for (int round = 0; round < 2; ++round) fit(frame, room.y);
    line_ = title_and_legend() + cell_.y * float(frame.rows.size());
  }

  MaskRoom room(int part) const {
    const auto line = float(part / columns_), column = float(part % columns_);
    const bool below = columns_ == 3 && part >= columns_;
    const float above = line * (line_ + gap_) + (below ? labels_ : line * labels_);
    return {box_at({start_.x + column * (width_ + gap_), start_.y + above},
                   {width_, line_ + (below ? 0 : labels_)}),
            cell_, below};
  }

 private:
  static float title_and_legend() { return std::ceil(em() * 3.5f); }

  /// Names are turned if cells are narrow, and that changes the room for cells.
  void fit(const MaskFrame& frame, float height) {
    const ImVec2 labels = mask_labels(frame, cell_.x);
    labels_ = labels.y;
    const auto queries = float(frame.rows.size()), keys = float(frame.rows[0].size());
    const float widest = (width_ - labels.x) / std::max(keys, 1.0f);
    const float both = (height - 2 * title_and_legend() - labels_ - gap_) / (2 * queries);
    // If both lines of maps do not fit, a strip of the second one shows that it exists.
    const float first = (height * 0.8f - title_and_legend() - labels_) / queries;
    const float high = std::max(columns_ == 3 && both >= em() ? both : first, em());
    cell_.x = std::max(std::floor(std::min({widest, high * 2, em() * 3})), 3.0f);
    cell_.y = std::max(std::floor(std::min(high, cell_.x)), 3.0f);
  }

  ImVec2 start_;
  int columns_;
  float gap_, width_ = 0, line_ = 0, labels_ = 0;
  ImVec2 cell_;
};

/// The text above the maps. It stays while the pointer is on the mask that was pressed: more or fewer lines
/// would move the mask away from the pointer.
struct MaskWords {
  std::vector<std::string> words;
  std::string blind;
  Box mask;
  bool held = false;
};

void update_words(const MaskFrame& frame, MaskWords& shown) {
  const bool over = shown.mask.contains(ImGui::GetIO().MousePos);
  const bool down = ImGui::IsMouseDown(ImGuiMouseButton_Left);
  if (over && ImGui::IsMouseClicked(ImGuiMouseButton_Left) &&
      ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows))
    shown.held = true;
  if (!over && !down) shown.held = false;
  if (!shown.held) shown.words = mask_words(frame), shown.blind = blind_words(frame.rows);
}

void draw_words(const MaskFrame& frame) {
  MaskWords& shown = frame.model.remembered<MaskWords>();
  update_words(frame, shown);
  for (const std::string& words : shown.words) dim_text(words);
  if (!shown.blind.empty()) wrapped_text(fonts().ui, role_text(Role::Gradient), shown.blind);
}

/// Draws the mask, the weights and their effect; then the scores before and after the mask.
void draw_maps(const MaskFrame& frame, int columns) {
  const MaskLayout layout(frame, columns);
  const MatrixView scores = scores_before_mask(frame), weights = frame.now(Stage::Softmax),
                   old = frame.before(Stage::Softmax);
  const ReadMasks& masks = read_masks(frame.model);
  const auto hatched = [](MatrixView view, const std::vector<unsigned char>& cells) {
    if (!cells.empty() && cells.size() == view.cells()) view.mask = cells.data();
    return view;
  };
  const ColourScale scale = shared_scale(scores);
  frame.model.remembered<MaskWords>().mask = draw_mask_map(frame, layout.room(0));
  draw_map(frame,
           {"masks.weights", old.empty() ? tr("Weights") : tr("Weights now"), hatched(weights, masks.hidden),
            weight_scale(weights), Role::Output},
           layout.room(1));
  MaskRoom effect = layout.room(2);
  if (columns == 3 && old.empty()) effect.box.max.y = layout.room(5).box.max.y;
  draw_effect(frame, effect);
  draw_map(frame, {"masks.scores", tr("Scores before the mask"), scores, scale}, layout.room(3));
  draw_map(frame, {"masks.masked", tr("Scores after the mask"), frame.now(Stage::Masked), scale},
           layout.room(4));
  if (old.empty()) return;
  draw_map(frame,
           {"masks.before", tr("Weights without the edits"), hatched(old, masks.hidden_before),
            weight_scale(old), Role::Output},
           layout.room(5));
}

}  // namespace

MatrixView MaskFrame::now(Stage stage) const {
  return matrix_slice(model.trace->find(stage_tensor(selection, stage)), selection.head, model.trace_version)
      .view;
}

MatrixView MaskFrame::before(Stage stage) const {
  return matrix_slice(tensor_before(model, stage_tensor(selection, stage)), selection.head,
                      model.trace_version)
      .view;
}

namespace {

void draw_masks(const ViewModel& model, const Emit& emit) {
  const MaskFrame frame = frame_of(model, emit);
  if (frame.rows.empty())
    return empty_note(tr("This model does not have the selected attention layer."),
                      tr("Select another one in the map."));
  draw_mask_choice(frame);
  draw_words(frame);
  ImGui::Dummy({0, em() * 0.3f});
  ImGui::BeginChild("masks", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  const float width = ImGui::GetContentRegionAvail().x;
  draw_maps(frame, width >= em() * 44 ? 3 : width >= em() * 20 ? 2 : 1);
  ImGui::EndChild();
}

}  // namespace

namespace masks {
extern const ViewPage kPage = {.draw = draw_masks};
}

}  // namespace attnlab
