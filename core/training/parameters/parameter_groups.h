// Parameter groups: a model's parameters by the layer that they belong to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/autograd/parameters.h"

namespace attnlab {

/// Cells `begin` … `end − 1` of the flat buffer.
struct FlatRange {
  Index begin = 0, end = 0;
};

struct ParameterGroup {
  std::string name;
  std::vector<FlatRange> ranges;  ///< in order, none next to the one before
};

/// All parameters, in the order in which the groups begin: those of each block; and outside of blocks, the
/// parameters that share the outermost part of the model ("source", "output"), or the two outermost where
/// blocks lie in the same part ("decoder.norm").
std::vector<ParameterGroup> parameter_groups(const ParameterLayout& layout);

/// `group` in a buffer of the cells from `first` on, and of its cells those in `ranges` alone.
ParameterGroup part_of(const ParameterGroup& group, const std::vector<FlatRange>& ranges, Index first);

/// Euclidean norm over the group's cells of `values`, which is laid out like the parameters.
double norm(const ParameterGroup& group, std::span<const Real> values);
/// Euclidean norm of after − before over the group's cells.
double difference_norm(const ParameterGroup& group, std::span<const Real> before,
                       std::span<const Real> after);

}  // namespace attnlab
