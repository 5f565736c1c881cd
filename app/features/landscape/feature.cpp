// The view Loss landscape: its options, its keys and its row; its commands.
#include <algorithm>
#include <cmath>

#include "app/feature/features.h"
#include "app/features/landscape/choice.h"
#include "app/state/app_state.h"
#include "app/state/commands/command_table.h"
#include "app/state/commands/state_part.h"
#include "core/config/rows.h"
#include "core/language/messages.h"

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

std::span<const Entry> landscape() {
  static constexpr Entry kEntries[] = {
      {{"landscape.measure", "", tr_mark("measure the loss landscape, or measure it again"), Sender::Lessons,
        Undo::None},
       measure_landscape},
      {{"landscape.stop", "", tr_mark("stop measuring the loss landscape"), Sender::Lessons, Undo::None},
       stop_landscape},
      {{"landscape.turn", "left|right|up|down", tr_mark("turn the hills of the loss landscape"),
        Sender::Lessons, Undo::Merged},
       turn_hills},
  };
  return kEntries;
}

}  // namespace

extern const StatePart kLandscapePart = {.name = tr_mark("the measurement of the loss landscape"),
                                         .say = say_measuring};

}  // namespace attnlab::commands

namespace attnlab {
namespace {

Fields landscape_fields(Choices& choices) {
  LandscapeChoice& c = choices.of<LandscapeChoice>();
  return {
      {"plane",
       &c.settings.plane,
       tr_mark("which plane of weights is shown"),
       {},
       {},
       choices_of(kLandscapePlanes)},
      {"size", &c.settings.size, tr_mark("points along each direction"), double(kLeastLandscape),
       double(kMostLandscape)},
      {"seed", &c.settings.seed, tr_mark("seed of the random directions"), 0},
      {"reach", &c.settings.reach, tr_mark("how far the random directions go, in lengths of the weights"),
       0.01, 100},
      {"look", &c.look, tr_mark("how the loss is drawn"), {}, {}, {"map", "hills"}},
      {"log", &c.log, tr_mark("whether the logarithm of the loss is drawn")},
      {"turn", &c.turn, tr_mark("how far the hills are turned, in degrees"), 0, 360},
      {"tilt", &c.tilt, tr_mark("angle above the horizon from which the hills are seen, in degrees"), 5, 90}};
}

void forget_landscape(Choices& choices) { choices.of<LandscapeChoice>().on = true; }

bool shows_hills(const Choices& choices) { return choices.of<LandscapeChoice>().hills(); }

constexpr ViewKey kLandscapeKeys[] = {
    {"Left", "← →", tr_mark("turn the hills"), "landscape.turn left", shows_hills},
    {"Right", "", tr_mark("turn the hills to the right"), "landscape.turn right", shows_hills},
    {"Up", "↑ ↓", tr_mark("see the hills more from above or from the side"), "landscape.turn up",
     shows_hills},
    {"Down", "", tr_mark("see the hills more from the side"), "landscape.turn down", shows_hills},
};

void drop_unsaid_landscape(AppState& state) { state.choices.of<LandscapeChoice>().asked = 0; }

}  // namespace

std::unique_ptr<Analysis> make_landscape_analysis(const AnalysisTools& tools);

namespace landscape {

const Feature kFeature = {.name = "landscape",
                          .title = tr_mark("Loss landscape"),
                          .group = &kLearningGroup,
                          .term = "loss landscape",
                          .key = "H",
                          .shared = {.matrices = true},
                          .keys = kLandscapeKeys,
                          .options = landscape_fields,
                          .forget_model = forget_landscape,
                          .drop_unsaid = drop_unsaid_landscape,
                          .analysis = make_landscape_analysis,
                          .commands = commands::landscape,
                          .part = &commands::kLandscapePart};

}  // namespace landscape

}  // namespace attnlab
