// The view Tiles: its options, its keys and its row.
#include "app/state/views/view_list.h"

namespace attnlab {
namespace {

Fields tiles_fields(ViewChoices& choices) {
  return {
      {"block", &choices.tiles.block, "queries and keys of a block", 1, static_cast<double>(kLargestBlock)}};
}

constexpr ViewKey kTilesKeys[] = {
    {"Left", "← →", "the block before, the next", "tiles.previous"},
    {"Right", "", "the next block", "tiles.next"},
    {"P", "P", "block after block, or stop", "tiles.play toggle"},
    {",", ", .", "slower, faster", "walk.pace slower"},
    {".", "", "faster", "walk.pace faster"},
};

}  // namespace

const ViewKind kTilesView = {.name = "tiles",
                             .title = "Tiles",
                             .group = &kArithmeticGroup,
                             .term = "tile",
                             .key = "T",
                             .shared = {.cells = true, .layers = true},
                             .keys = kTilesKeys,
                             .options = tiles_fields,
                             .offered = has_attention_heads,
                             .why_not = no_attention_heads};

}  // namespace attnlab
