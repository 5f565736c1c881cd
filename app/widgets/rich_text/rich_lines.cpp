// Breaks measured words into lines.
#include "app/widgets/rich_text/rich_lines.h"

#include <algorithm>

namespace attnlab {
namespace {

/// Where the pieces end that hang together with `first`.
std::size_t end_of_group(const std::vector<RichPiece>& pieces, std::size_t first) {
  std::size_t end = first + 1;
  while (end < pieces.size() && !pieces[end].breaks && !pieces[end].newline) ++end;
  return end;
}

class LineBreaker {
 public:
  LineBreaker(const std::vector<RichPiece>& pieces, float width) : pieces_(pieces), width_(width) {}

  std::vector<RichLine> lines() {
    for (std::size_t at = 0; at < pieces_.size();) {
      const std::size_t end = end_of_group(pieces_, at);
      if (pieces_[at].newline) finish(at, true);
      if (!is_empty() && line_.width + width_of(at, end) > width_) finish(at, false);
      for (; at < end; ++at) {
        if (!is_empty() && line_.width + pieces_[at].space + pieces_[at].width > width_) finish(at, false);
        take(at);
      }
    }
    finish(pieces_.size(), false);
    return std::move(lines_);
  }

 private:
  bool is_empty() const { return line_.first == line_.end; }

  float width_of(std::size_t first, std::size_t end) const {
    float width = 0;
    for (std::size_t i = first; i < end; ++i) width += pieces_[i].space + pieces_[i].width;
    return width;
  }

  void take(std::size_t at) {
    const RichPiece& piece = pieces_[at];
    line_.width += (is_empty() ? 0 : piece.space) + piece.width;
    line_.ascent = std::max(line_.ascent, piece.ascent);
    line_.descent = std::max(line_.descent, piece.descent);
    line_.end = at + 1;
  }

  void finish(std::size_t next, bool even_empty) {
    if (!is_empty() || even_empty) lines_.push_back(line_);
    line_ = {.first = next, .end = next};
  }

  const std::vector<RichPiece>& pieces_;
  float width_;
  RichLine line_;
  std::vector<RichLine> lines_;
};

}  // namespace

std::vector<RichLine> break_pieces(const std::vector<RichPiece>& pieces, float width) {
  return LineBreaker(pieces, width).lines();
}

}  // namespace attnlab
