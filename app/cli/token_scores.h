// One token in two forward passes: its logit and probability, position by position.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/text/tokenizer.h"
#include "core/trace/trace.h"

namespace attnlab {

/// The scores of a token at one position.
struct TokenScore {
  double logit = 0, probability = 0;
};

/// The token of `tokenizer` with this text, or the name of a special one. Throws std::invalid_argument with
/// near names, and names `option`.
TokenId token_named(const std::string& option, const Tokenizer& tokenizer, const std::string& text);

/// At each position of what `trace` predicts. Throws std::invalid_argument for a model of word vectors.
std::vector<TokenScore> scores_of(const Trace& trace, TokenId token);

/// A line for each position of the longer list: both logits and both probabilities.
void print_scores(const std::string& token, const std::vector<TokenScore>& before,
                  const std::vector<TokenScore>& after);
/// {"token", "before": [{"logit", "probability"}, …], "after": […]}.
nlohmann::ordered_json json_of_scores(const std::string& token, const std::vector<TokenScore>& before,
                                      const std::vector<TokenScore>& after);

}  // namespace attnlab
