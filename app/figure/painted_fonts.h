// Painted fonts: those of drawings off screen, which one drawing leaves to the next.
#pragma once

#include <imgui.h>

#include <list>
#include <memory>
#include <span>

#include "app/figure/raster.h"
#include "app/theme/fonts.h"

namespace attnlab {

/// An atlas of all fonts, and its letters as pictures, which are the atlas' textures.
struct PaintedFonts {
  ImFontAtlas atlas;
  std::list<CpuTexture> letters;
  Fonts fonts;
  float em = 0;

  /// Makes the pictures of letters that are new. Call before frames, and before a frame is painted.
  void paint();
};

/// Fonts at `scale` with `letters` beside their own, as build_fonts() makes them; they become current. The
/// newest without such letters stay in memory, as making them costs more than most drawings, unless they are
/// large. Used by the screen's thread alone.
std::shared_ptr<PaintedFonts> painted_fonts(float scale, std::span<const char32_t> letters = {});

/// The same fonts with `letters` beside their own, or others in their place where fonts do not grow.
std::shared_ptr<PaintedFonts> with_letters(std::shared_ptr<PaintedFonts> fonts, float scale,
                                           std::span<const char32_t> letters);

}  // namespace attnlab
