// Norms: found by their sites; their inputs, by the operations that read them.
#include "core/analysis/norms.h"

#include <algorithm>
#include <cmath>

#include "core/autograd/tape.h"
#include "core/layers/block_sites.h"
#include "core/layers/input_sites.h"

namespace attnlab {

namespace {

/// The input of the operation that normalized, past edits of its result.
const TraceTensor* input_of(const Trace& trace, const TraceTensor& normalized) {
  const Operation* operation = normalized.node->producer;
  while (operation && operation->kind() == "edited") operation = operation->input(0).node()->producer;
  if (!operation) return nullptr;
  const Node* read = operation->input(0).node();
  const auto found =
      std::ranges::find_if(trace.tensors(), [&](const TraceTensor& t) { return t.node == read; });
  return found == trace.tensors().end() ? nullptr : &*found;
}

}  // namespace

std::vector<NormTensors> norms_of(const Trace& trace) {
  std::vector<NormTensors> norms;
  for (const TraceTensor& tensor : trace.tensors()) {
    const auto kind =
        std::ranges::find_if(norm_kinds(), [&](const NormKind& k) { return tensor.is(k.normalized); });
    if (kind == norm_kinds().end()) continue;
    const auto beside = [&](const Site& site) { return trace.find(tensor.place, site); };
    norms.push_back({tensor.place, &*kind, input_of(trace, tensor), &tensor, beside(kind->output),
                     beside(kind->gamma), kind->beta ? beside(*kind->beta) : nullptr});
  }
  return norms;
}

std::vector<RowStatistics> row_statistics(std::span<const Real> cells, Index width) {
  const auto row = static_cast<std::size_t>(width);
  std::vector<RowStatistics> rows;
  for (std::size_t begin = 0; begin + row <= cells.size(); begin += row) {
    double sum = 0, squares = 0, distances = 0;
    for (const Real x : cells.subspan(begin, row)) {
      sum += double(x);
      squares += double(x) * double(x);
    }
    const double mean = sum / double(width);
    for (const Real x : cells.subspan(begin, row)) distances += (double(x) - mean) * (double(x) - mean);
    rows.push_back({mean, std::sqrt(distances / double(width)), std::sqrt(squares)});
  }
  return rows;
}

std::vector<Real> normalized_by(const NormKind& kind, std::span<const Real> x, Index width, double epsilon) {
  Tape tape(Mode::Infer);
  const Variable rows = tape.constant({count_of(x) / width, width});
  std::ranges::copy(x, rows.data());
  const Variable gamma = tape.constant({width});
  std::fill_n(gamma.data(), width, Real(1));
  const Variable y = kind.fused(tape, rows, gamma, Variable(), Real(epsilon));
  return {y.data(), y.data() + y.size()};
}

std::vector<const TraceTensor*> residual_streams(const Trace& trace) {
  std::vector<const TraceTensor*> streams;
  for (const TraceTensor& tensor : trace.tensors())
    if (tensor.is(block_sites::kResidual) || tensor.is(input_sites::kInput)) streams.push_back(&tensor);
  return streams;
}

}  // namespace attnlab
