// Hand cell: from selected places to cells, and back.
#include "app/state/hand_cell.h"

#include <algorithm>
#include <stdexcept>

#include "app/feature/opened_features.h"
#include "app/state/limits.h"
#include "core/config/nearest.h"
#include "core/language/messages.h"

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

/// The tensor of a cell that is there; throws std::invalid_argument for another.
const TraceTensor& tensor_with(const Trace& pass, const CellName& cell) {
  const TraceTensor& tensor = pass.at(cell.tensor);
  bool there = std::ssize(cell.index) == tensor.shape.rank();
  for (int axis = 0; there && axis < tensor.shape.rank(); ++axis) {
    const Index index = cell.index[axis];
    there = index >= 0 && index < tensor.shape[axis];
  }
  if (there) return tensor;
  throw std::invalid_argument(
      tr("{1} does not exist: {2} has the shape {3}", cell.text(), tensor.name, tensor.shape.text()));
}

void go_on_trail(HandChoice& choice, const Trace& pass) {
  choice.trail.push_back(
      {explained_by_hand(pass, choice), choice.step, choice.query, choice.key, choice.feature});
}

void explain_cell(HandChoice& choice, const Trace& pass, const CellName& cell) {
  choice.aside = cell == hand_cell(pass, choice) ? std::nullopt : std::optional(cell);
  choice.explained = true;
}

/// The cursor goes to a typed number, row and column of which are the last two axes.
void move_cursor_to(HandChoice& choice, const TraceTensor& tensor, const CellName& cell) {
  for (const HandMatrixKind& kind : hand_matrices())
    if (kind.site == tensor.site)
      choice.cursor = {std::string(kind.name), row_of(cell), column_of(cell), row_of(cell), column_of(cell)};
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
    const auto place = place_along(tensor.site->axes[axis]);
    cell.index.push_back(place ? clamp_index(choice.*place, tensor.shape[axis]) : 0);
  }
  return cell;
}

void look_at(HandChoice& choice, const Trace& pass, const CellName& cell) {
  const std::vector<const TraceTensor*> steps = hand_steps(pass);
  const auto step = std::ranges::find(steps, cell.tensor, &TraceTensor::name);
  if (step == steps.end()) {
    std::vector<std::string> known;
    for (const TraceTensor* one : steps) known.push_back(one->name);
    throw std::invalid_argument(tr("there is no step {1}", cell.tensor) + did_you_mean(cell.tensor, known));
  }
  const Site& site = *tensor_with(pass, cell).site;
  for (std::size_t axis = 0; axis < cell.index.size(); ++axis)
    if (const auto place = place_along(site.axes[axis])) choice.*place = cell.index[axis];
  choice.step = std::string(site.name);
}

void leave_hand_trail(HandChoice& choice) {
  choice.trail.clear();
  choice.aside.reset();
  choice.explained = true;
}

void follow_by_hand(HandChoice& choice, const Trace& pass, const CellName& cell) {
  const TraceTensor& tensor = tensor_with(pass, cell);
  go_on_trail(choice, pass);
  if (tensor.node->producer) look_at(choice, pass, cell);
  move_cursor_to(choice, tensor, cell);
  explain_cell(choice, pass, cell);
}

void explain_aside_by_hand(HandChoice& choice, const Trace& pass, const CellName& cell) {
  tensor_with(pass, cell);
  go_on_trail(choice, pass);
  explain_cell(choice, pass, cell);
}

void back_by_hand(HandChoice& choice, const Trace& pass) {
  if (choice.trail.empty()) return;
  const HandFollowed before = std::move(choice.trail.back());
  choice.trail.pop_back();
  choice.step = before.step;
  choice.query = before.query, choice.key = before.key, choice.feature = before.feature;
  explain_cell(choice, pass, before.explained);
}

bool explains_hand(const AppState& state) {
  return on_stage(state, hand::kFeature) && state.choices.of<HandChoice>().explained;
}

CellName explained_by_hand(const Trace& pass, const HandChoice& choice) {
  return choice.aside ? *choice.aside : hand_cell(pass, choice);
}

ExplainedCell explained_cell(const AppState& state) {
  if (!explains_hand(state)) return {inspected_cell(state), nullptr};
  const HandChoice& choice = state.choices.of<HandChoice>();
  const TracePtr pass = hand_trace(choice.numbers);
  return {explained_by_hand(*pass, choice), pass};
}

}  // namespace attnlab
