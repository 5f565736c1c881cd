// Hand cell: from selected places to cells, and back.
#include "app/state/hand_cell.h"

#include <algorithm>
#include <stdexcept>

#include "app/state/limits.h"
#include "core/config/nearest.h"

namespace attnlab {

namespace {

/// The selected place along an axis; null for axes with one place, or of weights.
Index HandChoice::*place_along(Axis axis) {
  switch (axis) {
    case Axis::Query: return &HandChoice::query;
    case Axis::Key: return &HandChoice::key;
    case Axis::Feature: return &HandChoice::feature;
    default: return nullptr;
  }
}

}  // namespace

const TraceTensor& hand_tensor(const Trace& pass, const HandChoice& choice) {
  const std::vector<const TraceTensor*> steps = hand_steps(pass);
  const auto of_name = [&](std::string_view name) {
    return std::ranges::find_if(steps, [&](const TraceTensor* step) { return step->site->name == name; });
  };
  const auto wanted = of_name(choice.step);
  return wanted == steps.end() ? **of_name("scores") : **wanted;
}

CellName hand_cell(const Trace& pass, const HandChoice& choice) {
  const TraceTensor& tensor = hand_tensor(pass, choice);
  CellName cell{tensor.name, {}};
  for (int axis = 0; axis < tensor.shape.rank(); ++axis) {
    const auto place = place_along(tensor.site->axes[static_cast<std::size_t>(axis)]);
    cell.index.push_back(place ? clamp_index(choice.*place, tensor.shape[axis]) : 0);
  }
  return cell;
}

void look_at(HandChoice& choice, const Trace& pass, const CellName& cell) {
  std::vector<std::string> known;
  for (const TraceTensor* step : hand_steps(pass)) {
    known.push_back(step->name);
    if (step->name != cell.tensor) continue;
    const bool there = std::ssize(cell.index) == step->shape.rank();
    for (int axis = 0; there && axis < step->shape.rank(); ++axis) {
      const auto at = static_cast<std::size_t>(axis);
      if (cell.index[at] < 0 || cell.index[at] >= step->shape[axis])
        throw std::invalid_argument(cell.text() + " is not there: " + step->name + " is " +
                                    step->shape.text());
      if (const auto place = place_along(step->site->axes[at])) choice.*place = cell.index[at];
    }
    if (!there)
      throw std::invalid_argument(step->name + " has " + std::to_string(step->shape.rank()) + " axes");
    choice.step = std::string(step->site->name);
    return;
  }
  throw std::invalid_argument("no step is named " + cell.tensor + did_you_mean(cell.tensor, known));
}

bool explains_hand(const AppState& state, const Trace& pass) {
  if (!on_stage(state, kHandView)) return false;
  return state.inspected.empty() ? state.view == &kHandView
                                 : pass.find(value_name(state.inspected.back().tensor)) != nullptr;
}

ExplainedCell explained_cell(const AppState& state) {
  if (!on_stage(state, kHandView)) return {inspected_cell(state), nullptr};
  const TracePtr pass = hand_trace(state.choices.hand.numbers);
  if (!explains_hand(state, *pass)) return {inspected_cell(state), nullptr};
  return {state.inspected.empty() ? hand_cell(*pass, state.choices.hand) : state.inspected.back(), pass};
}

}  // namespace attnlab
