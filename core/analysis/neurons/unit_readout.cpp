// Unit readout: the output matrix taken back through the norms that stand between a network and the logits.
#include "core/analysis/neurons/unit_readout.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "core/analysis/norms.h"
#include "core/language/messages.h"
#include "core/layers/block_sites.h"
#include "core/layers/input_sites.h"
#include "core/layers/norm_placement.h"
#include "core/layers/norm_sites.h"
#include "core/layers/output_layer_kind.h"
#include "core/models/architecture_kind.h"
#include "core/models/model.h"
#include "core/models/pooling_kind.h"

namespace attnlab {

namespace {

using StreamVector = std::vector<double>;

std::span<const Real> unit_row(const TraceTensor& tensor, Index row) {
  const auto width = static_cast<std::size_t>(tensor.shape.last());
  return tensor.value.subspan(static_cast<std::size_t>(row) * width, width);
}

/// The weights that make the logits: of the output, or the embedding that serves for it.
const TraceTensor& logit_matrix(const Trace& trace) {
  const auto in = [&](const Part& part, const Site& site) { return trace.find(Place().inside(part), site); };
  for (const TraceTensor* found : {in(model_sites::kOutput, model_sites::kOutputWeight),
                                   in(model_sites::kTarget, input_sites::kEmbeddingWeight),
                                   in(model_sites::kSource, input_sites::kEmbeddingWeight)})
    if (found) return *found;
  throw std::logic_error("a model with feed-forward networks has an output matrix");
}

/// The stack of layers that a place is in: decoder.
Place stack_around_units(const Place& place) { return layer_around(place).outer(); }

bool is_on_stream(const NormTensors& norm, const Trace& trace) {
  return norm.place.part() == &norm_sites::kFinalNorm || norm_placement(trace.config().norm).after();
}

bool comes_behind(const TraceTensor& tensor, const UnitLayer& layer) { return &tensor > layer.output; }

/// The norms between the network and the logits, in order of computation.
std::vector<NormTensors> norms_behind(const Trace& trace, const UnitLayer& layer) {
  std::vector<NormTensors> behind;
  for (const NormTensors& norm : norms_of(trace))
    if (norm.place.begins_with(stack_around_units(layer.place)) && is_on_stream(norm, trace) &&
        comes_behind(*norm.normalized, layer))
      behind.push_back(norm);
  return behind;
}

bool is_edited_behind(const Trace& trace, const UnitLayer& layer) {
  const Place stack = stack_around_units(layer.place);
  const auto touches = [&](const TraceTensor& tensor) {
    if (!tensor.edited || tensor.before_edits || !comes_behind(tensor, layer)) return false;
    const PartKind kind = tensor.place.kind();
    const bool of_stream =
        tensor.place.begins_with(stack) && (kind == PartKind::Norm || kind == PartKind::Residual);
    return of_stream || kind == PartKind::Output;
  };
  return std::ranges::any_of(trace.tensors(), touches);
}

/// 1/√(σ² + ε) of each row that the norm read.
std::vector<double> frozen_scales(const NormTensors& norm, double epsilon) {
  std::vector<double> scales;
  for (const RowStatistics& row : row_statistics(norm.input->value, norm.input->shape.last())) {
    const double squares = norm.kind->centres ? row.deviation * row.deviation
                                              : row.size * row.size / double(norm.input->shape.last());
    scales.push_back(1 / std::sqrt(squares + epsilon));
  }
  return scales;
}

double middle_of_readout(const StreamVector& x) {
  return std::accumulate(x.begin(), x.end(), 0.0) / double(x.size());
}

double product_with(const StreamVector& r, std::span<const Real> x) {
  double sum = 0;
  for (std::size_t c = 0; c < r.size(); ++c) sum += r[c] * double(x[c]);
  return sum;
}

/// The way from the stream behind a network to the logits.
class StraightWay {
 public:
  StraightWay(const Trace& trace, const UnitLayer& layer)
      : trace_(trace),
        tokens_(layer.tokens()),
        norms_(norms_behind(trace, layer)),
        output_(logit_matrix(trace)) {
    const std::string why = no_straight_way(trace, layer);
    if (!why.empty()) throw std::invalid_argument(std::string(tr(why)));
    for (const NormTensors& norm : norms_)
      scales_.push_back(frozen_scales(norm, trace.config().norm_epsilon));
  }

  Index words() const { return output_.shape[0]; }

  /// r with logit = r · x + constant, for a vector x on the stream behind the network at `token`.
  StreamVector readout(Index word, Index token) const {
    const std::span<const Real> row = unit_row(output_, word);
    StreamVector r(row.begin(), row.end());
    for (std::size_t i = norms_.size(); i-- > 0;) {
      weigh(scales_[i][token], r);
      weigh_by(norms_[i].gamma->value, r);
      if (norms_[i].kind->centres) centre(r);
    }
    weigh(pooled_share(token), r);
    return r;
  }

