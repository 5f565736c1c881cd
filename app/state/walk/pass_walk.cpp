// The steps of a pass, found from the sites of its tensors and the operations of its tape.
#include "app/state/walk/pass_walk.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "app/state/weight_readers.h"
#include "core/autograd/tape.h"
#include "core/layers/alignment_sites.h"
#include "core/layers/input_sites.h"

namespace attnlab {
namespace {

/// The tensor that the stage shows at the step that makes `tensor`.
const TraceTensor* shown_for(const Trace& trace, const TraceTensor& tensor) {
  const std::string_view by = tensor.site->shown_by;
  const TraceTensor* shown = by.empty() ? nullptr : trace.find(tensor.place.prefix() + std::string(by));
  return shown ? shown : trace.find(tensor.place, *tensor.site);
}

/// Operations that make one position of a named tensor each, in order of computation.
struct PositionMade {
  const TraceTensor* tensor;
  Index position;
};

std::vector<PositionMade> positions_made(const Trace& trace) {
  std::unordered_map<const Node*, const TraceTensor*> named;
  for (const TraceTensor& tensor : trace.tensors()) named[tensor.node] = &tensor;
  std::vector<PositionMade> made;
  for (const Operation* op = trace.tape().last_operation(); op; op = op->previous()) {
    const std::optional<Index> position = op->position();
    const auto found = named.find(op->output());
    if (!position || found == named.end()) continue;
    const TraceTensor* tensor = trace.find(found->second->place, *found->second->site);
    if (tensor) made.push_back({tensor, *position});
  }
  std::ranges::reverse(made);
  return made;
}

/// The tensor that a step shows: the state of a recurrent cell, the weights of an alignment.
const TraceTensor* main_tensor(const std::vector<const TraceTensor*>& tensors) {
  for (const TraceTensor* tensor : tensors)
    if (tensor->is(alignment_sites::kWeights)) return tensor;
  return tensors.back();
}

/// One step for each position of each part, where parts take turns.
std::vector<WalkStep> cell_steps(const std::vector<PositionMade>& made) {
  std::vector<WalkStep> steps;
  for (const PositionMade& each : made) {
    const Place& place = each.tensor->place;
    if (steps.empty() || steps.back().place != place || steps.back().position != each.position)
      steps.push_back({.place = place, .position = each.position});
    steps.back().tensors.push_back(each.tensor);
  }
  for (WalkStep& step : steps) step.shown = main_tensor(step.tensors);
  return steps;
}

/// The way forward, built tensor by tensor.
class Forward {
 public:
  explicit Forward(const Trace& trace) : cells_(cell_steps(positions_made(trace))) {
    for (const WalkStep& cell : cells_) in_cells_.insert(cell.tensors.begin(), cell.tensors.end());
    for (const TraceTensor& tensor : trace.tensors())
      if (!tensor.before_edits) made_[shown_for(trace, tensor)].push_back(&tensor);
    for (const TraceTensor& tensor : trace.tensors())
      if (made_.contains(&tensor)) add(tensor);
    add_cells();
  }
  std::vector<WalkStep> steps;

 private:
  void add(const TraceTensor& tensor) {
    if (in_cells_.contains(&tensor)) return void(run_.insert(&tensor));
    add_cells();
    if (tensor.shape.rank() < 2) return;
    WalkStep step{.place = tensor.place, .shown = &tensor};
    if (looks_up_ids(tensor)) {
      steps.push_back(step);
      steps.back().ids = true;
    }
    step.tensors = made_[&tensor];
    step.stage = stage_of(*tensor.site);
    steps.push_back(std::move(step));
  }

  static bool looks_up_ids(const TraceTensor& tensor) {
    const Operation* made_by = tensor.node->producer;
    return made_by && made_by->kind() == "embedding" && tensor.is(input_sites::kEmbedding);
  }

  /// Neighbouring tensors that are made position by position take turns: their cells follow together.
  void add_cells() {
    for (const WalkStep& cell : cells_)
      if (run_.contains(cell.tensors[0])) steps.push_back(cell);
    run_.clear();
  }

  std::vector<WalkStep> cells_;
  std::unordered_set<const TraceTensor*> in_cells_, run_;
  std::unordered_map<const TraceTensor*, std::vector<const TraceTensor*>> made_;  // by shown tensor
};

/// Puts the gradients of weights behind the steps that complete them: the first reader of a weight on the way
/// forward is the last on the way back.
std::vector<WalkStep> with_weights(const Trace& trace, const std::vector<WalkStep>& back) {
  std::unordered_map<const TraceTensor*, std::size_t> last;  // step back that makes the tensor's gradient
  for (std::size_t i = 0; i < back.size(); ++i)
    for (const TraceTensor* tensor : back[i].tensors) last[tensor] = i;
  std::unordered_map<const TraceTensor*, std::size_t> complete;
  const auto is_learned_matrix = [](const TraceTensor& weight) {
    return weight.shape.rank() == 2 && !weight.gradient.empty();
  };
  for (const auto& [weight, reader] : weight_readers(trace, is_learned_matrix))
    if (const auto step = last.find(reader); step != last.end())
      complete[weight] = std::max(complete[weight], step->second);
  std::vector<std::vector<const TraceTensor*>> behind(back.size());
  for (const TraceTensor& parameter : trace.parameters())
    if (const auto found = complete.find(&parameter); found != complete.end())
      behind[found->second].push_back(&parameter);
  std::vector<WalkStep> steps;
  for (std::size_t i = 0; i < back.size(); ++i) {
    steps.push_back(back[i]);
    for (const TraceTensor* weight : behind[i])
      steps.push_back({.place = back[i].place, .shown = weight, .tensors = {weight}, .backward = true});
  }
  return steps;
}

}  // namespace

std::string WalkStep::name() const { return backward ? shown->name + ".grad" : shown->name; }

bool WalkStep::makes(std::string_view tensor) const {
  return std::ranges::any_of(tensors, [&](const TraceTensor* made) { return made->name == tensor; });
}

std::pair<std::size_t, std::size_t> PassWalk::part_of(std::size_t at) const {
  const auto same = [&](std::size_t i) {
    return steps[i].place == steps[at].place && steps[i].backward == steps[at].backward;
  };
  std::size_t first = at, end = at + 1;
  while (first > 0 && same(first - 1)) --first;
  while (end < steps.size() && same(end)) ++end;
  return {first, end};
}

PassWalk pass_walk(const Trace& trace) {
  PassWalk walk{Forward(trace).steps, 0};
  walk.forward = walk.steps.size();
  std::vector<WalkStep> back;
  for (std::size_t i = walk.forward; i-- > 0;) {
    if (walk.steps[i].ids || walk.steps[i].shown->gradient.empty()) continue;
    back.push_back(walk.steps[i]);
    back.back().backward = true;
  }
  for (WalkStep& step : with_weights(trace, back)) walk.steps.push_back(std::move(step));
  return walk;
}

}  // namespace attnlab
