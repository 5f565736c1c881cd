// Trained parameters: names to parameters, and these to ranges of the flat buffer.
#include "core/training/parameters/trained_parameters.h"

#include <algorithm>
#include <stdexcept>

#include "core/autograd/name_pattern.h"
#include "core/config/nearest.h"

namespace attnlab {
namespace {

/// The names that stand between commas, without the spaces around them; none where there are none.
std::vector<std::string_view> listed_names(std::string_view list) {
  std::vector<std::string_view> all;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    std::string_view name = list.substr(0, comma);
    list.remove_prefix(std::min(comma + 1, list.size()));
    while (name.starts_with(' ')) name.remove_prefix(1);
    while (name.ends_with(' ')) name.remove_suffix(1);
    if (!name.empty()) all.push_back(name);
  }
  return all;
}

[[noreturn]] void refuse_name(std::string_view name, const ParameterLayout& layout) {
  std::vector<std::string> known;
  for (const Parameter& parameter : layout.all()) known.push_back(parameter.name);
  throw std::invalid_argument("training.train: the model does not have a parameter \"" + std::string(name) +
                              "\"" + did_you_mean(name, known));
}

bool holds(const ParameterGroup& group, const FlatRange& cells) {
  return std::ranges::any_of(group.ranges, [&](const FlatRange& range) {
    return range.begin < cells.end && cells.begin < range.end;
  });
}

}  // namespace

void check_trained_names(std::string_view names) {
  for (const std::string_view name : listed_names(names)) validate_pattern(name);
}

bool learns(std::string_view names, std::string_view parameter) {
  const std::vector<std::string_view> all = listed_names(names);
  return all.empty() ||
         std::ranges::any_of(all, [&](std::string_view name) { return attnlab::names(name, parameter); });
}

TrainedParameters::TrainedParameters(const ParameterLayout& layout, std::string_view names)
    : layout_cells_(layout.size()) {
  check_trained_names(names);
  for (const std::string_view name : listed_names(names))
    if (std::ranges::none_of(layout.all(), [&](const Parameter& p) { return attnlab::names(name, p.name); }))
      refuse_name(name, layout);
  for (const Parameter& parameter : layout.all()) {
    const bool learning = learns(names, parameter.name);
    gradients_.wanted.push_back(learning);
    if (!learning) continue;
    const FlatRange cells{parameter.offset, parameter.offset + parameter.shape.size()};
    cells_ += cells.end - cells.begin;
    if (!ranges_.empty() && ranges_.back().end == cells.begin)
      ranges_.back().end = cells.end;
    else
      ranges_.push_back(cells);
  }
  // Parameters that are computed together are in one group.
  gradients_.begin = layout.size();
  for (const ParameterGroup& group : parameter_groups(layout)) {
    if (std::ranges::none_of(ranges_, [&](const FlatRange& cells) { return holds(group, cells); })) continue;
    gradients_.begin = std::min(gradients_.begin, group.ranges.front().begin);
    gradients_.end = std::max(gradients_.end, group.ranges.back().end);
  }
}

std::optional<Index> TrainedParameters::moment_of(Index cell) const {
  Index before = 0;
  for (const FlatRange& range : ranges_) {
    if (cell < range.begin) return {};
    if (cell < range.end) return before + cell - range.begin;
    before += range.end - range.begin;
  }
  return {};
}

}  // namespace attnlab
