// Linear probe: multinomial logistic regression from vectors to labels.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/tensor/real.h"

namespace attnlab {

/// A linear classifier: each feature is shifted and scaled to mean 0 and deviation 1 over the rows that it
/// was fitted to, and the logits of a row are weights·row + bias.
struct LinearProbe {
  Index features = 0;           ///< C
  Index classes = 0;            ///< K
  std::vector<double> mean{};   ///< [C]
  std::vector<double> scale{};  ///< [C] what a shifted feature is multiplied by; 0 for one that never changes
  std::vector<double> weights{};  ///< [K,C] of shifted and scaled features
  std::vector<double> bias{};     ///< [K]
  Index steps = 0;                ///< that the fit took
  double objective = 0;           ///< what was minimised, at its end

  /// What softmax makes of the logits of a row [C]: [K].
  std::vector<double> probabilities(std::span<const Real> row) const;
};

/// How a probe is fitted.
struct ProbeFit {
  double penalty =
      1e-3;           ///< λ: half of it times the squares of all weights is added to the mean cross-entropy
  Index steps = 200;  ///< at most
  double tolerance =
      1e-3;  ///< length of the gradient at which the fit ends; the objective is then near its minimum
  /// Asked before each step; a fit that is stopped is unfinished. Null: it goes on.
  std::function<bool()> goes_on{};
};

/// Vectors and the classes that are to be read from them.
struct ProbeRows {
  Index features = 0;              ///< C
  std::span<const Real> cells;     ///< [N,C]
  std::span<const Index> classes;  ///< [N] each from 0 to K − 1
};

/// Minimises mean cross-entropy plus λ/2·‖weights‖² by L-BFGS (Liu and Nocedal 1989) from zero weights, in
/// double: a convex function, so that nothing but the rows decides the result. Features are decorrelated on
/// the way, which changes the steps and not the minimum. There must be a row.
LinearProbe fit_linear_probe(const ProbeRows& rows, Index classes, const ProbeFit& fit = {});

/// The most probable class of each row, the first of equal ones.
std::vector<Index> predicted_classes(const LinearProbe& probe, const ProbeRows& rows);

}  // namespace attnlab
