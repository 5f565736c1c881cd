// Stream path: found by sites; norms taken as linear maps, or computed anew.
#include "core/analysis/contributions/stream_path.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "core/language/messages.h"
#include "core/layers/attention_sites.h"
#include "core/layers/feed_forward_sites.h"
#include "core/layers/norm_sites.h"
#include "core/layers/output_layer_kind.h"
#include "core/models/architecture_kind.h"
#include "core/models/model.h"
#include "core/models/model_sites.h"
#include "core/models/pooling_kind.h"
#include "core/models/transformer_parts.h"

namespace attnlab {

namespace {

const Place kStreamOutput = Place().inside(model_sites::kOutput);

Place asked_stack(const Trace& trace) { return Place().inside(architecture_of(trace.config()).last_stack()); }

/// What the first block of the last stack reads, as far as it is named.
const TraceTensor* stream_begin(const Trace& trace) {
  const TraceTensor* begin = nullptr;
  const Site* const begins[] = {&input_sites::kEmbedding, &input_sites::kWithSegments,
                                &model_sites::kProjection, &input_sites::kWithClass, &input_sites::kInput};
  for (const TraceTensor& tensor : trace.tensors())
    if (tensor.place.kind() == PartKind::Input && tensor.place.text() == asked_stack(trace).text() &&
        std::ranges::any_of(begins, [&](const Site* site) { return tensor.is(*site); }))
      begin = &tensor;
  return begin;
}

const block_sites::Sublayer& sublayer_of_sum(const TraceTensor& sum) {
  return *std::ranges::find_if(block_sites::kSublayers, [&](const block_sites::Sublayer& sublayer) {
    return &sublayer.residual == sum.place.part();
  });
}

const TraceTensor* added_branch(const Trace& trace, const TraceTensor& sum) {
  const Part& network = sublayer_of_sum(sum).network;
  const bool attends = network.kind == PartKind::Attention;
  return trace.find(sum.place.outer().inside(network),
                    attends ? attention_sites::kOutput : feed_forward_sites::kOutput);
}

/// The statistic of a norm that its divisor is the root of.
const TraceTensor& spread_statistic(const Trace& trace, const NormTensors& norm) {
  const auto& statistics = norm.kind->statistics;
  return *trace.find(norm.place, *(statistics[1] ? statistics[1] : statistics[0]));
}

bool norm_is_edited(const Trace& trace, const NormTensors& norm) {
  if (norm.normalized->edited || norm.output->edited) return true;
  return std::ranges::any_of(norm.kind->statistics, [&](const Site* statistic) {
    return statistic && trace.find(norm.place, *statistic)->edited;
  });
}

double mean_of_row(std::span<const double> row) {
  return std::accumulate(row.begin(), row.end(), 0.0) / double(row.size());
}

double tensor_cell(const TraceTensor& tensor, Index i) { return double(tensor.value[i]); }

}  // namespace

bool has_stream_path(const ModelConfig& config) {
  return architecture_of(config).has_blocks() && !output_layer_kind(config.output_layer).is_there();
}

std::string_view why_no_stream_path(const ModelConfig& config) {
  if (architecture_of(config).has_cells())
    return tr_mark(
        "its logits are computed from a state that gates overwrite, not from a stream to which its parts "
        "add");
  if (architecture_of(config).has_blocks())
    return tr_mark("an output layer with an activation is between the stream and the logits");
  if (format_of(config) == Format::Numbers) return tr_mark("it predicts numbers and does not have logits");
  return tr_mark("each of its logits is a single dot product of two vectors");
}

StreamPath::StreamPath(const Trace& trace, Index position) : trace_(trace) {
  if (!has_stream_path(trace.config()))
    throw std::invalid_argument(tr("the logits of this model cannot be split into contributions: {1}",
                                   tr(why_no_stream_path(trace.config()))));
  epsilon_ = trace.config().norm_epsilon;
  find_stages();
  find_output();
  find_rows(position);
}

void StreamPath::find_stages() {
  const TraceTensor* const begin = stream_begin(trace_);
  width_ = begin->shape.last();
  stages_.push_back({.kind = StreamStage::Kind::Begin, .stream = begin, .edited = begin->edited});
  if (trace_.config().input_norm) add_norm(begin->place.inside(input_sites::kInputNorm));
  const Place stack = asked_stack(trace_);
  const NormPlacement& placement = norm_placement(trace_.config().norm);
  for (const TraceTensor& tensor : trace_.tensors()) {
    if (!tensor.is(block_sites::kResidual) || !tensor.place.begins_with(stack)) continue;
    stages_.push_back({.kind = StreamStage::Kind::Sum,
                       .stream = &tensor,
                       .branch = added_branch(trace_, tensor),
                       .edited = tensor.edited});
    if (placement.after()) add_norm(tensor.place.outer().inside(sublayer_of_sum(tensor).norm));
  }
  if (placement.ends_stack) add_norm(stack.inside(norm_sites::kFinalNorm));
}

void StreamPath::add_norm(const Place& place) {
  for (NormTensors& norm : norms_of(trace_))
    if (norm.place == place)
      stages_.push_back({.kind = StreamStage::Kind::Norm,
                         .stream = norm.output,
                         .norm = norm,
                         .edited = norm_is_edited(trace_, norm)});
}

void StreamPath::find_output() {
  const Place input = stages_.front().stream->place;
  output_ = trace_.config().tied_output ? trace_.find(input, input_sites::kEmbeddingWeight) : nullptr;
  if (!output_) output_ = trace_.find(kStreamOutput, model_sites::kOutputWeight);
  bias_ = trace_.find(kStreamOutput, model_sites::kOutputBias);
  logits_ = trace_.find(kStreamOutput, output_sites(trace_.config()).logits);
}

void StreamPath::find_rows(Index position) {
  const Index predictions = logits_->shape[1];
  if (position < 0 || position >= predictions)
    throw std::out_of_range(tr("position {1} is not among the {2} positions at which the model predicts",
                               std::to_string(position), std::to_string(predictions)));
  if (!gives_class(format_of(trace_.config()))) {
    rows_ = {position};
  } else if (pooling_kind(trace_.config().pooling).first_row) {
    rows_ = {0};
  } else {
    rows_.resize(stages_.back().stream->shape[1]);
    std::iota(rows_.begin(), rows_.end(), Index(0));
  }
}

StreamRows StreamPath::rows_of(const TraceTensor& tensor) const {
  StreamRows rows;
  for (const Index row : rows_)
    for (Index c = 0; c < width_; ++c) rows.push_back(tensor_cell(tensor, row * width_ + c));
  return rows;
}

StreamRows StreamPath::repeated(const TraceTensor& vector) const {
  StreamRows rows;
  for (std::size_t i = 0; i < rows_.size(); ++i)
    for (Index c = 0; c < width_; ++c) rows.push_back(tensor_cell(vector, c));
  return rows;
}

std::vector<double> StreamPath::output_row(Index word) const {
  const double divisor = trace_.config().scaled_output ? std::sqrt(double(width_)) : 1;
  std::vector<double> row;
  for (Index c = 0; c < width_; ++c) row.push_back(tensor_cell(*output_, word * width_ + c) / divisor);
  return row;
}

double StreamPath::output_bias(Index word) const { return bias_ ? tensor_cell(*bias_, word) : 0; }

double StreamPath::divisor_in_pass(const StreamStage& stage, Index row) const {
  return std::sqrt(tensor_cell(spread_statistic(trace_, stage.norm), row) + epsilon_);
}

StreamRows StreamPath::read_before(const StreamStage& stage, const StreamRows& after) const {
  if (stage.kind != StreamStage::Kind::Norm) return after;
  StreamRows read = after;
  const auto width = static_cast<std::size_t>(width_);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const std::span<double> row(read.data() + i * width, width);
    const double divisor = divisor_in_pass(stage, rows_[i]);
    for (std::size_t c = 0; c < width; ++c)
      row[c] *= tensor_cell(*stage.norm.gamma, static_cast<Index>(c)) / divisor;
    if (!stage.norm.kind->centres) continue;
    const double middle = mean_of_row(row);
    for (double& value : row) value -= middle;
  }
  return read;
}

