// Expressions: the view Cost.
#include <algorithm>

#include "app/features/cost/choice.h"
#include "app/state/expressions/expression_table.h"

namespace attnlab::expressions {
namespace {

std::string counted_parameters(const Asked& a) {
  return std::to_string(
      parameter_count(counted_config(a.view.state.choices.of<CostChoice>(), a.view.trace->config())));
}

}  // namespace

std::span<const ScriptExpression> cost() {
  static constexpr ScriptExpression kRows[] = {
      {"cost.parameters", "", "parameters of the model that the view Cost counts", counted_parameters,
       Needs::Trace},
  };
  return kRows;
}

}  // namespace attnlab::expressions
