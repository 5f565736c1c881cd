// TraceDiff: matching tensors by name and measuring how far apart they are.
#include "core/trace/trace_diff.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace attnlab {

namespace {

/// after − before; 0 for equal infinities, which have no difference.
double change_of(Real before, Real after) {
  const auto a = double(before), b = double(after);
  return a == b || (std::isnan(a) && std::isnan(b)) ? 0 : b - a;
}

TensorChange compare(const TraceTensor& before, const TraceTensor& after) {
  TensorChange change{before.name, &before, &after};
  double squares = 0, scale = 0;
  for (std::size_t i = 0; i < before.value.size(); ++i) {
    const double d = change_of(before.value[i], after.value[i]);
    if (!std::isfinite(d)) {
      change.largest = std::numeric_limits<double>::infinity();
      continue;
    }
    change.largest = std::max(change.largest, std::abs(d));
    squares += d * d;
    if (std::isfinite(before.value[i])) scale += double(before.value[i] * before.value[i]);
  }
  if (squares > 0) change.relative = std::sqrt(squares / scale);
  return change;
}

/// Whether `a` stands before `b` among the most probable; what is not a number comes last.
bool more_probable(Real a, Real b) { return a > b || (std::isnan(b) && !std::isnan(a)); }

std::vector<TokenProbability> most_probable(const TraceTensor& probabilities, Index row, std::size_t count) {
  const Index width = probabilities.shape.last();
  const Real* p = probabilities.value.data() + row * width;
  std::vector<Index> order(width);
  std::iota(order.begin(), order.end(), Index{0});
  const std::size_t kept = std::min(count, order.size());
  std::partial_sort(
      order.begin(), order.begin() + static_cast<std::ptrdiff_t>(kept), order.end(),
      [p](Index a, Index b) { return more_probable(p[a], p[b]) || (!more_probable(p[b], p[a]) && a < b); });
  std::vector<TokenProbability> predictions;
  for (std::size_t i = 0; i < kept; ++i) predictions.push_back({order[i], double(p[order[i]])});
  return predictions;
}

}  // namespace

TraceDiff::TraceDiff(TracePtr before, TracePtr after, std::size_t predictions)
    : before_(std::move(before)), after_(std::move(after)) {
  for (const TraceTensor& tensor : before_->tensors()) {
    const TraceTensor* other = after_->find(tensor.name);
    if (other && other->shape == tensor.shape) {
      tensors_.push_back(compare(tensor, *other));
    } else {
      unmatched_.push_back(tensor.name);
    }
  }
  for (const TraceTensor& tensor : after_->tensors())
    if (!before_->find(tensor.name)) unmatched_.push_back(tensor.name);
  const TraceTensor *a = before_->find("output.probabilities"), *b = after_->find("output.probabilities");
  if (!a || !b || a->shape != b->shape) return;
  for (Index row = 0; row < a->shape.rows(); ++row)
    predictions_.push_back({most_probable(*a, row, predictions), most_probable(*b, row, predictions)});
}

std::vector<double> TraceDiff::difference(std::string_view name) const {
  const auto found = std::ranges::find(tensors_, name, &TensorChange::name);
  if (found == tensors_.end())
    throw std::invalid_argument(std::string(name) + " is not in both passes in the same shape");
  std::vector<double> cells;
  for (std::size_t i = 0; i < found->before->value.size(); ++i)
    cells.push_back(change_of(found->before->value[i], found->after->value[i]));
  return cells;
}

}  // namespace attnlab
