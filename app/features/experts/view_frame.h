// What the parts of the Experts view share: one frame's content, badges and bars in the experts' colours.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/features/experts/choice.h"
#include "app/state/command.h"
#include "app/state/view_model.h"
#include "app/widgets/base/draw.h"
#include "core/analysis/experts.h"

namespace attnlab {

/// One frame of the view; there is at least one layer.
struct ExpertsFrame {
  const ViewModel& model;
  const Emit& emit;
  const Trace& trace;
  const ExpertsChoice& choice;
  std::vector<RoutedLayer> layers;
  std::size_t at = 0;            ///< the layer on the stage
  Index expert = 0;              ///< the selected one
  const ExpertResults& results;  ///< empty before the first

  const RoutedLayer& layer() const { return layers[at]; }
  std::string layer_name() const { return layer().place.name(); }
  /// The held-out tokens of the layer on the stage; null while they are not known.
  const HeldOutLayer* held_out() const;
  void choose(const char* option, const std::string& value) const {
    emit({"choose", {std::string("experts.") + option, value}});
  }
  void select_expert(Index number) const { choose("expert", std::to_string(number)); }
};

/// Puts a layer on the stage.
void select_layer(const ExpertsFrame& frame, const RoutedLayer& layer);

/// Whether the layer reads the source.
bool reads_source(const RoutedLayer& layer);

/// The expert's number on its colour.
void draw_expert_badge(const Box& box, Index expert);
/// Height and width of a badge in a line of text.
float expert_badge_size();

/// Says why there are no held-out numbers, or not yet.
void draw_no_held_out(const ExpertsFrame& frame);

/// "Held-out data: 2,048 tokens of 43 examples, at step 900."
std::string held_out_words(const ExpertsFrame& frame);

/// The parts of the view; each fills the rest of the window.
/// Script names: experts.word[layer,token], experts.table[token,expert].
void draw_experts_text(const ExpertsFrame& frame);
/// Script names: experts.share[expert,0], experts.over_training (a plot).
void draw_experts_shares(const ExpertsFrame& frame);
/// Script names: experts.order[0,i], experts.words[expert,0].
void draw_experts_words(const ExpertsFrame& frame);
/// Script names: experts.effect[layer,expert].
void draw_experts_without(const ExpertsFrame& frame);

}  // namespace attnlab