/// Normalizes the rows; returns the mean of their divisors.
double StreamPath::normalize(const StreamStage& stage, StreamRows& rows) const {
  const auto width = static_cast<std::size_t>(width_);
  double divisors = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const std::span<double> row(rows.data() + i * width, width);
    const double middle = stage.norm.kind->centres ? mean_of_row(row) : 0;
    double squares = 0;
    for (double& value : row) {
      value -= middle;
      squares += value * value;
    }
    const double divisor = std::sqrt(squares / double(width) + epsilon_);
    divisors += divisor;
    for (std::size_t c = 0; c < width; ++c) {
      const auto column = static_cast<Index>(c);
      row[c] = row[c] / divisor * tensor_cell(*stage.norm.gamma, column) +
               (stage.norm.beta ? tensor_cell(*stage.norm.beta, column) : 0);
    }
  }
  return divisors * share();
}

/// A norm that an edit changed stays frozen: its output changes by the linear map alone.
void StreamPath::normalize_as_edited(std::size_t at, StreamRows& rows) const {
  const StreamStage& stage = stages_[at];
  const StreamRows before = rows_of(*stages_[at - 1].stream), after = rows_of(*stage.stream);
  const auto width = static_cast<std::size_t>(width_);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const std::span<double> row(rows.data() + i * width, width);
    for (std::size_t c = 0; c < width; ++c) row[c] -= before[i * width + c];
    const double middle = stage.norm.kind->centres ? mean_of_row(row) : 0,
                 divisor = divisor_in_pass(stage, rows_[i]);
    for (std::size_t c = 0; c < width; ++c)
      row[c] = after[i * width + c] +
               (row[c] - middle) / divisor * tensor_cell(*stage.norm.gamma, static_cast<Index>(c));
  }
}

/// Of the pass.
double StreamPath::last_divisor() const {
  const auto last = std::find_if(stages_.rbegin(), stages_.rend(),
                                 [](const StreamStage& s) { return s.kind == StreamStage::Kind::Norm; });
  if (last == stages_.rend()) return 0;
  double sum = 0;
  for (const Index row : rows_) sum += divisor_in_pass(*last, row);
  return sum * share();
}

StreamPath::End StreamPath::end_from(std::size_t at, StreamRows changed) const {
  End end{std::move(changed), last_divisor()};
  StreamRows& rows = end.stream;
  for (std::size_t i = at + 1; i < stages_.size(); ++i) {
    const StreamStage& stage = stages_[i];
    if (stage.kind == StreamStage::Kind::Norm) {
      if (stage.edited) {
        normalize_as_edited(i, rows);
      } else {
        end.divisor = normalize(stage, rows);
      }
      continue;
    }
    // The sum of the pass minus what it was the sum of counts an edit of the sum too.
    const StreamRows added = rows_of(stage.edited ? *stage.stream : *stage.branch),
                     before = stage.edited ? rows_of(*stages_[i - 1].stream) : StreamRows();
    for (std::size_t c = 0; c < rows.size(); ++c) rows[c] += added[c] - (stage.edited ? before[c] : 0);
  }
  return end;
}

}  // namespace attnlab
