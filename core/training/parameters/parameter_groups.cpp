// Parameter groups: places cut into groups, and norms over their cells.
#include "core/training/parameters/parameter_groups.h"

#include <algorithm>
#include <cmath>

#include "core/tensor/eigen_maps.h"

namespace attnlab {
namespace {

Place group_around(const Parameter& parameter, const ParameterLayout& layout) {
  if (const Place block = layer_around(parameter.place); !block.empty()) return block;
  const Part& stack = *parameter.place.steps().front().part;
  const bool blocks = std::ranges::any_of(layout.all(), [&](const Parameter& other) {
    return other.place.within(stack) && !layer_around(other.place).empty();
  });
  Place group = parameter.place;
  while (group.steps().size() > (blocks ? 2u : 1u)) group = group.outer();
  return group;
}

auto cells(std::span<const Real> values, const FlatRange& range) {
  return ConstArrayMap(values.data() + range.begin, range.end - range.begin).cast<double>();
}

}  // namespace

std::vector<ParameterGroup> parameter_groups(const ParameterLayout& layout) {
  std::vector<ParameterGroup> groups;
  for (const Parameter& parameter : layout.all()) {
    const std::string name = group_around(parameter, layout).name();
    auto group = std::ranges::find(groups, name, &ParameterGroup::name);
    if (group == groups.end()) group = groups.insert(group, {name, {}});
    const FlatRange range{parameter.offset, parameter.offset + parameter.shape.size()};
    if (!group->ranges.empty() && group->ranges.back().end == range.begin)
      group->ranges.back().end = range.end;
    else
      group->ranges.push_back(range);
  }
  return groups;
}

ParameterGroup part_of(const ParameterGroup& group, const std::vector<FlatRange>& ranges, Index first) {
  ParameterGroup part{group.name, {}};
  for (const FlatRange& own : group.ranges)
    for (const FlatRange& range : ranges) {
      const Index begin = std::max(own.begin, range.begin), end = std::min(own.end, range.end);
      if (begin < end) part.ranges.push_back({begin - first, end - first});
    }
  return part;
}

double norm(const ParameterGroup& group, std::span<const Real> values) {
  double squares = 0;
  for (const FlatRange& range : group.ranges) squares += cells(values, range).square().sum();
  return std::sqrt(squares);
}

double difference_norm(const ParameterGroup& group, std::span<const Real> before,
                       std::span<const Real> after) {
  double squares = 0;
  for (const FlatRange& range : group.ranges)
    squares += (cells(after, range) - cells(before, range)).square().sum();
  return std::sqrt(squares);
}

}  // namespace attnlab
