// The view Compare: its options, its keys and its row.
#include "app/feature/features.h"
#include "app/features/compare/choice.h"

namespace attnlab {
namespace {

Fields compare_fields(Choices& choices) {
  return {{"sorted", &choices.of<CompareChoice>().sorted, "the most different first"}};
}

}  // namespace

namespace compare {

const Feature kFeature = {.name = "compare",
                          .title = "Compare",
                          .group = &kInsideGroup,
                          .term = "intervention",
                          .key = "8",
                          .shared = {.steps = true, .cells = true, .layers = true, .matrices = true},
                          .options = compare_fields};

}  // namespace compare

}  // namespace attnlab
