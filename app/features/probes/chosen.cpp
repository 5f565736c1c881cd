// Probe choice: from options and selection to a stack, a label and a layer.
#include "app/features/probes/chosen.h"

#include <algorithm>

#include "app/features/probes/choice.h"

namespace attnlab {

namespace {

/// Whether a tensor is in the layer that a point is behind, or both are of the input.
bool is_at_point(const TraceTensor& tensor, const ProbedPoint& point) {
  if (point_layer(point) < 0) return tensor.place == point.place;
  return layer_around(tensor.place) == layer_around(point.place);
}

}  // namespace

const ProbedStack& chosen_stack(const ProbesChoice& choice, const std::vector<ProbedStack>& stacks) {
  const Text wanted = choice.stack == "source" ? Text::Source : Text::Target;
  const auto found = std::ranges::find(stacks, wanted, &ProbedStack::text);
  return found == stacks.end() ? stacks.front() : *found;
}

const ProbeLabel& chosen_label(const ProbesChoice& choice, const ProbedStack& stack) {
  return label_beside(choice, stack, 0);
}

const ProbeLabel& label_beside(const ProbesChoice& choice, const ProbedStack& stack, Index step) {
  const std::vector<const ProbeLabel*> known = known_labels(stack);
  const auto found = std::ranges::find(known, choice.label, &ProbeLabel::name);
  const Index at = found == known.end() ? 0 : found - known.begin(), count = std::ssize(known);
  return *known[static_cast<std::size_t>(((at + step) % count + count) % count)];
}

std::size_t probed_layer(const AppState& state, const Trace& trace, const ProbeReport& report) {
  const TraceTensor* const shown =
      state.chosen.shown ? trace.find(value_name(state.chosen.shown->tensor)) : nullptr;
  std::size_t selected = 0;
  for (std::size_t i = 0; i < report.layers.size(); ++i) {
    const ProbedPoint& point = report.layers[i].point;
    if (shown && is_at_point(*shown, point)) return i;
    if (point_layer(point) == state.selection.layer) selected = i;
  }
  return selected;
}

}  // namespace attnlab
