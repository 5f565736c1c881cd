// Decoding report: the loop of generate(), which also records its numbers.
#include "core/analysis/decoding_report.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "core/language/messages.h"
#include "core/models/cost.h"

namespace attnlab {

namespace {

std::vector<TokenId> ranked(std::span<const Real> logits) {
  std::vector<TokenId> ids(logits.size());
  std::iota(ids.begin(), ids.end(), 0);
  const std::size_t count = std::min(ids.size(), kRankedTokens);
  const auto logit = [&](TokenId id) { return logits[id]; };
  std::partial_sort(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(count), ids.end(),
                    [&](TokenId a, TokenId b) { return logit(a) != logit(b) ? logit(a) > logit(b) : a < b; });
  ids.resize(count);
  return ids;
}

double probability_of(std::span<const Real> logits, TokenId token) {
  const double most = double(*std::ranges::max_element(logits));
  double sum = 0;
  for (Real logit : logits) sum += std::exp(double(logit) - most);
  return std::exp(double(logits[token]) - most) / sum;
}

double entropy_of(const SamplingCandidates& c) {
  double bits = 0;
  for (std::size_t i = 0; i < c.nucleus; ++i)
    if (const double p = chance_of(c, i); p > 0) bits -= p * std::log2(p);
  return bits;
}

/// The cost of a pass over all of a text.
DecodingWork whole_pass(const ModelConfig& config, Index length) {
  return {1, length, visible_pairs({.causal = config.causal, .rule = config.mask.widest()}, 0, length)};
}

DecodingWork difference(const DecodingWork& after, const DecodingWork& before) {
  return {after.passes - before.passes, after.positions - before.positions, after.scores - before.scores};
}

void choose(DecodingStep& step, std::span<const TokenId> text, const SamplingOptions& options,
            RandomStream& random) {
  if (options.temperature > 0) step.draw = RandomStream(random).uniform();
  const std::vector<Real> penalized = penalized_logits(step.logits, text, options.repetition_penalty);
  step.candidates = sampling_candidates(penalized, options);
  step.token = options.temperature > 0 ? drawn_token(step.candidates, random) : step.candidates.ids[0];
  const auto& ids = step.candidates.ids;
  step.chance =
      chance_of(step.candidates, static_cast<std::size_t>(std::ranges::find(ids, step.token) - ids.begin()));
  step.probability = probability_of(step.logits, step.token);
  step.entropy = entropy_of(step.candidates);
  step.ranking = ranked(step.logits);
}

}  // namespace

double chance_of(const SamplingCandidates& candidates, std::size_t place) {
  return place < candidates.nucleus ? candidates.probabilities[place] / candidates.nucleus_sum : 0;
}

DecodingReport report_decoding(const Model& model, std::span<const Real> weights, const Batch& batch,
                               const StopTokens& stop, const SamplingOptions& options, Index tokens,
                               std::uint64_t seed, const std::function<bool()>& going_on,
                               AttentionDevice* device) {
  options.validate();
  if (batch.size != 1)
    throw std::invalid_argument(
        tr("decoding continues a single text, but the batch has {1}", std::to_string(batch.size)));
  RandomStream random(seed);
  DecodingReport report{batch.input, {}, false, false};
  NextToken next(model, weights, Reuse::Cache, {.device = device});
  const Index limit = most_new_tokens(model.config(), batch.input_length, tokens);
  DecodingWork before;
  for (Index i = 0; i < limit; ++i) {
    if (going_on && !going_on()) {
      report.cut = true;
      break;
    }
    i == 0 ? next.begin(batch) : next.append({&report.steps.back().token, 1});
    DecodingStep step;
    const std::span<const Real> logits = next.logits(0);
    step.logits.assign(logits.begin(), logits.end());
    choose(step, next.text(0), options, random);
    step.work = difference(next.work(), before);
    before = next.work();
    step.length = next.length();
    step.recomputed = whole_pass(model.config(), step.length);
    step.cache_bytes = next.cache_bytes();
    report.steps.push_back(std::move(step));
    if (stop.contains(report.steps.back().token)) {
      report.ended = true;
      break;
    }
  }
  return report;
}

}  // namespace attnlab
