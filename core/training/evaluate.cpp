// Evaluation: greedy decoding of held-out examples, compared token by token.
#include "core/training/evaluate.h"

#include <algorithm>
#include <stdexcept>

#include "core/models/generation.h"

namespace attnlab {
namespace {

constexpr std::size_t kBatch = 64;

using Sequences = std::vector<std::vector<TokenId>>;

void check_length(const std::string& text, std::size_t tokens, Index context) {
  if (static_cast<Index>(tokens) <= context) return;
  throw std::invalid_argument("the example \"" + text + "\" has " + std::to_string(tokens) +
                              " tokens, but the model's context is " + std::to_string(context));
}

/// Sources as the encoder reads them: <eos> at the end, padded to one length.
Batch source_batch(const Tokenizer& tokenizer, std::span<const Example> examples, Index context) {
  Sequences sources;
  std::size_t longest = 0;
  for (const Example& example : examples) {
    sources.push_back(tokenizer.encode(example.source));
    sources.back().push_back(tokenizer.eos());
    check_length(example.source, sources.back().size(), context);
    longest = std::max(longest, sources.back().size());
  }
  Batch batch;
  batch.resize(static_cast<Index>(sources.size()), static_cast<Index>(longest), 1);
  std::ranges::fill(batch.source, tokenizer.pad());
  for (std::size_t row = 0; row < sources.size(); ++row) {
    std::ranges::copy(sources[row], batch.source.begin() + static_cast<std::ptrdiff_t>(row * longest));
    batch.source_lengths[row] = static_cast<Index>(sources[row].size());
  }
  return batch;
}

std::size_t count_exact(const Model& model, std::span<const Real> weights, const Vocabularies& vocabularies,
                        std::span<const Example> examples) {
  const Tokenizer& target = vocabularies.target;
  Sequences wanted;
  std::size_t longest = 0;
  for (const Example& example : examples) {
    wanted.push_back(target.encode(example.target));
    check_length(example.target, wanted.back().size() + 1, model.config().context);
    longest = std::max(longest, wanted.back().size());
  }
  // One token more than the longest answer: what has not ended by then is wrong.
  const Sequences made =
      decode_greedily(model, weights, source_batch(*vocabularies.source, examples, model.config().context),
                      target.sos(), target.eos(), static_cast<Index>(longest) + 1);
  std::size_t exact = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i) exact += made[i] == wanted[i];
  return exact;
}

}  // namespace

double exact_match(const Model& model, std::span<const Real> weights, const Vocabularies& vocabularies,
                   std::span<const Example> examples) {
  if (!vocabularies.source)
    throw std::invalid_argument("exact match needs a model with a source, an encoder_decoder");
  if (examples.empty()) throw std::invalid_argument("exact match needs at least one example");
  std::size_t exact = 0;
  for (std::size_t begin = 0; begin < examples.size(); begin += kBatch)
    exact += count_exact(model, weights, vocabularies,
                         examples.subspan(begin, std::min(kBatch, examples.size() - begin)));
  return static_cast<double>(exact) / static_cast<double>(examples.size());
}

}  // namespace attnlab
