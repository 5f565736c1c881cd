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
  Place place;                                ///< the part of the model that it belongs to
  const TraceTensor* shown = nullptr;         ///< what it makes; on the way back, whose gradient
  std::vector<const TraceTensor*> tensors{};  ///< all that it makes, `shown` among them
  std::optional<Stage> stage{};               ///< of an attention head
  Index position = -1;  ///< of what is made position by position (recurrent cells): the row; −1: all rows
  bool ids = false;     ///< the look-up of token ids before an embedding
  bool backward = false;

  PartKind kind() const { return place.kind(); }
  /// "decoder.layers.1.self_attention.weights", on the way back with ".grad".
  std::string name() const;
  /// Whether it makes the tensor of this whole name.
  bool makes(std::string_view tensor) const;
};

/// All steps: `forward` of them, then those back.
struct PassWalk {
  std::vector<WalkStep> steps;
  std::size_t forward = 0;

  /// First and one past the last of the neighbouring steps of the same part and direction as step `at`.
  std::pair<std::size_t, std::size_t> part_of(std::size_t at) const;
};

/// Every tensor of two axes or more is made by exactly one step, in order of computation. Steps back are
/// those forward in reverse, without what no gradient reaches; behind each come the matrices of weights whose
/// gradient is complete with it.
PassWalk pass_walk(const Trace& trace);

/// The step that is on the stage; nothing where a weight is.
std::optional<std::size_t> walk_position(const PassWalk& walk, const AppState& state);
/// The step nearest to what is shown beside the walk: that of NAME for NAME.computed, and the first that
/// reads a weight.
std::optional<std::size_t> step_beside(const PassWalk& walk, const Trace& trace, const AppState& state);
/// The position that the same part made before step `at`, forward or backward; nothing for its first.
std::optional<Index> position_before(const PassWalk& walk, std::size_t at);
/// The first step of this name, as WalkStep::name(), or that makes this tensor on the way forward.
std::optional<std::size_t> find_step(const PassWalk& walk, std::string_view name);

/// Puts a step on the stage as an operation, at the row and column that were looked at.
void go_to(AppState& state, const WalkStep& step);

}  // namespace attnlab
