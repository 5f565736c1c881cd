// The size of letters that a desktop asks for, where the display's scale may have it already.
#include <cmath>

#include "app/desktop/desktop_settings.h"

namespace attnlab {

/// Displays alone are scaled by whole numbers where the text scale is multiplied in.
double text_beyond_display(double text_scale, double display_scale) {
  constexpr double kRounding = 0.02;
  if (!(text_scale > 0)) return 1;
  const double rest = display_scale / text_scale, whole = std::round(rest);
  const bool multiplied_in = text_scale != 1 && whole >= 1 && std::abs(rest - whole) <= kRounding * whole;
  return multiplied_in ? 1 : text_scale;
}

}  // namespace attnlab
