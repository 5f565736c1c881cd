// Columns give way from the one that says the least.
#include "app/widgets/product/softmax_layout.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "app/base/format.h"
#include "app/widgets/base/context.h"

namespace attnlab {
namespace {

/// Which columns are drawn, from the most to the fewest.
using ColumnSet = std::array<bool, kSoftmaxColumns>;
constexpr ColumnSet kColumnSets[] = {
    {true, true, true, true}, {true, false, true, true}, {true, false, false, true}};

/// Width of the longest of some numbers with so many decimals, as wide as a number from 0 to 1 at least.
float number_width(std::initializer_list<double> numbers, int digits) {
  float width =
      text_size(fonts().mono, "−0.").x + text_size(fonts().mono, "0").x * static_cast<float>(digits);
  for (const double number : numbers)
    width = std::max(width, text_size(fonts().mono, format_fixed(number, digits)).x);
  return width + em() * 0.9f;
}

/// What each column needs: of numbers of one sign, the largest is the longest.
std::array<float, kSoftmaxColumns> needed_widths(const SoftmaxSteps& steps, std::span<const float> scores,
                                                 int digits) {
  double least = 0, most = 0;
  for (const float each : scores) {
    if (!std::isfinite(each)) continue;
    least = std::min(least, static_cast<double>(each));
    most = std::max(most, static_cast<double>(each));
  }
  return {number_width({least, most}, digits), number_width({least - most}, digits),
          number_width({std::max(1.0, steps.sum)}, digits), number_width({1.0}, digits)};
}

/// The shortest name of a key, in em.
constexpr float kShortestName = 2.4f;

/// The shortest names: the line of sums is named completely.
float shortest_names() {
  return std::max(kShortestName * em(), std::ceil(text_size(fonts().small, kSoftmaxSums).x + em() * 0.6f));
}

/// Shares out `room`, where the columns and the shortest name fit; false where they do not. Columns are of
/// one width where the names are whole as well.
bool share_room(float room, float wanted, const ColumnSet& drawn, SoftmaxWidths& w) {
  const float shortest = shortest_names(), parts = static_cast<float>(std::ranges::count(drawn, true));
  float widest = 0, all = 0;
  for (std::size_t c = 0; c < kSoftmaxColumns; ++c) {
    if (!drawn[c]) w.columns[c] = 0;
    widest = std::max(widest, w.columns[c]);
    all += w.columns[c];
  }
  if (shortest + all > room) return false;
  w.names = std::clamp(room - all, shortest, std::max(wanted, shortest));
  const float each = std::floor((room - wanted) / parts), more = std::floor((room - w.names - all) / parts);
  for (float& column : w.columns)
    if (column > 0) column = each >= widest ? each : column + more;
  return true;
}

}  // namespace

SoftmaxWidths softmax_widths(float room, float names, const SoftmaxSteps& steps,
                             std::span<const float> scores) {
  SoftmaxWidths w;
  for (w.digits = widgets().digits; w.digits >= 1; --w.digits)
    for (const ColumnSet& drawn : kColumnSets) {
      w.columns = needed_widths(steps, scores, w.digits);
      if (share_room(room, names, drawn, w)) return w;
    }
  w.digits = 1;
  w.names = std::max(kShortestName * em(), room - w.all());  // what the numbers leave
  return w;
}

}  // namespace attnlab
