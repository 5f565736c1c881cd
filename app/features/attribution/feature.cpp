// The view Attribution: its options, its keys and its row; its commands.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "app/feature/features.h"
#include "app/features/attribution/choice.h"
#include "app/state/commands/command_table.h"
#include "core/analysis/attribution/attribution.h"
#include "core/analysis/recurrence/time_gradients.h"
#include "core/config/nearest.h"
#include "core/config/rows.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

std::span<const Real> logits_at(const Trace& trace, Index position) {
  const TraceTensor& logits = prediction_logits(trace);
  const auto words = static_cast<std::size_t>(logits.shape.last());
  return logits.value.subspan(static_cast<std::size_t>(position) * words, words);
}

/// The most probable token at the position except for `not_this`.
TokenId most_probable(const Trace& trace, Index position, TokenId not_this) {
  const std::span<const Real> logits = logits_at(trace, position);
  TokenId best = -1;
  for (TokenId word = 0; word < static_cast<TokenId>(logits.size()); ++word)
    if (word != not_this && (best < 0 || logits[word] > logits[best])) best = word;
  return std::max<TokenId>(best, 0);
}

bool is_word_of(const Trace& trace, Index word) {
  return word >= 0 && word < prediction_logits(trace).shape.last();
}

}  // namespace

std::vector<LikelyWord> likely_words(const Trace& trace, Index position, std::size_t count) {
  const std::span<const Real> logits = logits_at(trace, position);
  std::vector<TokenId> order(logits.size());
  std::iota(order.begin(), order.end(), TokenId{0});
  count = std::min(count, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                    [&](TokenId a, TokenId b) {
                      const Real x = logits[a], y = logits[b];
                      return x > y || (x == y && a < b);
                    });
  std::vector<LikelyWord> likely;
  if (order.empty()) return likely;
  const auto logit = [&](TokenId word) { return double(logits[word]); };
  const double first =
      std::exp(metric_of(trace, metric_kind("log_probability"), {.position = position, .word = order[0]}));
  for (std::size_t i = 0; i < count; ++i)
    likely.push_back({order[i], first * std::exp(logit(order[i]) - logit(order[0]))});
  return likely;
}

Index predictions_of(const Trace& trace) { return prediction_logits(trace).shape.rows(); }

Index attributed_position(const AttributionChoice& choice, const Trace& trace) {
  const Index count = predictions_of(trace);
  if (choice.position >= 0 && choice.position < count) return choice.position;
  const std::vector<Index> counted = counted_targets(trace);
  if (counted.empty() || counted.back() >= count) return count - 1;
  return writes_answer(format_of(trace.config())) ? counted.front() : counted.back();
}

ChosenPrediction attributed_prediction(const AttributionChoice& choice, const Trace& trace) {
  ChosenPrediction prediction{.position = attributed_position(choice, trace)};
  prediction.word = is_word_of(trace, choice.word) ? static_cast<TokenId>(choice.word)
                                                   : most_probable(trace, prediction.position, -1);
  prediction.against = is_word_of(trace, choice.against)
                           ? static_cast<TokenId>(choice.against)
                           : most_probable(trace, prediction.position, prediction.word);
  return prediction;
}

AttributionSettings attribution_settings(const AttributionChoice& choice, const Trace& trace) {
  AttributionSettings settings{.prediction = attributed_prediction(choice, trace),
                               .metric = choice.metric,
                               .baseline = choice.baseline,
                               .steps = choice.steps,
                               .methods = {}};
  // The other metrics do not depend on the token to subtract.
  if (!metric_kind(settings.metric).subtracts) settings.prediction.against = 0;
  return settings;
}

}  // namespace attnlab

