// Commands of the view Loss landscape: measure, stop, and turn the hills.
#include <algorithm>
#include <cmath>

#include "app/features/landscape/choice.h"
#include "app/state/commands/command_table.h"
#include "app/state/commands/state_part.h"

namespace attnlab::commands {

namespace {

constexpr double kTurnStep = 15, kTiltStep = 5, kLeastTilt = 5, kMostTilt = 90;

void measure_landscape(Target& d, const Arguments&, const Limits&) {
  LandscapeChoice& c = d.state.choices.of<LandscapeChoice>();
  c.on = true;
  ++c.asked;
}

void stop_landscape(Target& d, const Arguments&, const Limits&) {
  d.state.choices.of<LandscapeChoice>().on = false;
}

/// A way to turn the hills.
struct HillTurn {
  std::string_view name;
  double turn, tilt;
};
constexpr HillTurn kHillTurns[] = {
    {"left", -kTurnStep, 0}, {"right", kTurnStep, 0}, {"up", 0, kTiltStep}, {"down", 0, -kTiltStep}};

void turn_hills(Target& d, const Arguments& a, const Limits&) {
  LandscapeChoice& c = d.state.choices.of<LandscapeChoice>();
  const HillTurn& by = a.row(0, kHillTurns);
  c.turn = std::fmod(c.turn + by.turn + 360, 360);
  c.tilt = std::clamp(c.tilt + by.tilt, kLeastTilt, kMostTilt);
}

void say_measuring(const StateChange& c, Commands& out) {
  if (c.from.choices.of<LandscapeChoice>().on == c.to.choices.of<LandscapeChoice>().on) return;
  out.push_back({c.to.choices.of<LandscapeChoice>().on ? "landscape.measure" : "landscape.stop", {}});
}

}  // namespace

std::span<const Entry> landscape() {
  static constexpr Entry kEntries[] = {
      {{"landscape.measure", "", "measure the loss landscape, or measure again", Sender::Lessons, Undo::None},
       measure_landscape},
      {{"landscape.stop", "", "stop measuring the loss landscape", Sender::Lessons, Undo::None},
       stop_landscape},
      {{"landscape.turn", "left|right|up|down", "turn the hills of the loss landscape", Sender::Lessons,
        Undo::Merged},
       turn_hills},
  };
  return kEntries;
}

extern const StatePart kLandscapePart = {.name = "the measuring of the loss landscape", .say = say_measuring};

}  // namespace attnlab::commands
