// Logit lens: the model's own operations on each state of the stream.
#include "core/analysis/residual/lens.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <stdexcept>

#include "core/analysis/norms.h"
#include "core/analysis/residual/stream.h"
#include "core/autograd/tape.h"
#include "core/language/messages.h"
#include "core/layers/norm_placement.h"
#include "core/layers/norm_sites.h"
#include "core/layers/output_layer_kind.h"
#include "core/layers/output_layer_sites.h"
#include "core/models/architecture_kind.h"
#include "core/models/model_sites.h"
#include "core/models/pooling_kind.h"
#include "core/models/transformer_parts.h"
#include "core/ops/basic/linear.h"

namespace attnlab {

namespace {

Variable lent(Tape& tape, const TraceTensor& tensor) { return tape.lent(tensor.shape, tensor.value.data()); }

Variable lent_if(Tape& tape, const TraceTensor* tensor) { return tensor ? lent(tape, *tensor) : Variable(); }

/// What follows the last layer: norm, pooling and output matrix, with the weights of the pass.
class LensEnd {
 public:
  explicit LensEnd(const Trace& trace) : config_(trace.config()) {
    const Place end = Place().inside(model_sites::kOutput);
    weight_ = trace.find(end, model_sites::kOutputWeight);  // none where the embedding serves
    if (!weight_) weight_ = trace.find(embedding_place(), input_sites::kEmbeddingWeight);
    bias_ = trace.find(end, model_sites::kOutputBias);
    dense_ = trace.find(end, model_sites::kDenseWeight);
    dense_bias_ = trace.find(end, model_sites::kDenseBias);
    for (const NormTensors& norm : norms_of(trace))
      if (norm.place == end.inside(model_sites::kOutputNorm)) output_norm_ = norm;
    if (!norm_placement(config_.norm).ends_stack) return;
    for (const NormTensors& norm : norms_of(trace))
      if (norm.place.part() == &norm_sites::kFinalNorm && norm.place.within(stack())) norm_ = norm;
  }

  bool pools() const { return gives_class(format_of(config_)); }

  /// The logits [·,V] of one state of the stream.
  std::vector<double> logits(const TraceTensor& stream) const {
    Tape tape(Mode::Infer);
    Variable x = lent(tape, stream);
    x = normed(tape, norm_, x);
    if (pools()) x = pooled(tape, x);
    x = after_output_layer(tape, read_by_output(tape, config_, x));
    const Variable y = linear(tape, x, lent(tape, *weight_), lent_if(tape, bias_));
    return {y.data(), y.data() + y.size()};
  }

 private:
  const Part& stack() const { return architecture_of(config_).last_stack(); }
  Place embedding_place() const {
    const bool writes = architecture_of(config_).target_stack;
    return Place().inside(writes ? model_sites::kTarget : model_sites::kSource);
  }
  Variable normed(Tape& tape, const NormTensors& norm, Variable x) const {
    if (!norm.kind) return x;
    return norm.kind->fused(tape, x, lent(tape, *norm.gamma), lent_if(tape, norm.beta),
                            Real(config_.norm_epsilon));
  }
  Variable after_output_layer(Tape& tape, Variable x) const {
    if (!dense_) return x;
    x = linear(tape, x, lent(tape, *dense_), lent_if(tape, dense_bias_));
    return normed(
        tape, output_norm_,
        output_layer_kind(config_.output_layer).activation(tape, activation_kind(config_.activation), x));
  }
  /// A pass has one row, and no padding.
  Variable pooled(Tape& tape, Variable x) const {
    return pooling_kind(config_.pooling).pool(tape, {.states = x});
  }

