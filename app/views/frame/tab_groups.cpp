// Groups of tabs: the views of a group, and the groups that stand open.
#include "app/views/frame/tab_groups.h"

namespace attnlab {

std::vector<TabGroup> tab_groups(std::span<const Feature* const> views) {
  std::vector<TabGroup> groups;
  for (const Feature* view : views) {
    if (groups.empty() || groups.back().group != view->group) groups.push_back({view->group, {}});
    groups.back().tabs.push_back(view);
  }
  return groups;
}

std::vector<bool> open_groups(std::span<const TabWidths> widths, std::size_t chosen, float room) {
  for (std::size_t i = 0; i < widths.size(); ++i) room -= i == chosen ? widths[i].open : widths[i].folded;
  if (room < 0) return {};
  std::vector<bool> open(widths.size());
  open[chosen] = true;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    const float more = widths[i].open - widths[i].folded;
    if (i == chosen || more > room) continue;
    open[i] = true;
    room -= more;
  }
  return open;
}

}  // namespace attnlab
