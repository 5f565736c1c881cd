// What the parts of the Norms view share: one frame's content, intervals token by token.
#pragma once

#include <string>
#include <vector>

#include "app/features/norms/choice.h"
#include "app/state/command.h"
#include "app/state/view_model.h"
#include "app/views/common/trace_matrices.h"
#include "core/analysis/norms.h"

namespace attnlab {

/// One frame of the view.
struct NormsFrame {
  const ViewModel& model;
  const Emit& emit;
  const Trace& trace;
  const NormsChoice& choice;
  std::vector<NormTensors> norms;

  /// The chosen norm, or the first; there must be one.
  const NormTensors& norm() const;
  void choose(const char* option, const std::string& value) const {
    emit({"choose", {std::string("norms.") + option, value}});
  }
};

/// The place of a sum in its stack: "0 · self-attention", "input".
std::string stream_words(const TraceTensor& sum);

/// The tokens of a tensor's rows, and the text that they are from.
struct RowTokens {
  std::vector<std::string> names;
  bool of_source = false;
};
RowTokens row_tokens(const Trace& trace, const TraceTensor& tensor);

/// Vectors of the same tokens at one place of the computation.
struct NormColumn {
  std::string title;
  std::string note;             ///< dim, after the title
  std::span<const Real> cells;  ///< [T,C]
  Index width = 1;              ///< C
  Colour colour = 0;
  const TraceTensor* tensor = nullptr;  ///< opened by a click; null: none
  int shared = 0;                       ///< columns with the same number share an axis
};

/// Draws each token's mean and standard deviation in each column, as an interval with its numbers; below them
/// the distribution of all tokens' values. Script names: norms.row[i,0] is a token.
void draw_norm_columns(const NormsFrame& frame, const RowTokens& tokens, std::span<const NormColumn> columns,
                       ImVec2 size);

/// Draws the choice of the norm: ‹ decoder layer 0 · attention ›.
void choose_norm(const NormsFrame& frame);

/// The parts of the view; each fills the rest of the window.
void draw_norm_tokens(const NormsFrame& frame);
void draw_norm_kinds(const NormsFrame& frame);
void draw_norm_layers(const NormsFrame& frame);

/// Puts the tensor's row of a token on the stage, and explains its number.
void open_tensor(const NormsFrame& frame, const TraceTensor& tensor, Index token);

}  // namespace attnlab
