// The view Generation: its options, its keys and its row; its expressions.
#include <algorithm>

#include "app/feature/features.h"
#include "app/features/generation/choice.h"
#include "app/state/expressions/expression_table.h"
#include "core/config/rows.h"
#include "core/models/model_config.h"

namespace attnlab::expressions {
namespace {

std::string generated(const Asked& a) {
  const auto& made = a.view.analyses->of<GenerationResult>();
  if (!made) return "";
  std::vector<TokenId> ids;
  for (const DecodingStep& step : made->sampled.steps) ids.push_back(step.token);
  return a.view.vocabularies->target.decode(ids);
}

std::span<const ScriptExpression> generation() {
  static constexpr ScriptExpression kRows[] = {
      {"generation.text", "", "what the view Generation shows, empty while there is none", generated},
  };
  return kRows;
}

}  // namespace

}  // namespace attnlab::expressions

namespace attnlab {
namespace {

/// One of the parts of the view.
struct GenerationPartKind {
  std::string_view name;
  bool searches;  ///< by beams
};
constexpr GenerationPartKind kGenerationPartKinds[] = {{"token", false}, {"cache", false}, {"beams", true}};

std::vector<Choice> generation_part_choices() {
  constexpr auto kChoices = choices_by_name(kGenerationPartKinds);
  return {kChoices.begin(), kChoices.end()};
}

Fields generation_fields(Choices& choices) {
  GenerationChoice& c = choices.of<GenerationChoice>();
  return {{"part", &c.part, "what is shown", {}, {}, generation_part_choices()},
          {"temperature", &c.temperature, "logits are divided by it", 0, 100},
          {"top_k", &c.top_k, "only the k most probable; 0: all", 0},
          {"top_p", &c.top_p, "only the most probable that together reach p", 0.001, 1},
          {"tokens", &c.tokens, "generated at most", 1, 512},
          {"seed", &c.seed, "of the drawing", 0},
          {"step", &c.step, "which of the tokens is looked at", 0},
          {"rank", &c.rank, "which of its candidates", 0},
          {"cache", &c.cache, "keys and values are kept"},
          {"beams", &c.beams, "sequences kept at each step", 1, 16},
          {"length_penalty", &c.length_penalty, "0: none", 0, 5},
          {"hypothesis", &c.hypothesis, "which of the sequences found", 0}};
}

bool writes_any_text(const ModelConfig& config) { return writes_text(format_of(config)); }

std::string_view writes_none(const ModelConfig&) { return "it writes no text"; }

void forget_generation(Choices& choices) {
  choices.of<GenerationChoice>().step = choices.of<GenerationChoice>().rank =
      choices.of<GenerationChoice>().hypothesis = 0;
}

}  // namespace

bool GenerationChoice::searches() const {
  return row_named(kGenerationPartKinds, "part of the view", part).searches;
}

std::unique_ptr<Analysis> make_generation_analysis(const AnalysisTools& tools);

namespace generation {

const Feature kFeature = {.name = "generation",
                          .title = "Generation",
                          .group = &kWordsGroup,
                          .term = "autoregressive",
                          .key = "7",
                          .options = generation_fields,
                          .forget_model = forget_generation,
                          .offered = writes_any_text,
                          .why_not = writes_none,
                          .analysis = make_generation_analysis,
                          .expressions = expressions::generation};

}  // namespace generation

}  // namespace attnlab
