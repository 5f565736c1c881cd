// Recurrent eigenvalues, by Eigen's solver of real matrices.
#include "core/analysis/recurrence/recurrent_eigenvalues.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/language/messages.h"
#include "core/models/architecture_kind.h"
#include "core/ops/recurrent/cell_sites.h"

namespace attnlab {

std::vector<RecurrentMatrix> recurrent_matrices(const ParameterLayout& layout, const ModelConfig& config) {
  std::vector<RecurrentMatrix> matrices;
  if (!architecture_of(config).has_cells()) return matrices;
  const CellKind& kind = cell_kind(config.cell);
  for (const Parameter& parameter : layout.all()) {
    if (parameter.site != &cell_sites::kRecurrentWeight) continue;
    const auto gate = std::ranges::find_if(
        kind.gates, [&](const CellGate& each) { return &each.weights == parameter.place.part(); });
    if (gate == kind.gates.end()) continue;
    matrices.push_back({.cell = parameter.place.outer(),
                        .gate = &*gate,
                        .name = parameter.name,
                        .offset = parameter.offset,
                        .units = parameter.shape.last()});
  }
  return matrices;
}

double Eigenvalues::radius() const { return values.empty() ? 0 : std::abs(values.front()); }

Index Eigenvalues::outside() const {
  return std::ranges::count_if(values, [](const std::complex<double>& value) { return std::abs(value) > 1; });
}

Eigenvalues eigenvalues_of(std::span<const Real> matrix, Index units) {
  if (count_of(matrix) != units * units)
    throw std::invalid_argument(tr("{1} cells do not make a matrix with {2} rows and columns",
                                   std::to_string(matrix.size()), std::to_string(units)));
  if (units > kMostEigenUnits)
    throw std::invalid_argument(
        tr("this layer has {1} units, but eigenvalues are computed only for up to {2}", std::to_string(units),
           std::to_string(kMostEigenUnits)));
  if (!std::ranges::all_of(matrix, [](Real cell) { return std::isfinite(cell); }))
    throw std::invalid_argument(tr("a matrix with a value that is not finite does not have eigenvalues"));
  Eigen::MatrixXd square(units, units);
  for (Index row = 0; row < units; ++row)
    for (Index column = 0; column < units; ++column)
      square(row, column) = double(matrix[row * units + column]);
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(square, false);
  Eigenvalues found;
  for (Index i = 0; i < units; ++i) found.values.push_back(solver.eigenvalues()[i]);
  std::ranges::stable_sort(found.values, [](const std::complex<double>& a, const std::complex<double>& b) {
    const double of_a = std::norm(a), of_b = std::norm(b);
    return of_a != of_b ? of_a > of_b : a.imag() > b.imag();
  });
  return found;
}

Eigenvalues eigenvalues_of(const RecurrentMatrix& matrix, std::span<const Real> weights) {
  return eigenvalues_of(weights.subspan(matrix.offset, matrix.units * matrix.units), matrix.units);
}

}  // namespace attnlab
