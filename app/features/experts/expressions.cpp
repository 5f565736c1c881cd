// Expressions: the view Experts.
#include <algorithm>

#include "app/features/experts/results.h"
#include "app/state/expert_choice.h"
#include "app/state/expressions/expression_table.h"

namespace attnlab::expressions {
namespace {

std::string share_of_expert(const Asked& a) {
  const auto expert = static_cast<std::size_t>(number_in(a.argument(0)));
  if (!a.view.analyses || !a.view.analyses->of<ExpertResults>() ||
      !a.view.analyses->of<ExpertResults>()->held_out.value)
    return "none";
  const Place place = feed_forward_on_stage(a.view.state, *a.view.trace);
  for (const HeldOutLayer& layer : a.view.analyses->of<ExpertResults>()->held_out.value->layers)
    if (layer.place == place && expert < layer.counts.shares().size())
      return exact_text(layer.counts.shares()[expert]);
  return "none";
}

}  // namespace

std::span<const ScriptExpression> experts() {
  static constexpr ScriptExpression kRows[] = {
      {"experts.share", "EXPERT",
       "its share of the held-out tokens' choices in the layer on the stage, or `none`", share_of_expert,
       Needs::Trace},
  };
  return kRows;
}

}  // namespace attnlab::expressions
