// The view Loss landscape: its options, its keys and its row.
#include "app/feature/features.h"
#include "app/features/landscape/choice.h"
#include "app/state/app_state.h"
#include "core/config/rows.h"

namespace attnlab {
namespace {

Fields landscape_fields(Choices& choices) {
  LandscapeChoice& c = choices.of<LandscapeChoice>();
  return {{"plane", &c.settings.plane, "which plane of weights", {}, {}, choices_of(kLandscapePlanes)},
          {"size", &c.settings.size, "points along each direction", static_cast<double>(kLeastLandscape),
           static_cast<double>(kMostLandscape)},
          {"seed", &c.settings.seed, "of random directions", 0},
          {"reach", &c.settings.reach, "how far random directions go, in lengths of the weights", 0.01, 100},
          {"look", &c.look, "how the loss is drawn", {}, {}, {"map", "hills"}},
          {"log", &c.log, "the logarithm of the loss"},
          {"turn", &c.turn, "how the hills are turned, in degrees", 0, 360},
          {"tilt", &c.tilt, "from how far above the hills are seen, in degrees", 5, 90}};
}

void forget_landscape(Choices& choices) { choices.of<LandscapeChoice>().on = true; }

bool shows_hills(const Choices& choices) { return choices.of<LandscapeChoice>().hills(); }

constexpr ViewKey kLandscapeKeys[] = {
    {"Left", "← →", "turn the hills", "landscape.turn left", shows_hills},
    {"Right", "", "turn the hills to the right", "landscape.turn right", shows_hills},
    {"Up", "↑ ↓", "see the hills from above, from the side", "landscape.turn up", shows_hills},
    {"Down", "", "see the hills more from the side", "landscape.turn down", shows_hills},
};

void drop_unsaid_landscape(AppState& state) { state.choices.of<LandscapeChoice>().asked = 0; }

}  // namespace

std::unique_ptr<Analysis> make_landscape_analysis(const AnalysisTools& tools);

namespace commands {
std::span<const Entry> landscape();
extern const StatePart kLandscapePart;
}  // namespace commands

namespace landscape {

const Feature kFeature = {.name = "landscape",
                          .title = "Loss landscape",
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
