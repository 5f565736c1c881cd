// The error for a text without masked tokens.
#include "core/tasks/base/hidden_token.h"

#include <stdexcept>

namespace attnlab {

std::string hidden_token(const Tokenizer& tokenizer) {
  return tokenizer.mask() < 0 ? "" : tokenizer.entry(tokenizer.mask());
}

void refuse_nothing_hidden(const Tokenizer& tokenizer, std::string_view text) {
  const std::string hidden = hidden_token(tokenizer);
  if (hidden.empty())
    throw std::invalid_argument(
        std::string(text) +
        " cannot contain masked tokens, because the vocabulary does not have a mask token");
  throw std::invalid_argument(std::string(text) + " does not contain " + hidden +
                              ": write it where the model should predict a token");
}

}  // namespace attnlab
