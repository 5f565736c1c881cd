// Playing the alignment: position after position, as the decoder speaks.
#include "app/features/alignment/choice.h"
#include "app/features/alignment/view_frame.h"
#include "app/views/common/playing.h"
#include "app/widgets/base/context.h"

namespace attnlab {
namespace {

struct PlayedAlignment {
  Playing playing;
};

}  // namespace

void play_alignment(const ViewModel& model, const Emit& emit) {
  Playing& playing = model.remembered<PlayedAlignment>().playing;
  const bool on = model.screen.alignment_plays && model.trace && on_stage(model.state, alignment::kFeature) &&
                  is_recurrent_pair(model.trace->config());
  if (!on) {
    if (model.screen.alignment_plays) emit({"alignment.play", {"off"}});
    return static_cast<void>(playing.at(false, 0, 0));
  }
  widgets().animating = true;
  const AlignedPlace at = aligned_place(model.state, *model.trace);
  const bool last = at.target + 1 >= aligned_pass(*model.trace).positions();
  const Playing::Now now = playing.at(true, ImGui::GetTime(), kSecondsPerStep / model.screen.walk_pace);
  if (now == Playing::Now::Begins && last) emit({"alignment.at", {"0", std::to_string(at.source)}});
  if (now == Playing::Now::Due) last ? emit({"alignment.play", {"off"}}) : emit({"alignment.next", {}});
}

}  // namespace attnlab
