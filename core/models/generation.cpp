// Generation: sampling rules and decoding loops.
#include "core/models/generation.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace attnlab {

namespace {

/// Token ids from most to least probable, cut off by top-k, with their probabilities.
struct Candidates {
  std::vector<TokenId> ids;
  std::vector<double> probabilities;
};

Candidates rank(std::span<const Real> logits, const SamplingOptions& options) {
  Candidates c;
  c.ids.resize(logits.size());
  std::iota(c.ids.begin(), c.ids.end(), 0);
  const auto logit = [&](TokenId id) { return static_cast<double>(logits[static_cast<std::size_t>(id)]); };
  std::stable_sort(c.ids.begin(), c.ids.end(), [&](TokenId a, TokenId b) { return logit(a) > logit(b); });
  if (options.top_k > 0) c.ids.resize(std::min(c.ids.size(), static_cast<std::size_t>(options.top_k)));
  double total = 0;
  for (TokenId id : c.ids) {
    c.probabilities.push_back(std::exp((logit(id) - logit(c.ids[0])) / options.temperature));
    total += c.probabilities.back();
  }
  for (double& p : c.probabilities) p /= total;
  return c;
}

/// Keeps the least number of candidates that together reach `top_p`; returns their sum.
double keep_nucleus(Candidates& c, double top_p) {
  double sum = 0;
  std::size_t kept = 0;
  while (kept < c.ids.size() && (kept == 0 || sum < top_p)) sum += c.probabilities[kept++];
  c.ids.resize(kept);
  c.probabilities.resize(kept);
  return sum;
}

/// Logits of the last position of each row of `batch`.
class NextLogits {
 public:
  NextLogits(const Model& model, std::span<const Real> weights) : model_(model), weights_(weights) {}

  std::span<const Real> row(Index b) const {
    const Index v = logits_.shape().last(), t = logits_.shape()[1];
    return {logits_.data() + (b * t + t - 1) * v, static_cast<std::size_t>(v)};
  }
  void run(const Batch& batch) {
    tape_.reset();
    tape_.bind(model_.parameters(), weights_.data(), nullptr);
    logits_ = model_.logits(tape_, batch);
  }

 private:
  const Model& model_;
  std::span<const Real> weights_;
  Tape tape_{Mode::Infer};
  Variable logits_;
};

TokenId most_probable(std::span<const Real> logits) {
  return static_cast<TokenId>(std::max_element(logits.begin(), logits.end()) - logits.begin());
}

}  // namespace

void SamplingOptions::validate() const {
  if (!(temperature >= 0) || !std::isfinite(temperature)) {
    throw std::invalid_argument("temperature is " + std::to_string(temperature) + ", but must be at least 0");
  }
  if (top_k < 0)
    throw std::invalid_argument("top-k is " + std::to_string(top_k) + ", but must be at least 0");
  if (!(top_p > 0 && top_p <= 1)) {
    throw std::invalid_argument("top-p is " + std::to_string(top_p) + ", but must be over 0 and at most 1");
  }
}

TokenId sample_token(std::span<const Real> logits, const SamplingOptions& options, RandomStream& random) {
  if (options.temperature == 0) return most_probable(logits);
  Candidates candidates = rank(logits, options);
  double at = random.uniform() * keep_nucleus(candidates, options.top_p);
  for (std::size_t i = 0; i + 1 < candidates.ids.size(); ++i) {
    at -= candidates.probabilities[i];
    if (at < 0) return candidates.ids[i];
  }
  return candidates.ids.back();
}

std::vector<TokenId> generate(const Model& model, std::span<const Real> weights,
                              std::span<const TokenId> prompt, Index max_tokens, TokenId stop,
                              const SamplingOptions& options, RandomStream& random,
                              const std::function<bool(TokenId)>& on_token) {
  options.validate();
  if (prompt.empty()) throw std::invalid_argument("the prompt is empty: give at least one token to continue");
  std::vector<TokenId> text(prompt.begin(), prompt.end()), made;
  NextLogits next(model, weights);
  Batch batch;
  for (Index i = 0; i < max_tokens; ++i) {
    const Index length = std::min(static_cast<Index>(text.size()), model.config().context);
    batch.resize(1, 0, length);
    std::copy(text.end() - length, text.end(), batch.input.begin());
    batch.input_lengths[0] = length;
    next.run(batch);
    const TokenId token = sample_token(next.row(0), options, random);
    text.push_back(token);
    made.push_back(token);
    if (token == stop || (on_token && !on_token(token))) break;
  }
  return made;
}

namespace {

/// Tokens for each source row, each one `choose`n from its logits.
template <typename Choose>
std::vector<std::vector<TokenId>> decode(const Model& model, std::span<const Real> weights,
                                         const Batch& source, TokenId start, TokenId stop, Index max_tokens,
                                         const Choose& choose) {
  std::vector<std::vector<TokenId>> rows(static_cast<std::size_t>(source.size));
  std::vector<bool> ended(rows.size(), false);
  NextLogits next(model, weights);
  Batch batch = source;
  const Index limit = std::min(max_tokens, model.config().context);
  for (Index t = 1; t <= limit && std::count(ended.begin(), ended.end(), false) > 0; ++t) {
    batch.resize(source.size, source.source_length, t);
    for (std::size_t b = 0; b < rows.size(); ++b) {
      const auto row = batch.input.begin() + static_cast<Index>(b) * t;
      std::fill_n(row, t, stop);
      *row = start;
      std::copy(rows[b].begin(), rows[b].end(), row + 1);
      batch.input_lengths[b] = t;
    }
    next.run(batch);
    for (std::size_t b = 0; b < rows.size(); ++b) {
      if (ended[b]) continue;
      const TokenId token = choose(next.row(static_cast<Index>(b)));
      ended[b] = token == stop;
      if (!ended[b]) rows[b].push_back(token);
    }
  }
  return rows;
}

}  // namespace

std::vector<std::vector<TokenId>> decode_greedily(const Model& model, std::span<const Real> weights,
                                                  const Batch& source, TokenId start, TokenId stop,
                                                  Index max_tokens) {
  return decode(model, weights, source, start, stop, max_tokens, most_probable);
}

std::vector<std::vector<TokenId>> decode_sampled(const Model& model, std::span<const Real> weights,
                                                 const Batch& source, TokenId start, TokenId stop,
                                                 Index max_tokens, const SamplingOptions& options,
                                                 RandomStream& random) {
  options.validate();
  return decode(model, weights, source, start, stop, max_tokens,
                [&](std::span<const Real> logits) { return sample_token(logits, options, random); });
}

}  // namespace attnlab
