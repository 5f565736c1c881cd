// Letter faces: the fonts of the system that have what the program's own fonts lack.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "app/theme/advances.h"

namespace attnlab {

/// A face of the system's, and the letters that it gives.
struct LetterFace {
  std::string_view bytes;  ///< of the font file
  int face = 0;
  std::unique_ptr<FontAdvances> advances;
  std::vector<char32_t> letters;  ///< ascending
};

/// The faces for `letters`, ascending, of which `own` has none; in the order of their files. A letter that no
/// font has, or whose font cannot be read, is in none.
std::vector<LetterFace> letter_faces(std::span<const char32_t> letters, const FontAdvances& own);

}  // namespace attnlab
