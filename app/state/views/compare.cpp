// The view Compare: its options, its keys and its row.
#include "app/state/views/view_list.h"

namespace attnlab {
namespace {

Fields compare_fields(ViewChoices& choices) {
  return {{"sorted", &choices.compare.sorted, "the most different first"}};
}

}  // namespace

const ViewKind kCompareView = {.name = "compare",
                               .title = "Compare",
                               .group = &kInsideGroup,
                               .term = "intervention",
                               .key = "8",
                               .shared = {.steps = true, .cells = true, .layers = true, .matrices = true},
                               .options = compare_fields};

}  // namespace attnlab
