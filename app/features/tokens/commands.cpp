// Commands of the view Tokens: from merge to merge, by hand or playing.
#include <stdexcept>

#include "app/features/tokens/choice.h"
#include "app/features/tokens/results.h"
#include "app/features/tokens/work_walk.h"
#include "app/state/commands/command_table.h"

namespace attnlab::commands {

namespace {

const BytePairs& learnt_pairs(const AppState& state, const Limits& limits) {
  const bool has_text = limits.trace && tokens::kFeature.offered(limits.trace->config());
  const TextLevels* const levels =
      limits.results && has_text
          ? levels_for(*limits.results, limits.vocabularies, token_side(state, *limits.trace))
          : nullptr;
  const TextLevel* const level = levels ? levels->find(TokenLevel::BytePairs) : nullptr;
  if (!limits.trace || !limits.vocabularies || !level)
    throw std::invalid_argument("no merges are learnt yet: they are while the view tokens is on the stage");
  return *level->tokenizer->byte_pairs();
}

template <Index Next(std::span<const Index> stops, Index merges)>
void go_to_merge(Target& d, const Arguments&, const Limits& limits) {
  const BytePairs& pairs = learnt_pairs(d.state, limits);
  TokensChoice& choice = d.state.choices.of<TokensChoice>();
  const TokenText text = token_text(d.state, *limits.trace, *limits.vocabularies);
  const auto most = static_cast<Index>(pairs.merges().size());
  choice.merges = Next(merge_stops(choice, pairs, text), std::min(choice.merges, most));
}

void play_merges(Target& d, const Arguments& a, const Limits&) {
  d.screen.merges_play = a.flag(0, d.screen.merges_play);
}

}  // namespace

std::span<const Entry> tokens() {
  static constexpr Entry kEntries[] = {
      {{"tokens.previous", "", "the merge of byte pairs before", Sender::Lessons, Undo::Merged},
       go_to_merge<previous_stop>},
      {{"tokens.next", "", "the next merge of byte pairs", Sender::Lessons, Undo::Merged},
       go_to_merge<next_stop>},
      {{"tokens.play", "on|off|toggle", "go through the merges of byte pairs", Sender::Lessons, Undo::None},
       play_merges},
  };
  return kEntries;
}

}  // namespace attnlab::commands
