// What the parts of the view Two models share: one frame's content, names and colors of both runs.
#pragma once

#include <string>

#include "app/features/models/choice.h"
#include "app/state/command.h"
#include "app/state/view_model.h"
#include "app/widgets/base/draw.h"

namespace attnlab {

/// One frame of the view.
struct ModelsFrame {
  const ViewModel& model;  ///< with the trace that is compared
  const Emit& emit;
  const ModelsChoice& choice;
  const ModelResults& results;
  std::string mine, other;            ///< names of both runs, with their steps
  std::string my_name, other_name{};  ///< and without

  /// Null before the first comparison.
  const TwoModels* two() const { return results.compared.get(); }
  void choose(const char* option, const std::string& value) const {
    emit({"choose", {std::string("models.") + option, value}});
  }
};

/// The colors of the run on screen and of the other run, the same as in every view.
Colour my_run_colour(const ModelsFrame& frame);
Colour other_run_colour(const ModelsFrame& frame);

/// Why there is no forward pass of the other model; `two` has none.
std::string no_text_words(const TwoModels& two);

/// A note why a part has nothing to show yet, or at all. False if both models have a forward pass.
bool draw_no_passes(const ModelsFrame& frame);

/// The parts of the view; each fills the rest of the window.
/// Script names: models.prediction[position,0].
void draw_models_predictions(const ModelsFrame& frame);
/// Script names: models.match[0,i], models.overlap (cells), models.mine, models.other (cells).
void draw_models_heads(const ModelsFrame& frame);
/// Script names: models.of[0,i], models.sorted, models.tensor[i,0], and those of draw_compare_maps().
void draw_models_tensors(const ModelsFrame& frame);
/// Script names: models.log_y, models.loss, models.right (plots).
void draw_models_curves(const ModelsFrame& frame);

}  // namespace attnlab
