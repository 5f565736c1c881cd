// Playing the tiles: block after block, as the kernel goes through them.
#include <algorithm>
#include <span>

#include "app/features/tiles/choice.h"
#include "app/features/tiles/view_frame.h"
#include "app/views/common/playing.h"
#include "app/widgets/base/context.h"
#include "core/ops/attention/online_softmax.h"

namespace attnlab {
namespace {

struct PlayedTiles {
  Playing playing;
};

/// The plane of the selected head's scores, and the walk's place in it.
struct TilePlace {
  std::span<const Real> scores;  ///< [Tq,Tk]
  Index queries, keys, block;
  Index query, key;  ///< the first ones of the current block

  TilePlace(const TraceTensor& masked, const AppState& state)
      : queries(masked.shape.last(1)),
        keys(masked.shape.last()),
        block(state.choices.of<TilesChoice>().block) {
    const Selection& s = state.selection;
    scores = masked.value.subspan(static_cast<std::size_t>(s.head * queries * keys),
                                  static_cast<std::size_t>(queries * keys));
    query = std::min(s.query, queries - 1) / block * block;
    key = std::min(s.key, keys - 1) / block * block;
  }
  bool last() const { return query + block >= queries && key + block >= keys; }
  bool hidden() const {
    const Index rows = std::min(block, queries - query);
    const auto tile =
        scores.subspan(static_cast<std::size_t>(query * keys), static_cast<std::size_t>(rows * keys));
    return hidden_blocks(tile, rows, block, block)[static_cast<std::size_t>(key / block)] != 0;
  }
};

}  // namespace

void play_tiles(const ViewModel& model, const Emit& emit) {
  Playing& playing = model.remembered<PlayedTiles>().playing;
  const bool on = model.screen.tiles_play && model.trace && on_stage(model.state, tiles::kFeature);
  const TraceTensor* const masked =
      on ? model.trace->find(stage_tensor(model.state.selection, Stage::Masked)) : nullptr;
  if (on && (!masked || masked->shape.rank() != 4)) return emit({"tiles.play", {"off"}});
  if (!on) return static_cast<void>(playing.at(false, 0, 0));
  widgets().animating = true;
  const TilePlace place(*masked, model.state);
  const double pause = kSecondsPerStep / model.screen.walk_pace * (place.hidden() ? 0.25 : 1);
  const Playing::Now now = playing.at(true, ImGui::GetTime(), pause);
  if (now == Playing::Now::Begins && place.last()) {
    emit({"select.query", {"0"}});
    emit({"select.key", {"0"}});
  } else if (now == Playing::Now::Due) {
    place.last() ? emit({"tiles.play", {"off"}}) : emit({"tiles.next", {}});
  }
}

}  // namespace attnlab
