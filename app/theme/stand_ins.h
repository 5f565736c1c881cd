// Stand-ins: what ImGui's text fields hold in the place of letters that they would lose.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attnlab {

/// One letter, and the code point that a field holds for it.
struct StandIn {
  char32_t at = 0, letter = 0;
};

/// ImGui's fields have 16 bits a letter, and drop typed and pasted letters of the private use area. Letters
/// of both kinds get a code point of their own from blocks that texts hardly use; letters of these blocks get
/// one too, themselves where it is free. So what comes out of a field is what went in, for up to most()
/// different letters; those after them become U+FFFD.
class StandIns {
 public:
  /// `text`, UTF-8, as a field can hold it.
  std::string for_field(std::string_view text);
  char32_t for_field(char32_t letter);
  /// The text that a field holds.
  std::string from_field(std::string_view held) const;

  /// Those of letters other than themselves, in the order of their letters.
  std::vector<StandIn> made() const;
  static std::size_t most();

 private:
  char32_t next_free();

  std::map<char32_t, char32_t> at_, letters_;  ///< by letter, and by what stands for it
  std::size_t tried_ = 0;                      ///< of the blocks' code points
};

/// Side of a stand-in's glyph in pixels: a box around the letter's code point in two rows of hexadecimal
/// digits.
int box_side(float font_size);
/// Draws the box into `pixels`, 0 or 255 each, whose rows are `stride` apart.
void draw_code_point_box(char32_t letter, int side, unsigned char* pixels, int stride);

}  // namespace attnlab
