// Layout of the graph of contributions.
#include "app/features/contributions/view_graph_layout.h"

#include <algorithm>
#include <cmath>

namespace attnlab {

namespace {

/// Whether two parts stand in one row.
bool beside_each_other(const ContributionPart& a, const ContributionPart& b) {
  const bool constant =
      b.kind == ContributionPart::Kind::NormBias || b.kind == ContributionPart::Kind::OutputBias;
  if (a.layer() < 0 || b.layer() < 0) return a.layer() == b.layer();
  return constant ? a.layer() == b.layer() : a.place == b.place;
}

constexpr float kLeastToken = 0.6f;  ///< em of the narrowest column of a token

constexpr float kLeastRow = 2.2f;  ///< em of the lowest row

/// All nodes of the widest row beside each other.
float least_nodes_width(const std::vector<GraphRow>& rows, const GraphSizes& sizes) {
  const float gap = sizes.em * 0.5f;
  float widest = 0;
  for (std::size_t r = 0; r < rows.size(); ++r)
    widest = std::max(widest, float(rows[r].parts.size()) * (sizes.nodes[r] + gap));
  return widest + gap;
}

/// The rows of parts, and the logit above them.
float lines_of(const std::vector<GraphRow>& rows) { return float(rows.size() + 1); }

constexpr float kTokenGap = 0.35f;   ///< em above a token that is turned
constexpr float kTokenApart = 0.3f;  ///< em between tokens side by side
constexpr float kTokenLine =
    0.9f;  ///< em of the narrowest column whose turned token leaves those beside free

/// The height below the lowest row for tokens that are turned.
float upright_foot(const GraphSizes& sizes) { return sizes.word + 2 * sizes.em * kTokenGap; }

}  // namespace

std::vector<GraphRow> graph_rows(const Contributions& all) {
  std::vector<GraphRow> rows;
  const ContributionPart* before = nullptr;
  for (std::size_t i = 0; i < all.parts.size(); ++i) {
    const ContributionPart& part = all.parts[i];
    if (!before || !beside_each_other(*before, part)) rows.emplace_back();
    rows.back().parts.push_back(i);
    if (part.head >= 0 && !rows.back().reader) rows.back().reader = &part;
    before = &part;
  }
  return rows;
}

ImVec2 GraphLayout::least_size(const std::vector<GraphRow>& rows, const GraphSizes& sizes) {
  const auto columns = float(sizes.tokens + sizes.source);
  return {sizes.label + columns * sizes.em * kLeastToken + sizes.em + least_nodes_width(rows, sizes),
          lines_of(rows) * sizes.em * kLeastRow + std::max(upright_foot(sizes), sizes.em * kLeastRow)};
}

GraphLayout::GraphLayout(const std::vector<GraphRow>& rows, const GraphSizes& sizes, ImVec2 at, ImVec2 room)
    : rows_(rows), sizes_(sizes), at_(at), nodes_width_(least_nodes_width(rows, sizes)) {
  const auto columns = float(sizes.tokens + sizes.source);
  const float left = room.x - sizes.label - nodes_width_ - sizes.em;
  token_width_ = std::clamp(columns > 0 ? left / columns : 0, sizes.em * kLeastToken, sizes.em * 5);
  nodes_ = at.x + sizes.label + columns * token_width_ + sizes.em;
  const float most_right = at.x + room.x - nodes_;
  nodes_width_ = std::max(nodes_width_, std::min(most_right, nodes_width_ * 1.6f));
  const float lines = lines_of(rows);
  upwards_ = columns > 0 && sizes.word + sizes.em * kTokenApart > token_width_;
  const float even = upwards_ ? (room.y - upright_foot(sizes)) / lines : room.y / (lines + 1);
  row_height_ = std::clamp(even, sizes.em * kLeastRow, sizes.em * 5);
  size_ = {nodes_ + nodes_width_ - at.x, row_height_ * lines + foot()};
}

float GraphLayout::foot() const { return upwards_ ? upright_foot(sizes_) : row_height_; }

float GraphLayout::middle(std::size_t row) const {
  return at_.y + size_.y - foot() - row_height_ * (float(row) + 0.5f);
}

Box GraphLayout::row_box(std::size_t row) const {
  return {{at_.x, middle(row) - row_height_ / 2}, {at_.x + size_.x, middle(row) + row_height_ / 2}};
}

Box GraphLayout::node(std::size_t row, std::size_t place) const {
  const auto count = float(rows_[row].parts.size());
  const float step = nodes_width_ / count, height = sizes_.em * 1.5f;
  const float centre = nodes_ + step * (float(place) + 0.5f);
  const float half = sizes_.nodes[row] / 2;
  return {{centre - half, middle(row) - height / 2}, {centre + half, middle(row) + height / 2}};
}

Box GraphLayout::logit() const {
  const float centre = nodes_ + nodes_width_ / 2, y = middle(rows_.size()), width = sizes_.em * 8;
  return {{centre - width / 2, y - sizes_.em * 0.9f}, {centre + width / 2, y + sizes_.em * 0.9f}};
}

ImVec2 GraphLayout::token(std::size_t row, Index key, bool source) const {
  const auto column = float(source ? key : key + sizes_.source);
  return {at_.x + sizes_.label + token_width_ * (column + 0.5f), middle(row)};
}

Index GraphLayout::token_step() const {
  if (!upwards_ || token_width_ >= sizes_.em * kTokenLine) return 1;
  return static_cast<Index>(std::ceil(sizes_.em * kTokenLine / token_width_));
}

Box GraphLayout::token_label(Index key, bool source) const {
  const float x = token(0, key, source).x, top = row_box(0).max.y, half = token_width_ / 2;
  if (!upwards_) return {{x - half, top}, {x + half, top + sizes_.em * 1.4f}};
  const float line = std::max(half, sizes_.em / 2);
  return {{x - line, top + sizes_.em * kTokenGap}, {x + line, top + sizes_.em * kTokenGap + sizes_.word}};
}

}  // namespace attnlab
