// Playing the walk: it presses "next" for the user, at the chosen pace and within the chosen range.
#include "app/views/walk_parts.h"
#include "app/widgets/context.h"

namespace attnlab {
namespace {

constexpr double kSecondsPerStep = 1.2;

/// First step and one past the last of what is played.
std::pair<std::size_t, std::size_t> range_of(const ViewModel& model, const PassWalk& walk, std::size_t here) {
  if (model.screen.walk_range == "attention") return walk.part_of(here);
  return {0, model.screen.walk_range == "forward" ? walk.forward : walk.steps.size()};
}

}  // namespace

void play_walk(const ViewModel& model, const Emit& emit) {
  static bool was_on = false;
  static double next_at = 0;
  const bool on = model.screen.walk_plays && model.trace && on_stage(model.state, ViewKind::Steps);
  const bool begins = on && !was_on;
  was_on = on;
  if (!on) return;
  widgets().animating = true;
  const double pause = kSecondsPerStep / model.screen.walk_pace, now = ImGui::GetTime();
  next_at = begins ? now + pause : std::min(next_at, now + pause);
  const PassWalk& walk = walk_of(model);
  const auto here = walk_position(walk, model.state);
  if (!here) return emit({"walk.play", {"off"}});
  const auto [first, end] = range_of(model, walk, *here);
  const bool ended = *here + 1 >= end;
  if (begins && ended) return emit({"walk.to", {std::to_string(first + 1)}});
  if (now < next_at) return;
  next_at = now + pause;
  ended ? emit({"walk.play", {"off"}}) : emit({"stage.next", {}});
}

}  // namespace attnlab
