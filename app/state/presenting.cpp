// Presenting: the stage alone, with text that fits.
#include "app/state/presenting.h"

#include <algorithm>

namespace attnlab {
namespace {

/// Lines of text that a presented window has room for, and how many heights of a line it is wide, at least.
constexpr int kLines = 36, kLineWidth = 60;
/// Height of a line at 100 %, in screen coordinates.
constexpr int kLine = 16;

Index text_that_fits(int width, int height) {
  const int line = std::min(height / kLines, width / kLineWidth);
  return std::clamp(static_cast<Index>(100 * line / kLine), kLeastTextPercent, kMostTextPercent);
}

}  // namespace

Screen presented(const Screen& screen, int width, int height) {
  Screen seen = screen;
  if (!screen.presenting) return seen;
  seen.stage_only = seen.high_contrast = true;
  seen.text_percent = std::max(seen.text_percent, text_that_fits(width, height));
  return seen;
}

}  // namespace attnlab
