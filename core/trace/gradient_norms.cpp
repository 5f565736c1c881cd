// Gradient norms: sums of squares over everything but the position.
#include "core/trace/gradient_norms.h"

#include <cmath>
#include <stdexcept>

namespace attnlab {

std::vector<double> gradient_norm_by_step(const TraceTensor& tensor) {
  if (tensor.shape.rank() < 2)
    throw std::invalid_argument(tensor.name + " has no positions: its shape is " + tensor.shape.text());
  if (tensor.gradient.empty())
    throw std::invalid_argument(tensor.name + " has no gradient: trace the pass with gradients and a target");
  const Index positions = tensor.shape[1], row = tensor.shape.size() / (tensor.shape[0] * positions);
  std::vector<double> norms(positions);
  for (Index i = 0; i < tensor.shape.size(); ++i) {
    const auto cell = double(tensor.gradient[i]);
    norms[i / row % positions] += cell * cell;
  }
  for (double& norm : norms) norm = std::sqrt(norm);
  return norms;
}

}  // namespace attnlab
