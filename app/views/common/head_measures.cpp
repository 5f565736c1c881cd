// The measures of heads: names, sentences, numbers.
#include "app/views/common/head_measures.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/base/format.h"
#include "app/state/heads_choice.h"
#include "app/widgets/base/controls.h"
#include "core/analysis/heads/head_effects.h"
#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/text/utf8.h"

namespace attnlab {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

template <double HeadMetrics::*Member>
double metric(const KnownHead& head) {
  return head.metrics ? head.metrics->*Member : kUnknown;
}

double strongest(const KnownHead& head) {
  return head.metrics ? strongest_pattern(*head.metrics).value : kUnknown;
}

double effect(const KnownHead& head) { return head.effect; }

constexpr HeadMeasure kHeadMeasures[] = {
    {.name = "strongest",
     .brief = tr_mark("pattern"),
     .label = tr_mark("pattern"),
     .sentence =
         tr_mark("The pattern that takes at least half of the attention; otherwise “focused” (entropy "
                 "below 1 bit) or “spread”."),
     .value = strongest,
     .names_pattern = true},
    {.name = "entropy",
     .brief = tr_mark("entropy"),
     .label = tr_mark("entropy"),
     .sentence =
         tr_mark("How spread out the attention is, in bits: 0 if all of it is on one key, log₂ n if it "
                 "is uniform over n keys."),
     .value = metric<&HeadMetrics::entropy>,
     .most = HeadMeasure::Most::Possible,
     .in_bits = true},
    {.name = "previous",
     .brief = tr_mark("previous"),
     .label = tr_mark("previous token"),
     .sentence = tr_mark("The share of attention on the token just before the query."),
     .value = metric<&HeadMetrics::previous>},
    {.name = "first",
     .brief = tr_mark("first"),
     .label = tr_mark("first token"),
     .sentence =
         tr_mark("The share of attention on the first token, where heads often look when no other key "
                 "matches."),
     .value = metric<&HeadMetrics::first>},
    {.name = "same",
     .brief = tr_mark("same"),
     .label = tr_mark("same token"),
     .sentence = tr_mark("The share of attention on the query’s own position."),
     .value = metric<&HeadMetrics::same>},
    {.name = "induction",
     .brief = tr_mark("induction"),
     .label = tr_mark("induction"),
     .sentence =
         tr_mark("The share of attention on tokens that followed earlier occurrences of the query’s token: "
                 "how a model repeats what it has read."),
     .value = metric<&HeadMetrics::induction>,
     .of_tokens = true},
    {.name = "distance",
     .brief = tr_mark("distance"),
     .label = tr_mark("distance"),
     .sentence = tr_mark("How many positions away the attended token is, on average."),
     .value = metric<&HeadMetrics::distance>,
     .most = HeadMeasure::Most::Largest},
    {.name = "effect",
     .brief = tr_mark("effect"),
     .label = tr_mark("effect on loss"),
     .sentence =
         tr_mark("How much the loss of this text rises when the head is ablated; below zero, the model "
                 "would do better without it."),
     .value = effect,
     .most = HeadMeasure::Most::Largest,
     .can_harm = true},
};

bool in_bits(const HeadMeasure& measure, const KnownHead& head) {
  return measure.in_bits || measure.is_name_alone(head);
}

struct SeenOverview {
  std::shared_ptr<const HeadOverview> overview;
  std::uint64_t version = 1;
};

}  // namespace

bool HeadMeasure::is_name_alone(const KnownHead& head) const {
  return names_pattern && head.metrics && !strongest_pattern(*head.metrics).is_share;
}

std::span<const HeadMeasure> head_measures() { return kHeadMeasures; }

std::vector<const HeadMeasure*> measures_for(const ViewModel& model) {
  std::vector<const HeadMeasure*> all;
  for (const HeadMeasure& measure : kHeadMeasures)
    if (!measure.of_tokens || model.format != Format::Picture) all.push_back(&measure);
  return all;
}

const HeadMeasure& chosen_measure(const ViewModel& model) {
  const std::vector<const HeadMeasure*> all = measures_for(model);
  const HeadMeasure* const chosen = &head_measure(model.state.choices.of<HeadsChoice>().badge);
  return std::ranges::find(all, chosen) != all.end() ? *chosen : *all.front();
}

const HeadMeasure& head_measure(std::string_view name) {
  return row_named(kHeadMeasures, "measure of heads", name);
}

std::string measured_number(const HeadMeasure& measure, const KnownHead& head) {
  const double value = measure.value(head);
  if (std::isnan(value)) return "–";
  if (measure.can_harm) return (value < 0 ? "" : "+") + format_fixed(value, 3);
  return format_fixed(value, 2) + (in_bits(measure, head) ? " bit" : "");
}

std::vector<std::string> measured_words(const HeadMeasure& measure, const KnownHead& head) {
  const std::string number = measured_number(measure, head);
  if (!measure.names_pattern || !head.metrics) return {number, format_fixed(measure.value(head), 1)};
  const std::string name(tr(strongest_pattern(*head.metrics).name));
  return {name + " " + number, name, std::string(whole_characters(name.substr(0, 4)))};
}

KnownHead known_head(const ViewModel& model, const Selection& place) {
  KnownHead head{place};
  head.effect = kUnknown;
  const std::string attention = attention_prefix(place);
  if (const TraceTensor* weights = model.trace->find(attention + ".weights"))
    head.possible = std::log2(double(std::max<Index>(weights->shape.last(), 2)));
  if (const auto* const overview = model.found<HeadOverview>()) {
    if (const std::ptrdiff_t at = overview->find(attention, place.head); at >= 0) {
      head.metrics = &overview->metrics[at];
      head.small = &overview->small[at];
    }
  }
  if (const auto* const effects = model.found<std::vector<HeadEffect>>()) {
    const auto found = std::ranges::find_if(
        *effects, [&](const HeadEffect& e) { return e.head == place.head && e.attention == attention; });
    if (found != effects->end()) head.effect = found->effect;
  }
  return head;
}

std::vector<KnownHead> known_heads(const ViewModel& model, AttentionKind kind) {
  const ModelConfig& config = model.trace->config();
  std::vector<KnownHead> all;
  for (Index layer = 0; layer < layers_of(config, kind); ++layer)
    for (Index head = 0; head < config.heads; ++head) {
      Selection place;
      place.attention = kind;
      place.layer = layer;
      place.head = head;
      all.push_back(known_head(model, place));
    }
  return all;
}

std::uint64_t overview_version(const ViewModel& model) {
  SeenOverview& seen = model.remembered<SeenOverview>();
  if (seen.overview != model.analyses->of<HeadOverview>()) {
    seen.overview = model.analyses->of<HeadOverview>();
    ++seen.version;
  }
  return seen.version;
}

}  // namespace attnlab
