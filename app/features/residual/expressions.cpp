// Expressions: the view Residual stream.
#include <algorithm>

#include "app/features/residual/chosen.h"
#include "app/features/residual/results.h"
#include "app/state/expressions/expression_table.h"

namespace attnlab::expressions {
namespace {

/// The results of the view Residual stream; null before the first.
const ResidualPass* stream_on_screen(const Asked& a) {
  const ResidualResults* const known = a.view.found<ResidualResults>();
  return known && known->pass && !known->pass->states.empty() ? known->pass.get() : nullptr;
}

/// "4 2": the chosen state and position.
std::string residual_at(const Asked& a) {
  const std::vector<StreamState> states = residual_states(*a.view.trace);
  if (states.empty()) return "none";
  const ResidualPlace at = residual_place(a.view.state, *a.view.trace, states);
  return std::to_string(at.state) + " " + std::to_string(at.position);
}

/// The likeliest word of the chosen cell.
std::string residual_says(const Asked& a) {
  const ResidualPass* const pass = stream_on_screen(a);
  if (!pass) return "none";
  const ResidualPlace at = residual_place(a.view.state, *pass->trace, pass->states);
  const auto column = pass->lens.pooled ? 0 : static_cast<std::size_t>(at.position);
  return a.view.vocabularies->target.entry(pass->lens.rows[at.state].cells[column].top.front().token);
}

/// How many steps the course of a cell has.
std::string residual_steps(const Asked& a) {
  const ResidualResults* const known = a.view.found<ResidualResults>();
  return known ? std::to_string(known->course.size()) : "none";
}

}  // namespace

std::span<const ScriptExpression> residual() {
  static constexpr ScriptExpression kRows[] = {
      {"residual.at", "", "the chosen state of the residual stream and its position, `4 2`, or `none`",
       residual_at, Needs::Trace},
      {"residual.says", "", "the likeliest word there in the view Residual stream, or `none`", residual_says,
       Needs::Trace},
      {"residual.steps", "", "steps of which that view knows the words, or `none`", residual_steps},
  };
  return kRows;
}

}  // namespace attnlab::expressions
