// Expressions of the pass on screen, and of the pass that it is compared with.
#include <sstream>
#include <stdexcept>

#include "app/state/expert_choice.h"
#include "app/state/expressions/expression_table.h"
#include "app/state/hand_cell.h"
#include "app/state/walk/pass_walk.h"
#include "core/language/messages.h"
#include "core/trace/trace_diff.h"

namespace attnlab::expressions {

namespace {

/// The cell of the arguments NAME and I,J,…; a tensor without axes has no indices.
CellName named_cell(const Asked& a) {
  CellName cell{a.argument(0), {}};
  std::istringstream in(a.argument(1));
  for (std::string part; std::getline(in, part, ',');) cell.index.push_back(number_in(part));
  return cell;
}

enum class Number { Value, Gradient };

double cell_in(const Trace& trace, const CellName& cell, Number number) {
  if (is_gradient(cell.tensor)) return cell_in(trace, value_cell(cell), Number::Gradient);
  const TraceTensor& tensor = trace.at(cell.tensor);
  const std::span<const Real> cells = number == Number::Gradient ? tensor.gradient : tensor.value;
  if (cells.empty()) throw std::invalid_argument(tr("no gradient reaches {1}", cell.tensor));
  return double(cells[tensor.shape.offset(cell.index)]);
}

/// The most cells that one * or several stand for.
constexpr std::size_t kMostCells = 65536;

/// Each cell that NAME and I,*,… mean: a * stands for every index of its axis.
std::vector<CellName> named_cells(const Trace& trace, const Asked& a) {
  if (a.argument(1).find('*') == std::string::npos) return {named_cell(a)};
  const std::string& name = a.argument(0);
  const Shape& shape = trace.at(is_gradient(name) ? value_cell({name, {}}).tensor : name).shape;
  std::vector<CellName> cells{{name, {}}};
  std::istringstream in(a.argument(1));
  int axis = 0;
  for (std::string part; std::getline(in, part, ','); ++axis) {
    if (axis >= shape.rank())
      throw std::invalid_argument(
          tr("{1} has the shape {2}, so {3} has too many indices", name, shape.text(), a.argument(1)));
    std::vector<CellName> more;
    const bool all = part == "*";
    for (const CellName& cell : cells)
      for (Index i = all ? 0 : number_in(part); i < (all ? shape[axis] : number_in(part) + 1); ++i) {
        more.push_back(cell);
        more.back().index.push_back(i);
        if (more.size() > kMostCells)
          throw std::invalid_argument(tr("{1} names too many cells", a.argument(1)));
      }
    cells = std::move(more);
  }
  return cells;
}

/// The numbers of the named cells; without a name, that of the inspected cell.
std::string number_at(const Asked& a, Number number) {
  if (!a.arguments.empty()) {
    std::string all;
    for (const CellName& cell : named_cells(*a.view.trace, a))
      all += (all.empty() ? "" : " ") + exact_text(cell_in(*a.view.trace, cell, number));
    return all;
  }
  const ExplainedCell explained = explained_cell(a.view.state);
  return exact_text(cell_in(explained.hand ? *explained.hand : *a.view.trace, explained.cell, number));
}

std::string joined(const std::vector<Piece>& pieces) {
  std::string text;
  for (const Piece& piece : pieces) text += (text.empty() ? "" : " ") + piece.text;
  return text;
}

std::string walk_place(const Asked& a) {
  const PassWalk walk = pass_walk(*a.view.trace);
  const auto at = walk_position(walk, a.view.state);
  return at ? std::to_string(*at + 1) + " of " + std::to_string(walk.steps.size()) : "none";
}

std::string updated(const Asked& a) {
  return a.view.update ? std::to_string(a.view.update->numbers.update) : "none";
}

/// The most probable class of a text or picture that is read whole.
std::string predicted_class(const Asked& a) {
  const TraceTensor* const output = a.view.trace->find("output.probabilities");
  if (!output || output->site->axes[1] != Axis::One || output->site->axes[2] != Axis::Vocabulary)
    return "none";
  const auto best = std::ranges::max_element(output->value) - output->value.begin();
  return a.view.vocabularies->target.entry(static_cast<TokenId>(best));
}

const Trace& other(const Asked& a) {
  if (!a.view.comparison.diff)
    throw std::invalid_argument(tr("there is no comparison, so there is no other pass"));
  return a.view.comparison.diff->before();
}

}  // namespace

std::span<const ScriptExpression> pass() {
  static constexpr ScriptExpression kRows[] = {
      {"value", "[NAME [I,J,…]]",
       "the value of a cell; without a name, of the inspected cell; the index * means the whole axis",
       [](const Asked& a) { return number_at(a, Number::Value); }, Needs::Trace},
      {"gradient", "[NAME [I,J,…]]", "the gradient of a cell",
       [](const Asked& a) { return number_at(a, Number::Gradient); }, Needs::Trace},
      {"update", "", "the number of the update of the inspected weight that is shown, or `none`", updated},
      {"source_tokens", "", "the tokens of the source",
       [](const Asked& a) { return joined(a.view.trace->source_pieces); }, Needs::Trace},
      {"target_tokens", "", "the tokens of the correct output",
       [](const Asked& a) { return joined(a.view.trace->target_pieces); }, Needs::Trace},
      {"class", "", "the class that the model predicts for the text or picture, or `none`", predicted_class,
       Needs::Trace},
      {"output", "", "the tokens that the decoder reads",
       [](const Asked& a) { return joined(a.view.trace->input_pieces); }, Needs::Trace},
      {"walk", "", "the step on the stage, such as `23 of 71`, or `none`", walk_place, Needs::Trace},
      {"trace.step", "", "the training step of the weights in the pass",
       [](const Asked& a) { return std::to_string(a.view.trace->step()); }, Needs::Trace},
      {"trace.edited", "NAME", "whether an edit changes this tensor: `yes` or `no`",
       [](const Asked& a) { return yes_or_no(a.view.trace->at(a.argument(0)).edited); }, Needs::Trace},
      {"other", "NAME [I,J,…]", "the value of a cell in the other pass of the comparison",
       [](const Asked& a) { return exact_text(cell_in(other(a), named_cell(a), Number::Value)); },
       Needs::Trace},
      {"other.step", "", "the training step of the weights in the other pass",
       [](const Asked& a) { return std::to_string(other(a).step()); }, Needs::Trace},
      {"other.error", "", "why there is no other pass",
       [](const Asked& a) { return a.view.comparison.error; }, Needs::Trace},
  };
  return kRows;
}

}  // namespace attnlab::expressions
