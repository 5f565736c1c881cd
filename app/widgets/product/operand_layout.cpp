// Names and bars give way to numbers.
#include "app/widgets/product/operand_layout.h"

#include <algorithm>

namespace attnlab {
namespace {

// In em: the gap between columns, a sign between numbers, the shortest name, the longest before bars, bars.
constexpr float kGap = 0.5f, kSign = 1.1f, kLeastName = 2.4f, kName = 5, kLeastBar = 2.5f, kMostBar = 8;

bool is_plain(const OperandWidths& w) { return w.product <= 0; }

/// Width of all numbers with the signs between them.
float numbers(const OperandWidths& w, float em) {
  return is_plain(w) ? w.left : w.left + w.right + w.product + 2 * kSign * em;
}

OperandColumns on_one_line(const OperandWidths& w, float room, float em) {
  const float gap = kGap * em, rest = room - numbers(w, em) - gap;
  const bool bars = rest >= std::min(w.index, kName * em) + gap + kLeastBar * em;
  OperandColumns c;
  c.index = std::clamp(bars ? rest - gap - kLeastBar * em : rest, 0.0f, w.index);
  c.left = c.index + gap + w.left;
  c.right = c.left + kSign * em + w.right;
  c.product = is_plain(w) ? c.left : c.right + kSign * em + w.product;
  if (is_plain(w)) c.right = c.left;
  c.bar = c.product + (bars ? gap : 0);
  c.bar_end = bars ? std::min(room, c.bar + kMostBar * em) : c.bar;
  return c;
}

OperandColumns on_two_lines(const OperandWidths& w, float room, float em) {
  const float gap = kGap * em, rest = room - w.product - gap;
  const bool bars = rest >= std::min(w.index, kName * em) + gap + kLeastBar * em;
  OperandColumns c;
  c.two_lines = true;
  c.index = std::clamp(bars ? rest - gap - kLeastBar * em : rest, 0.0f, w.index);
  c.right = c.product = room;
  c.left = room - w.right - kSign * em;
  c.bar = c.index + (bars ? gap : 0);
  c.bar_end = bars ? std::min(room - w.product - gap, c.bar + kMostBar * em) : c.bar;
  return c;
}

bool fits_one_line(const OperandWidths& w, float room, float em) {
  return std::min(w.index, kLeastName * em) + kGap * em + numbers(w, em) <= room;
}

bool fits_two_lines(const OperandWidths& w, float room, float em) {
  const float name = std::min(w.index, kLeastName * em) + kGap * em + w.product;
  return !is_plain(w) && std::max(name, w.left + kSign * em + w.right) <= room;
}

}  // namespace

bool operands_fit(const OperandWidths& w, float room, float em) {
  return fits_one_line(w, room, em) || fits_two_lines(w, room, em);
}

OperandColumns operand_columns(const OperandWidths& w, float room, float em) {
  const bool one = fits_one_line(w, room, em) || is_plain(w);
  return one ? on_one_line(w, room, em) : on_two_lines(w, room, em);
}

}  // namespace attnlab
