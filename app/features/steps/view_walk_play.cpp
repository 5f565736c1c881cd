// Playing the walk: steps forward at the chosen pace, within the chosen range.
#include "app/feature/opened_features.h"
#include "app/state/steps_choice.h"
#include "app/state/walk/walk_range.h"
#include "app/views/common/playing.h"
#include "app/views/stage/walk_steps.h"
#include "app/widgets/base/context.h"

namespace attnlab {
namespace {

struct PlayedWalk {
  Playing playing;
};

}  // namespace

void play_walk(const ViewModel& model, const Emit& emit) {
  Playing& playing = model.remembered<PlayedWalk>().playing;
  const bool on = model.screen.walk_plays && model.trace && on_stage(model.state, steps::kFeature);
  const Playing::Now now = playing.at(on, ImGui::GetTime(), kSecondsPerStep / model.screen.walk_pace);
  if (!on) return;
  widgets().animating = true;
  const PassWalk& walk = walk_of(model);
  const auto here = walk_position(walk, model.state);
  if (!here) return emit({"walk.play", {"off"}});
  const auto [first, end] = walk_range(model.screen.walk_range).steps(walk, *here);
  const bool ended = *here + 1 >= end;
  if (now == Playing::Now::Begins && ended) return emit({"walk.to", {std::to_string(first + 1)}});
  if (now == Playing::Now::Due) ended ? emit({"walk.play", {"off"}}) : emit({"stage.next", {}});
}

}  // namespace attnlab
