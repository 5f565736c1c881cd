// The view Attribution: its options, its keys and its row.
#include "app/feature/features.h"
#include "app/features/attribution/choice.h"
#include "core/analysis/attribution/attribution.h"
#include "core/config/rows.h"

namespace attnlab {
namespace {

Fields attribution_fields(Choices& choices) {
  AttributionChoice& c = choices.of<AttributionChoice>();
  return {
      {"position", &c.position,
       "position of the prediction; -1 is the first word of an answer, or the last of a text", -1},
      {"word", &c.word, "number of the word that is predicted; -1 is the most probable", -1},
      {"against", &c.against, "number of the word that a difference subtracts; -1 is the next probable", -1},
      {"metric",
       &c.metric,
       "which number of the prediction is shared out",
       {},
       {},
       choices_of(metric_kinds())},
      {"baseline",
       &c.baseline,
       "what stands for a word that is not there",
       {},
       {},
       choices_of(baseline_kinds())},
      {"steps", &c.steps, "steps of the integral from the baseline to the input", 1,
       static_cast<double>(kMostIntegralSteps)}};
}

void forget_attribution(Choices& choices) {
  AttributionChoice& c = choices.of<AttributionChoice>();
  c.position = c.word = c.against = -1;
}

std::string_view no_attribution(const ModelConfig& config) {
  return format_of(config) == Format::Numbers ? "it gives numbers again and predicts no word"
                                              : "it compares words and predicts none";
}

constexpr ViewKey kAttributionKeys[] = {
    {"Left", "← →", "prediction before, after", "attribution.previous"},
    {"Right", "", "prediction after", "attribution.next"},
    {"Up", "↑ ↓", "more or less probable word", "attribution.likelier"},
    {"Down", "", "less probable word", "attribution.unlikelier"},
};

}  // namespace

std::unique_ptr<Analysis> make_attribution_analysis(const AnalysisTools& tools);

namespace commands {
std::span<const Entry> attribution();
}  // namespace commands

namespace attribution {

const Feature kFeature = {.name = "attribution",
                          .title = "Attribution",
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