  const ModelConfig& config_;
  const TraceTensor *weight_ = nullptr, *bias_ = nullptr, *dense_ = nullptr, *dense_bias_ = nullptr;
  NormTensors norm_{}, output_norm_{};
};

struct Shares {
  std::vector<double> probabilities;
  double entropy = 0;
};

Shares shares_of(std::span<const double> logits) {
  const double most = std::ranges::max(logits);
  Shares shares;
  shares.probabilities.reserve(logits.size());
  double sum = 0, below = 0;  // Σ p·(most − logit), not yet divided
  for (const double logit : logits) {
    const double p = shares.probabilities.emplace_back(std::exp(logit - most));
    sum += p;
    if (p > 0) below += p * (most - logit);
  }
  for (double& p : shares.probabilities) p /= sum;
  shares.entropy = std::log2(sum) + below / sum * std::numbers::log2e;
  return shares;
}

std::vector<LensWord> likeliest(std::span<const double> logits, const Shares& shares, Index top) {
  std::vector<std::size_t> order(logits.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto kept = std::min(order.size(), static_cast<std::size_t>(top));
  std::partial_sort(
      order.begin(), order.begin() + static_cast<std::ptrdiff_t>(kept), order.end(),
      [&](std::size_t a, std::size_t b) { return logits[a] != logits[b] ? logits[a] > logits[b] : a < b; });
  std::vector<LensWord> words;
  for (std::size_t i = 0; i < kept; ++i)
    words.push_back({static_cast<TokenId>(order[i]), logits[order[i]], shares.probabilities[order[i]]});
  return words;
}

LensCell lens_cell(std::span<const double> logits, TokenId right, Index top) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const Shares shares = shares_of(logits);
  LensCell cell{likeliest(logits, shares, top), kIgnoredTarget, kNone, kNone, 0, shares.entropy};
  if (right < 0 || static_cast<std::size_t>(right) >= logits.size()) return cell;
  const double logit = logits[right];
  cell.right = right;
  cell.right_logit = logit;
  cell.right_probability = shares.probabilities[right];
  cell.right_rank =
      1 + static_cast<Index>(std::ranges::count_if(logits, [&](double other) { return other > logit; }));
  return cell;
}

LensRow lens_row(const LensEnd& end, const StreamState& state, std::span<const TokenId> right, Index top) {
  const std::vector<double> logits = end.logits(*state.stream);
  const std::size_t rows = end.pools() ? 1 : static_cast<std::size_t>(state.positions());
  const std::size_t words = logits.size() / rows;
  LensRow row{part_before(state), state.stream->name, {}};
  for (std::size_t t = 0; t < rows; ++t)
    row.cells.push_back(lens_cell(std::span(logits).subspan(t * words, words),
                                  t < right.size() ? right[t] : kIgnoredTarget, top));
  return row;
}

}  // namespace

bool has_lens(const ModelConfig& config) { return is_transformer(config); }

std::string_view no_lens(const ModelConfig& config) {
  return architecture_of(config).has_cells()
             ? tr_mark("its layers replace their state instead of adding to a stream")
             : tr_mark("it does not have layers that add to a stream");
}

Lens logit_lens(const Trace& trace, Index top) {
  if (top < 1)
    throw std::invalid_argument(
        tr("the number of tokens in the lens is {1}, but must be at least 1", std::to_string(top)));
  if (!has_lens(trace.config()))
    throw std::invalid_argument(
        tr("this model does not have a residual stream: {1}", tr(no_lens(trace.config()))));
  const LensEnd end(trace);
  Lens lens{{}, end.pools()};
  for (const StreamState& state : residual_states(trace))
    lens.rows.push_back(lens_row(end, state, trace.batch().target, top));
  return lens;
}

std::vector<Piece> lens_pieces(const Trace& trace) {
  const ModelConfig& config = trace.config();
  if (gives_class(format_of(config)))
    return {{kUnknownId, has_class_token(config) ? "[CLS]" : std::string(pooling_kind(config.pooling).title),
             true}};
  return architecture_of(config).target_stack ? trace.input_pieces : trace.source_pieces;
}

/// What reads the state before the logits.
static const char* reading_sentence(const ModelConfig& config) {
  const NormPlacement& placement = norm_placement(config.norm);
  if (output_layer_kind(config.output_layer).is_there()) {
    if (placement.ends_stack)
      return tr_mark(
          "The last norm, the output layer and the output matrix read the stream as if the layers ended "
          "there.");
    if (placement.after())
      return tr_mark(
          "The output layer and the output matrix read the output of each norm as if the layers ended "
          "there.");
    return tr_mark("The output layer and the output matrix read the stream as if the layers ended there.");
  }
  if (placement.ends_stack)
    return tr_mark("The last norm and the output matrix read the stream as if the layers ended there.");
  if (placement.after())
    return tr_mark("The output matrix reads the output of each norm as if the layers ended there.");
  return tr_mark("The output matrix reads the stream as if the layers ended there.");
}

/// Which of the positions it reads; null: each one.
static const char* pooled_sentence(const ModelConfig& config) {
  if (!gives_class(format_of(config))) return nullptr;
  if (has_class_token(config)) return tr_mark("It reads only the class vector.");
  if (pooling_kind(config.pooling).first_row) return tr_mark("It reads only the first position.");
  return tr_mark("It reads the mean of all positions.");
}

std::string lens_sentence(const ModelConfig& config) {
  const std::string reading(tr(reading_sentence(config)));
  const char* const pooled = pooled_sentence(config);
  return pooled ? reading + " " + std::string(tr(pooled)) : reading;
}

}  // namespace attnlab
