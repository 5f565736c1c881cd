// Norms: found by their sites; what they read, by the operation that read it.
#include "core/analysis/norms.h"

#include <algorithm>
#include <cmath>

#include "core/autograd/tape.h"
#include "core/layers/block_sites.h"
#include "core/layers/input_sites.h"
#include "core/layers/norm_sites.h"
#include "core/ops/norms/layer_norm.h"
#include "core/ops/norms/rms_norm.h"

namespace attnlab {

namespace {

/// What the operation that normalized reads, past edits of its result.
const TraceTensor* input_of(const Trace& trace, const TraceTensor& normalized) {
  const Operation* operation = normalized.node->producer;
  while (operation && operation->kind() == "edited") operation = operation->input(0).node()->producer;
  if (!operation) return nullptr;
  const Node* read = operation->input(0).node();
  const auto found =
      std::ranges::find_if(trace.tensors(), [&](const TraceTensor& t) { return t.node == read; });
  return found == trace.tensors().end() ? nullptr : &*found;
}

/// `norm` of x on a tape of its own, without γ and β.
template <typename Norm>
std::vector<Real> normalized_by(std::span<const Real> x, Index width, Norm norm) {
  Tape tape(Mode::Infer);
  const Variable rows = tape.constant({static_cast<Index>(x.size()) / width, width});
  std::ranges::copy(x, rows.data());
  const Variable gamma = tape.constant({width});
  std::fill_n(gamma.data(), width, Real(1));
  const Variable y = norm(tape, rows, gamma);
  return {y.data(), y.data() + y.size()};
}

}  // namespace

std::vector<NormTensors> norms_of(const Trace& trace) {
  std::vector<NormTensors> norms;
  for (const TraceTensor& tensor : trace.tensors()) {
    const bool rms = tensor.is(norm_sites::kRmsNormalized);
    if (!rms && !tensor.is(norm_sites::kNormalized)) continue;
    const auto beside = [&](const Site& site) { return trace.find(tensor.place, site); };
    norms.push_back({tensor.place.name(), tensor.place, rms, input_of(trace, tensor), &tensor,
                     beside(rms ? norm_sites::kRmsOutput : norm_sites::kOutput),
                     beside(rms ? norm_sites::kRmsGamma : norm_sites::kGamma),
                     rms ? nullptr : beside(norm_sites::kBeta)});
  }
  return norms;
}

std::vector<RowStatistics> row_statistics(std::span<const Real> cells, Index width) {
  const auto row = static_cast<std::size_t>(width);
  std::vector<RowStatistics> rows;
  for (std::size_t begin = 0; begin + row <= cells.size(); begin += row) {
    double sum = 0, squares = 0, distances = 0;
    for (const Real x : cells.subspan(begin, row)) {
      sum += static_cast<double>(x);
      squares += static_cast<double>(x) * static_cast<double>(x);
    }
    const double mean = sum / static_cast<double>(width);
    for (const Real x : cells.subspan(begin, row))
      distances += (static_cast<double>(x) - mean) * (static_cast<double>(x) - mean);
    rows.push_back({mean, std::sqrt(distances / static_cast<double>(width)), std::sqrt(squares)});
  }
  return rows;
}

std::vector<Real> layer_normalized(std::span<const Real> x, Index width, double epsilon) {
  return normalized_by(x, width, [&](Tape& tape, Variable rows, Variable gamma) {
    return layer_norm(tape, rows, gamma, Variable(), static_cast<Real>(epsilon));
  });
}

std::vector<Real> rms_normalized(std::span<const Real> x, Index width, double epsilon) {
  return normalized_by(x, width, [&](Tape& tape, Variable rows, Variable gamma) {
    return rms_norm(tape, rows, gamma, static_cast<Real>(epsilon));
  });
}

std::vector<const TraceTensor*> residual_streams(const Trace& trace) {
  std::vector<const TraceTensor*> streams;
  for (const TraceTensor& tensor : trace.tensors())
    if (tensor.is(block_sites::kResidual) || tensor.is(input_sites::kInput)) streams.push_back(&tensor);
  return streams;
}

}  // namespace attnlab
