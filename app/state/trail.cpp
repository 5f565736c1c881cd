// Where a followed cell is shown, and what comes back with the way back.
#include "app/state/trail.h"

#include "app/state/hand_choice.h"
#include "app/state/steps_choice.h"
#include "app/state/tensor_groups.h"

namespace attnlab {
namespace {

bool has_cell(const TraceTensor& tensor, const CellName& cell) {
  if (cell.index.size() != static_cast<std::size_t>(tensor.shape.rank())) return false;
  for (std::size_t i = 0; i < cell.index.size(); ++i)
    if (cell.index[i] < 0 || cell.index[i] >= tensor.shape[static_cast<int>(i)]) return false;
  return true;
}

/// Selects the index of one axis of an attention's tensor; heads may share their keys and values.
void select_index(Selection& s, Axis axis, Index index, bool of_keys) {
  switch (axis) {
    case Axis::Head:
      if (!of_keys || s.key_head() != index) s.head = of_keys ? index * s.heads_per_key : index;
      return;
    case Axis::Query: return void(s.query = index);
    case Axis::Key: return void(s.key = index);
    case Axis::HeadFeature:
    case Axis::Feature: return void(s.feature = index);
    default: return;
  }
}

/// False, and nothing is changed, where the cell is in no attention's operation.
bool put_in_attention(AppState& state, const TraceTensor& tensor, const CellName& cell) {
  const std::optional<Stage> stage = stage_of(*tensor.site);
  if (!stage || is_gradient(cell.tensor) || tensor.before_edits) return false;
  Selection s = state.selection;
  s.attention = attention_of(tensor.place);
  s.layer = layer_number(tensor.place);
  const Axes& axes = tensor.site->axes;
  for (std::size_t i = 0; i < axes.size(); ++i)
    select_index(s, axes[i], cell.index[i], rows_are_keys(*stage));
  if (selected_cell(s, *stage) != cell) return false;
  state.selection = s;
  state.chosen = {.stage = *stage, .shown = {}};
  return true;
}

void remember_place(AppState& state) {
  state.trail.push_back(
      {inspected_cell(state), state.selection, state.chosen, state.choices.of<StepsChoice>().ids});
}

void explain(AppState& state, const CellName& cell) {
  state.aside = cell == chosen_cell(state) ? std::nullopt : std::optional(cell);
}

/// Puts a cell on the stage: in the attention whose operation makes its tensor, else as the shown tensor, or
/// gradient. Of a gradient that the trace does not have, the value. Returns false, and changes nothing, where
/// the trace has no such cell.
bool put_on_stage(AppState& state, const CellName& cell, const Limits& limits) {
  const TraceTensor* tensor = limits.trace ? limits.trace->find(value_name(cell.tensor)) : nullptr;
  if (!tensor || !has_cell(*tensor, cell)) return false;
  const CellName seen = tensor->gradient.empty() ? value_cell(cell) : cell;
  state.choices.of<StepsChoice>().ids = false;
  if (put_in_attention(state, *tensor, seen)) return true;
  state.chosen.shown = seen;
  select_head_of(state, seen, limits);
  return true;
}

}  // namespace

void follow_cell(AppState& state, const CellName& cell, const Limits& limits) {
  state.choices.of<HandChoice>().explained = false;
  if (cell == inspected_cell(state)) return;
  remember_place(state);
  put_on_stage(state, cell, limits);
  explain(state, cell);
}

void explain_aside(AppState& state, const CellName& cell) {
  state.choices.of<HandChoice>().explained = false;
  if (cell == inspected_cell(state)) return;
  remember_place(state);
  explain(state, cell);
}

void back_on_trail(AppState& state) {
  state.choices.of<HandChoice>().explained = false;
  if (state.trail.empty()) return;
  const FollowedFrom before = std::move(state.trail.back());
  state.trail.pop_back();
  state.selection = before.selection;
  state.chosen = before.chosen;
  state.choices.of<StepsChoice>().ids = before.ids;
  explain(state, before.explained);
}

void leave_trail(AppState& state) {
  state.trail.clear();
  state.aside.reset();
  state.choices.of<HandChoice>().explained = false;
}

bool stage_went_along(const AppState& state) {
  if (state.trail.empty()) return false;
  const FollowedFrom& before = state.trail.back();
  return chosen_cell(before.selection, before.chosen) != chosen_cell(state);
}

void select_head_of(AppState& state, const CellName& cell, const Limits& limits) {
  const TraceTensor* tensor = limits.trace ? limits.trace->find(value_name(cell.tensor)) : nullptr;
  if (!tensor || tensor->site->axes.size() != 4 || tensor->site->axes[1] != Axis::Head) return;
  Selection s = state.selection;
  if (head_in(tensor, s) == cell.index[1]) return;
  for (s.head = 0; s.head < limits.heads; ++s.head)
    if (head_in(tensor, s) == cell.index[1]) return void(state.selection.head = s.head);
}

}  // namespace attnlab
