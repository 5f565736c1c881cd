// Logits: split into the sublayers' shares.
#include "core/analysis/logits.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/analysis/norms.h"
#include "core/config/nearest.h"
#include "core/layers/attention_sites.h"
#include "core/layers/feed_forward_sites.h"
#include "core/layers/norm_sites.h"
#include "core/models/architecture_kind.h"
#include "core/models/model_sites.h"
#include "core/models/transformer_parts.h"

namespace attnlab {

namespace {

const Place kInput = Place().inside(model_sites::kTarget), kEnd = Place().inside(model_sites::kOutput);

using DoubleVector = std::vector<double>;

DoubleVector row_of(const TraceTensor& tensor, Index row) {
  const auto width = static_cast<std::size_t>(tensor.shape.last());
  const auto begin =
      tensor.value.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(row) * width);
  return {begin, begin + static_cast<std::ptrdiff_t>(width)};
}

double dot(const DoubleVector& a, const DoubleVector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

double mean(const DoubleVector& x) {
  double sum = 0;
  for (double value : x) sum += value;
  return sum / static_cast<double>(x.size());
}

/// "pre or none": the placements of norms with which a stream only sums.
std::string only_summing() {
  std::vector<std::string> names;
  for (const NormPlacement& placement : norm_placements())
    if (!placement.after()) names.emplace_back(placement.name);
  return either_of(names);
}

/// The end of a decoder: the last norm, if any, and the output matrix.
class OutputHead {
 public:
  explicit OutputHead(const Trace& trace) : options_(norm_options(trace.config())), trace_(trace) {
    const ModelConfig& config = trace.config();
    const NormPlacement& placement = norm_placement(config.norm);
    if (!architecture_of(config).is_decoder_only() || placement.after())
      throw std::invalid_argument(
          "logits are read off a stream that only sums: that of a decoder-only model with norm=" +
          only_summing());
    if (placement.ends_stack) kind_ = options_.kind;
    output_ = config.tied_output ? trace.find(kInput, input_sites::kEmbeddingWeight)
                                 : trace.find(kEnd, model_sites::kOutputWeight);
    if (!kind_) return;
    const std::vector<NormTensors> norms = norms_of(trace);
    const auto final_norm = std::ranges::find_if(
        norms, [](const NormTensors& norm) { return norm.place.part() == &norm_sites::kFinalNorm; });
    gamma_ = row_of(*final_norm->gamma, 0);
    if (!final_norm->beta) return;
    beta_ = row_of(*final_norm->beta, 0);
    beta_name_ = final_norm->beta->name;
  }

  Index vocabulary() const { return output_->shape[0]; }
  const Trace& trace() const { return trace_; }
  DoubleVector output_row(Index token) const { return row_of(*output_, token); }

  /// 1/√(σ² + ε), or 1 without a norm.
  double scale(const DoubleVector& x) const {
    if (!kind_) return 1;
    const double middle = centre(x);
    double squares = 0;
    for (double value : x) squares += (value - middle) * (value - middle);
    return 1 / std::sqrt(squares / static_cast<double>(x.size()) + options_.epsilon);
  }

  /// r with logit = r·x + constant, for a stream whose norm has scale `scale`.
  DoubleVector readout(Index token, double scale) const {
    DoubleVector r = output_row(token);
    if (!kind_) return r;
    for (std::size_t c = 0; c < r.size(); ++c) r[c] *= gamma_[c] * scale;
    const double middle = centre(r);
    for (double& value : r) value -= middle;
    return r;
  }

  /// β·w of the token.
  double constant(Index token) const { return beta_.empty() ? 0 : dot(beta_, output_row(token)); }
  /// The name of β; "" where there is none.
  const std::string& constant_name() const { return beta_name_; }

 private:
  /// The mean that the norm subtracts from every cell of x.
  double centre(const DoubleVector& x) const { return kind_->centres ? mean(x) : 0; }

  NormLayer::Options options_;
  const NormKind* kind_ = nullptr;  ///< of the last norm; null: there is none
  const Trace& trace_;
  const TraceTensor* output_ = nullptr;
  DoubleVector gamma_, beta_;
  std::string beta_name_;
};

/// Collects parts of one logit.
class Attribution {
 public:
  Attribution(const OutputHead& head, Index position, Index token)
      : trace_(head.trace()), position_(position) {
    readout_ = head.readout(token, head.scale(row_of(*residual_streams(trace_).back(), position)));
    for (const TraceTensor& tensor : trace_.tensors()) {
      if (tensor.is(attention_sites::kContext)) add_heads(tensor);
      if (tensor.is(input_sites::kEmbedding) || tensor.is(input_sites::kPositions) ||
          (tensor.is(feed_forward_sites::kOutput) && tensor.place.part() == &block_sites::kFeedForward))
        add_row(tensor, position);
    }
    if (!head.constant_name().empty()) parts_.push_back({head.constant_name(), -1, head.constant(token)});
  }

  std::vector<LogitPart> take() { return std::move(parts_); }

 private:
  void add_row(const TraceTensor& tensor, Index row) {
    parts_.push_back({tensor.name, -1, dot(readout_, row_of(tensor, row))});
  }

  /// A head's context [D] goes through its own D columns of W_O.
  void add_heads(const TraceTensor& context) {
    const std::string attention = context.place.name();
    const TraceTensor& weight = *trace_.find(context.place, attention_sites::kOutputWeight);
    const Index heads = context.shape[1], size = context.shape[3];
    for (Index h = 0; h < heads; ++h) {
      const DoubleVector said = row_of(context, h * context.shape[2] + position_);
      double value = 0;
      for (Index c = 0; c < weight.shape[0]; ++c) {
        const DoubleVector row = row_of(weight, c);
        for (Index d = 0; d < size; ++d)
          value += readout_[static_cast<std::size_t>(c)] * row[static_cast<std::size_t>(h * size + d)] *
                   said[static_cast<std::size_t>(d)];
      }
      parts_.push_back({attention, h, value});
    }
    if (const TraceTensor* bias = trace_.find(context.place, attention_sites::kOutputBias)) add_row(*bias, 0);
  }

  const Trace& trace_;
  Index position_;
  DoubleVector readout_;
  std::vector<LogitPart> parts_;
};

void check_place(std::string_view what, Index at, Index size) {
  if (at < 0 || at >= size)
    throw std::out_of_range(std::string(what) + " " + std::to_string(at) + " is not among the " +
                            std::to_string(size));
}

}  // namespace

std::vector<LogitPart> logit_attribution(const Trace& trace, Index position, Index token) {
  const OutputHead head(trace);
  check_place("position", position, trace.at("output.logits").shape.rows());
  check_place("token", token, head.vocabulary());
  return Attribution(head, position, token).take();
}

}  // namespace attnlab
