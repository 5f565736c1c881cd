// The view Step through: its options, its keys and its row.
#include "app/feature/features.h"
#include "app/feature/opened_features.h"
#include "app/state/steps_choice.h"

namespace attnlab {
namespace {

Fields steps_fields(Choices& choices) {
  StepsChoice& c = choices.of<StepsChoice>();
  return {{"ids", &c.ids, "token ids beside the rows that they pick"},
          {"look", &c.look, "how a tensor is shown", {}, {}, {"operation", "matrix"}}};
}

void forget_steps(Choices& choices) { choices.of<StepsChoice>() = {}; }

constexpr ViewKey kStepsKeys[] = {
    {"Ctrl+Left", "Ctrl+← →", "part before, next part", "walk.part.previous"},
    {"Ctrl+Right", "", "the next part", "walk.part.next"},
    {"Home", "Home End", "first step, last step", "walk.to first"},
    {"End", "", "the last step", "walk.to last"},
    {"P", "P", "walk by itself, or stop", "walk.play toggle"},
    {",", ", .", "walk slower, faster", "walk.pace slower"},
    {".", "", "walk faster", "walk.pace faster"},
};

}  // namespace

namespace steps {

const Feature kFeature = {.name = "steps",
                          .title = "Step through",
                          .group = &kPassGroup,
                          .term = "attention",
                          .key = "1",
                          .shared = {.steps = true, .cells = true, .layers = true, .matrices = true},
                          .keys = kStepsKeys,
                          .options = steps_fields,
                          .forget_model = forget_steps};

}  // namespace steps

}  // namespace attnlab
