// Pass walk: a recorded pass as one list of steps, from the tokens to the loss and from the loss back.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/state/app_state.h"
#include "core/trace/trace.h"

namespace attnlab {

/// One operation, forward or backward. Points into its trace.
struct WalkStep {
  Place place;                         ///< the part of the model
  const TraceTensor* shown = nullptr;  ///< the tensor it makes; on the way back, the owner of the gradient
  std::vector<const TraceTensor*> tensors{};  ///< all tensors it makes, `shown` among them
  std::optional<Stage> stage{};               ///< of an attention head
  Index position = -1;                        ///< the row that it makes, in recurrent cells; −1: all rows
  bool ids = false;                           ///< the look-up of token ids before an embedding
  bool backward = false;

  PartKind kind() const { return place.kind(); }
  /// "decoder.layers.1.self_attention.weights", on the way back with ".grad".
  std::string name() const;
  /// Whether the step makes the tensor of this full name.
  bool makes(std::string_view tensor) const;
};

/// All steps: `forward` steps forward, then the steps back.
struct PassWalk {
  std::vector<WalkStep> steps;
  std::size_t forward = 0;

  /// First and one past the last of the neighbouring steps of the same part and direction as step `at`.
  std::pair<std::size_t, std::size_t> part_of(std::size_t at) const;
};

/// Exactly one step makes each tensor of two axes or more, in order of computation. The steps back are the
/// steps forward in reverse, without tensors that no gradient reaches; each is followed by the weight
/// matrices whose gradient it completes.
PassWalk pass_walk(const Trace& trace);

/// The step on the stage; nothing where a weight is on the stage.
std::optional<std::size_t> walk_position(const PassWalk& walk, const AppState& state);
/// The step nearest to a tensor outside the walk: the step of NAME for NAME.computed, and the first step that
/// reads a weight.
std::optional<std::size_t> step_beside(const PassWalk& walk, const Trace& trace, const AppState& state);
/// The position that the same part made before step `at`, forward or backward; nothing for the first
/// position.
std::optional<Index> position_before(const PassWalk& walk, std::size_t at);
/// The first step of this WalkStep::name(), or the first that makes this tensor on the way forward.
std::optional<std::size_t> find_step(const PassWalk& walk, std::string_view name);

/// Puts a step on the stage as an operation, at the current row and column.
void go_to(AppState& state, const WalkStep& step);

}  // namespace attnlab
