// Unit order: sorting by absolute values.
#include "core/analysis/neurons/unit_order.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace attnlab {

namespace {

/// Unit numbers, the largest value first; NaN counts as less than all.
std::vector<Index> units_by_size(const std::vector<double>& sizes) {
  std::vector<Index> order(sizes.size());
  std::iota(order.begin(), order.end(), Index(0));
  const auto size = [&](Index unit) {
    const double value = sizes[unit];
    return std::isnan(value) ? -1.0 : value;
  };
  std::ranges::stable_sort(order, [&](Index a, Index b) { return size(a) > size(b); });
  return order;
}

/// The largest |value(token, unit)| of each unit; NaN where none is a number.
template <typename ValueAt>
std::vector<double> largest_of_units(Index tokens, Index units, std::optional<Index> token,
                                     const ValueAt& value) {
  std::vector<double> sizes(units, std::nan(""));
  const Index first = token.value_or(0), last = token ? *token + 1 : tokens;
  for (Index t = first; t < last; ++t)
    for (Index u = 0; u < units; ++u) {
      double& size = sizes[u];
      size = std::fmax(size, std::abs(value(t, u)));
    }
  return sizes;
}

}  // namespace

const UnitsFollowing* DescribedUnits::followed(std::string_view feature) const {
  const auto found =
      std::ranges::find(following, feature, [](const UnitsFollowing& each) { return each.feature->name; });
  return found == following.end() ? nullptr : &*found;
}

std::vector<Index> DescribedUnits::silent() const {
  std::vector<Index> numbers;
  for (std::size_t u = 0; u < summaries.size(); ++u)
    if (summaries[u].silent) numbers.push_back(static_cast<Index>(u));
  return numbers;
}

DescribedUnits describe_units(HeldOutUnits held_out) {
  DescribedUnits described;
  described.summaries = unit_summaries(held_out);
  described.following = units_following_texts(held_out);
  described.held_out = std::move(held_out);
  return described;
}

BestFeature best_feature(const DescribedUnits& described, Index unit) {
  BestFeature best;
  for (const UnitsFollowing& each : described.following) {
    const double r = each.correlations[unit];
    if (std::abs(r) > std::abs(best.correlation)) best = {each.feature, r};
  }
  return best;
}

std::vector<Index> units_by_activation(const UnitLayer& layer, std::optional<Index> token) {
  return units_by_size(largest_of_units(layer.tokens(), layer.units(), token, [&](Index t, Index u) {
    return layer.share(t) > 0 ? layer.activation(t, u) : std::nan("");
  }));
}

std::vector<Index> units_by_contribution(const UnitContributions& contributions, std::optional<Index> token) {
  const auto tokens = count_of(contributions.words);
  return units_by_size(largest_of_units(tokens, contributions.units, token,
                                        [&](Index t, Index u) { return double(contributions.at(t, u)); }));
}

std::vector<Index> units_by_following(const UnitsFollowing& following) {
  std::vector<double> sizes;
  for (const double r : following.correlations) sizes.push_back(std::abs(r));
  return units_by_size(sizes);
}

SaidWords said_words(const std::vector<double>& words, std::size_t most) {
  std::vector<SaidWord> all;
  for (std::size_t i = 0; i < words.size(); ++i) all.push_back({static_cast<Index>(i), words[i]});
  std::ranges::stable_sort(all, std::ranges::greater(), &SaidWord::value);
  SaidWords said;
  for (std::size_t i = 0; i < std::min(most, all.size()); ++i) {
    if (all[i].value > 0) said.promoted.push_back(all[i]);
    if (all[all.size() - 1 - i].value < 0) said.suppressed.push_back(all[all.size() - 1 - i]);
  }
  return said;
}

}  // namespace attnlab
