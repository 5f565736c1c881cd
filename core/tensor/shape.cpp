// Shape: construction, addressing and text.
#include "core/tensor/shape.h"

#include <algorithm>
#include <stdexcept>

namespace attnlab {

Shape::Shape(std::initializer_list<Index> sizes)
    : Shape(std::span<const Index>(sizes.begin(), sizes.size())) {}

Shape::Shape(std::span<const Index> sizes) : rank_(static_cast<int>(sizes.size())) {
  if (sizes.size() > kMaxRank) {
    throw std::invalid_argument("a tensor has at most 4 axes, not " + std::to_string(sizes.size()));
  }
  std::copy(sizes.begin(), sizes.end(), sizes_.begin());
  if (std::any_of(sizes.begin(), sizes.end(), [](Index size) { return size < 0; })) {
    throw std::invalid_argument("negative axis size in shape " + text());
  }
}

Index Shape::size() const {
  Index product = 1;
  for (Index size : sizes()) product *= size;
  return product;
}

Index Shape::offset(std::span<const Index> index) const {
  Index position = 0;
  bool inside = static_cast<int>(index.size()) == rank_;
  for (std::size_t axis = 0; inside && axis < index.size(); ++axis) {
    inside = index[axis] >= 0 && index[axis] < sizes_[axis];
    position = position * sizes_[axis] + index[axis];
  }
  if (!inside) {
    std::string given = "[";
    for (std::size_t axis = 0; axis < index.size(); ++axis) {
      given += (axis ? "," : "") + std::to_string(index[axis]);
    }
    throw std::out_of_range("cell " + given + "] is outside shape " + text());
  }
  return position;
}

std::array<Index, Shape::kMaxRank> Shape::index_of(Index offset) const {
  std::array<Index, kMaxRank> index{};
  for (int axis = rank_ - 1; axis >= 0; --axis) {
    const auto a = static_cast<std::size_t>(axis);
    index[a] = offset % sizes_[a];
    offset /= sizes_[a];
  }
  return index;
}

std::string Shape::text() const {
  std::string out = "[";
  for (int axis = 0; axis < rank_; ++axis) out += (axis ? "," : "") + std::to_string((*this)[axis]);
  return out + "]";
}

}  // namespace attnlab
