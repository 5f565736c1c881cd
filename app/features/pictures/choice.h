// The view Pictures: its row, its options and what it finds.
#pragma once

#include <string>
#include <vector>

#include "app/feature/feature.h"
#include "app/state/app_state.h"
#include "core/analysis/pictures/picture_attention.h"
#include "core/tasks/base/task.h"

namespace attnlab {

/// Pictures: where a model that reads a picture as patches looks, and what it says of pictures drawn by hand.
struct PicturesChoice {
  std::string part = "attention";              ///< attention, rollout, filters, positions or draw
  bool mean = false;                           ///< all queries ask together, instead of the selected one
  Index filter = 0;                            ///< the selected filter of the patch embedding
  std::string pen = "white", paper = "black";  ///< colours
  Index width = 2;                             ///< of the pen, in pixels
  Index row = 0, column = 0;                   ///< the pixel under the keyboard's pen

  bool draws() const { return part == "draw"; }
  bool of_filters() const { return part == "filters"; }
  friend bool operator==(const PicturesChoice&, const PicturesChoice&) = default;
};

/// Filters side by side, where `count` of them are shown.
Index filter_columns(Index count);

/// All that a result depends on.
struct PictureQuestion {
  TracePtr trace;
  AskedBy followed{};      ///< of the rollout
  bool positions = false;  ///< similarity of positions, and not the rollout
  friend bool operator==(const PictureQuestion&, const PictureQuestion&) = default;
};

/// The pass on screen may be newer.
struct PictureResults {
  PatchGrid grid{};
  AskedBy followed{};
  std::vector<std::vector<double>> rollout{};  ///< as picture_rollout(); empty where it was not asked for
  std::vector<Real> positions{};               ///< cosines between the vectors of patches [P,P]; or empty
};

PictureResults answered(const PictureQuestion& question);

/// The attention over patches that is on the stage: the selected one, or where that reads no patches the last
/// of the pass. Null where none does.
const PictureAttention* attention_on_stage(const AppState& state,
                                           const std::vector<PictureAttention>& attentions);

/// Who asks in an attention over patches: the selected query, or the mean.
AskedBy asked_by(const AppState& state, const PictureAttention& attention);

/// The patch, or the class vector, that is followed through the layers: the selected query where it is one,
/// else whoever asks for the whole picture.
AskedBy followed_by(const AppState& state, const PatchGrid& grid);

}  // namespace attnlab

namespace attnlab::pictures {

extern const Feature kFeature;

}  // namespace attnlab::pictures
