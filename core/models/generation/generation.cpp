// Generation: sampling rules and decoding loops.
#include "core/models/generation/generation.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/models/generation/next_token.h"
#include "core/models/model.h"

namespace attnlab {

namespace {

/// A token with its logit side by side, as sorting a large vocabulary by its ids alone would read all over
/// it.
struct ScoredToken {
  Real logit;
  TokenId id;
};

/// From most to least probable, ties by id; what is not a number comes last.
bool comes_before(const ScoredToken& a, const ScoredToken& b) {
  if (a.logit != b.logit && !(std::isnan(a.logit) && std::isnan(b.logit)))
    return std::isnan(b.logit) || a.logit > b.logit;
  return a.id < b.id;
}

/// The `count` most probable tokens, in order.
std::vector<TokenId> most_probable(std::span<const Real> logits, std::size_t count) {
  std::vector<ScoredToken> all(logits.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = {logits[i], static_cast<TokenId>(i)};
  const auto end = all.begin() + static_cast<std::ptrdiff_t>(count);
  if (count < all.size()) std::nth_element(all.begin(), end, all.end(), comes_before);
  std::sort(all.begin(), end, comes_before);
  std::vector<TokenId> ids(count);
  std::transform(all.begin(), end, ids.begin(), [](const ScoredToken& token) { return token.id; });
  return ids;
}

TokenId likeliest_token(std::span<const Real> logits) {
  return static_cast<TokenId>(std::max_element(logits.begin(), logits.end()) - logits.begin());
}

}  // namespace

void SamplingOptions::validate() const {
  if (!(temperature >= 0) || !std::isfinite(temperature)) {
    throw std::invalid_argument("temperature is " + std::to_string(temperature) +
                                ", but must be a finite number of at least 0");
  }
  if (top_k < 0)
    throw std::invalid_argument("top-k is " + std::to_string(top_k) + ", but must be at least 0");
  if (!(top_p > 0 && top_p <= 1)) {
    throw std::invalid_argument("top-p is " + std::to_string(top_p) +
                                ", but must be greater than 0 and at most 1");
  }
  if (!(min_p >= 0 && min_p <= 1))
    throw std::invalid_argument("min-p is " + std::to_string(min_p) + ", but must be from 0 to 1");
  if (!(repetition_penalty > 0) || !std::isfinite(repetition_penalty))
    throw std::invalid_argument("repetition-penalty is " + std::to_string(repetition_penalty) +
                                ", but must be a finite number greater than 0");
}

std::vector<Real> penalized_logits(std::span<const Real> logits, std::span<const TokenId> text,
                                   double penalty) {
  std::vector<Real> changed(logits.begin(), logits.end());
  for (const TokenId token : text) {
    if (token < 0 || static_cast<std::size_t>(token) >= changed.size()) continue;  // unknown, in the prompt
    const Real logit = logits[token];
    const double factor = logit > 0 ? 1 / penalty : penalty;
    changed[token] = Real(double(logit) * factor);
  }
  return changed;
}

SamplingCandidates sampling_candidates(std::span<const Real> logits, const SamplingOptions& options) {
  if (options.temperature == 0) return {{likeliest_token(logits)}, {1.0}, 1, 1.0};
  SamplingCandidates c;
  const auto limit = static_cast<std::size_t>(options.top_k);
  c.ids = most_probable(logits, limit > 0 ? std::min(logits.size(), limit) : logits.size());
  const auto logit = [&](TokenId id) { return double(logits[id]); };
  double total = 0;
  for (TokenId id : c.ids) {
    c.probabilities.push_back(std::exp((logit(id) - logit(c.ids[0])) / options.temperature));
    total += c.probabilities.back();
  }
  for (double& p : c.probabilities) p /= total;
  const double least = options.min_p * c.probabilities[0];
  while (c.nucleus < c.ids.size() &&
         (c.nucleus == 0 || (c.nucleus_sum < options.top_p && c.probabilities[c.nucleus] >= least)))
    c.nucleus_sum += c.probabilities[c.nucleus++];
  return c;
}

TokenId drawn_token(const SamplingCandidates& c, RandomStream& random) {
  double at = random.uniform() * c.nucleus_sum;
  for (std::size_t i = 0; i + 1 < c.nucleus; ++i) {
    at -= c.probabilities[i];
    if (at < 0) return c.ids[i];
  }
  return c.ids[c.nucleus - 1];
}

TokenId sample_token(std::span<const Real> logits, const SamplingOptions& options, RandomStream& random) {
  if (options.temperature == 0) return likeliest_token(logits);
  return drawn_token(sampling_candidates(logits, options), random);
}

TokenId sample_token(std::span<const Real> logits, std::span<const TokenId> text,
                     const SamplingOptions& options, RandomStream& random) {
  if (options.repetition_penalty == 1) return sample_token(logits, options, random);
  return sample_token(penalized_logits(logits, text, options.repetition_penalty), options, random);
}

std::vector<TokenId> generate(const Model& model, std::span<const Real> weights,
                              std::span<const TokenId> prompt, Index max_tokens, const StopTokens& stop,
                              const SamplingOptions& options, RandomStream& random,
                              const std::function<bool(TokenId)>& on_token, const PassOptions& pass) {
  options.validate();
  NextToken next(model, weights, Reuse::Cache, pass);
  Batch batch;
  batch.resize(1, 0, count_of(prompt));
  std::ranges::copy(prompt, batch.input.begin());
  next.begin(batch);
  std::vector<TokenId> made;
  for (Index i = 0; i < max_tokens; ++i) {
    made.push_back(sample_token(next.logits(0), next.text(0), options, random));
    if (stop.contains(made.back()) || (on_token && !on_token(made.back()))) break;
    if (i + 1 < max_tokens) next.append({&made.back(), 1});
  }
  return made;
}

namespace {

/// A batch of the same sources or pictures, whose targets begin with `start`.
Batch begun(const Batch& source, TokenId start) {
  Batch batch = source;
  batch.resize_target(1);
  std::ranges::fill(batch.input, start);
  std::ranges::fill(batch.input_lengths, 1);
  return batch;
}

/// Tokens for each source row, each one `choose`n from its logits and the row's tokens before it. A row may
/// begin with the token that ends it, as BART's do.
template <typename Choose>
std::vector<std::vector<TokenId>> decode(const Model& model, std::span<const Real> weights,
                                         const Batch& source, TokenId start, const StopTokens& stop,
                                         Index max_tokens, const PassOptions& pass, const Choose& choose) {
  std::vector<std::vector<TokenId>> rows(source.size);
  std::vector<TokenId> last(rows.size(), start);
  std::vector<bool> ended(rows.size(), false);
  NextToken next(model, weights, Reuse::Cache, pass);
  next.begin(begun(source, start));
  const Index limit = most_new_tokens(model.config(), 1, max_tokens);
  for (Index t = 1; t <= limit; ++t) {
    for (std::size_t b = 0; b < rows.size(); ++b) {
      if (ended[b]) continue;
      const auto row = static_cast<Index>(b);
      last[b] = choose(next.logits(row), next.text(row));
      ended[b] = stop.contains(last[b]);
      if (!ended[b]) rows[b].push_back(last[b]);
    }
    if (t == limit || std::count(ended.begin(), ended.end(), true) == source.size) break;
    next.append(last);
  }
  return rows;
}

}  // namespace

std::vector<std::vector<TokenId>> decode_greedily(const Model& model, std::span<const Real> weights,
                                                  const Batch& source, TokenId start, const StopTokens& stop,
                                                  Index max_tokens, const PassOptions& pass) {
  return decode(model, weights, source, start, stop, max_tokens, pass,
                [](std::span<const Real> logits, auto) { return likeliest_token(logits); });
}

std::vector<std::vector<TokenId>> decode_sampled(const Model& model, std::span<const Real> weights,
                                                 const Batch& source, TokenId start, const StopTokens& stop,
                                                 Index max_tokens, const SamplingOptions& options,
                                                 RandomStream& random, const PassOptions& pass) {
  options.validate();
  return decode(model, weights, source, start, stop, max_tokens, pass,
                [&](std::span<const Real> logits, std::span<const TokenId> text) {
                  return sample_token(logits, text, options, random);
                });
}

}  // namespace attnlab
