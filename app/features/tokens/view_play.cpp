// Playing the merges: one after the other, as they were learnt.
#include "app/features/tokens/choice.h"
#include "app/features/tokens/view_frame.h"
#include "app/views/common/playing.h"
#include "app/widgets/base/context.h"

namespace attnlab {
namespace {

struct PlayedMerges {
  Playing playing;
};

/// Plays on from the merges that are applied, from the beginning at the last stop.
void play_on(const TokensFrame& frame, const BytePairs& pairs, Playing& playing) {
  const std::vector<Index> stops = merge_stops(frame.choice, pairs, frame.text);
  const bool last = next_stop(stops, frame.applied()) == frame.applied();
  const double pace = frame.model.screen.walk_pace * merge_range(frame.choice.walk).pace;
  const Playing::Now now = playing.at(true, ImGui::GetTime(), kSecondsPerStep / pace);
  if (now == Playing::Now::Begins && last) return frame.choose("merges", "0");
  if (now == Playing::Now::Due)
    frame.emit(last ? Command{"tokens.play", {"off"}} : Command{"tokens.next", {}});
}

}  // namespace

void play_merges(const ViewModel& model, const Emit& emit) {
  Playing& playing = model.remembered<PlayedMerges>().playing;
  const bool on = model.screen.merges_play && model.trace && on_stage(model.state, tokens::kFeature) &&
                  model.state.choices.of<TokensChoice>().shows_merges() &&
                  tokens::kFeature.offered(model.trace->config());
  if (!on) {
    if (model.screen.merges_play) emit({"tokens.play", {"off"}});
    return static_cast<void>(playing.at(false, 0, 0));
  }
  widgets().animating = true;
  const TokenText text = token_text(model.state, *model.trace, *model.vocabularies);
  const TokensFrame frame = tokens_frame(model, emit, text);
  const BytePairs* const pairs = frame.pairs();
  if (!pairs || frame.learning()) return;
  play_on(frame, *pairs, playing);
}

}  // namespace attnlab
