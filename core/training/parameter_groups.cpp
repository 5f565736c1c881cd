// Parameter groups: names cut into groups, and norms over their cells.
#include "core/training/parameter_groups.h"

#include <algorithm>
#include <cmath>

#include "core/tensor/eigen_maps.h"

namespace attnlab {
namespace {

/// The first `parts` parts of a name.
std::string_view first_parts(std::string_view name, int parts) {
  std::size_t end = name.find('.');
  while (--parts > 0 && end != std::string_view::npos) end = name.find('.', end + 1);
  return name.substr(0, end);
}

std::string_view group_of(std::string_view name, const ParameterLayout& layout) {
  if (const std::string_view block = block_of(name); !block.empty()) return block;
  const std::string_view stack = first_parts(name, 1);
  const bool blocks = std::ranges::any_of(
      layout.all(), [&](const Parameter& other) { return first_parts(block_of(other.name), 1) == stack; });
  return blocks ? first_parts(name, 2) : stack;
}

auto cells(std::span<const Real> values, const FlatRange& range) {
  return ConstArrayMap(values.data() + range.begin, range.end - range.begin).cast<double>();
}

}  // namespace

std::string_view block_of(std::string_view name) {
  constexpr std::string_view kLayers = ".layers.";
  const std::size_t layers = name.find(kLayers);
  if (layers == std::string_view::npos) return "";
  return name.substr(0, name.find('.', layers + kLayers.size()));
}

std::vector<ParameterGroup> parameter_groups(const ParameterLayout& layout) {
  std::vector<ParameterGroup> groups;
  for (const Parameter& parameter : layout.all()) {
    const std::string_view name = group_of(parameter.name, layout);
    auto group = std::ranges::find(groups, name, &ParameterGroup::name);
    if (group == groups.end()) group = groups.insert(group, {std::string(name), {}});
    const FlatRange range{parameter.offset, parameter.offset + parameter.shape.size()};
    if (!group->ranges.empty() && group->ranges.back().end == range.begin)
      group->ranges.back().end = range.end;
    else
      group->ranges.push_back(range);
  }
  return groups;
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
