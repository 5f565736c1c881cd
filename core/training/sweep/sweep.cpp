// Sweep: words become axes, axes a grid of presets.
#include "core/training/sweep/sweep.h"

#include <algorithm>
#include <stdexcept>

#include "core/config/scan_number.h"

namespace attnlab {
namespace {

constexpr std::string_view kSeedKey = "seed";

/// Splits at commas without a backslash before them.
std::vector<std::string> split_values(std::string_view text) {
  std::vector<std::string> values(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == ',')
      values.back() += text[++i];
    else if (text[i] == ',')
      values.emplace_back();
    else
      values.back() += text[i];
  }
  return values;
}

/// Words of a sweep that are not options, each a whole number.
struct SweepNumber {
  std::string_view key;
  Index SweepGrid::*number;
  Index most;
};
constexpr SweepNumber kNumbers[] = {{"seeds", &SweepGrid::seeds, 1000},
                                    {"at_once", &SweepGrid::at_once, 1000}};

Index number_of(const SweepAxis& axis, Index most) {
  Index number = 0;
  const std::string& text = axis.values.front();
  const auto [end, error] = scan_number(text.data(), text.data() + text.size(), number);
  if (axis.values.size() > 1 || error != std::errc{} || end != text.data() + text.size() || number < 1 ||
      number > most)
    throw std::invalid_argument(axis_text(axis) + ": write " + axis.key +
                                "=N, where N is a whole number from 1 to " + std::to_string(most));
  return number;
}

/// Whether both keys are of one option, with its section or without.
bool same_option(std::string_view a, std::string_view b) {
  const auto ends = [](std::string_view whole, std::string_view option) {
    return option.find('.') == std::string_view::npos && whole.ends_with(option) &&
           whole.size() > option.size() && whole[whole.size() - option.size() - 1] == '.';
  };
  return a == b || ends(a, b) || ends(b, a);
}

void check_axes(const std::vector<SweepAxis>& axes, std::size_t most) {
  std::size_t runs = 1;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j)
      if (same_option(axes[i].key, axes[j].key))
        throw std::invalid_argument(axes[i].key +
                                    " occurs twice: write all its values once, separated by commas");
    runs *= axes[i].values.size();
    if (runs > most)
      throw std::invalid_argument("the sweep has more than " + std::to_string(most) +
                                  " runs: use fewer values or seeds");
  }
}

/// Seeds from the preset's on.
SweepAxis axis_of_seeds(Index first, Index count) {
  SweepAxis axis{std::string(kSeedKey), {}};
  for (Index i = 0; i < count; ++i) axis.values.push_back(std::to_string(first + i));
  return axis;
}

std::string with_commas(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : ",") + word;
  return all;
}

SweepPoint point_at(const Preset& base, const std::vector<SweepAxis>& axes,
                    const std::vector<std::size_t>& at) {
  SweepPoint point{{}, "", base};
  std::vector<std::string> assignments;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    point.values.push_back(axes[i].values[at[i]]);
    assignments.push_back(axes[i].key + "=" + point.values.back());
  }
  point.name = with_commas(assignments);
  try {
    set_options(point.preset, assignments);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(error_of(point, error.what()));
  }
  return point;
}

/// An axis' option without its section, unless another has an option of that name too.
std::string short_key(const SweepPlan& plan, std::size_t axis) {
  const auto option = [](const std::string& key) { return key.substr(key.find('.') + 1); };
  const std::string name = option(plan.axes[axis].key);
  const auto same = [&](const SweepAxis& other) { return option(other.key) == name; };
  return std::ranges::count_if(plan.axes, same) > 1 ? plan.axes[axis].key : name;
}

/// The next place in the grid, the last axis first; false behind the last place.
bool next_place(const std::vector<SweepAxis>& axes, std::vector<std::size_t>& at) {
  for (std::size_t i = axes.size(); i-- > 0;) {
    if (++at[i] < axes[i].values.size()) return true;
    at[i] = 0;
  }
  return false;
}

}  // namespace

SweepAxis parse_axis(std::string_view text) {
  const std::string all(text);
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0)
    throw std::invalid_argument(all + " does not have values: write key=value,value,…");
  SweepAxis axis{std::string(text.substr(0, equals)), split_values(text.substr(equals + 1))};
  for (const std::string& value : axis.values) {
    if (value.empty()) throw std::invalid_argument(all + " has an empty value");
    if (std::ranges::count(axis.values, value) > 1)
      throw std::invalid_argument(all + " contains " + value + " twice");
  }
  return axis;
}

std::string axis_text(const SweepAxis& axis) {
  std::string text = axis.key + "=";
  for (std::size_t i = 0; i < axis.values.size(); ++i) {
    if (i > 0) text += ',';
    for (const char c : axis.values[i]) text += c == ',' ? "\\," : std::string(1, c);
  }
  return text;
}

SweepGrid parse_sweep(std::span<const std::string> words) {
  SweepGrid grid;
  for (const std::string& word : words) {
    SweepAxis axis = parse_axis(word);
    const auto number = std::ranges::find(kNumbers, axis.key, &SweepNumber::key);
    if (number == std::end(kNumbers))
      grid.axes.push_back(std::move(axis));
    else
      grid.*number->number = number_of(axis, number->most);
  }
  if (grid.axes.empty() && grid.seeds == 1)
    throw std::invalid_argument("a sweep needs an option with its values, such as heads=1,2,4");
  return grid;
}

std::vector<std::string> sweep_words(const SweepGrid& grid) {
  std::vector<std::string> words;
  for (const SweepAxis& axis : grid.axes) words.push_back(axis_text(axis));
  for (const SweepNumber& number : kNumbers)
    if (const Index value = grid.*number.number; value != 1)
      words.push_back(std::string(number.key) + "=" + std::to_string(value));
  return words;
}

std::span<const SweepAxis> SweepPlan::options() const {
  return std::span(axes).first(axes.size() - (seeds > 1 ? 1 : 0));
}

SweepPlan plan_sweep(const Preset& base, const SweepGrid& grid, std::size_t most) {
  SweepPlan plan{grid.axes, grid.seeds, {}};
  if (grid.seeds > 1) plan.axes.push_back(axis_of_seeds(base.training.seed, grid.seeds));
  check_axes(plan.axes, most);
  std::vector<std::size_t> at(plan.axes.size(), 0);
  do plan.points.push_back(point_at(base, plan.axes, at));
  while (next_place(plan.axes, at));
  return plan;
}

std::string error_of(const SweepPoint& point, std::string_view error) {
  return (point.name.empty() ? "" : point.name + ": ") + std::string(error);
}

std::string varied_name(const SweepPlan& plan, std::size_t point) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < plan.axes.size(); ++i)
    if (plan.axes[i].values.size() > 1)
      words.push_back(short_key(plan, i) + "=" + plan.points[point].values[i]);
  return words.empty() ? plan.points[point].name : with_commas(words);
}

}  // namespace attnlab
