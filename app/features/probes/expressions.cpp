// Expressions: the view Probes.
#include <algorithm>

#include "app/features/probes/chosen.h"
#include "app/state/expressions/expression_table.h"

namespace attnlab::expressions {
namespace {

const ProbeResults* probes_on_screen(const Asked& a) { return a.view.found<ProbeResults>(); }

std::string probed_label(const Asked& a) {
  const ProbeResults* const probes = probes_on_screen(a);
  if (!probes || probes->stacks.empty()) return "none";
  const ProbesChoice& choice = a.view.state.choices.of<ProbesChoice>();
  return std::string(chosen_label(choice, chosen_stack(choice, probes->stacks)).name);
}

std::string probe_accuracy(const Asked& a) {
  const auto layer = static_cast<std::size_t>(number_in(a.argument(0)));
  const ProbeResults* const probes = probes_on_screen(a);
  if (!probes || !probes->now.value || layer >= probes->now.value->layers.size()) return "none";
  return exact_text(probes->now.value->layers[layer].accuracy);
}

std::string probed_steps(const Asked& a) {
  const ProbeResults* const probes = probes_on_screen(a);
  return std::to_string(probes ? known_steps(probes->course).size() : 0);
}

}  // namespace

std::span<const ScriptExpression> probes() {
  static constexpr ScriptExpression kRows[] = {
      {"probes.label", "", "what the view Probes looks for, or `none`", probed_label},
      {"probes.accuracy", "ROW",
       "the share of the labels that a row's probe finds, 0 the embedding's, or `none`", probe_accuracy},
      {"probes.steps", "", "how many kept steps of its course are worked out", probed_steps},
  };
  return kRows;
}

}  // namespace attnlab::expressions
