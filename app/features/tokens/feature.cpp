// The view Tokens: its options, its keys and its row.
#include "app/feature/features.h"
#include "app/features/tokens/choice.h"
#include "core/analysis/text_levels.h"
#include "core/config/rows.h"
#include "core/models/model_config.h"

namespace attnlab {
namespace {

/// The model's own level, and all levels by name.
std::vector<Choice> level_choices() {
  std::vector<Choice> choices = {"model"};
  for (const TokenLevel level : kLevelsOfTexts)
    choices.emplace_back(token_level(level).name, token_level(level).pieces);
  return choices;
}

Fields tokens_fields(Choices& choices) {
  TokensChoice& c = choices.of<TokensChoice>();
  return {{"part", &c.part, "what is shown", {}, {}, {"levels", "merges", "vocabulary", "one_hot"}},
          {"text", &c.text, "of two texts", {}, {}, {"selected", "source", "target"}},
          {"level", &c.level, "whose vocabulary", {}, {}, level_choices()},
          {"walk", &c.walk, "the merges gone through", {}, {}, merge_walk_choices()},
          {"merges", &c.merges, "merges that are applied", 0},
          {"search", &c.search, "part of an entry, an id, or a code point as U+00E9"},
          {"sort", &c.sort, "column of the vocabulary", {}, {}, choices_of(kVocabularyOrders)},
          {"descending", &c.descending, "the largest first"}};
}

void forget_tokens(Choices& choices) {
  choices.of<TokensChoice>().merges = 0;
  choices.of<TokensChoice>().search.clear();
}

bool reads_text(const ModelConfig& config) { return !texts_read(format_of(config)).empty(); }
std::string_view no_text(const ModelConfig&) { return "it reads no text"; }

bool of_merges(const Choices& choices) { return choices.of<TokensChoice>().shows_merges(); }
bool of_others(const Choices& choices) { return !of_merges(choices); }

constexpr ViewKey kTokensKeys[] = {
    {"Left", "← →", "the merge before, the next", "tokens.previous", of_merges},
    {"Right", "", "the next merge", "tokens.next", of_merges},
    {"P", "P", "merge after merge, or stop", "tokens.play toggle", of_merges},
    {",", ", .", "slower, faster", "walk.pace slower", of_merges},
    {".", "", "faster", "walk.pace faster", of_merges},
    {"Left", "← →", "the token before, the next", "query.previous", of_others},
    {"Right", "", "the next token", "query.next", of_others},
};

}  // namespace

std::unique_ptr<Analysis> make_token_analysis(const AnalysisTools& tools);

namespace commands {
std::span<const Entry> tokens();
}  // namespace commands
namespace expressions {
std::span<const ScriptExpression> tokens();
}

namespace tokens {

const Feature kFeature = {.name = "tokens",
                          .title = "Tokens",
                          .group = &kWordsGroup,
                          .term = "token",
                          .key = "W",
                          .shared = {.cells = true, .matrices = true},
                          .keys = kTokensKeys,
                          .options = tokens_fields,
                          .forget_model = forget_tokens,
                          .offered = reads_text,
                          .why_not = no_text,
                          .analysis = make_token_analysis,
                          .commands = commands::tokens,
                          .expressions = expressions::tokens};

}  // namespace tokens

}  // namespace attnlab
