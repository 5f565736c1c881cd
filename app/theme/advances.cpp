// Reads widths with FreeType.
#include "app/theme/advances.h"

#include <ft2build.h>
// FreeType names its headers by macros.
#include FT_FREETYPE_H
#include FT_ADVANCES_H

#include <stdexcept>

#include "core/language/messages.h"

namespace attnlab {

struct FontAdvances::Face {
  FT_Library library = nullptr;
  FT_Face face = nullptr;

  ~Face() {
    if (face) FT_Done_Face(face);
    if (library) FT_Done_FreeType(library);
  }
};

FontAdvances::FontAdvances(std::string_view bytes, int face) : face_(std::make_unique<Face>()) {
  const auto* data = reinterpret_cast<const FT_Byte*>(bytes.data());
  if (FT_Init_FreeType(&face_->library) != 0 ||
      FT_New_Memory_Face(face_->library, data, static_cast<FT_Long>(bytes.size()), face, &face_->face) != 0 ||
      !FT_IS_SCALABLE(face_->face)) {
    throw std::runtime_error(tr("a font cannot be read"));
  }
}

FontAdvances::~FontAdvances() = default;

std::optional<float> FontAdvances::of(unsigned code_point) const {
  const FT_UInt index = FT_Get_Char_Index(face_->face, code_point);
  FT_Fixed units = 0;
  if (index == 0 || FT_Get_Advance(face_->face, index, FT_LOAD_NO_SCALE, &units) != 0) return std::nullopt;
  return float(units) / line();
}

float FontAdvances::em() const { return float(face_->face->units_per_EM) / line(); }

float FontAdvances::line() const { return float(face_->face->ascender - face_->face->descender); }

}  // namespace attnlab
