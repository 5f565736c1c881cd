// Contribution choice: from the selection to a row of the logits and a part.
#include "app/features/contributions/chosen.h"

#include <algorithm>

#include "app/features/contributions/choice.h"
#include "app/state/token_selection.h"
#include "core/models/architecture_kind.h"

namespace attnlab {

namespace {

bool asks_source(const Trace& trace) {
  return architecture_of(trace.config()).last_stack().text == Text::Source;
}

}  // namespace

Index asked_position(const AppState& state, const Trace& trace) {
  const Index rows = logit_rows(trace);
  if (rows == 1) return 0;
  const TextSide side = asks_source(trace) ? TextSide::Source : TextSide::Target;
  const int query = selected_tokens(state, trace, side).query;
  return query < 0 ? last_asked_position(trace) : std::min<Index>(query, rows - 1);
}

AskedLogit asked_logit(const AppState& state, const Trace& trace, const Tokenizer& words) {
  const ContributionsChoice& choice = state.choices.of<ContributionsChoice>();
  const auto named = [&](const std::string& word) {
    return word.empty() ? kUnknownId : word_named(words, word);
  };
  AskedLogit asked{.position = asked_position(state, trace), .word = named(choice.word)};
  if (asked.word == kUnknownId) asked.word = word_to_ask(trace, asked.position);
  const TokenId against = named(choice.against);
  if (against != kUnknownId && against != asked.word) asked.against = against;
  return asked;
}

Place asked_attention(const AppState& state, const Trace& trace) {
  AttentionKind kind = state.selection.attention;
  const bool of_source = kind == AttentionKind::EncoderSelf;
  if (of_source != asks_source(trace))
    kind = of_source ? AttentionKind::DecoderSelf : AttentionKind::EncoderSelf;
  return attention_place(kind, state.selection.layer);
}

const ContributionPart* looked_at_part(const AppState& state, const Trace& trace, const Contributions& all) {
  const std::string& tensor = state.choices.of<ContributionsChoice>().selected;
  const Place attention = asked_attention(state, trace);
  const auto found = std::ranges::find_if(all.parts, [&](const ContributionPart& part) {
    if (!tensor.empty()) return part.head < 0 && part.tensor == tensor;
    return part.head == state.selection.head && part.place == attention;
  });
  return found == all.parts.end() ? nullptr : &*found;
}

}  // namespace attnlab
