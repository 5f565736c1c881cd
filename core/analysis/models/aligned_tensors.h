// Aligned tensors: the tensors that two models have in common, and how far apart they are.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/models/model.h"
#include "core/trace/trace.h"

namespace attnlab {

/// Two lists of numbers of one length compared, in double. Places where one of them is not finite count
/// nowhere.
struct VectorDistance {
  double difference = 0;  ///< ‖a − b‖, Euclidean
  double norm = 0;        ///< ‖a‖
  double other_norm = 0;  ///< ‖b‖
  double cosine = 0;      ///< a·b / (‖a‖‖b‖), −1 to 1; NaN where one of them is zero
  double largest = 0;     ///< greatest |a − b|

  /// ‖a − b‖ / ‖b‖; 0 where both are zero, NaN where b alone is.
  double relative() const;
};
VectorDistance vector_distance(std::span<const Real> a, std::span<const Real> b);

/// A parameter, or a tensor of a pass, that both models have by one name and in one shape.
struct AlignedTensor {
  std::string name;
  const Site* site = nullptr;
  Place place;
  Shape shape;
  VectorDistance distance;  ///< from the first model (a) to the other (b)
};

struct AlignedTensors {
  std::vector<AlignedTensor> tensors;  ///< in the order of the first model
  std::vector<std::string> unmatched;  ///< names in one model alone, or of two shapes: first model's first
};

/// The learned weights; each buffer is laid out as the parameters() of its model.
AlignedTensors align_parameters(const Model& mine, std::span<const Real> weights, const Model& other,
                                std::span<const Real> other_weights);

/// What both compute on their way from one text to its predictions.
AlignedTensors align_passes(const Trace& mine, const Trace& other);

}  // namespace attnlab
