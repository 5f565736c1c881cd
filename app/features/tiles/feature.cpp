// The view Tiles: its options, its keys and its row.
#include "app/feature/features.h"
#include "app/features/tiles/choice.h"

namespace attnlab {
namespace {

Fields tiles_fields(Choices& choices) {
  return {{"block", &choices.of<TilesChoice>().block, "queries and keys of a block", 1,
           static_cast<double>(kLargestBlock)}};
}

constexpr ViewKey kTilesKeys[] = {
    {"Left", "← →", "the block before, the next", "tiles.previous"},
    {"Right", "", "the next block", "tiles.next"},
    {"P", "P", "block after block, or stop", "tiles.play toggle"},
    {",", ", .", "slower, faster", "walk.pace slower"},
    {".", "", "faster", "walk.pace faster"},
};

}  // namespace

std::unique_ptr<Analysis> make_tiles_analysis(const AnalysisTools& tools);

namespace commands {
std::span<const Entry> tiles();
}  // namespace commands
namespace expressions {
std::span<const ScriptExpression> tiles();
}

namespace tiles {

const Feature kFeature = {.name = "tiles",
                          .title = "Tiles",
                          .group = &kArithmeticGroup,
                          .term = "tile",
                          .key = "T",
                          .shared = {.cells = true, .layers = true},
                          .keys = kTilesKeys,
                          .options = tiles_fields,
                          .offered = has_attention_heads,
                          .why_not = no_attention_heads,
                          .analysis = make_tiles_analysis,
                          .commands = commands::tiles,
                          .expressions = expressions::tiles};

}  // namespace tiles

}  // namespace attnlab
