// Matrices in the tensors of a trace, as views by strides, and the tokens on their axes.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/state/app_state.h"
#include "app/widgets/heat_map/heat_map.h"
#include "app/widgets/heat_map/matrix_view.h"
#include "core/trace/trace.h"

namespace attnlab {

/// A matrix in a tensor: two axes run along rows and columns, the indices of the others are fixed.
struct TensorSlice {
  const TraceTensor* tensor = nullptr;
  std::vector<Index> origin;         ///< index of the matrix's cell (0, 0) in the tensor
  int row_axis = -1, col_axis = -1;  ///< −1: the tensor has no such axis, and the matrix one row
  MatrixView view{};

  bool empty() const { return view.empty(); }
  /// The tensor's cell behind a cell of the matrix.
  CellName cell(Cell at) const;
  /// The place of a tensor's cell in the matrix; nothing for a cell outside it or of another tensor.
  std::optional<Cell> find(const CellName& name) const;
};

/// The last two axes of `tensor` for batch 0: [B,H,R,C] gives R×C of `head`; [B,R,C] and [R,C] give R×C; [C]
/// gives 1×C. A null tensor gives an empty slice. `version` changes with the trace.
TensorSlice matrix_slice(const TraceTensor* tensor, Index head, std::uint64_t version);
/// Rows first … first+count−1 of a slice; cut at the end of the matrix.
TensorSlice row_range(TensorSlice slice, Index first, Index count);
/// Columns first … first+count−1 of a slice; cut at the end of the matrix.
TensorSlice column_range(TensorSlice slice, Index first, Index count);
/// The transposed slice; cells have the same names.
TensorSlice transposed(TensorSlice slice);

/// One byte per cell, row-major: 1 where `masked` is −∞. Empty if nothing is masked.
std::vector<unsigned char> masked_cells(const MatrixView& masked);

/// The operands of a linear layer, from the derivation of its output: names of tensors, "" for none.
struct Projection {
  std::string input, weight, bias;
};
/// Throws what Trace::explain() throws.
Projection find_projection(const Trace& trace, std::string_view tensor);

/// Names of the tokens along an axis, and which are unknown to the model. Copies share the names.
struct TokenAxis {
  std::shared_ptr<const void> owner{};   ///< of the names
  std::span<const std::string> names{};  ///< positions beyond them have none
  std::vector<unsigned char> unknown{};  ///< empty: all are known
  bool patches = false;                  ///< of a picture

  /// Labels for a heat map; `this` must outlive them.
  AxisLabels labels(std::string title, Role role) const;
  /// "black"; the position if there is no token.
  std::string name(Index position) const;
};
TokenAxis token_axis(std::span<const Piece> pieces);
/// Names without a mark for unknown ones.
TokenAxis named_axis(std::vector<std::string> names);
/// Positions first … first+count−1 of an axis, as far as they have names.
TokenAxis part_of(const TokenAxis& axis, Index first, Index count);

/// The tokens of the queries, and the tokens of the keys.
TokenAxis query_tokens(const Trace& trace, AttentionKind kind);
TokenAxis key_tokens(const Trace& trace, AttentionKind kind);

/// Whether an edit removed the head's output: all of its context is zero.
bool head_is_out(const Trace& trace, const Selection& head);

/// The head of a cell; 0 if the tensor has no heads.
inline Index head_of(const CellName& cell) { return cell.index.size() == 4 ? cell.index[1] : 0; }

}  // namespace attnlab
