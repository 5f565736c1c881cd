// Asks fontconfig for the font that has a letter.
#include <fontconfig/fontconfig.h>

#include <memory>

#include "app/theme/system_fonts.h"

namespace attnlab {
namespace {

template <auto Free>
struct Freed {
  template <typename T>
  void operator()(T* what) const {
    Free(what);
  }
};

using Pattern = std::unique_ptr<FcPattern, Freed<FcPatternDestroy>>;
using CharSet = std::unique_ptr<FcCharSet, Freed<FcCharSetDestroy>>;

/// A plain font with `letter`, drawn by outlines.
Pattern request_for(char32_t letter) {
  Pattern request(FcPatternCreate());
  const CharSet letters(FcCharSetCreate());
  FcCharSetAddChar(letters.get(), letter);
  FcPatternAddString(request.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>("sans-serif"));
  FcPatternAddCharSet(request.get(), FC_CHARSET, letters.get());
  FcPatternAddBool(request.get(), FC_OUTLINE, FcTrue);
  FcPatternAddBool(request.get(), FC_SCALABLE, FcTrue);
  FcPatternAddBool(request.get(), FC_COLOR, FcFalse);
  FcConfigSubstitute(nullptr, request.get(), FcMatchPattern);
  FcDefaultSubstitute(request.get());
  return request;
}

/// The best match need not be what was asked for.
bool fits(const FcPattern& font, char32_t letter) {
  FcCharSet* letters = nullptr;
  FcBool outline = FcFalse;
  return FcPatternGetCharSet(&font, FC_CHARSET, 0, &letters) == FcResultMatch &&
         FcCharSetHasChar(letters, letter) &&
         FcPatternGetBool(&font, FC_OUTLINE, 0, &outline) == FcResultMatch && outline;
}

}  // namespace

std::optional<FontFile> look_up_system_font(char32_t letter) {
  FcResult result{};
  const Pattern font(FcFontMatch(nullptr, request_for(letter).get(), &result));
  FcChar8* path = nullptr;
  int face = 0;
  if (!font || !fits(*font, letter) || FcPatternGetString(font.get(), FC_FILE, 0, &path) != FcResultMatch)
    return std::nullopt;
  FcPatternGetInteger(font.get(), FC_INDEX, 0, &face);
  constexpr int kFaceBits = 0xFFFF;  // above them: which instance of a variable font
  return FontFile{reinterpret_cast<const char*>(path), face & kFaceBits};
}

}  // namespace attnlab
