// Painted fonts: built, or those of the drawing before.
#include "app/figure/painted_fonts.h"

#include <cstddef>
#include <cstdint>

namespace attnlab {
namespace {

constexpr std::size_t kMostKeptPixels = std::size_t{1} << 23;  // 32 MB

void paint_letters(PaintedFonts& made) {
  unsigned char* pixels = nullptr;
  Image& image = made.letters.image;
  made.atlas.GetTexDataAsRGBA32(&pixels, &image.width, &image.height);
  const auto* const from = reinterpret_cast<const std::uint32_t*>(pixels);
  image.pixels.assign(from, from + static_cast<std::ptrdiff_t>(image.width) * image.height);
  made.atlas.ClearTexData();
  made.letters.smooth = true;
  made.atlas.SetTexID(&made.letters);
}

}  // namespace

std::shared_ptr<PaintedFonts> painted_fonts(float scale, std::span<const char32_t> letters) {
  static std::shared_ptr<PaintedFonts> kept;
  if (letters.empty() && kept && kept->em == kBaseEm * scale) {
    use_fonts(kept->fonts, kept->em);
    return kept;
  }
  auto made = std::make_shared<PaintedFonts>();
  build_fonts(made->atlas, scale, letters);
  made->fonts = fonts();
  made->em = em();
  paint_letters(*made);
  if (letters.empty() && made->letters.image.pixels.size() <= kMostKeptPixels) kept = made;
  return made;
}

}  // namespace attnlab
