// A choice between rows with a name and a title, one of which an option of the view names.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/base/controls.h"
#include "core/config/rows.h"
#include "core/language/messages.h"

namespace attnlab {

/// Offers every row of a choice.
struct EveryRow {
  bool operator()(const auto&) const { return true; }
};

/// Draws the choice between the offered `rows`, of which `now` is chosen, and returns that row, or the first
/// offered row where `now` is not offered. `choose` is called with the name of another that is clicked.
/// Throws std::invalid_argument if there is no row `now`.
template <typename Row, std::size_t N, typename Choose, typename Offered = EveryRow>
const Row& choose_row(const char* target, const Row (&rows)[N], std::string_view now, const Choose& choose,
                      const Offered& offered = {}) {
  const Row& named = row_named(rows, "choice of the view", now);
  std::vector<const Row*> shown;
  std::vector<const char*> titles;
  for (const Row& row : rows)
    if (offered(row)) shown.push_back(&row), titles.push_back(tr(row.title));
  int at = offered(named) ? static_cast<int>(std::ranges::find(shown, &named) - shown.begin()) : 0;
  const Row& chosen = *shown[at];
  if (segmented(target, titles, at)) choose(std::string(shown[at]->name));
  return chosen;
}

}  // namespace attnlab
