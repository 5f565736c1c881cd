// Expressions: the view Tokens.
#include <algorithm>

#include "app/features/tokens/chosen.h"
#include "app/features/tokens/results.h"
#include "app/state/expressions/expression_table.h"

namespace attnlab::expressions {
namespace {

/// "12": the text of the view Tokens at a level.
std::string token_count(const Asked& a) {
  const TokenLevel wanted = token_level(a.argument(0)).level;
  if (!tokens::kFeature.offered(a.view.trace->config())) return "none";
  const TokenText text = token_text(a.view.state, *a.view.trace, *a.view.vocabularies);
  const TextLevels* const learnt = levels_for(*a.view.analyses, a.view.vocabularies.get(), text.side);
  const TextLevels levels = learnt ? *learnt : levels_at_once(a.view.vocabularies, text_of_side(text.side));
  const TextLevel* const level = levels.find(wanted);
  return level ? std::to_string(cut_text(*level->tokenizer, text.text).tokens.size()) : "none";
}

}  // namespace

std::span<const ScriptExpression> tokens() {
  static constexpr ScriptExpression kRows[] = {
      {"tokens", "LEVEL",
       "tokens of the text in the view Tokens at a level, or `none` where it is not learnt", token_count,
       Needs::Trace},
  };
  return kRows;
}

}  // namespace attnlab::expressions
