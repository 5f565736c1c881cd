// Each axis is a drawing of its own seen through the same view.
#include "app/widgets/heat_map/seen_cells.h"

#include <algorithm>
#include <cmath>

#include "core/language/messages.h"

namespace attnlab {
namespace {

/// A visible part of a cell up to this fraction does not count.
constexpr float kTrace = 0.02f;

SeenRange seen(float low, float high, float grid, float cell, int count) {
  const auto first = static_cast<int>(std::floor((low - grid) / cell + kTrace));
  const auto last = static_cast<int>(std::ceil((high - grid) / cell - kTrace)) - 1;
  return {std::clamp(first, 0, count - 1), std::clamp(last, 0, count - 1)};
}

/// `pattern` has places for the first, the last, and all.
std::string range_words(const char* pattern, SeenRange range, int count) {
  return tr(std::string_view(pattern), std::to_string(range.first), std::to_string(range.last),
            std::to_string(count));
}

}  // namespace

SeenCells::SeenCells(int rows, int cols, const Box& view, const CellsLook& look, const Limits& limits)
    : rows_(rows),
      cols_(cols),
      view_(view),
      limits_(limits),
      most_across_(most(view.width() / float(cols), limits.across)),
      most_down_(most(view.height() / float(rows), limits.down)),
      across_(axis(look.across, most_across_)),
      down_(axis(look.down, most_down_)) {}

float SeenCells::most(float cell, bool may) const {
  return may ? std::max(limits_.largest / std::max(cell, 1e-3f), 2.0f) : 1.0f;
}

SeenThrough SeenCells::axis(const PanZoom& look, float most) const {
  return {{std::min(look.zoom, most), look.x, look.y}, view_.size(), view_};
}

float SeenCells::zoom() const { return std::max(across_.look().zoom, down_.look().zoom); }

Box SeenCells::grid() const {
  const ImVec2 size = view_.size();
  return {{across_.screen(ImVec2{0, 0}).x, down_.screen(ImVec2{0, 0}).y},
          {across_.screen(size).x, down_.screen(size).y}};
}

float SeenCells::cell_width() const { return grid().width() / float(cols_); }
float SeenCells::cell_height() const { return grid().height() / float(rows_); }

Box SeenCells::box(Cell cell) const {
  const Box all = grid();
  const ImVec2 size{cell_width(), cell_height()};
  return box_at({all.min.x + size.x * float(cell.col), all.min.y + size.y * float(cell.row)}, size);
}

SeenRange SeenCells::rows() const {
  return seen(view_.min.y, view_.max.y, grid().min.y, cell_height(), rows_);
}

SeenRange SeenCells::cols() const {
  return seen(view_.min.x, view_.max.x, grid().min.x, cell_width(), cols_);
}

std::string SeenCells::words() const {
  std::string words;
  if (rows().count() < rows_) words = range_words(tr_mark("rows {1}–{2} of {3}"), rows(), rows_);
  if (cols().count() < cols_)
    words += (words.empty() ? "" : " · ") + range_words(tr_mark("columns {1}–{2} of {3}"), cols(), cols_);
  return words;
}

std::pair<float, float> SeenCells::factors(float factor) const {
  const float width = cell_width(), height = cell_height();
  if (factor >= 1) {
    const float side = std::min(most_across_ > 1 ? width : height, most_down_ > 1 ? height : width) * factor;
    return {std::max(side / width, 1.0f), std::max(side / height, 1.0f)};
  }
  const bool across = across_.look().zoom > 1, down = down_.look().zoom > 1;
  const float side = std::max(across ? width : 0, down ? height : 0) * factor;
  return {across ? std::min(side / width, 1.0f) : 1, down ? std::min(side / height, 1.0f) : 1};
}

CellsLook SeenCells::zoomed(float factor, ImVec2 pixel) const {
  const auto [across, down] = factors(factor);
  return {across_.zoomed(across, pixel, most_across_), down_.zoomed(down, pixel, most_down_)};
}

std::string SeenCells::short_words() const {
  if (words().empty()) return "";
  const auto text = [](SeenRange range) {
    return std::to_string(range.first) + "–" + std::to_string(range.last);
  };
  return text(rows()) + " × " + text(cols());
}

CellsLook SeenCells::dragged(ImVec2 by) const { return {across_.dragged(by), down_.dragged(by)}; }

CellsLook SeenCells::showing(Cell cell) const {
  const ImVec2 size{view_.width() / float(cols_), view_.height() / float(rows_)};
  const Box whole = box_at({size.x * float(cell.col), size.y * float(cell.row)}, size);
  return {across_.showing(whole), down_.showing(whole)};
}

}  // namespace attnlab
