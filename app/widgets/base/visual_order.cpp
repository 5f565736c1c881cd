// Visual order: FriBidi's levels, joining and order, on code points that remember their bytes.
#include "app/widgets/base/visual_order.h"

#include <fribidi.h>
#include <imgui.h>

#include <algorithm>
#include <iterator>
#include <new>
#include <numeric>
#include <vector>

#include "app/theme/fonts.h"
#include "app/theme/imgui_fonts.h"
#include "core/text/utf8.h"

namespace attnlab {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Whether a break before `at` would part the digits of one number.
bool parts_number(const char* from, const char* at, const char* end) {
  return at - from >= 2 && at < end && is_digit(*at) && is_digit(at[-2]) && (at[-1] == ',' || at[-1] == '.');
}

/// Whether a break before `at` would part a number from its "%".
bool parts_percent(const char* from, const char* at, const char* end) {
  const char* next = at;
  while (next < end && *next == ' ') ++next;
  while (at > from && at[-1] == ' ') --at;
  return next > at && next < end && *next == '%' && at > from && is_digit(at[-1]);
}

/// The last break that leaves the number before `at` whole; `at` itself where the line is but the number.
const char* before_number(const char* from, const char* at) {
  const char* const space = std::find(std::reverse_iterator(at), std::reverse_iterator(from), ' ').base();
  return space > from ? space - 1 : at;
}

/// Where the line that begins at `from` ends, within its paragraph.
const char* end_of_line(ImFont* font, const char* from, const char* end, float width) {
  const char* const at = std::max(from + 1, wrap_position(font, {from, end}, width));
  return parts_number(from, at, end) || parts_percent(from, at, end) ? before_number(from, at) : at;
}

}  // namespace

std::vector<std::string_view> broken_lines(ImFont* font, std::string_view text, float width) {
  std::vector<std::string_view> lines;
  const char *from = text.data(), *const end = text.data() + text.size();
  while (from < end) {
    const char* const newline = std::find(from, end, '\n');
    const char* const stop = from < newline ? end_of_line(font, from, newline, width) : newline;
    lines.emplace_back(from, stop);
    from = stop;
    while (stop != newline && from < newline && *from == ' ') ++from;
    if (from == newline) ++from;
  }
  return lines;
}

namespace {

using Letters32 = std::vector<FriBidiChar>;

constexpr FriBidiFlags kJoined = FRIBIDI_FLAG_SHAPE_MIRRORING | FRIBIDI_FLAG_SHAPE_ARAB_PRES;
constexpr FriBidiFlags kWithLigatures = kJoined | FRIBIDI_FLAG_SHAPE_ARAB_LIGA;

/// What stands for bytes that are no text, and moves as punctuation does.
constexpr FriBidiChar kNoText = 0xFFFD;

/// A line as code points, with the bytes of each, and its levels.
struct Line {
  Letters32 letters;
  std::vector<std::string_view> bytes;
  std::vector<FriBidiCharType> types;
  std::vector<FriBidiLevel> levels;
  std::vector<FriBidiArabicProp> joining;

  FriBidiStrIndex size() const { return static_cast<FriBidiStrIndex>(letters.size()); }
};

/// Its paragraph runs from the left, whatever it begins with. False where nothing runs from the right.
bool find_levels(Line& line) {
  const FriBidiStrIndex size = line.size();
  line.types.resize(line.letters.size());
  line.levels.resize(line.letters.size());
  fribidi_get_bidi_types(line.letters.data(), size, line.types.data());
  std::vector<FriBidiBracketType> brackets(line.letters.size());
  fribidi_get_bracket_types(line.letters.data(), size, line.types.data(), brackets.data());
  FriBidiParType direction = FRIBIDI_PAR_LTR;
  const FriBidiLevel highest = fribidi_get_par_embedding_levels_ex(line.types.data(), brackets.data(), size,
                                                                   &direction, line.levels.data());
  return highest > 1;  // the highest level, and one more; 0 where memory is lacking
}

void find_joining(Line& line) {
  line.joining.resize(line.letters.size());
  fribidi_get_joining_types(line.letters.data(), line.size(), line.joining.data());
  fribidi_join_arabic(line.types.data(), line.size(), line.levels.data(), line.joining.data());
}

/// Letters as their forms, mirrored where they run from the right; where a ligature takes two places, the
/// second holds FRIBIDI_CHAR_FILL.
Letters32 shaped(const Line& line, FriBidiFlags flags) {
  Letters32 letters = line.letters;
  std::vector<FriBidiArabicProp> joining = line.joining;
  fribidi_shape(flags, line.levels.data(), line.size(), joining.data(), letters.data());
  return letters;
}

/// The forms that can be drawn, with ligatures only where all of them can.
Letters32 drawable_forms(const Line& line, DrawsLetter draws) {
  const auto lacks = [&](const Letters32& letters, std::size_t i) {
    return letters[i] != line.letters[i] && letters[i] != FRIBIDI_CHAR_FILL && !draws(letters[i]);
  };
  Letters32 letters = shaped(line, kWithLigatures);
  bool all = true;
  for (std::size_t i = 0; i < letters.size(); ++i) all &= !lacks(letters, i);
  if (all) return letters;
  letters = shaped(line, kJoined);
  for (std::size_t i = 0; i < letters.size(); ++i)
    if (lacks(letters, i)) letters[i] = line.letters[i];
  return letters;
}

/// Places in the order in which they are drawn; marks stay behind their letters.
std::vector<FriBidiStrIndex> drawn_order(Line& line) {
  std::vector<FriBidiStrIndex> order(line.letters.size());
  std::iota(order.begin(), order.end(), 0);
  const FriBidiFlags flags = FRIBIDI_FLAGS_DEFAULT | FRIBIDI_FLAG_REORDER_NSM;
  if (fribidi_reorder_line(flags, line.types.data(), line.size(), 0, FRIBIDI_PAR_LTR, line.levels.data(),
                           nullptr, order.data()) == 0)
    throw std::bad_alloc();
  return order;
}

Line line_of(std::string_view text) {
  Line line;
  for (CodePoint c; !text.empty(); text.remove_prefix(c.size)) {
    c = decode_utf8(text);
    line.letters.push_back(c.valid ? static_cast<FriBidiChar>(c.value) : kNoText);
    line.bytes.push_back(text.substr(0, c.size));
  }
  return line;
}

/// Letters of these scripts begin with such bytes.
bool may_lead_left(std::string_view text) {
  return std::ranges::any_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= 0xD6 && byte <= 0xE0) || byte == 0xEF;
  });
}

}  // namespace

std::string_view visual_order(std::string_view text, std::string& room, DrawsLetter draws) {
  if (!may_lead_left(text)) return text;
  Line line = line_of(text);
  if (!find_levels(line)) return text;
  find_joining(line);
  const Letters32 letters = drawable_forms(line, draws);
  room.clear();
  for (const FriBidiStrIndex place : drawn_order(line)) {
    const auto i = static_cast<std::size_t>(place);
    if (letters[i] == line.letters[i])
      room += line.bytes[i];
    else if (letters[i] != FRIBIDI_CHAR_FILL)
      room += encode_utf8(letters[i]);
  }
  return room;
}

std::string_view visual_order(std::string_view text, std::string& room) {
  return visual_order(text, room, can_draw);
}

}  // namespace attnlab
