// What the parts of the Probes view share: one frame's content, and its words.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/features/probes/choice.h"
#include "app/state/command.h"
#include "app/state/view_model.h"
#include "app/widgets/base/draw.h"

namespace attnlab {

/// One frame of the view, of a model with labels.
struct ProbesFrame {
  const ViewModel& model;
  const Emit& emit;
  const Trace& trace;
  const ProbesChoice& choice;
  const ProbeResults& results;
  const ProbedStack& stack;
  const ProbeLabel& label;
  std::size_t at = 0;  ///< the layer on screen, in the report

  /// The newest report; null before the first.
  const ProbeReport* report() const { return results.now.value.get(); }
  const ProbedLayer& layer() const { return report()->layers[at]; }
  void choose(const char* option, const std::string& value) const {
    emit({"choose", {std::string("probes.") + option, value}});
  }
  /// Shows the tensor that a layer's probe reads, at the token on screen or at `token`.
  void select_layer(std::size_t number) const;
  void select_token(std::size_t number, Index token) const;
  /// The token on screen, counted without a class vector.
  Index token() const;
};

/// Whether probes read the patches of an image.
bool reads_patches(const ProbesFrame& frame);

/// The colors of a probe and of its control.
Colour probe_colour();
Colour control_colour();

/// A note why there are no numbers yet, or none at all.
void draw_no_probes(const ProbesFrame& frame);

/// "One linear probe per layer, fitted to 2,048 tokens of 180 training examples …, at step 900."
std::string judged_words(const ProbesFrame& frame);
/// Script names: probes.token[t,0], probes.right[layer,token].
void draw_probes_text(const ProbesFrame& frame);
/// Script names: probes.course (a switch), probes.over_training (a plot).
void draw_probes_training(const ProbesFrame& frame);

}  // namespace attnlab
