// Painted fonts: those of drawings off screen, which one drawing leaves to the next.
#pragma once

#include <imgui.h>

#include <memory>
#include <span>

#include "app/figure/raster.h"
#include "app/theme/fonts.h"

namespace attnlab {

/// An atlas of all fonts, and its letters as a picture, which is the atlas' texture.
struct PaintedFonts {
  ImFontAtlas atlas;
  CpuTexture letters;
  Fonts fonts;
  float em = 0;
};

/// Fonts at `scale` with `letters` beside their own, as build_fonts() makes them; they become current. The
/// newest without such letters stay in memory, as making them costs more than most drawings, unless they are
/// large. Used by the screen's thread alone.
std::shared_ptr<PaintedFonts> painted_fonts(float scale, std::span<const char32_t> letters = {});

}  // namespace attnlab
