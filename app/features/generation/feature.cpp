// The view Generation: its options, its keys and its row; its expressions.
#include <algorithm>

#include "app/feature/features.h"
#include "app/features/generation/choice.h"
#include "app/state/expressions/expression_table.h"
#include "core/config/rows.h"
#include "core/language/messages.h"
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
      {"generation.text", "", tr_mark("the generated text of the view Generation, empty if there is none"),
       generated},
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
  return {{"part", &c.part, tr_mark("what is shown"), {}, {}, generation_part_choices()},
          {"temperature", &c.temperature, tr_mark("the number by which the logits are divided"), 0, 100},
          {"top_k", &c.top_k, tr_mark("only the k most probable tokens remain; 0: all"), 0},
          {"top_p", &c.top_p, tr_mark("only the most probable tokens whose sum reaches p remain"), 0.001, 1},
          {"tokens", &c.tokens, tr_mark("the largest number of generated tokens"), 1, 512},
          {"seed", &c.seed, tr_mark("seed of the random numbers"), 0},
          {"step", &c.step, tr_mark("which generated token is selected"), 0},
          {"rank", &c.rank, tr_mark("which candidate for this token is selected"), 0},
          {"cache", &c.cache, tr_mark("whether keys and values are cached")},
          {"beams", &c.beams, tr_mark("how many sequences each step keeps"), 1, 16},
          {"length_penalty", &c.length_penalty, tr_mark("penalty on the length; 0: none"), 0, 5},
          {"hypothesis", &c.hypothesis, tr_mark("which of the found sequences is selected"), 0}};
}

bool writes_any_text(const ModelConfig& config) { return writes_text(format_of(config)); }

std::string_view writes_none(const ModelConfig&) { return tr_mark("it does not generate text"); }

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
                          .title = tr_mark("Generation"),
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
