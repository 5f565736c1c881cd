// Recurrent eigenvalues: those of the matrices that read the state before, which decide whether gradients
// vanish or explode over time (Pascanu et al. 2013).
#pragma once

#include <complex>
#include <span>
#include <string>
#include <vector>

#include "core/autograd/parameters.h"
#include "core/models/model_config.h"
#include "core/ops/recurrent/cell_kind.h"

namespace attnlab {

/// The recurrent weights U [C,C] of one gate of a cell.
struct RecurrentMatrix {
  Place cell;  ///< recurrent, layer 0, as RecurrentCell::place
  const CellGate* gate = nullptr;
  std::string name;             ///< "recurrent.layers.0.forget_gate.recurrent.weight"
  Index offset = 0, units = 0;  ///< in the flat buffer of parameters; C
};

/// Those of all cells of a model, in the order of its parameters; none where it has no recurrent layers.
std::vector<RecurrentMatrix> recurrent_matrices(const ParameterLayout& layout, const ModelConfig& config);

/// The most units of a matrix whose eigenvalues are worked out: the work grows with their cube.
inline constexpr Index kMostEigenUnits = 256;

struct Eigenvalues {
  std::vector<std::complex<double>> values;  ///< the largest magnitude first; of a conjugate pair +i first
  double radius() const;                     ///< the spectral radius: the largest magnitude
  Index outside() const;                     ///< how many have a magnitude over 1
};

/// Of a matrix [units,units], row-major, in double. Throws std::invalid_argument for another number of cells,
/// more than kMostEigenUnits, and cells that are not finite.
Eigenvalues eigenvalues_of(std::span<const Real> matrix, Index units);
/// Of a model's weights.
Eigenvalues eigenvalues_of(const RecurrentMatrix& matrix, std::span<const Real> weights);

}  // namespace attnlab
