// Edit: what each kind does to a tensor's cells.
#include "core/trace/edit.h"

#include <algorithm>
#include <stdexcept>

namespace attnlab {

namespace {

constexpr Index kWhole = CellRegion::kWhole;

void check_region(const CellRegion& region, const Shape& shape) {
  bool fits = static_cast<int>(region.index.size()) == shape.rank();
  for (int axis = 0; fits && axis < shape.rank(); ++axis) {
    const Index at = region.index[static_cast<std::size_t>(axis)];
    fits = at == kWhole || (at >= 0 && at < shape[axis]);
  }
  if (!fits)
    throw std::invalid_argument("cells " + places_text(region) + " do not fit " + region.tensor +
                                ", which is " + shape.text());
}

/// Calls work(offset, index) for each cell of the region.
template <typename Work>
void each_cell(const CellRegion& region, const Shape& shape, Work work) {
  check_region(region, shape);
  for (Index offset = 0; offset < shape.size(); ++offset) {
    const auto index = shape.index_of(offset);
    bool inside = true;
    for (std::size_t axis = 0; axis < region.index.size(); ++axis)
      inside &= region.index[axis] == kWhole || region.index[axis] == index[axis];
    if (inside) work(static_cast<std::size_t>(offset), std::span(index).first(region.index.size()));
  }
}

Real changed(const CellEdit& edit, Real cell) {
  const auto value = static_cast<Real>(edit.value);
  switch (edit.how) {
    case CellEdit::How::Set: return value;
    case CellEdit::How::Add: return cell + value;
    default: return cell * value;
  }
}

/// The context [T,D] of one head in [1,H,T,D].
std::span<Real> plane(const Shape& shape, std::span<Real> cells, Index head) {
  const auto size = static_cast<std::size_t>(shape[2] * shape[3]);
  return cells.subspan(static_cast<std::size_t>(head) * size, size);
}

void set_to_mean(std::span<Real> context, std::size_t features) {
  for (std::size_t f = 0; f < features; ++f) {
    double sum = 0;
    for (std::size_t i = f; i < context.size(); i += features) sum += static_cast<double>(context[i]);
    const auto mean = static_cast<Real>(sum / static_cast<double>(context.size() / features));
    for (std::size_t i = f; i < context.size(); i += features) context[i] = mean;
  }
}

void change_heads(const HeadEdit& edit, const Shape& shape, std::span<Real> cells) {
  for (Index head : {edit.head, edit.how == HeadEdit::How::Swap ? edit.other : edit.head})
    if (shape.rank() != 4 || head < 0 || head >= shape[1])
      throw std::invalid_argument(edit.attention + " has no head " + std::to_string(head));
  const std::span<Real> context = plane(shape, cells, edit.head);
  switch (edit.how) {
    case HeadEdit::How::Zero: std::ranges::fill(context, Real(0)); break;
    case HeadEdit::How::Mean: set_to_mean(context, static_cast<std::size_t>(shape[3])); break;
    case HeadEdit::How::Swap: std::ranges::swap_ranges(context, plane(shape, cells, edit.other)); break;
    case HeadEdit::How::Only:
      for (Index head = 0; head < shape[1]; ++head)
        if (head != edit.head) std::ranges::fill(plane(shape, cells, head), Real(0));
  }
}

Intervention make(const CellEdit& edit) {
  return {edit.cells.tensor, [edit](const Shape& shape, std::span<Real> cells) {
            each_cell(edit.cells, shape, [&](std::size_t i, auto) { cells[i] = changed(edit, cells[i]); });
          }};
}

Intervention make(const HeadEdit& edit) {
  return {edit.attention + ".context",
          [edit](const Shape& shape, std::span<Real> cells) { change_heads(edit, shape, cells); }};
}

Intervention make(const ForceAttention& edit) {
  const std::string name = edit.attention + ".weights";
  return {name, [edit, name](const Shape& shape, std::span<Real> cells) {
            if (edit.key < 0 || edit.key >= shape.last())
              throw std::invalid_argument(name + " has no key " + std::to_string(edit.key));
            each_cell({name, {kWhole, edit.head, edit.query, kWhole}}, shape,
                      [&](std::size_t i, auto index) { cells[i] = Real(index[3] == edit.key ? 1 : 0); });
          }};
}

Intervention make(const PatchEdit& edit) {
  const TraceTensor& other = edit.from->at(edit.cells.tensor);
  return {edit.cells.tensor, [edit, &other](const Shape& shape, std::span<Real> cells) {
            each_cell(edit.cells, shape, [&](std::size_t i, std::span<const Index> index) {
              for (std::size_t axis = 0; axis < index.size(); ++axis)
                if (other.shape.rank() != shape.rank() || index[axis] >= other.shape[static_cast<int>(axis)])
                  throw std::invalid_argument("the other pass has " + edit.cells.tensor + " as " +
                                              other.shape.text() + ", without all cells of " +
                                              edit_text(edit));
              cells[i] = other.value[static_cast<std::size_t>(other.shape.offset(index))];
            });
          }};
}

}  // namespace

Intervention intervention_of(const Edit& edit) {
  return std::visit([](const auto& e) { return make(e); }, edit);
}

}  // namespace attnlab
