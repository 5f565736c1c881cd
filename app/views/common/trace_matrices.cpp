// Strides, names and tokens of the matrices on the stage.
#include "app/views/common/trace_matrices.h"

#include <algorithm>
#include <cmath>

#include "core/language/messages.h"
#include "core/trace/patch_grid.h"

namespace attnlab {

namespace {

Index stride_of(const Shape& shape, int axis) {
  Index stride = 1;
  for (int i = axis + 1; i < shape.rank(); ++i) stride *= shape[i];
  return stride;
}

/// The address of the numbers identifies tensor and head within a trace.
void set_version(TensorSlice& slice, std::uint64_t trace_version) {
  const auto place = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(slice.view.data));
  slice.view.version = ((trace_version + 1) * 0x9E3779B97F4A7C15ull) ^ (place >> 2);
}

bool is_parameter(const Trace& trace, const CellName& cell) {
  const auto& all = trace.parameters();
  return std::any_of(all.begin(), all.end(),
                     [&](const TraceTensor& tensor) { return tensor.name == cell.tensor; });
}

}  // namespace

CellName TensorSlice::cell(Cell at) const {
  CellName name{tensor->name, origin};
  if (row_axis >= 0) name.index[row_axis] += at.row;
  if (col_axis >= 0) name.index[col_axis] += at.col;
  return name;
}

std::optional<Cell> TensorSlice::find(const CellName& name) const {
  if (!tensor || name.tensor != tensor->name || name.index.size() != origin.size()) return {};
  Cell at{0, 0};
  for (std::size_t axis = 0; axis < origin.size(); ++axis) {
    const int offset = static_cast<int>(name.index[axis] - origin[axis]);
    if (static_cast<int>(axis) == row_axis) {
      at.row = offset;
    } else if (static_cast<int>(axis) == col_axis) {
      at.col = offset;
    } else if (offset != 0) {
      return {};
    }
  }
  return view.contains(at) ? std::optional(at) : std::nullopt;
}

TensorSlice matrix_slice(const TraceTensor* tensor, Index head, std::uint64_t version) {
  TensorSlice slice;
  if (!tensor || tensor->value.empty()) return slice;
  const Shape& shape = tensor->shape;
  slice.tensor = tensor;
  slice.origin.assign(shape.rank(), 0);
  slice.col_axis = shape.rank() - 1;
  slice.row_axis = shape.rank() - 2;
  const float* data = tensor->value.data();
  if (shape.rank() == 4) {
    slice.origin[1] = std::clamp<Index>(head, 0, shape[1] - 1);
    data += slice.origin[1] * stride_of(shape, 1);
  }
  slice.view = matrix_view(data, static_cast<int>(shape.last(1)), static_cast<int>(shape.last()));
  if (shape.rank() < 2) slice.row_axis = -1;
  set_version(slice, version);
  return slice;
}

TensorSlice row_range(TensorSlice slice, Index first, Index count) {
  if (slice.empty()) return slice;
  first = std::clamp<Index>(first, 0, slice.view.rows);
  slice.view.rows = static_cast<int>(std::clamp<Index>(count, 0, slice.view.rows - first));
  slice.view.data += first * slice.view.row_stride;
  slice.view.version += static_cast<std::uint64_t>(first) * 0x100000001B3ull;
  if (slice.row_axis >= 0) slice.origin[slice.row_axis] += first;
  return slice;
}

TensorSlice column_range(TensorSlice slice, Index first, Index count) {
  return transposed(row_range(transposed(std::move(slice)), first, count));
}

TensorSlice transposed(TensorSlice slice) {
  slice.view = slice.view.transposed();
  std::swap(slice.row_axis, slice.col_axis);
  return slice;
}

std::vector<unsigned char> masked_cells(const MatrixView& masked) {
  std::vector<unsigned char> cells(masked.cells(), 0);
  bool any = false;
  for (int r = 0; r < masked.rows; ++r) {
    for (int c = 0; c < masked.cols; ++c) {
      if (!masked.masked(r, c)) continue;
      cells[static_cast<std::size_t>(r) * static_cast<std::size_t>(masked.cols) +
            static_cast<std::size_t>(c)] = 1;
      any = true;
    }
  }
  return any ? cells : std::vector<unsigned char>();
}

Projection find_projection(const Trace& trace, std::string_view tensor) {
  const std::vector<Index> first(trace.at(tensor).shape.rank(), 0);
  Projection found;
  for (const CellName& cell : trace.explain(tensor, first).operands()) {
    std::string& role = !is_parameter(trace, cell) ? found.input
                        : cell.index.size() == 2   ? found.weight
                                                   : found.bias;
    if (role.empty()) role = cell.tensor;
  }
  return found;
}

AxisLabels TokenAxis::labels(std::string title, Role role) const {
  return {.names = names,
          .unknown = unknown,
          .title = std::move(title),
          .detail = patches ? tr("patches (row, column)") : "",
          .role = role};
}

std::string TokenAxis::name(Index position) const {
  const bool inside = position >= 0 && position < count_of(names);
  return inside ? names[position] : std::to_string(position);
}

TokenAxis named_axis(std::vector<std::string> names) {
  const auto shared = std::make_shared<const std::vector<std::string>>(std::move(names));
  TokenAxis axis;
  axis.owner = shared;
  axis.names = *shared;
  return axis;
}

TokenAxis token_axis(std::span<const Piece> pieces) {
  std::vector<std::string> names;
  std::vector<unsigned char> unknown;
  for (const Piece& piece : pieces) {
    names.push_back(piece.text);
    unknown.push_back(piece.known ? 0 : 1);
  }
  TokenAxis axis = named_axis(std::move(names));
  axis.unknown = std::move(unknown);
  return axis;
}

TokenAxis part_of(const TokenAxis& axis, Index first, Index count) {
  const auto cut = [&](const auto& all) {
    const std::span whole(all);
    const auto begin = std::min(static_cast<std::size_t>(first), whole.size());
    return whole.subspan(begin, std::min(static_cast<std::size_t>(count), whole.size() - begin));
  };
  const auto unknown = cut(axis.unknown);
  return {axis.owner, cut(axis.names), {unknown.begin(), unknown.end()}, axis.patches};
}

namespace {

TokenAxis source_axis(const Trace& trace) {
  TokenAxis axis = token_axis(trace.source_pieces);
  axis.patches = patch_grid(trace).has_value();
  return axis;
}

}  // namespace

TokenAxis query_tokens(const Trace& trace, AttentionKind kind) {
  return kind == AttentionKind::EncoderSelf ? source_axis(trace) : token_axis(trace.input_pieces);
}

TokenAxis key_tokens(const Trace& trace, AttentionKind kind) {
  return kind == AttentionKind::DecoderSelf ? token_axis(trace.input_pieces) : source_axis(trace);
}

bool head_is_out(const Trace& trace, const Selection& head) {
  const TraceTensor* context = trace.find(stage_tensor(head, Stage::Context));
  if (!context || !context->edited || context->shape.rank() != 4) return false;
  const auto size = static_cast<std::size_t>(context->shape[2] * context->shape[3]);
  const auto cells = context->value.subspan(static_cast<std::size_t>(head.head) * size, size);
  return std::ranges::all_of(cells, [](Real cell) { return cell == 0; });
}

}  // namespace attnlab
