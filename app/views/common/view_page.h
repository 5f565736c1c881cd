// ViewPage: how a view of the stage is drawn, as one row beside its code.
#pragma once

#include <string>

#include "app/state/command.h"
#include "app/state/view_model.h"

namespace attnlab {

/// How one feature is drawn: kPage in the namespace of its folder.
struct ViewPage {
  /// Fills the current window from a ViewModel, which has a trace unless the page needs none.
  void (*draw)(const ViewModel& model, const Emit& emit);
  /// Called once a frame, on the stage or not: steps forward while the view plays. Null: nothing plays.
  void (*play)(const ViewModel& model, const Emit& emit) = nullptr;
  /// The title of the view's figure; null: the view's own title.
  std::string (*figure_title)(const ViewModel& model) = nullptr;
  bool is_model_map = false;  ///< hides the panel with the model's map while alone on the stage
  bool of_pass = true;        ///< shows the pass on screen, not the run alone
  bool needs_pass = true;     ///< nothing is shown before the first pass
};

/// The page of a feature in features().
const ViewPage& page_of(const Feature& feature);

}  // namespace attnlab
