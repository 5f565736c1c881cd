// Beam search: the candidates of a step, the choice among them, and when to stop.
#include "core/models/generation/beam_search.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace attnlab {

namespace {

/// A possible next token of one beam.
struct BeamCandidate {
  std::size_t beam = 0;
  TokenId token = 0;
  double log_probability = 0;
};

bool better(const BeamCandidate& a, const BeamCandidate& b) {
  if (a.log_probability != b.log_probability) return a.log_probability > b.log_probability;
  return std::pair(a.beam, a.token) < std::pair(b.beam, b.token);
}

double log_sum(std::span<const Real> logits) {
  const double most = double(*std::ranges::max_element(logits));
  double sum = 0;
  for (Real logit : logits) sum += std::exp(double(logit) - most);
  return most + std::log(sum);
}

class Search {
 public:
  Search(const Model& model, std::span<const Real> weights, const StopTokens& stop,
         const BeamOptions& options, const PassOptions& pass)
      : next_(model, weights, Reuse::Cache, pass), stop_(stop), options_(options) {}

  BeamResult run(const Batch& batch, Index limit) {
    next_.begin(batch);
    live_ = {-1};
    for (Index length = 1; length <= limit; ++length) {
      step();
      if (live_.empty() || finished_enough(limit)) break;
      if (length < limit) advance();
    }
    for (Index node : live_) finish(node);
    return result();
  }

 private:
  double penalty(Index length) const { return std::pow((5 + double(length)) / 6, options_.length_penalty); }
  BeamNode& node(Index i) { return result_.tree[i]; }
  double log_probability(Index i) { return i < 0 ? 0 : node(i).log_probability; }

  /// The best 2·beams continuations: enough for `beams` to live on though every beam may end.
  std::vector<BeamCandidate> candidates() {
    std::vector<BeamCandidate> all;
    for (std::size_t beam = 0; beam < live_.size(); ++beam) {
      const std::span<const Real> logits = next_.logits(static_cast<Index>(beam));
      const double base = log_probability(live_[beam]) - log_sum(logits);
      for (std::size_t id = 0; id < logits.size(); ++id)
        all.push_back({beam, static_cast<TokenId>(id), base + double(logits[id])});
    }
    const auto kept = std::min(all.size(), static_cast<std::size_t>(2 * options_.beams));
    std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(kept), all.end(), better);
    all.resize(kept);
    return all;
  }

  void step() {
    std::vector<Index> live;
    rows_.clear();
    for (const BeamCandidate& c : candidates()) {
      const bool ended = stop_.contains(c.token);
      const bool kept = ended || count_of(live) < options_.beams;
      const Index parent = live_[c.beam], depth = parent < 0 ? 0 : node(parent).depth + 1;
      result_.tree.push_back({parent, depth, c.token, c.log_probability, ended, kept});
      const auto made = count_of(result_.tree) - 1;
      if (ended) finish(made);
      if (!ended && kept) {
        live.push_back(made);
        rows_.push_back(static_cast<Index>(c.beam));
      }
    }
    live_ = std::move(live);
  }

  void advance() {
    std::vector<TokenId> tokens;
    for (Index i : live_) tokens.push_back(node(i).token);
    next_.choose_rows(rows_);
    next_.append(tokens);
  }

  void finish(Index last) {
    Hypothesis h{{}, node(last).log_probability, 0, node(last).ended};
    h.score = h.log_probability / penalty(node(last).depth + 1);
    for (Index i = h.ended ? node(last).parent : last; i >= 0; i = node(i).parent)
      h.tokens.push_back(node(i).token);
    std::ranges::reverse(h.tokens);
    result_.best.push_back(std::move(h));
    std::ranges::stable_sort(result_.best, std::greater{}, &Hypothesis::score);
    if (count_of(result_.best) > options_.beams) result_.best.pop_back();
  }

  /// A live sequence only loses probability, and at best is divided by the penalty of the greatest length.
  bool finished_enough(Index limit) {
    if (count_of(result_.best) < options_.beams) return false;
    return log_probability(live_.front()) / penalty(limit) <= result_.best.back().score;
  }

  BeamResult result() {
    result_.work = next_.work();
    return std::move(result_);
  }

  NextToken next_;
  StopTokens stop_;
  BeamOptions options_;
  std::vector<Index> live_;  ///< nodes, −1 for the prompt itself
  std::vector<Index> rows_;  ///< the row of each live node's parent
  BeamResult result_;
};

}  // namespace

void BeamOptions::validate() const {
  if (beams < 1 || beams > 1024)
    throw std::invalid_argument("beams is " + std::to_string(beams) + ", but must be from 1 to 1024");
  if (!(length_penalty >= 0) || !std::isfinite(length_penalty))
    throw std::invalid_argument("length-penalty is " + std::to_string(length_penalty) +
                                ", but must be a finite number of at least 0");
  if (max_tokens < 1)
    throw std::invalid_argument("max-tokens is " + std::to_string(max_tokens) + ", but must be at least 1");
}

BeamResult beam_search(const Model& model, std::span<const Real> weights, const Batch& batch,
                       const StopTokens& stop, const BeamOptions& options, const PassOptions& pass) {
  options.validate();
  if (batch.size != 1)
    throw std::invalid_argument("beam search continues a single text, but the batch has " +
                                std::to_string(batch.size));
  const Index limit = most_new_tokens(model.config(), batch.input_length, options.max_tokens);
  return Search(model, weights, stop, options, pass).run(batch, std::max<Index>(limit, 1));
}

}  // namespace attnlab
