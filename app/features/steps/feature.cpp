// The view Step through: its options, its keys and its row.
#include "app/feature/features.h"
#include "app/feature/opened_features.h"
#include "app/state/steps_choice.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

Fields steps_fields(Choices& choices) {
  StepsChoice& c = choices.of<StepsChoice>();
  return {{"ids", &c.ids, tr_mark("whether token IDs are beside the rows that they select")},
          {"look", &c.look, tr_mark("how a tensor is shown"), {}, {}, {"operation", "matrix"}}};
}

void forget_steps(Choices& choices) { choices.of<StepsChoice>() = {}; }

constexpr ViewKey kStepsKeys[] = {
    {"Ctrl+Left", "Ctrl+← →", tr_mark("previous or next part"), "walk.part.previous"},
    {"Ctrl+Right", "", tr_mark("next part"), "walk.part.next"},
    {"Home", "Home End", tr_mark("first or last step"), "walk.to first"},
    {"End", "", tr_mark("last step"), "walk.to last"},
    {"P", "P", tr_mark("play the steps, or stop"), "walk.play toggle"},
    {",", ", .", tr_mark("play slower or faster"), "walk.pace slower"},
    {".", "", tr_mark("play faster"), "walk.pace faster"},
};

}  // namespace

namespace steps {

const Feature kFeature = {.name = "steps",
                          .title = tr_mark("Step through"),
                          .group = &kPassGroup,
                          .term = "attention",
                          .key = "1",
                          .shared = {.steps = true, .cells = true, .layers = true, .matrices = true},
                          .keys = kStepsKeys,
                          .options = steps_fields,
                          .forget_model = forget_steps};

}  // namespace steps

}  // namespace attnlab
