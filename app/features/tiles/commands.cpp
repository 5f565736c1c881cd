// Commands of the tiles of attention: from block to block, by hand or playing.
#include <algorithm>
#include <limits>

#include "app/features/tiles/choice.h"
#include "app/state/commands/command_table.h"

namespace attnlab::commands {

namespace {

Index blocks_of(Index count, Index block) { return (count + block - 1) / block; }

/// Moves to the block of keys before; from the first block, to the last block of the tile of queries before.
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
  d.screen.tiles_play = a.flag(0, d.screen.tiles_play);
  if (d.screen.tiles_play)
    d.screen.walk_plays = d.screen.alignment_plays = false;  // both would move the selection
}

}  // namespace

std::span<const Entry> tiles() {
  static constexpr Entry kEntries[] = {
      {{"tiles.previous", "", "the block of scores before", Sender::Lessons, Undo::Merged}, tile_before},
      {{"tiles.next", "", "the next block of scores", Sender::Lessons, Undo::Merged}, next_tile},
      {{"tiles.play", "on|off|toggle", "go through the blocks of scores", Sender::Lessons, Undo::None},
       play_tiles},
  };
  return kEntries;
}

}  // namespace attnlab::commands