  /// What a vector x on the stream adds to each logit where every scale is 1.
  StreamVector said_by(StreamVector x) const {
    for (const NormTensors& norm : norms_) {
      if (norm.kind->centres) centre(x);
      weigh_by(norm.gamma->value, x);
    }
    StreamVector said;
    for (Index word = 0; word < words(); ++word) said.push_back(product_with(x, unit_row(output_, word)));
    return said;
  }

  /// The words that are asked about, position by position.
  std::vector<Index> answers(UnitAnswer answer) const {
    std::vector<Index> words;
    for (Index t = 0; t < tokens_; ++t) words.push_back(answer_at(one_class() ? 0 : t, answer));
    return words;
  }

 private:
  static void weigh(double factor, StreamVector& r) {
    for (double& value : r) value *= factor;
  }
  static void weigh_by(std::span<const Real> factors, StreamVector& r) {
    for (std::size_t c = 0; c < r.size(); ++c) r[c] *= double(factors[c]);
  }
  static void centre(StreamVector& r) {
    const double middle = middle_of_readout(r);
    for (double& value : r) value -= middle;
  }

  bool one_class() const { return gives_class(format_of(trace_.config())); }

  /// How much a position counts in the vector that a class is read from.
  double pooled_share(Index token) const {
    if (!one_class()) return 1;
    if (pooling_kind(trace_.config().pooling).first_row) return token == 0 ? 1 : 0;
    return 1 / double(tokens_);
  }

  Index answer_at(Index row, UnitAnswer answer) const {
    if (answer == UnitAnswer::Right) {
      const TokenId wanted = trace_.batch().target[row];
      return wanted >= 0 ? static_cast<Index>(wanted) : -1;
    }
    const std::span<const Real> logits = unit_row(*logits_, row);
    return static_cast<Index>(std::ranges::max_element(logits) - logits.begin());
  }

  const Trace& trace_;
  Index tokens_;
  std::vector<NormTensors> norms_;
  const TraceTensor& output_;
  const TraceTensor* logits_ =
      trace_.find(Place().inside(model_sites::kOutput), output_sites(trace_.config()).logits);
  std::vector<std::vector<double>> scales_;  ///< of each norm, by token
};

/// r · w_out of every unit, [F].
StreamVector read_by_units(const UnitLayer& layer, const StreamVector& r) {
  const auto units = static_cast<std::size_t>(layer.units());
  StreamVector read(units, 0.0);
  for (std::size_t c = 0; c < r.size(); ++c) {
    const Real* const row = layer.out->value.data() + c * units;
    for (std::size_t u = 0; u < units; ++u) read[u] += r[c] * double(row[u]);
  }
  return read;
}

void add_token(const StraightWay& way, const UnitLayer& layer, Index token, UnitContributions& all) {
  const Index word = all.words[token];
  if (word < 0) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    all.values.insert(all.values.end(), static_cast<std::size_t>(layer.units()), Real(kNone));
    return all.bias.push_back(kNone);
  }
  const StreamVector r = way.readout(word, token), read = read_by_units(layer, r);
  const double share = layer.share(token);
  for (Index u = 0; u < layer.units(); ++u)
    all.values.push_back(Real(share * layer.activation(token, u) * read[u] + 0.0));
  all.bias.push_back(layer.out_bias ? share * product_with(r, layer.out_bias->value) : 0);
}

void check_unit_word(Index word, Index words) {
  if (word < 0 || word >= words)
    throw std::out_of_range(tr("token ID {1} is not among the {2} tokens of the vocabulary",
                               std::to_string(word), std::to_string(words)));
}

}  // namespace

std::string no_straight_way(const Trace& trace, const UnitLayer& layer) {
  const ArchitectureKind& kind = architecture_of(trace.config());
  if (kind.has_two_stacks() && layer.place.within(*kind.source_stack))
    return tr_mark(
        "the encoder reaches the prediction only through cross-attention, so its units do not add to a logit "
        "directly");
  if (output_layer_kind(trace.config().output_layer).is_there())
    return tr_mark("an output layer with an activation is between the stream and the logits");
  if (is_edited_behind(trace, layer))
    return tr_mark(
        "an edit changes the stream after this network, so the direct path to the logits is not the model's "
        "own");
  return "";
}

UnitContributions unit_contributions(const Trace& trace, const UnitLayer& layer, UnitAnswer answer,
                                     std::optional<Index> word) {
  const StraightWay way(trace, layer);
  UnitContributions all;
  all.units = layer.units();
  if (word) {
    check_unit_word(*word, way.words());
    all.words.assign(layer.tokens(), *word);
  } else {
    all.words = way.answers(answer);
  }
  for (Index t = 0; t < layer.tokens(); ++t) add_token(way, layer, t, all);
  return all;
}

std::vector<double> unit_words(const Trace& trace, const UnitLayer& layer, Index unit) {
  const StraightWay way(trace, layer);
  return way.said_by(layer.weights_out(unit));
}

}  // namespace attnlab
