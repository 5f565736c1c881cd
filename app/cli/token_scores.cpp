// A token's scores: rows of logits and probabilities.
#include "app/cli/token_scores.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/base/printable.h"
#include "app/cli/json_lines.h"
#include "core/config/nearest.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

std::string score_text(const std::vector<TokenScore>& scores, std::size_t at) {
  if (at >= scores.size()) return "–";
  char text[64];
  std::snprintf(text, sizeof text, "%.4f (%.2f %%)", scores[at].logit, 100 * scores[at].probability);
  return text;
}

nlohmann::ordered_json list_of(const std::vector<TokenScore>& scores) {
  auto list = nlohmann::ordered_json::array();
  for (const TokenScore& score : scores)
    list.push_back(
        {{"logit", finite_or_null(score.logit)}, {"probability", finite_or_null(score.probability)}});
  return list;
}

}  // namespace

TokenId token_named(const std::string& option, const Tokenizer& tokenizer, const std::string& text) {
  std::vector<std::string> names;
  for (TokenId id = 0; id < tokenizer.size(); ++id) {
    if (tokenizer.entry(id) == text) return id;
    names.push_back(tokenizer.entry(id));
  }
  throw std::invalid_argument(
      tr("{1} \"{2}\" is not one of the model's {3} tokens", option, text, std::to_string(names.size())) +
      did_you_mean(text, names));
}

std::vector<TokenScore> scores_of(const Trace& trace, TokenId token) {
  const Format format = format_of(trace.config());
  if (format == Format::WordContext || format == Format::Numbers)
    throw std::invalid_argument(
        format == Format::Numbers
            ? tr("this model reproduces numbers and does not score tokens: remove --token")
            : tr("this model scores only candidates, not all tokens: remove --token"));
  const TraceTensor& logits = trace.at("output.logits");
  const TraceTensor& probabilities = trace.at("output.probabilities");
  const Index width = logits.shape.last();
  std::vector<TokenScore> scores;
  for (Index row = 0; row < logits.shape.rows(); ++row) {
    const auto cell = static_cast<std::size_t>(row * width + token);
    scores.push_back(
        {static_cast<double>(logits.value[cell]), static_cast<double>(probabilities.value[cell])});
  }
  return scores;
}

void print_scores(const std::string& token, const std::vector<TokenScore>& before,
                  const std::vector<TokenScore>& after) {
  std::printf("\n%s\n", tr("logit and probability of {1}", quoted_piece(token)).c_str());
  for (std::size_t t = 0; t < std::max(before.size(), after.size()); ++t)
    std::printf("  %3zu  %-20s -> %s\n", t, score_text(before, t).c_str(), score_text(after, t).c_str());
}

nlohmann::ordered_json json_of_scores(const std::string& token, const std::vector<TokenScore>& before,
                                      const std::vector<TokenScore>& after) {
  return {{"token", token}, {"before", list_of(before)}, {"after", list_of(after)}};
}

}  // namespace attnlab
