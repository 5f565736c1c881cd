// What the parts of the Circuits view share: the content of one frame, names of heads, and what a product of
// weights leaves out.
#pragma once

#include <string>
#include <vector>

#include "app/features/circuits/choice.h"
#include "app/state/command.h"
#include "app/state/view_model.h"
#include "app/views/common/rest.h"
#include "app/widgets/base/draw.h"

namespace attnlab {

/// One frame of the view; the model has at least one head.
struct CircuitsFrame {
  const ViewModel& model;
  const Emit& emit;
  const ModelConfig& config;
  const CircuitsChoice& choice;
  std::vector<CircuitHead> heads;  ///< circuit_heads()
  CircuitHead head;                ///< the selected one
  const CircuitResults& results;   ///< empty before the first

  void choose(const char* option, const std::string& value) const {
    emit({"choose", {std::string("circuits.") + option, value}});
  }
  /// The scores of a head at the step on screen; null while they are not known.
  const ScoredHead* scored(const CircuitHead& head) const;
};

/// Selects the head in all views.
void select_circuit_head(const CircuitsFrame& frame, const CircuitHead& head);

/// "decoder layer 1 · self-attention · head 2".
std::string head_words(const CircuitHead& head);
/// "1.2"; "enc 1.2" and "cross 1.2" in a model with two stacks.
std::string brief_head(const CircuitsFrame& frame, const CircuitHead& head);

/// Which product of weights a sentence is about.
enum class CircuitProduct { Looks, Says, Composition };
/// What the product leaves out, and what is folded into it, in sentences.
std::string folded_words(const CircuitsFrame& frame, CircuitProduct product);
/// "Computed at step 1,200."
std::string at_step_words(Index step);
/// The sentences that are not empty, one after another.
std::string joined_sentences(const std::vector<std::string>& sentences);

/// A list of names with numbers behind them, in `width` and at most `height`; returns the clicked line, −1:
/// none. Lit lines are marked.
struct CircuitLine {
  std::string name, numbers;
  bool lit = false;
};
int draw_circuit_lines(const std::string& title, const std::vector<CircuitLine>& lines, float width,
                       float height);

/// Dim text over the width of the window.
void circuit_words_line(const std::string& words, float width = 0);
/// Why there is nothing yet: `what` is in progress, or the work failed.
void draw_circuits_wait(const CircuitsFrame& frame, const char* what);

/// The parts of the view; each fills the rest of the window.
/// Script names: circuits.measure[0,i], circuits.score[head,0], circuits.over_training (a plot).
void draw_circuit_heads(const CircuitsFrame& frame);
/// Script names: circuits.looks[row,column], circuits.says[row,column], circuits.words,
/// circuits.distance.less and circuits.distance.more.
void draw_circuit_looks(const CircuitsFrame& frame);
void draw_circuit_says(const CircuitsFrame& frame);
/// Script names: circuits.by[0,i], circuits.least, circuits.node[head,0], circuits.composition.
void draw_circuit_composition(const CircuitsFrame& frame);

}  // namespace attnlab
