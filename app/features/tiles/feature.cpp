// The view Tiles: its options, its keys and its row; its commands and expressions.
#include <algorithm>
#include <limits>

#include "app/feature/features.h"
#include "app/features/tiles/choice.h"
#include "app/features/tiles/work_walk.h"
#include "app/state/commands/command_table.h"
#include "app/state/expressions/expression_table.h"
#include "core/language/messages.h"

namespace attnlab::expressions {
namespace {

std::string walked_by(const Asked& a) {
  const ShownWalk walk = shown_walk(*a.view.analyses, a.view.gpu, a.view.trace, a.view.state);
  return walk.by_kernel ? "kernel" : "processor";
}

std::span<const ScriptExpression> tiles() {
  static constexpr ScriptExpression kRows[] = {
      {"tiles.by", "", tr_mark("what computes the blocks on screen: `kernel` or `processor`"), walked_by},
  };
  return kRows;
}

}  // namespace

}  // namespace attnlab::expressions

namespace attnlab::commands {
namespace {

Index blocks_of(Index count, Index block) { return (count + block - 1) / block; }

/// Moves to the previous block of keys; from the first block, to the last block of the previous tile of
/// queries.
void tile_before(Target& d, const Arguments&, const Limits&) {
  Selection& s = d.state.selection;
  const Index block = d.state.choices.of<TilesChoice>().block;
  if (s.key >= block) {
    s.key = (s.key / block - 1) * block;
  } else if (s.query >= block) {
    s.query -= block;
    s.key = std::numeric_limits<Index>::max();  // clamped to the last
  }
}
void next_tile(Target& d, const Arguments&, const Limits& limits) {
  Selection& s = d.state.selection;
  const Index block = d.state.choices.of<TilesChoice>().block;
  const Index queries = query_count(s, limits), keys = key_count(s, limits);
  if (s.key / block + 1 < blocks_of(keys, block)) {
    s.key = (s.key / block + 1) * block;
  } else if (s.query / block + 1 < blocks_of(queries, block)) {
    s.query = std::min(s.query + block, queries - 1);
    s.key = 0;
  }
}

void play_tiles(Target& d, const Arguments& a, const Limits&) {
  d.screen.play(tiles::kFeature, a.flag(0, d.screen.plays == &tiles::kFeature));
}

std::span<const Entry> tiles() {
  static constexpr Entry kEntries[] = {
      {{"tiles.previous", "", tr_mark("go to the previous block of scores"), Sender::Lessons, Undo::Merged},
       tile_before},
      {{"tiles.next", "", tr_mark("go to the next block of scores"), Sender::Lessons, Undo::Merged},
       next_tile},
      {{"tiles.play", "on|off|toggle", tr_mark("play the blocks of scores one after another"),
        Sender::Lessons, Undo::None},
       play_tiles},
  };
  return kEntries;
}

}  // namespace

}  // namespace attnlab::commands

namespace attnlab {
namespace {

Fields tiles_fields(Choices& choices) {
  return {{"block", &choices.of<TilesChoice>().block, tr_mark("how many queries and keys a block has"), 1,
           static_cast<double>(kLargestBlock)}};
}

constexpr ViewKey kTilesKeys[] = {
    {"Left", "← →", tr_mark("previous or next block"), "tiles.previous"},
    {"Right", "", tr_mark("next block"), "tiles.next"},
    {"P", "P", tr_mark("play the blocks, or stop"), "tiles.play toggle"},
    {",", ", .", tr_mark("slower or faster"), "walk.pace slower"},
    {".", "", tr_mark("faster"), "walk.pace faster"},
};

}  // namespace

std::unique_ptr<Analysis> make_tiles_analysis(const AnalysisTools& tools);

namespace tiles {

const Feature kFeature = {.name = "tiles",
                          .title = tr_mark("Tiles"),
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
