// One-hot: the product, summed in full.
#include "core/analysis/vectors/one_hot.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>

#include "core/analysis/operation_parts.h"
#include "core/autograd/operation.h"
#include "core/layers/input_sites.h"

namespace attnlab {
namespace {

double factor_of(const Operation& operation) {
  for (const CallArgument& argument : operation.arguments())
    if (argument.name == "factor") return std::get<double>(argument.value);
  return 1;
}

/// The tensor as it was computed, before an edit changed it.
const TraceTensor* computed(const Trace& trace, const TraceTensor* tensor) {
  const TraceTensor* const before = tensor ? trace.find(tensor->name + ".computed") : nullptr;
  return before ? before : tensor;
}

/// Σ_v x[v]·E[v,c], of all V products.
std::vector<double> times_table(const std::vector<float>& one_hot, const TraceTensor& table) {
  const auto width = static_cast<std::size_t>(table.shape.last());
  std::vector<double> sums(width, 0);
  for (std::size_t v = 0; v < one_hot.size(); ++v)
    for (std::size_t c = 0; c < width; ++c)
      sums[c] += double(one_hot[v]) * double(table.value[v * width + c]);
  return sums;
}

}  // namespace

EmbeddingTensors embedding_tensors(const Trace& trace, Text side) {
  const Part& part = side == Text::Source ? input_sites::kSource : input_sites::kTarget;
  EmbeddingTensors found;
  found.embedding = computed(trace, trace.find(Place().inside(part), input_sites::kEmbedding));
  if (found.embedding) found.table = operation_parts(trace, *found.embedding).input(0);
  return found;
}

std::optional<OneHotProduct> one_hot_product(const Trace& trace, Text side, Index row) {
  const EmbeddingTensors tensors = embedding_tensors(trace, side);
  const std::vector<TokenId>& ids = side == Text::Source ? trace.batch().source : trace.batch().input;
  if (!tensors.table || row < 0 || row >= tensors.embedding->shape.last(1) || row >= count_of(ids)) return {};
  OneHotProduct made;
  made.table = tensors.table;
  made.embedding = tensors.embedding;
  made.row = row;
  made.id = ids[row];
  made.factor = factor_of(*operation_parts(trace, *made.embedding).operation);
  made.one_hot.assign(made.table->shape.last(1), 0);
  if (made.id >= 0) made.one_hot[made.id] = 1;
  const Index width = made.table->shape.last();
  const auto there = made.embedding->value.subspan(row * width, width);
  const std::vector<double> sums = times_table(made.one_hot, *made.table);
  for (std::size_t c = 0; c < sums.size(); ++c) {
    made.product.push_back(float(made.factor * sums[c]));
    made.largest_difference =
        std::max(made.largest_difference, std::abs(double(made.product[c]) - double(there[c])));
  }
  return made;
}

}  // namespace attnlab
