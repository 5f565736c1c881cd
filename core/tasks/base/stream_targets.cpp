// Stream targets: the input shifted by one.
#include "core/tasks/base/stream_targets.h"

#include "core/text/tokenizer.h"

namespace attnlab {

void write_stream_targets(std::span<const TokenId> input, std::size_t question, TokenId after,
                          std::span<TokenId> target) {
  for (std::size_t t = 0; t < input.size(); ++t) {
    const std::size_t next = t + 1;
    const TokenId said = next < input.size() ? input[next] : after;
    target[t] = next < question || said == kUnknownId ? kIgnoredTarget : said;
  }
}

}  // namespace attnlab
