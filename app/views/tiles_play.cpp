// Playing the tiles: block after block, as the kernel goes through them.
#include "app/views/playing.h"
#include "app/views/tiles_parts.h"

namespace attnlab {
namespace {

constexpr double kSecondsPerBlock = 1.2;

}  // namespace

void play_tiles(const TilesFrame& f) {
  static Playing playing;
  const Screen& screen = f.stage.model.screen;
  const double pause = kSecondsPerBlock / screen.walk_pace * (f.skipped() ? 0.25 : 1);
  const Playing::Now now = playing.at(screen.tiles_play, pause);
  const bool ended = f.tile() + 1 == f.tiles() && f.block() + 1 == f.blocks();
  const Emit& emit = f.stage.emit;
  if (now == Playing::Now::Begins && ended) {
    emit({"select.query", {"0"}});
    emit({"select.key", {"0"}});
  } else if (now == Playing::Now::Due) {
    ended ? emit({"tiles.play", {"off"}}) : emit({"tiles.next", {}});
  }
}

}  // namespace attnlab
