// Painted fonts: built, or those of the drawing before.
#include "app/figure/painted_fonts.h"

#include <cstddef>
#include <utility>

#include "app/theme/imgui_fonts.h"

namespace attnlab {
namespace {

constexpr std::size_t kMostKeptPixels = std::size_t{1} << 23;  // 32 MB

std::size_t pixels_of(const PaintedFonts& fonts) {
  std::size_t pixels = 0;
  for (const CpuTexture& texture : fonts.letters) pixels += texture.image.pixels.size();
  return pixels;
}

}  // namespace

void PaintedFonts::paint() {
  paint_letters(atlas, [this](void* texture, const LetterPixels& from) -> void* {
    if (!from.pixels) return letters.remove_if([&](CpuTexture& each) { return &each == texture; }), nullptr;
    CpuTexture& painted = texture ? *static_cast<CpuTexture*>(texture) : letters.emplace_back();
    const auto count = static_cast<std::size_t>(from.width) * static_cast<std::size_t>(from.height);
    painted.image = {from.width, from.height, {from.pixels, from.pixels + count}};
    painted.smooth = true;
    return &painted;
  });
}

std::shared_ptr<PaintedFonts> painted_fonts(float scale, std::span<const char32_t> letters) {
  static std::shared_ptr<PaintedFonts> kept;
  if (letters.empty() && kept && kept->em == kBaseEm * scale && pixels_of(*kept) <= kMostKeptPixels) {
    use_fonts(kept->fonts, kept->em);
    return kept;
  }
  auto made = std::make_shared<PaintedFonts>();
  build_fonts(made->atlas, scale, letters);
  made->fonts = fonts();
  made->em = em();
  made->paint();
  if (letters.empty() && pixels_of(*made) <= kMostKeptPixels) kept = made;
  return made;
}

std::shared_ptr<PaintedFonts> with_letters(std::shared_ptr<PaintedFonts> fonts, float scale,
                                           std::span<const char32_t> letters) {
  if (!kFontsGrow) return painted_fonts(scale, letters);
  add_letters(fonts->atlas, scale, letters);
  return fonts;
}

}  // namespace attnlab