namespace attnlab::commands {
namespace {

const Trace& predicting_pass(const Limits& l) {
  const Trace& trace = trace_on_screen(l);
  require_offered(attribution::kFeature, l.config);
  return trace;
}

/// The ID of the named token; −1 without a name.
Index word_called(const Arguments& a, const Limits& l) {
  if (!a.has(0)) return -1;
  const Tokenizer& words = l.vocabularies->target;
  std::vector<std::string> names;
  for (TokenId id = 0; id < words.size(); ++id) {
    names.push_back(words.entry(id));
    if (names.back() == a.joined()) return id;
  }
  throw std::invalid_argument(tr("\"{1}\" is not in the vocabulary of the predictions", a.joined()) +
                              did_you_mean(a.joined(), names));
}

/// Another prediction begins with its most probable token.
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
  d.state.choices.of<AttributionChoice>().word = words[clamp_index(at + Step, std::ssize(words))].word;
}

std::span<const Entry> attribution() {
  static constexpr Entry kEntries[] = {
      {{"attribution.previous", "", tr_mark("attribute the previous prediction"), Sender::Lessons,
        Undo::Merged},
       move_prediction<-1>},
      {{"attribution.next", "", tr_mark("attribute the next prediction"), Sender::Lessons, Undo::Merged},
       move_prediction<1>},
      {{"attribution.at", "POSITION", tr_mark("attribute the prediction at a position"), Sender::Lessons,
        Undo::Merged},
       choose_prediction},
      {{"attribution.word", "[WORD]", tr_mark("attribute a token or class; without one, the most probable"),
        Sender::Lessons, Undo::Each},
       choose_predicted_word},
      {{"attribution.against", "[WORD]", tr_mark("attribute the difference from the logit of this token"),
        Sender::Lessons, Undo::Each},
       choose_word_against},
      {{"attribution.likelier", "", tr_mark("attribute the next more probable token"), Sender::Lessons,
        Undo::Merged},
       move_word<-1>},
      {{"attribution.unlikelier", "", tr_mark("attribute the next less probable token"), Sender::Lessons,
        Undo::Merged},
       move_word<1>},
  };
  return kEntries;
}

}  // namespace

}  // namespace attnlab::commands

namespace attnlab {
namespace {

Fields attribution_fields(Choices& choices) {
  AttributionChoice& c = choices.of<AttributionChoice>();
  return {
      {"position", &c.position,
       tr_mark("position of the prediction; -1: the first token of an output, or the last of a text"), -1},
      {"word", &c.word, tr_mark("ID of the predicted token; -1: the most probable"), -1},
      {"against", &c.against,
       tr_mark("ID of the token that a difference subtracts; -1: the next most probable"), -1},
      {"metric",
       &c.metric,
       tr_mark("which number of the prediction is attributed"),
       {},
       {},
       choices_of(metric_kinds())},
      {"baseline",
       &c.baseline,
       tr_mark("what replaces a missing input"),
       {},
       {},
       choices_of(baseline_kinds())},
      {"steps", &c.steps, tr_mark("steps of the integral from the baseline to the input"), 1,
       double(kMostIntegralSteps)}};
}

void forget_attribution(Choices& choices) {
  AttributionChoice& c = choices.of<AttributionChoice>();
  c.position = c.word = c.against = -1;
}

std::string_view no_attribution(const ModelConfig& config) {
  return format_of(config) == Format::Numbers
             ? tr_mark("it predicts numbers and not tokens")
             : tr_mark("it compares pairs of words and does not predict tokens");
}

constexpr ViewKey kAttributionKeys[] = {
    {"Left", "← →", tr_mark("previous, next prediction"), "attribution.previous"},
    {"Right", "", tr_mark("next prediction"), "attribution.next"},
    {"Up", "↑ ↓", tr_mark("more, less probable token"), "attribution.likelier"},
    {"Down", "", tr_mark("less probable token"), "attribution.unlikelier"},
};

}  // namespace

std::unique_ptr<Analysis> make_attribution_analysis(const AnalysisTools& tools);

namespace attribution {

const Feature kFeature = {.name = "attribution",
                          .title = tr_mark("Attribution"),
                          .group = &kInsideGroup,
                          .term = "attribution",
                          .key = "U",
                          .shared = {.matrices = true},
                          .keys = kAttributionKeys,
                          .options = attribution_fields,
                          .forget_model = forget_attribution,
                          .offered = has_attributions,
                          .why_not = no_attribution,
                          .analysis = make_attribution_analysis,
                          .commands = commands::attribution};

}  // namespace attribution

}  // namespace attnlab
