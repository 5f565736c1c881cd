// What the parts of the view Alignment share: the content of one frame, its tokens, and what a click does.
#pragma once

#include <string>

#include "app/features/alignment/choice.h"
#include "app/state/command.h"
#include "app/state/made_commands.h"
#include "app/state/view_model.h"
#include "app/widgets/base/draw.h"

namespace attnlab {

/// One frame of the view.
struct AlignmentFrame {
  const ViewModel& model;
  const Emit& emit;
  const Trace& trace;
  const AlignmentChoice& choice;
  AlignedPass pass;
  AlignedPlace at;

  bool looks_back() const { return pass.kind->looks_back(); }
  void choose(const char* option, const std::string& value) const {
    emit({"choose", {std::string("alignment.") + option, value}});
  }
  /// Selects a position of the decoder and a state of the encoder.
  void go(Index target, Index source) const {
    emit({"alignment.at", {std::to_string(target), std::to_string(source)}});
  }
  /// Explains a number, and puts its tensor on the stage; the selected place stays.
  void explain(const CellName& cell) const {
    if (choice.source != at.source) choose("source", std::to_string(at.source));
    if (choice.target != at.target) choose("target", std::to_string(at.target));
    emit(show_command(cell));
  }
  /// What the encoder read at j, what the decoder reads before position i, and its target there.
  std::string source_word(Index j) const;
  std::string read_word(Index i) const;
  std::string target_word(Index i) const;
};

/// The parts of the view; each fills the rest of the window.
/// Script names: alignment.position[i,0], alignment.state[j,0], alignment.score[0,j], alignment.weight[0,j],
/// alignment.sum are in the figure; alignment.step[k,0] are the lines below it, alignment.context and
/// alignment.next their vectors.
void draw_alignment_figure(const AlignmentFrame& frame);
/// Script names: alignment.handed0 and so on are the vectors, alignment.sizes the plot.
void draw_alignment_fixed(const AlignmentFrame& frame);
/// Script names: alignment.start, alignment.stop, alignment.with[0,i], alignment.task[0,i],
/// alignment.OPTION.less and .more; alignment.lengths and alignment.learning are the plots.
void draw_alignment_length(const AlignmentFrame& frame);

/// Draws the picture of states and lines, `height` pixels high.
void draw_state_picture(const AlignmentFrame& frame, float height);
/// The least height of the picture.
float least_picture_height(const AlignmentFrame& frame);

/// Draws one state as a row of coloured cells of `width` pixels; a click explains the cell.
void draw_state_strip(const AlignmentFrame& frame, const char* target, const StateRow& state, float width);

/// Goes on to the next position while the view plays.
void play_alignment(const ViewModel& model, const Emit& emit);

}  // namespace attnlab
