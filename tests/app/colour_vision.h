// Colour vision: how colours look to eyes with and without defects, and colour differences.
#pragma once

#include "app/theme/oklab.h"

namespace attnlab::testing {

/// Eyes without a defect, or without one of the three kinds of cones.
enum class Vision { Normal, Protanopia, Deuteranopia, Tritanopia };
inline constexpr Vision kAllVisions[] = {Vision::Normal, Vision::Protanopia, Vision::Deuteranopia,
                                         Vision::Tritanopia};
const char* vision_name(Vision vision);

/// The colour that normal eyes see as these eyes see `colour`, after Machado, Oliveira and Fernandes
/// (2009), severity 1.
Rgb as_seen(Rgb colour, Vision vision);

/// CIELAB with the white point D65: L* from 0 to 100.
struct Cielab {
  double lightness = 0, a = 0, b = 0;
};
Cielab to_cielab(Rgb colour);

/// The difference ΔE of CIEDE2000 with kL = kC = kH = 1, after Sharma, Wu and Dalal (2005). A ΔE of
/// about 1 is just noticeable, of 10 obvious.
double ciede2000(Cielab p, Cielab q);

}  // namespace attnlab::testing
