// Inputs of a pass by their sites, the rows of all baselines, and interventions towards them.
#include "core/analysis/attribution/inputs.h"

#include <algorithm>
#include <cmath>

#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/models/model_sites.h"
#include "core/trace/tensor_axes.h"

namespace attnlab {

namespace {

bool enters_model(const TraceTensor& tensor) {
  return tensor.is(input_sites::kEmbedding) || tensor.is(model_sites::kProjection) ||
         tensor.is(model_sites::kPictureVector);
}

AttributedInput attributed_input(const Trace& trace, const TraceTensor& tensor) {
  constexpr std::size_t kTokens = 1;
  AttributedInput input{.tensor = tensor.name,
                        .place = tensor.place,
                        .pieces = {},
                        .first = first_piece(trace, tensor),
                        .picture = !tensor.is(input_sites::kEmbedding)};
  const std::vector<Piece>& all = axis_pieces(trace, tensor, kTokens);
  for (Index t = 0; t < tensor.shape[1]; ++t) {
    const auto at = static_cast<std::size_t>(t + input.first);
    input.pieces.push_back(at < all.size() ? all[at] : Piece{kUnknownId, "picture", true});
  }
  return input;
}

std::vector<Real> zero_vector(const Trace& trace, const AttributedInput& input) {
  return std::vector<Real>(trace.at(input.tensor).shape.last(), Real(0));
}

/// The mean over the rows [N,C] of a tensor, times `factor`.
std::vector<Real> mean_over_rows(const TraceTensor& tensor, double factor) {
  const auto width = static_cast<std::size_t>(tensor.shape.last());
  std::vector<double> sums(width, 0.0);
  for (std::size_t i = 0; i < tensor.value.size(); ++i) sums[i % width] += double(tensor.value[i]);
  std::vector<Real> mean;
  for (const double sum : sums) mean.push_back(Real(factor * sum / double(tensor.shape.rows())));
  return mean;
}

/// The table of the input's own text, or the one that both texts share.
const TraceTensor* input_table(const Trace& trace, const AttributedInput& input) {
  if (const TraceTensor* const own = trace.find(input.place, input_sites::kEmbeddingWeight)) return own;
  for (const TraceTensor& parameter : trace.parameters())
    if (parameter.is(input_sites::kEmbeddingWeight)) return &parameter;
  return nullptr;
}

/// The mean of a single vector is the vector itself, so the baseline of a whole picture is zero.
std::vector<Real> mean_vector(const Trace& trace, const AttributedInput& input) {
  const TraceTensor& tensor = trace.at(input.tensor);
  if (tensor.is(model_sites::kPictureVector)) return zero_vector(trace, input);
  if (tensor.is(model_sites::kProjection)) return mean_over_rows(tensor, 1);
  const TraceTensor* const table = input_table(trace, input);
  return table ? mean_over_rows(*table, embedding_factor(trace.config())) : mean_over_rows(tensor, 1);
}

}  // namespace

std::vector<AttributedInput> attributed_inputs(const Trace& trace) {
  std::vector<AttributedInput> all;
  for (const TraceTensor& tensor : trace.tensors())
    if (enters_model(tensor)) all.push_back(attributed_input(trace, tensor));
  return all;
}

std::span<const BaselineKind> baseline_kinds() {
  static constexpr BaselineKind kKinds[] = {
      {.name = "zero",
       .title = tr_mark("zero"),
       .words = tr_mark("zeros"),
       .sentence = tr_mark("a vector of zeros: a token that carries no information"),
       .vector = zero_vector},
      {.name = "mean",
       .title = tr_mark("mean"),
       .words = tr_mark("the mean"),
       .sentence = tr_mark("the mean of all embeddings, or of the picture's patches: an average token"),
       .vector = mean_vector},
  };
  return kKinds;
}

const BaselineKind& baseline_kind(std::string_view name) {
  return row_named(baseline_kinds(), "baseline", name);
}

Index InputsAndBaselines::rows() const {
  Index count = 0;
  for (const AttributedInput& input : inputs) count += input.rows();
  return count;
}

InputsAndBaselines inputs_and_baselines(const Trace& trace, const BaselineKind& kind) {
  InputsAndBaselines all{attributed_inputs(trace), {}};
  for (const AttributedInput& input : all.inputs) all.baselines.push_back(kind.vector(trace, input));
  return all;
}

std::vector<Intervention> on_the_way(const InputsAndBaselines& all, double share) {
  std::vector<Intervention> changes;
  for (std::size_t i = 0; i < all.inputs.size(); ++i)
    changes.push_back({.name = all.inputs[i].tensor,
                       .change = [baseline = all.baselines[i], share](const Shape&, std::span<Real> cells) {
                         for (std::size_t c = 0; c < cells.size(); ++c) {
                           const auto b = double(baseline[c % baseline.size()]);
                           cells[c] = Real(b + share * (double(cells[c]) - b));
                         }
                       }});
  return changes;
}

Intervention without_row(const InputsAndBaselines& all, std::size_t input, Index row) {
  return {.name = all.inputs[input].tensor,
          .change = [baseline = all.baselines[input], row](const Shape&, std::span<Real> cells) {
            const auto first = static_cast<std::ptrdiff_t>(static_cast<std::size_t>(row) * baseline.size());
            std::ranges::copy(baseline, cells.begin() + first);
          }};
}

}  // namespace attnlab
