// Playing the pairs: one after the other, as they stand in the text.
#include "app/features/vectors/choice.h"
#include "app/features/vectors/view_frame.h"
#include "app/views/common/playing.h"
#include "app/widgets/base/context.h"

namespace attnlab {
namespace {

struct PlayedPairs {
  Playing playing;
};

}  // namespace

void play_vector_pairs(const ViewModel& model, const Emit& emit) {
  Playing& playing = model.remembered<PlayedPairs>().playing;
  const bool on = model.screen.pairs_play && model.windows && on_stage(model.state, vectors::kFeature) &&
                  model.state.choices.of<VectorsChoice>().shows_pairs();
  if (!on) {
    if (model.screen.pairs_play) emit({"vectors.play", {"off"}});
    return static_cast<void>(playing.at(false, 0, 0));
  }
  widgets().animating = true;
  const Playing::Now now = playing.at(true, ImGui::GetTime(), kSecondsPerStep / model.screen.walk_pace);
  if (now == Playing::Now::Begins) emit({"vectors.pair", {"here"}});
  if (now == Playing::Now::Due) emit({"vectors.pair", {"next"}});
}

}  // namespace attnlab
