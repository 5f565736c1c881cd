// The view Pictures: its row, its options and what it finds.
#pragma once

#include <string>
#include <vector>

#include "app/feature/feature.h"
#include "app/state/app_state.h"
#include "core/analysis/pictures/picture_attention.h"
#include "core/tasks/base/task.h"

namespace attnlab {

/// Pictures: where a model that reads a picture as patches attends, and what it predicts for drawn pictures.
struct PicturesChoice {
  std::string part = "attention";              ///< attention, rollout, filters, positions or draw
  bool mean = false;                           ///< the mean over all queries, instead of the selected one
  Index filter = 0;                            ///< the selected filter of the patch embedding
  std::string pen = "white", paper = "black";  ///< colors
  Index width = 2;                             ///< of the pen, in pixels
  Index row = 0, column = 0;                   ///< the pixel at the keyboard pen

  bool draws() const { return part == "draw"; }
  bool of_filters() const { return part == "filters"; }
  friend bool operator==(const PicturesChoice&, const PicturesChoice&) = default;
};

/// How many of `count` filters are in a row.
Index filter_columns(Index count);

/// Everything that a result depends on.
struct PictureQuestion {
  TracePtr trace;
  AskedBy followed{};      ///< of the rollout
  bool positions = false;  ///< similarity of positions instead of the rollout
  friend bool operator==(const PictureQuestion&, const PictureQuestion&) = default;
};

/// The pass on screen may be newer.
struct PictureResults {
  PatchGrid grid{};
  AskedBy followed{};
  std::vector<std::vector<double>> rollout{};  ///< as picture_rollout(); empty without a question about it
  std::vector<Real> positions{};               ///< cosines between the vectors of patches [P,P]; or empty
};

PictureResults answered(const PictureQuestion& question);

/// The attention over patches that is on the stage: the selected attention or, if it does not read patches,
/// the last one of the pass that does. Null if there is no such attention.
const PictureAttention* attention_on_stage(const AppState& state,
                                           const std::vector<PictureAttention>& attentions);

/// The query of an attention over patches: the selected one, or the mean of all.
AskedBy asked_by(const AppState& state, const PictureAttention& attention);

/// The patch or class vector that is followed through the layers: the selected query if it is one, otherwise
/// the query for the whole picture.
AskedBy followed_by(const AppState& state, const PatchGrid& grid);

}  // namespace attnlab

namespace attnlab::pictures {

extern const Feature kFeature;

}  // namespace attnlab::pictures
