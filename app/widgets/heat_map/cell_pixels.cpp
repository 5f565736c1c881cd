// Cells to colours, and many small cells to the pixels that they share.
#include "app/widgets/heat_map/cell_pixels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace attnlab {
namespace {

constexpr int kChannels = 4;
using ChannelSums = std::array<float, kChannels>;

void add(ChannelSums& sum, Colour colour, float weight) {
  for (int i = 0; i < kChannels; ++i) sum[i] += weight * float(colour >> (8 * i) & 255u);
}

Colour packed(const ChannelSums& light, float weight) {
  Colour colour = 0;
  for (int i = 0; i < kChannels; ++i) colour |= static_cast<Colour>(light[i] / weight + 0.5f) << (8 * i);
  return colour;
}

/// Colours of a matrix row by row: as cell_colour(), with shared values computed once.
class RowColours {
 public:
  RowColours(const MatrixView& m, const MatrixFacts& facts, Scale scale)
      : m_(m), facts_(facts), scale_(scale), map_(colour_map(scale)), face_(masked_face()) {}

  void fill(int r, std::span<Colour> row) const {
    const ValueRange range = facts_.range(r);
    for (int c = 0; c < m_.cols; ++c) {
      const float value = m_.at(r, c);
      Colour& colour = row[c];
      if (facts_.any_masked && m_.masked(r, c))
        colour = face_;
      else
        colour = std::isnan(value) ? bad_ : map_.at(colour_position(value, range, scale_));
    }
  }

 private:
  const MatrixView& m_;
  const MatrixFacts& facts_;
  Scale scale_;
  const ColourMap& map_;
  Colour face_, bad_ = theme().palette.bad;
};

}  // namespace

Colour masked_face() { return blend(theme().palette.panel, theme().palette.raised, 0.6f); }

Colour cell_colour(const MatrixView& m, int r, int c, const MatrixFacts& facts, Scale scale) {
  return facts.any_masked && m.masked(r, c) ? masked_face() : value_colour(m.at(r, c), facts.range(r), scale);
}

/// Sums of light for the rows of pixels that a row of cells overlaps.
struct CellPainting::Sums {
  /// How a cell is divided among `pixels` pixels that cover `cells` cells: pixels are no smaller than cells,
  /// so a cell lies in one pixel or across the border of two.
  struct PixelShare {
    int pixel;
    float here, next;  ///< parts of the cell in `pixel` and in the next pixel; their sum is 1
  };

  static PixelShare share_of(int cell, int cells, int pixels) {
    const auto scaled = [&](int at) { return static_cast<std::int64_t>(at) * pixels; };
    const std::int64_t begin = scaled(cell), end = scaled(cell + 1), pixel = begin / cells;
    const std::int64_t over = std::max<std::int64_t>(0, end - (pixel + 1) * cells);
    const float next = float(over) / float(pixels);
    return {static_cast<int>(pixel), 1 - next, next};
  }

  Sums(const MatrixView& m, int height, int width)
      : height_(height), width_(width), cells_(static_cast<std::size_t>(m.cols)) {
    for (int c = 0; c < m.cols; ++c) columns_.push_back(share_of(c, m.cols, width));
    row_.resize(static_cast<std::size_t>(width_) + 1);
    sums_.resize((static_cast<std::size_t>(height_) + 1) * static_cast<std::size_t>(width_));
  }

  void add_row(const MatrixView& m, const RowColours& colours, int r) {
    narrow(colours, r);
    const PixelShare share = share_of(r, m.rows, height_);
    spread(share.pixel, share.here);
    if (share.next > 0) spread(share.pixel + 1, share.next);
  }

  void write(const MatrixView& m, std::span<std::uint32_t> pixels) const {
    const float cells_each = float(m.cells()) / (float(width_) * float(height_));
    for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = packed(sums_[i], cells_each);
  }

 private:
  /// Averages one row of cells into a row of pixels.
  void narrow(const RowColours& colours, int r) {
    std::ranges::fill(row_, ChannelSums{});
    colours.fill(r, cells_);
    for (std::size_t c = 0; c < cells_.size(); ++c) {
      const PixelShare& share = columns_[c];
      const auto pixel = static_cast<std::size_t>(share.pixel);
      add(row_[pixel], cells_[c], share.here);
      if (share.next > 0) add(row_[pixel + 1], cells_[c], share.next);
    }
  }

  void spread(int to, float weight) {
    const std::size_t first = static_cast<std::size_t>(to) * static_cast<std::size_t>(width_);
    for (std::size_t i = 0; i < static_cast<std::size_t>(width_); ++i)
      for (std::size_t k = 0; k < kChannels; ++k) sums_[first + i][k] += weight * row_[i][k];
  }

  int height_, width_;
  std::vector<Colour> cells_;
  std::vector<PixelShare> columns_;
  std::vector<ChannelSums> row_, sums_;
};

CellPainting::CellPainting(const MatrixView& m, int height, int width)
    : height_(height),
      width_(width),
      pixels_(static_cast<std::size_t>(height) * static_cast<std::size_t>(width)) {
  if (height != m.rows || width != m.cols) sums_ = std::make_unique<Sums>(m, height, width);
}
CellPainting::~CellPainting() = default;
CellPainting::CellPainting(CellPainting&&) noexcept = default;
CellPainting& CellPainting::operator=(CellPainting&&) noexcept = default;

bool CellPainting::go_on(const MatrixView& m, const MatrixFacts& facts, Scale scale,
                         std::size_t& cells_left) {
  const RowColours colours(m, facts, scale);
  const auto cols = static_cast<std::size_t>(m.cols);
  while (next_row_ < m.rows && cells_left > 0) {
    const int r = next_row_++;
    if (sums_)
      sums_->add_row(m, colours, r);
    else
      colours.fill(r, std::span(pixels_).subspan(static_cast<std::size_t>(r) * cols, cols));
    cells_left -= std::min(cells_left, cols);
  }
  if (next_row_ < m.rows) return false;
  if (sums_) sums_->write(m, pixels_);
  return true;
}

void paint_cells(const MatrixView& m, const MatrixFacts& facts, Scale scale, int height, int width,
                 std::span<std::uint32_t> pixels) {
  CellPainting painting(m, height, width);
  std::size_t all = m.cells() + 1;
  painting.go_on(m, facts, scale, all);
  std::ranges::copy(painting.pixels(), pixels.begin());
}

}  // namespace attnlab
