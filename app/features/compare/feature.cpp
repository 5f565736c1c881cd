// The view Compare: its options, its keys and its row.
#include "app/feature/features.h"
#include "app/features/compare/choice.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

Fields compare_fields(Choices& choices) {
  return {{"sorted", &choices.of<CompareChoice>().sorted,
           tr_mark("whether the most different tensors come first")}};
}

}  // namespace

namespace compare {

const Feature kFeature = {.name = "compare",
                          .title = tr_mark("Compare"),
                          .group = &kInsideGroup,
                          .term = "intervention",
                          .key = "8",
                          .shared = {.steps = true, .cells = true, .layers = true, .matrices = true},
                          .options = compare_fields};

}  // namespace compare

}  // namespace attnlab
