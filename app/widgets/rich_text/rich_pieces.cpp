// Cuts spans into words and measures them.
#include <imgui.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "app/theme/imgui_fonts.h"
#include "app/widgets/base/draw.h"
#include "app/widgets/formula/formula_text.h"
#include "app/widgets/rich_text/rich_lines.h"
#include "core/text/utf8.h"

namespace attnlab {
namespace {

/// Whether the font has every letter; fonts of formulas get no letters that texts ask for.
bool has_letters(const ImFont* font, std::string_view text) {
  while (!text.empty()) {
    const CodePoint letter = decode_utf8(text);
    if (letter.value > 0xFFFF) return false;
    if (letter.value > ' ' && !has_glyph(font, letter.value)) return false;
    text.remove_prefix(letter.size);
  }
  return true;
}

ImFont* font_of(const Span& span, bool strong) {
  if (span.code) return fonts().mono;
  if (span.emphasis && has_letters(fonts().math_small_italic, span.text)) return fonts().math_small_italic;
  return strong || span.strong ? fonts().ui_bold : fonts().ui;
}

/// Between letters of scripts without spaces a line may end anywhere.
bool breaks_anywhere(char32_t letter) { return letter >= 0x2E80 && letter < 0xFFEF; }

/// After which letters a long name of code may be parted.
bool parts_code(char letter) { return letter == '.' || letter == '_' || letter == '/'; }

constexpr std::size_t kLongCode = 14;

class PieceCutter {
 public:
  PieceCutter(const Spans& spans, float width, bool strong)
      : spans_(spans), width_(std::max(width, em())), strong_(strong) {}

  std::vector<RichPiece> pieces() {
    for (span_ = 0; span_ < spans_.size(); ++span_) spans_[span_].formula ? add_formula() : add_words();
    return std::move(pieces_);
  }

 private:
  const Span& span() const { return spans_[span_]; }

  RichPiece next_piece() {
    RichPiece piece;
    piece.span = span_;
    piece.space = std::exchange(space_, 0.0f);
    piece.breaks = piece.space > 0;
    piece.newline = std::exchange(newline_, false);
    return piece;
  }

  void add_formula() {
    const Formula formula = formula_alone(span().text);
    if (!formula) return add_words();
    RichPiece piece = next_piece();
    const FormulaExtent extent = formula_extent(formula, {.size = kInlineFormula});
    piece.formula = formula;
    piece.width = std::ceil(extent.width);
    piece.ascent = std::ceil(extent.ascent);
    piece.descent = std::ceil(extent.descent);
    pieces_.push_back(std::move(piece));
  }

  /// Words that are not parted, with the spaces and line ends between them.
  void add_words() {
    ImFont* const font = font_of(span(), strong_);
    const std::string_view text = span().text;
    const std::size_t first = pieces_.size();
    for (std::size_t at = 0; at < text.size();) {
      if (text[at] == ' ' || text[at] == '\n') {
        text[at] == ' ' ? void(space_ = text_size(font, " ").x) : void(newline_ = true);
        ++at;
        continue;
      }
      const std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
      add_word(font, text.substr(at, end - at));
      at = end;
    }
    if (!span().code || pieces_.size() == first) return;
    pieces_[first].width += code_padding();
    pieces_.back().width += code_padding();
  }

  void add_word(ImFont* font, std::string_view word) {
    bool first = true;
    while (!word.empty()) {
      const std::size_t length = part_of(font, word);
      RichPiece piece = next_piece();
      piece.text = word.substr(0, length);
      piece.font = font;
      piece.width = text_size(font, piece.text).x;
      piece.ascent = font_ascent(font);
      piece.descent = font_size(font) - font_ascent(font);
      piece.breaks |= !std::exchange(first, false);
      pieces_.push_back(std::move(piece));
      word.remove_prefix(length);
    }
  }

  /// So many bytes of the word stay together.
  std::size_t part_of(ImFont* font, std::string_view word) const {
    if (span().code && word.size() > kLongCode) {
      const auto at = std::ranges::find_if(word, parts_code);
      if (at != word.end()) return static_cast<std::size_t>(at - word.begin()) + 1;
    }
    float width = 2 * code_padding();
    for (std::size_t end = 0; end < word.size();) {
      const CodePoint letter = decode_utf8(word.substr(end));
      width += text_size(font, word.substr(end, letter.size)).x;
      if (end > 0 && (width > width_ || breaks_anywhere(letter.value))) return end;
      end += letter.size;
    }
    return word.size();
  }

  const Spans& spans_;
  float width_;
  bool strong_;
  std::size_t span_ = 0;
  float space_ = 0;
  bool newline_ = false;
  std::vector<RichPiece> pieces_;
};

}  // namespace

float code_padding() { return std::floor(em() * 0.22f); }

std::vector<RichPiece> rich_pieces(const Spans& spans, float width, bool strong) {
  return PieceCutter(spans, width, strong).pieces();
}

}  // namespace attnlab
