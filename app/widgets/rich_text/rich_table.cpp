// Tables: columns as wide as their texts, narrower in proportion where they do not fit.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/widgets/base/draw.h"
#include "app/widgets/rich_text/rich_layout.h"

namespace attnlab {
namespace {

float column_gap() { return std::floor(em() * 0.9f); }
float row_padding() { return std::floor(em() * 0.25f); }

/// The width of a text in one line, and of its widest word.
struct TextWidths {
  float whole = 0, word = 0;
};

TextWidths widths_of(const Spans& spans, bool strong) {
  TextWidths widths;
  for (const RichPiece& piece : rich_pieces(spans, 1e9f, strong)) {
    widths.whole += (widths.whole > 0 ? piece.space : 0) + piece.width;
    widths.word = std::max(widths.word, piece.width);
  }
  return widths;
}

/// Widths of the columns that together take at most `room`, gaps left out.
std::vector<float> column_widths(const Prose& table, float room) {
  std::vector<float> whole, least;
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    for (std::size_t c = 0; c < table.rows[r].size(); ++c) {
      if (c == whole.size()) whole.push_back(0), least.push_back(0);
      const TextWidths widths = widths_of(table.rows[r][c], r == 0);
      whole[c] = std::max(whole[c], std::ceil(widths.whole) + 1);
      least[c] = std::max(least[c], std::ceil(widths.word) + 1);
    }
  }
  const float wanted = std::accumulate(whole.begin(), whole.end(), 0.0f);
  if (wanted <= room) return whole;
  // Each column keeps its widest word; the rest is shared by how much more each wants.
  const float words = std::accumulate(least.begin(), least.end(), 0.0f);
  if (words >= room) {
    for (float& width : least) width = std::floor(width * room / words);
    return least;
  }
  for (std::size_t c = 0; c < whole.size(); ++c)
    least[c] += std::floor((room - words) * (whole[c] - least[c]) / (wanted - words));
  return least;
}

}  // namespace

float lay_out_table(RichBlock& block, float width) {
  const Prose& table = *block.prose;
  std::size_t columns = 1;
  for (const auto& row : table.rows) columns = std::max(columns, row.size());
  const std::vector<float> widths = column_widths(table, width - float(columns - 1) * column_gap());
  float y = 0;
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    float x = 0, height = 0;
    for (std::size_t c = 0; c < table.rows[r].size(); ++c) {
      block.runs.push_back(lay_out_run(table.rows[r][c], {x, y + row_padding()}, widths[c], r == 0));
      height = std::max(height, block.runs.back().height);
      x += widths[c] + column_gap();
    }
    y += height + 2 * row_padding();
    block.rules.push_back(y);
  }
  return y;
}

}  // namespace attnlab
