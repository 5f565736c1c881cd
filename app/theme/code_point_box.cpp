// The box with a letter's code point: digits of 3 by 5 pixels, scaled with the font.
#include <algorithm>
#include <cmath>
#include <string_view>

#include "app/theme/stand_ins.h"

namespace attnlab {
namespace {

constexpr int kDigitWidth = 3, kDigitHeight = 5;
constexpr int kDigitsInRow = 3;  ///< in each of the two rows
/// Frame, gap, digits with gaps between them, gap, frame.
constexpr int kDots = 2 + 2 + kDigitsInRow * kDigitWidth + (kDigitsInRow - 1);
static_assert(kDots == 2 + 2 + 2 * kDigitHeight + 1);

/// Five rows of three dots for each hexadecimal digit, from the top, the left dot the highest bit.
constexpr std::string_view kDigitRows[] = {"75557", "26227", "71747", "71717", "55711", "74717",
                                           "74757", "71122", "75757", "75717", "75755", "65656",
                                           "74447", "65556", "74647", "74644"};

bool is_dot(unsigned digit, int row, int column) {
  const int bits = kDigitRows[digit][row] - '0';
  return (bits >> (kDigitWidth - 1 - column) & 1) != 0;
}

/// Whether the dot in this row and column of the box is drawn.
bool in_box(char32_t letter, int row, int column) {
  if (row == 0 || column == 0 || row == kDots - 1 || column == kDots - 1) return true;
  const int y = row - 2, x = column - 2;
  if (y < 0 || x < 0) return false;
  const int line = y / (kDigitHeight + 1), in_line = y % (kDigitHeight + 1);
  const int place = x / (kDigitWidth + 1), in_digit = x % (kDigitWidth + 1);
  if (line > 1 || place >= kDigitsInRow || in_line == kDigitHeight || in_digit == kDigitWidth) return false;
  const int shift = 4 * (2 * kDigitsInRow - 1 - (line * kDigitsInRow + place));
  return is_dot(static_cast<unsigned>(letter >> shift) & 15u, in_line, in_digit);
}

}  // namespace

int box_side(float font_size) { return std::max(kDots, static_cast<int>(std::floor(font_size * 0.9f))); }

void draw_code_point_box(char32_t letter, int side, unsigned char* pixels, int stride) {
  const int scale = std::max(1, side / kDots), edge = (side - scale * kDots) / 2;
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const int row = (y - edge) / scale, column = (x - edge) / scale;
      const bool inside = y >= edge && x >= edge && row < kDots && column < kDots;
      pixels[y * stride + x] = inside && in_box(letter, row, column) ? 255 : 0;
    }
  }
}

}  // namespace attnlab
