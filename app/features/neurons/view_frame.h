// What the parts of the Neurons view share: one frame's content, its choices, and sentences.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/features/neurons/choice.h"
#include "app/state/command.h"
#include "app/state/view_model.h"
#include "app/views/common/rest.h"
#include "app/widgets/base/draw.h"

namespace attnlab {

/// One frame of the view; there is at least one network.
struct NeuronsFrame {
  const ViewModel& model;
  const Emit& emit;
  const Trace& trace;
  const NeuronsChoice& choice;
  std::vector<UnitLayer> layers;
  std::size_t at = 0;  ///< the network on the stage
  Index unit = 0;      ///< the selected one
  NeuronResults results;

  const UnitLayer& layer() const { return layers[at]; }
  /// What units do over held-out texts; null while it is not known for this network.
  const DescribedUnits* held_out() const;
  /// How units follow the chosen feature; null while that is not known, or if the feature never changes.
  const UnitsFollowing* followed() const;
  /// What units add to logits; null while it is not known for this network and this target.
  const TextUnits* text() const;
  /// The tokens that the selected unit promotes and suppresses; null while they are not known.
  const UnitWords* words() const;
  void choose(const char* option, const std::string& value) const {
    emit({"choose", {std::string("neurons.") + option, value}});
  }
  void select_unit(Index number) const { choose("unit", std::to_string(number)); }
  /// The inspector explains the activation of a unit at a token.
  void explain(Index token, Index number) const;
};

/// Whether the positions of the network are those of the source.
bool reads_source(const UnitLayer& layer);

/// The piece at each position of the network.
std::vector<std::string> unit_tokens(const NeuronsFrame& frame);

/// The token, label or class of the output with this number.
std::string output_word(const NeuronsFrame& frame, Index word);

/// "Held-out data: 4,096 positions of 64 examples, at step 900."
std::string held_out_unit_words(const NeuronsFrame& frame);

/// Why there is nothing over held-out texts, or not yet, and the progress.
std::string no_held_out_words(const NeuronsFrame& frame);

/// What orders the units of the text, of which at most `most` are shown, what a cell of the map is, and which
/// units are dead.
std::string order_words(const NeuronsFrame& frame, std::size_t most);

/// "Unit 7 promotes “est”, “joue” and suppresses “de”.".
std::string unit_in_short(const NeuronsFrame& frame);

/// The height that is left in the window, at least `least` em; with less, the window scrolls.
float neuron_room(float least);

/// A line of dim text in the width of the window.
void draw_unit_note(const std::string& words);

/// The parts of the view; each fills the rest of the window.
/// Script names: neurons.by[0,i], neurons.over[0,i], neurons.answer[0,i], neurons.feature.NAME,
/// neurons.map[row,token].
void draw_neurons_text(const NeuronsFrame& frame);
/// Script names: neurons.values (a histogram), neurons.example[i,0].
void draw_neurons_examples(const NeuronsFrame& frame);
/// Script names: neurons.promoted[i,0], neurons.suppressed[i,0].
void draw_neurons_words(const NeuronsFrame& frame);
/// Script names: neurons.weights[row,column], neurons.bars[row,0].
void draw_neurons_weights(const NeuronsFrame& frame);

}  // namespace attnlab
