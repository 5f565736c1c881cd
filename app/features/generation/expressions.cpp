// Expressions: the view Generation.
#include <algorithm>

#include "app/features/generation/results.h"
#include "app/state/expressions/expression_table.h"

namespace attnlab::expressions {
namespace {

std::string generated(const Asked& a) {
  const auto& made = a.view.analyses->of<GenerationResult>();
  if (!made) return "";
  std::vector<TokenId> ids;
  for (const DecodingStep& step : made->sampled.steps) ids.push_back(step.token);
  return a.view.vocabularies->target.decode(ids);
}

}  // namespace

std::span<const ScriptExpression> generation() {
  static constexpr ScriptExpression kRows[] = {
      {"generation.text", "", "what the view Generation shows, empty while there is none", generated},
  };
  return kRows;
}

}  // namespace attnlab::expressions
