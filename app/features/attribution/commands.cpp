// Commands of the view Attribution: another prediction, and another word.
#include <algorithm>
#include <stdexcept>

#include "app/features/attribution/choice.h"
#include "app/features/attribution/chosen.h"
#include "app/state/commands/command_table.h"
#include "core/config/nearest.h"

namespace attnlab::commands {

namespace {

const Trace& predicting_pass(const Limits& l) {
  if (!l.trace || !l.vocabularies) throw std::invalid_argument("there is no trace yet, so no prediction");
  require_offered(attribution::kFeature, l.config);
  return *l.trace;
}

/// The number of the word that is written so; −1 for none.
Index word_called(const Arguments& a, const Limits& l) {
  if (!a.has(0)) return -1;
  const Tokenizer& words = l.vocabularies->target;
  std::vector<std::string> names;
  for (TokenId id = 0; id < words.size(); ++id) {
    names.push_back(words.entry(id));
    if (names.back() == a.joined()) return id;
  }
  throw std::invalid_argument("the model predicts no \"" + a.joined() + "\"" +
                              did_you_mean(a.joined(), names));
}

/// Another prediction begins with its most probable word.
template <int Step>
void move_prediction(Target& d, const Arguments&, const Limits& l) {
  const Trace& trace = predicting_pass(l);
  AttributionChoice& c = d.state.choices.of<AttributionChoice>();
  const Index now = attributed_position(c, trace);
  c.position = clamp_index(now + Step, predictions_of(trace));
  if (c.position != now) c.word = c.against = -1;
}

void choose_prediction(Target& d, const Arguments& a, const Limits& l) {
  const Trace& trace = predicting_pass(l);
  AttributionChoice& c = d.state.choices.of<AttributionChoice>();
  c.position = a.whole(0, 0, predictions_of(trace) - 1);
  c.word = c.against = -1;
}

void choose_predicted_word(Target& d, const Arguments& a, const Limits& l) {
  predicting_pass(l);
  d.state.choices.of<AttributionChoice>().word = word_called(a, l);
}

void choose_word_against(Target& d, const Arguments& a, const Limits& l) {
  predicting_pass(l);
  const Index word = word_called(a, l);
  AttributionChoice& c = d.state.choices.of<AttributionChoice>();
  c.against = word;
  c.metric = "difference";
}

template <int Step>
void move_word(Target& d, const Arguments&, const Limits& l) {
  const Trace& trace = predicting_pass(l);
  const ChosenPrediction now = attributed_prediction(d.state.choices.of<AttributionChoice>(), trace);
  const auto count = static_cast<std::size_t>(prediction_logits(trace).shape.last());
  const std::vector<LikelyWord> words = likely_words(trace, now.position, count);
  const auto at = std::ranges::find(words, now.word, &LikelyWord::word) - words.begin();
  d.state.choices.of<AttributionChoice>().word =
      words[static_cast<std::size_t>(clamp_index(at + Step, std::ssize(words)))].word;
}

}  // namespace

std::span<const Entry> attribution() {
  static constexpr Entry kEntries[] = {
      {{"attribution.previous", "", "the prediction before", Sender::Lessons, Undo::Merged},
       move_prediction<-1>},
      {{"attribution.next", "", "the prediction after", Sender::Lessons, Undo::Merged}, move_prediction<1>},
      {{"attribution.at", "POSITION", "ask about the prediction at a position", Sender::Lessons,
        Undo::Merged},
       choose_prediction},
      {{"attribution.word", "[WORD]", "ask about a word or class; without one, about the most probable",
        Sender::Lessons, Undo::Each},
       choose_predicted_word},
      {{"attribution.against", "[WORD]", "ask what speaks for the word and not for this one", Sender::Lessons,
        Undo::Each},
       choose_word_against},
      {{"attribution.likelier", "", "ask about the next more probable word", Sender::Lessons, Undo::Merged},
       move_word<-1>},
      {{"attribution.unlikelier", "", "ask about the next less probable word", Sender::Lessons, Undo::Merged},
       move_word<1>},
  };
  return kEntries;
}

}  // namespace attnlab::commands
