// Saliency: a product, summed row by row.
#include "core/analysis/saliency.h"

#include <stdexcept>

#include "core/language/messages.h"

namespace attnlab {

std::vector<double> saliency(const Trace& trace, const std::string& name) {
  const TraceTensor& tensor = trace.at(name);
  if (tensor.gradient.empty())
    throw std::invalid_argument(tr("{1} does not have a gradient in this trace: trace with gradients", name));
  const auto width = static_cast<std::size_t>(tensor.shape.last());
  std::vector<double> rows(tensor.shape.rows(), 0.0);
  for (std::size_t i = 0; i < tensor.value.size(); ++i)
    rows[i / width] += double(tensor.value[i]) * double(tensor.gradient[i]);
  return rows;
}

}  // namespace attnlab
