// Nearest names by edit distance.
#include "core/config/nearest.h"

#include <algorithm>
#include <numeric>

#include "core/language/messages.h"

namespace attnlab {

namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row.back();
}

/// The most that letters missing at the end of a shortened name count.
constexpr std::size_t kCutShort = 2;

std::size_t distance_to(std::string_view name, std::string_view candidate) {
  const std::size_t distance = edit_distance(name, candidate);
  return name.size() > 1 && candidate.starts_with(name) ? std::min(distance, kCutShort) : distance;
}

}  // namespace

std::vector<std::string> nearest_names(std::string_view name, const std::vector<std::string>& candidates,
                                       std::size_t count) {
  std::vector<std::pair<std::size_t, std::string>> ranked;
  ranked.reserve(candidates.size());
  for (const std::string& candidate : candidates)
    ranked.emplace_back(distance_to(name, candidate), candidate);
  const std::size_t kept = std::min(count, ranked.size());
  std::partial_sort(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(kept), ranked.end());
  std::vector<std::string> names;
  for (std::size_t i = 0; i < kept; ++i) names.push_back(std::move(ranked[i].second));
  return names;
}

std::string either_of(const std::vector<std::string>& names) {
  if (names.empty()) return "";
  std::string all;
  for (std::size_t i = 0; i + 1 < names.size(); ++i) all += (i == 0 ? "" : ", ") + names[i];
  return all.empty() ? names.back() : tr("{1} or {2}", all, names.back());
}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates) {
  const std::vector<std::string> names = nearest_names(name, candidates);
  return names.empty() ? "" : "; " + tr("did you mean {1}?", either_of(names));
}

}  // namespace attnlab
