// What the parts of the Patching view share: one frame's content.
#pragma once

#include <string>

#include "app/features/patching/choice.h"
#include "app/state/command.h"
#include "app/state/view_model.h"

namespace attnlab {

/// One frame of the view.
struct PatchingFrame {
  const ViewModel& model;
  const Emit& emit;
  const PatchingChoice& choice;
  const PatchingResults& results;  ///< empty before the first

  void choose(const char* option, const std::string& value) const {
    emit({"choose", {std::string("patching.") + option, value}});
  }
  /// The texts in use: typed or proposed.
  PatchPair pair() const { return choice.has_pair() ? choice.pair() : results.pair; }
};

/// The next item goes on the same line if `width` fits there.
void patching_item_beside(float width);

/// The grids, and sentences about them; fills the rest of the window. Needs a result. Script names:
/// patching.map.source[row,column], patching.map.target[row,column], patching.map.paths[row,column].
void draw_patching_maps(const PatchingFrame& frame);

}  // namespace attnlab
