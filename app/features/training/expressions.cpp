// Expressions: samples and heads over the steps of training.
#include <algorithm>

#include "app/features/training/results.h"
#include "app/state/expressions/expression_table.h"

namespace attnlab::expressions {
namespace {

std::string samples_right(const Asked& a) {
  const auto& history = a.view.analyses->of<SampleHistory>();
  if (!history || !history->now.value) return "none";
  const Samples& samples = *history->now.value;
  return std::to_string(std::ranges::count_if(samples, &Sample::all_right)) + " of " +
         std::to_string(samples.size());
}

/// "40 of 41": how many of the steps are computed.
template <typename History>
std::string known_steps(const std::shared_ptr<const History>& history) {
  if (!history) return "none";
  const auto known =
      std::ranges::count_if(history->steps, [](const auto& at) { return at.value != nullptr; });
  return std::to_string(known) + " of " + std::to_string(history->steps.size());
}

}  // namespace

std::span<const ScriptExpression> training_past() {
  static constexpr ScriptExpression kRows[] = {
      {"samples", "", "`5 of 8` examples right at the step on screen, or `none`", samples_right},
      {"samples.steps", "", "`40 of 41` kept steps whose examples are worked out, or `none`",
       [](const Asked& a) { return known_steps(a.view.analyses->of<SampleHistory>()); }},
      {"heads.steps", "", "the same of the heads over time",
       [](const Asked& a) { return known_steps(a.view.analyses->of<AttentionHistory>()); }},
  };
  return kRows;
}

}  // namespace attnlab::expressions
