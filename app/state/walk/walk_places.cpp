// The walk's current step, and how the selection moves to a step.
#include <algorithm>
#include <span>

#include "app/state/steps_choice.h"
#include "app/state/tensor_groups.h"
#include "app/state/trail.h"
#include "app/state/walk/pass_walk.h"
#include "app/state/weight_readers.h"

namespace attnlab {
namespace {

bool is_attention_step(const WalkStep& step) { return step.stage && !step.backward; }

}  // namespace

std::optional<std::size_t> walk_position(const PassWalk& walk, const AppState& state) {
  const CellName cell = chosen_cell(state);
  const bool attention = state.chosen.in_attention(), backward = is_gradient(cell.tensor);
  const std::string_view tensor = value_name(cell.tensor);
  for (std::size_t i = 0; i < walk.steps.size(); ++i) {
    const WalkStep& step = walk.steps[i];
    if (step.backward != backward || (attention && !is_attention_step(step))) continue;
    if (step.ids ? !state.choices.of<StepsChoice>().ids || step.shown->name != tensor : !step.makes(tensor))
      continue;
    if (step.position < 0 || step.position == row_of(cell)) return i;
  }
  return {};
}

std::optional<std::size_t> step_beside(const PassWalk& walk, const Trace& trace, const AppState& state) {
  const CellName cell = chosen_cell(state);
  const std::string_view shown = name_after_edits(value_name(cell.tensor));
  if (const auto made = find_step(walk, shown)) return made;
  std::optional<std::size_t> first;
  const auto is_shown = [&](const TraceTensor& weight) { return weight.name == shown; };
  for (const auto& [weight, reader] : weight_readers(trace, is_shown))
    if (const auto step = find_step(walk, reader->name); step && (!first || *step < *first)) first = step;
  return first;
}

std::optional<Index> position_before(const PassWalk& walk, std::size_t at) {
  const WalkStep& step = walk.steps[at];
  const auto forward = std::span(walk.steps).first(walk.forward);
  std::optional<Index> before;
  for (const WalkStep& each : forward) {
    if (each.place != step.place || each.position < 0) continue;
    if (each.position == step.position) return before;
    before = each.position;
  }
  return before;
}

std::optional<std::size_t> find_step(const PassWalk& walk, std::string_view name) {
  const bool backward = is_gradient(name);
  for (std::size_t i = 0; i < walk.steps.size(); ++i)
    if (walk.steps[i].backward == backward && walk.steps[i].makes(value_name(name))) return i;
  return {};
}

void go_to(AppState& state, const WalkStep& step) {
  Selection& s = state.selection;
  ChosenCell& chosen = state.chosen;
  const Index row = current_row(state), column = current_column(state);
  leave_trail(state);
  state.choices.of<StepsChoice>() = {.ids = step.ids};
  if (is_attention_step(step)) {
    s.attention = attention_of(step.place);
    s.layer = layer_number(step.place);
    s.query = row;
    chosen = {.stage = *step.stage, .shown = {}};
    return;
  }
  chosen.shown = cell_at(*step.shown, step.position < 0 ? row : step.position, column);
  if (step.shown->shape.rank() == 4) chosen.shown->index[1] = head_in(step.shown, s);
  chosen.shown->tensor = step.name();
}

}  // namespace attnlab
