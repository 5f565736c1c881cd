// Playing: steps forward at a pace, as if "next" were pressed.
#pragma once

#include <imgui.h>

#include <algorithm>

#include "app/state/view_model.h"
#include "app/widgets/base/context.h"

namespace attnlab {

/// Seconds for which a step of a walk is shown at the usual pace.
constexpr double kSecondsPerStep = 1.2;

class Playing {
 public:
  enum class Now { Off, Begins, Waits, Due, Cannot };

  /// Once a frame, at the time `now`. `pause`: seconds for which a step is shown, longer while the next
  /// step is not `ready`. Times are in seconds.
  Now at(bool on, double now, double pause, bool ready = true) {
    const bool begins = on && !was_on_;
    was_on_ = on;
    if (!on) return Now::Off;
    if (begins) since_ = now;
    if (begins) return Now::Begins;
    if (now < since_ + pause || !ready) return Now::Waits;
    since_ = std::max(since_ + pause, now - pause);  // keeps the pace where frames come late
    return Now::Due;
  }

 private:
  bool was_on_ = false;
  double since_ = 0;
};

/// Whose clock goes: one view's at a time.
struct PlayedView {
  const Feature* view = nullptr;
  Playing clock;
};

/// Once a frame for each view that can play: the clock of Screen::plays, where this is `view`. Off for any
/// other, and Cannot while the view `can` not go on. `times`: how long a step is shown, as a multiple of the
/// usual.
inline Playing::Now clock_of(const ViewModel& model, const Feature& view, bool can, double times = 1) {
  PlayedView& played = model.remembered<PlayedView>();
  const bool holds = model.screen.plays == &view, on = holds && can;
  if (!on && played.view != &view) return holds ? Playing::Now::Cannot : Playing::Now::Off;
  if (played.view != &view) played = {&view, {}};
  if (on) widgets().animating = true;
  const Playing::Now now =
      played.clock.at(on, ImGui::GetTime(), times * kSecondsPerStep / model.screen.walk_pace);
  return holds && !can ? Playing::Now::Cannot : now;
}

}  // namespace attnlab
