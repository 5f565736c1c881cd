// One tensor as a matrix that fills the stage.
#include "app/views/stage/tensor_stage.h"

#include <algorithm>
#include <cmath>

#include "app/state/made_commands.h"
#include "app/state/steps_choice.h"
#include "app/state/tensor_groups.h"
#include "app/state/trail.h"
#include "app/views/common/gradient_tensors.h"
#include "app/views/common/sides.h"
#include "app/views/common/stage_frame.h"
#include "app/views/common/tensor_words.h"
#include "app/views/stage/op_stage.h"
#include "app/views/stage/stages.h"
#include "app/views/stage/walk_steps.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/thumbnail.h"
#include "app/widgets/heat_map/whole_cells.h"
#include "core/language/messages.h"
#include "core/models/model_sites.h"

namespace attnlab {

bool draw_way_back(const ViewModel& model, const Emit& emit) {
  if (model.figure || !stage_went_along(model.state)) return false;
  const CellName& before = model.state.trail.back().explained;
  const std::string hint =
      tr("Back to the previous number: {1} (Backspace)", cell_title(*model.trace, before.tensor));
  if (text_button("stage.back", Icon::ChevronLeft, tr("Back"), hint.c_str())) emit({"inspect.back", {}});
  ImGui::SameLine(0, em() * 0.8f);
  return true;
}

namespace {

/// The largest ratio of a cell's sides, so that cells do not look like bars.
constexpr float kMostStretch = 4;

/// Draws the choice between the tensor's operation and its matrix alone.
void draw_look(const ViewModel& model, const Emit& emit) {
  constexpr const char* kLooks[] = {"operation", "matrix"};
  int look = model.state.choices.of<StepsChoice>().look == "matrix" ? 1 : 0;
  const char* const labels[] = {tr("operation"), tr("matrix")};
  if (segmented("stage.look", labels, look)) emit({"choose", {"steps.look", kLooks[look]}});
  ImGui::SameLine(0, em() * 0.8f);
}

void draw_place(const ViewModel& model, const TraceTensor& tensor, const Emit& emit) {
  const float line = ImGui::GetFrameHeight();
  const bool back = draw_way_back(model, emit);
  if (!back && !model.figure && !attentions_of(model.trace->config()).empty()) {
    if (text_button("stage.attention.back", Icon::ChevronLeft, tr("Attention"),
                    tr("Back to the steps of attention")))
      emit({"select.stage", {std::string(stage_name(model.state.chosen.stage))}});
    ImGui::SameLine(0, em() * 0.8f);
  }
  if (!model.figure) draw_look(model, emit);
  const std::string place = tensor.place.title();
  const float width = text_size(fonts().ui_bold, place).x, used = width + em();
  if (!model.figure && ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
  const Box box = reserve({ImGui::GetContentRegionAvail().x, line});
  const Canvas canvas = window_canvas();
  draw_text_in(canvas, fonts().ui_bold, box, theme().palette.text_dim, place);
  // If the full name does not fit, the inspector has it.
  if (used + text_size(fonts().mono_small, tensor.name).x <= box.width())
    draw_text_in(canvas, fonts().mono_small, box, theme().palette.text_dim, tensor.name, Align::Right);
}

/// "Token IDs" while the lookup of an embedding is shown, else the title of the tensor.
std::string title_of(const ViewModel& model, const TraceTensor& tensor) {
  return model.state.choices.of<StepsChoice>().ids ? tr("Token IDs")
                                                   : tensor_title(*model.trace, tensor.name);
}

/// One line with the tensor's name in words and its size.
void draw_title(const ViewModel& model, const TraceTensor& tensor, const TensorSlice& slice) {
  const Role role = tensor_role(*model.trace, tensor.name);
  const std::string title = title_of(model, tensor),
                    detail = tensor.edited ? tr("{1} · edited", size_text(slice)) : size_text(slice);
  const float width = text_size(fonts().heading, title).x + em() * 0.8f;
  const ImVec2 size{width + text_size(fonts().mono_small, detail).x + em() * 0.2f, std::ceil(em() * 2.4f)};
  const Box box = box_at(ImGui::GetCursorScreenPos(), size);
  ImGui::InvisibleButton("title", size);
  const Canvas canvas = window_canvas();
  draw_text_in(canvas, fonts().heading, box, role == Role::None ? theme().palette.text : role_text(role),
               title);
  draw_text_in(canvas, fonts().mono_small, {{box.min.x + width, box.min.y}, box.max},
               theme().palette.text_dim, detail);
}

HeatMapOptions map_options(const ViewModel& model, const TensorSlice& slice, const TensorAxes& axes) {
  HeatMapOptions o;
  o.role = tensor_role(*model.trace, slice.tensor->name);
  o.scale = tensor_scale(*model.trace, slice.tensor->name);
  o.rows = axes.rows.labels(axes.row_title, axes.row_role);
  o.cols = axes.cols.labels(axes.col_title, axes.col_role);
  o.rows.hidden = slice.view.rows == 1 && axes.rows.names.empty();
  o.selected = slice.find(chosen_cell(model.state)).value_or(Cell{-1, -1});
  o.target = "stage.tensor";
  o.tensor = slice.tensor->name;
  return o;
}

/// Makes cells as large as fits, stretched if that shows more.
void fit(const TensorSlice& slice, HeatMapOptions& o) {
  const ImVec2 room = ImGui::GetContentRegionAvail(), offset = heat_map_offset(slice.view, o);
  const float w = (room.x - offset.x) / float(slice.view.cols);
  const float h = (room.y - offset.y - em() * 2) / float(slice.view.rows);
  const float most = em() * 4.5f * room_growth(room.y, em()), least = std::max(std::min(w, h), em() * 0.12f);
  o.cell_width = std::clamp(std::min(w, least * kMostStretch), em() * 0.12f, most);
  o.cell_height = std::clamp(std::min(h, least * kMostStretch), em() * 0.5f, most);
  if (slice.tensor->is(model_sites::kPixels)) o.cell_width = o.cell_height = std::max(std::min(w, h), 1.0f);
  if (o.cell_width >= 3) o.cell_width = std::floor(o.cell_width);
  o.cell_height = std::floor(o.cell_height);
}

/// Title, formula or sentence, and the choice between the operation and the matrix alone.
void draw_head(const ViewModel& model, const TraceTensor& tensor, const Emit& emit) {
  const bool low = ImGui::GetContentRegionAvail().y < em() * kLowStage;
  draw_place(model, tensor, emit);
  const TensorSlice slice = matrix_slice(&tensor, head_of(chosen_cell(model.state)), model.trace_version);
  draw_title(model, tensor, slice);
  const std::string sentence(tr(tensor.site->sentence));
  low ? tip(sentence) : tip_term(tensor_term(*model.trace, tensor.name));
  if (model.state.choices.of<StepsChoice>().look == "operation") draw_operation_formula(model);
  if (!low && !sentence.empty()) dim_text(sentence);
  if (model.comparison.diff) ImGui::Dummy({0, em() * 0.2f});
  draw_side_choice(model, tensor, emit);
  ImGui::Dummy({0, em() * 0.35f});
}

/// Draws the operation of the step on the stage; false if the step has no drawing.
bool draw_step_of(const ViewModel& model, const Emit& emit) {
  const PassWalk& walk = walk_of(model);
  const auto here = walk_position(walk, model.state);
  StageFrame frame{model, emit, *model.trace, model.state.selection, {}, {}, {}, {}};
  if (!here) return draw_operation(frame);
  const WalkStep& step = walk.steps[*here];
  if (step.ids) return draw_ids_stage(frame, *step.shown), true;
  if (step.position < 0) return draw_operation(frame);
  draw_cell_stage(frame, step, position_before(walk, *here));
  return true;
}

/// The tensor as one large matrix.
void draw_alone(const ViewModel& model, const SeenSide& seen, const Emit& emit) {
  const TensorSlice& slice = seen.slice;
  const TensorAxes axes = tensor_labels(model, seen.trace, *seen.trace.find(value_name(slice.tensor->name)));
  HeatMapOptions o = map_options(model, slice, axes);
  if (seen.side == Side::Change) o.scale = {Scale::Diverging, RangeMode::Symmetric};
  fit(slice, o);
  const HeatMapResult r = heat_map("matrix", slice.view, o);
  if (r.clicked) emit(show_command(slice.cell(*r.clicked)));
  if (r.clicked_row_label >= 0)
    emit(show_command(slice.cell({r.clicked_row_label, std::max(o.selected.col, 0)})));
  keep_in_sight(seen_cell_box(r, {std::max(o.selected.row, 0), std::max(o.selected.col, 0)}), o.selected);
}

}  // namespace

void draw_tensor_stage(const ViewModel& model, const Emit& emit) {
  const CellName shown = chosen_cell(model.state);
  if (const std::string waits = gradient_wait_words(model, shown.tensor); !waits.empty())
    return empty_note(waits);
  const TraceTensor* tensor = value_or_gradient(model, shown.tensor);
  if (!tensor) return empty_note(tr("This model does not have the tensor {1}.", shown.tensor));
  const SeenSide seen = seen_side(model, *tensor, head_of(shown));
  draw_head(model, *tensor, emit);
  ImGui::BeginChild("tensor", {0, 0}, false,
                    ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_HorizontalScrollbar);
  ImGui::PushID(tensor->name.c_str());
  const bool alone = model.state.choices.of<StepsChoice>().look == "matrix" || seen.side != Side::After;
  if (alone || !draw_step_of(model, emit)) draw_alone(model, seen, emit);
  ImGui::PopID();
  ImGui::EndChild();
}

}  // namespace attnlab
