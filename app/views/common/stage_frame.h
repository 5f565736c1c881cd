// What the stages share: one frame's content, matrices with their symbols, and clicks on cells.
#pragma once

#include <string>

#include "app/state/command.h"
#include "app/state/tensor_groups.h"
#include "app/state/view_model.h"
#include "app/views/common/stage_text.h"
#include "app/views/common/trace_matrices.h"
#include "app/widgets/heat_map/heat_map.h"
#include "core/language/messages.h"

namespace attnlab {

/// One frame of the stage. `lit` and `touched` tie the formula's symbols to the matrices.
struct StageFrame {
  const ViewModel& model;
  const Emit& emit;
  const Trace& trace;
  const Selection& selection;
  TokenAxis queries, keys;
  std::string lit;      ///< symbol under the pointer in the formula
  std::string touched;  ///< symbol whose matrix is under the pointer; written by the matrices

  bool cross() const { return selection.attention == AttentionKind::Cross; }
  /// The matrix of the selected head in "query", "scores", … of the selected attention.
  TensorSlice matrix(std::string_view local) const;
  TensorSlice matrix(Stage stage) const;
  /// Any tensor or parameter by its full name.
  TensorSlice named(std::string_view name) const;
  AxisLabels query_labels() const { return queries.labels(tr("queries"), Role::Query); }
  AxisLabels key_labels() const { return keys.labels(tr("keys"), Role::Key); }
};

/// The most rows of a matrix with wide cells, which make room for numbers. Cells of more rows are too low for
/// numbers in most windows, and square cells show the diagonal.
inline constexpr int kMostNumberedRows = 14;

/// A matrix on the stage.
struct StageMatrix {
  TensorSlice slice{};
  const char* symbol = "";
  std::string title{};
  Role role = Role::None;
  ColourScale scale{};
  std::string target{};  ///< for scripts
  std::string detail{};  ///< dim, after the title; the size if empty
};

/// Row and column of the selected cell in the matrix of the selected attention's stage.
Cell selected_on_stage(const StageFrame& frame);
/// Row and column of the selected cell in `own`, the stage's own matrix, of any tensor.
Cell selected_in(const StageFrame& frame, const TensorSlice& own);

/// "10 × 16".
std::string size_text(const TensorSlice& slice);

/// Signed values: zero in the middle, range of this matrix.
ColourScale signed_scale();
/// Signed values on the range of `matrix`, for matrices with smaller absolute values to share.
ColourScale shared_scale(const MatrixView& matrix);
/// Attention weights: from 0 to 1, or, for a long text, to the largest weight of each row.
ColourScale weight_scale(const MatrixView& weights);

/// After a matrix was drawn: frames it while its symbol is lit, records that it is touched, marks the cell
/// that the inspector explains.
void tie(StageFrame& frame, const StageMatrix& matrix, const HeatMapResult& drawn);
/// A click in an operand: the inspector explains the cell.
void follow_click(const StageFrame& frame, const StageMatrix& matrix, const HeatMapResult& drawn);
/// A click in the stage's own matrix selects.
void choose_click(const StageFrame& frame, const TensorSlice& own, const HeatMapResult& drawn);
/// A click on a token of an axis: select.query or select.key.
enum class TokenRole { Query, Key };
void choose_token(const StageFrame& frame, TokenRole role, int label);

/// Selectors of attention, layer and head in one line, each only if there is a choice.
void draw_head_selectors(const StageFrame& frame);

/// Scrolls the window to a cell when the selection changes.
void keep_in_sight(const Box& cell, Cell selected);

/// Whether the mask of the selected attention hides anything.
bool hides_anything(const StageFrame& frame);

}  // namespace attnlab
