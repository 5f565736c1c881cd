// Commands of the view Tokens: from merge to merge, by hand or playing.
#include "app/features/tokens/choice.h"

#include <stdexcept>

#include "app/state/commands/command_table.h"
#include "app/features/tokens/work_walk.h"

namespace attnlab::commands {

namespace {

const BytePairs& learnt_pairs(const Limits& limits) {
  const TextLevel* const level =
      limits.text_levels ? limits.text_levels->find(TokenLevel::BytePairs) : nullptr;
  if (!limits.trace || !limits.vocabularies || !level)
    throw std::invalid_argument("no merges are learnt yet: they are while the view tokens is on the stage");
  return *level->tokenizer->byte_pairs();
}

template <Index Next(std::span<const Index> stops, Index merges)>
void go_to_merge(Target& d, const Arguments&, const Limits& limits) {
  const BytePairs& pairs = learnt_pairs(limits);
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
