// What the parts of the view Residual stream share: one frame's content, names of states and tokens.
#pragma once

#include <string>
#include <vector>

#include "app/features/residual/choice.h"
#include "app/state/command.h"
#include "app/state/view_model.h"
#include "app/widgets/base/draw.h"

namespace attnlab {

/// One frame of the view. All values belong to the forward pass that was analyzed last.
struct ResidualFrame {
  const ViewModel& model;
  const Emit& emit;
  const ResidualResults& results;
  const ResidualPass& pass;
  const ResidualChoice& choice;
  ResidualPlace at;
  std::vector<std::string> states;  ///< "embedding", "0 self-attention", …
  std::vector<std::string> tokens;  ///< of the stream, position by position

  const Trace& trace() const { return *pass.trace; }
  /// The column of the lens for a position: the only column if the model predicts a class.
  std::size_t column() const { return pass.lens.pooled ? 0 : static_cast<std::size_t>(at.position); }
  const LensCell& cell() const { return pass.lens.rows[at.state].cells[column()]; }
  /// "t" or "positive": a token, label or class that can be predicted.
  std::string word(TokenId token) const;
  /// "after decoder layer 0 · self-attention, at “the” (3)": the chosen cell.
  std::string cell_title() const;

  void choose(const char* option, const std::string& value) const {
    emit({"choose", {std::string("residual.") + option, value}});
  }
  void look(std::size_t state, Index position) const {
    emit({"residual.look", {std::to_string(state), std::to_string(position)}});
  }
};

/// The tokens of the stream as chips, to select one. Script names: residual.token[0,i].
void draw_residual_tokens(const ResidualFrame& frame);

/// The chosen cell: the most probable tokens, the correct one, and its history. Script names:
/// residual.likely[i,0].
void draw_residual_cell(const ResidualFrame& frame, const Box& box);

/// The parts of the view; each fills the rest of the window.
/// Script names: residual.lens[state,column].
void draw_residual_words(const ResidualFrame& frame);
/// Script names: residual.size[state,0].
void draw_residual_sizes(const ResidualFrame& frame);
/// Script names: residual.cosines[state,state].
void draw_residual_directions(const ResidualFrame& frame);

}  // namespace attnlab
