// Aligned tensors: matching by name and shape; sums in double.
#include "core/analysis/models/aligned_tensors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace attnlab {

namespace {

constexpr double kUnknownDistance = std::numeric_limits<double>::quiet_NaN();

/// One named list of numbers of a model.
struct NamedNumbers {
  const std::string* name;
  const Site* site;
  const Place* place;
  const Shape* shape;
  std::span<const Real> values;
};

std::vector<NamedNumbers> numbers_of(const Model& model, std::span<const Real> weights) {
  std::vector<NamedNumbers> all;
  for (const Parameter& p : model.parameters().all())
    all.push_back({&p.name, p.site, &p.place, &p.shape, weights.subspan(p.offset, p.shape.size())});
  return all;
}

std::vector<NamedNumbers> numbers_of(const Trace& trace) {
  std::vector<NamedNumbers> all;
  for (const TraceTensor& t : trace.tensors())
    if (!t.before_edits) all.push_back({&t.name, t.site, &t.place, &t.shape, t.value});
  return all;
}

AlignedTensors align(const std::vector<NamedNumbers>& mine, const std::vector<NamedNumbers>& others) {
  std::unordered_map<std::string_view, const NamedNumbers*> by_name;
  for (const NamedNumbers& other : others) by_name.emplace(*other.name, &other);
  AlignedTensors aligned;
  for (const NamedNumbers& one : mine) {
    const auto found = by_name.find(*one.name);
    if (found == by_name.end() || *found->second->shape != *one.shape) {
      aligned.unmatched.push_back(*one.name);
    } else {
      aligned.tensors.push_back(
          {*one.name, one.site, *one.place, *one.shape, vector_distance(one.values, found->second->values)});
    }
    if (found != by_name.end()) by_name.erase(found);
  }
  for (const NamedNumbers& other : others)
    if (by_name.contains(*other.name)) aligned.unmatched.push_back(*other.name);
  return aligned;
}

}  // namespace

double VectorDistance::relative() const {
  if (difference == 0) return 0;
  return other_norm > 0 ? difference / other_norm : kUnknownDistance;
}

VectorDistance vector_distance(std::span<const Real> a, std::span<const Real> b) {
  VectorDistance d;
  double dot = 0, squares = 0, mine = 0, others = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto x = double(a[i]), y = double(b[i]);
    if (!std::isfinite(x) || !std::isfinite(y)) continue;
    dot += x * y;
    mine += x * x;
    others += y * y;
    squares += (x - y) * (x - y);
    d.largest = std::max(d.largest, std::abs(x - y));
  }
  d.difference = std::sqrt(squares);
  d.norm = std::sqrt(mine);
  d.other_norm = std::sqrt(others);
  d.cosine = mine > 0 && others > 0 ? std::clamp(dot / (d.norm * d.other_norm), -1.0, 1.0) : kUnknownDistance;
  return d;
}

AlignedTensors align_parameters(const Model& mine, std::span<const Real> weights, const Model& other,
                                std::span<const Real> other_weights) {
  return align(numbers_of(mine, weights), numbers_of(other, other_weights));
}

AlignedTensors align_passes(const Trace& mine, const Trace& other) {
  return align(numbers_of(mine), numbers_of(other));
}

}  // namespace attnlab
