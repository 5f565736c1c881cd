// Update derivation: why AdamW moved one weight to where it is.
#pragma once

#include "core/autograd/parameters.h"
#include "core/models/snapshot.h"
#include "core/trace/derivation.h"
#include "core/training/training_config.h"

namespace attnlab {

/// An update of one weight, with its name.
struct WeightUpdate {
  CellName cell;
  CellUpdate numbers;  ///< as the optimizer saw them
  bool decays = true;  ///< matrices do, vectors do not
};

/// Where a parameter's cell is in the flat buffer; −1 where the name or the place is no parameter's.
Index flat_index(const ParameterLayout& parameters, const CellName& cell);
/// A watched cell's update with its name; throws std::out_of_range for a cell outside the layout.
WeightUpdate named_update(const ParameterLayout& parameters, const CellUpdate& update);

/// One line of the calculation of an update.
struct UpdateLine {
  std::string symbol;   ///< "m̂"
  std::string formula;  ///< "m / (1 − β₁ᵗ)", or the name of a given number
  std::string meaning;  ///< for a student
  double value = 0;
};
/// The update of `derive_update` line by line, from the weight before to the weight after as stored.
std::vector<UpdateLine> update_lines(const WeightUpdate& update, const TrainingConfig& config);

/// w ← w·(1 − lr·λ) − lr·m̂ / (√v̂ + ε), with the new moments computed from the old ones
/// (Loshchilov and Hutter 2019). Its operands are the weight, NAME.grad, and the moments NAME.mean and
/// NAME.square.
Derivation derive_update(const WeightUpdate& update, const TrainingConfig& config);

}  // namespace attnlab
