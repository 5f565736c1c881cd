// What the parts of the Masks view share.
#pragma once

#include <string>
#include <vector>

#include "app/state/command.h"
#include "app/state/mask_choice.h"
#include "app/state/view_model.h"
#include "app/views/common/trace_matrices.h"
#include "app/widgets/heat_map/heat_map.h"

namespace attnlab {

/// One frame of the Masks view.
struct MaskFrame {
  const ViewModel& model;
  const Emit& emit;
  const Selection& selection;
  ChosenMask chosen;
  const std::vector<std::string>& rows;  ///< the mask of the selected head: '1' visible, '0' masked
  const std::vector<std::string>& own;   ///< the mask without the edits; empty if it is unknown
  TokenAxis queries, keys;

  /// A tensor of the selected head, with the edits; before() gives it without. Empty if there is none.
  MatrixView now(Stage stage) const;
  MatrixView before(Stage stage) const;
};

/// The command for a mask in the present scope: "attention.mask window 3 layer".
Command mask_command(const MaskFrame& frame, const std::string& mask);

/// Draws kind, scope and count.
void draw_mask_choice(const MaskFrame& frame);
/// One or two sentences about the use of the kind.
std::vector<std::string> mask_words(const MaskFrame& frame);

/// Zooms the maps of the view together.
inline void zoom_mask_maps(HeatMapOptions& options) {
  zoom_together(options, {"masks.map", "masks.weights", "masks.scores", "masks.masked", "masks.before"});
}

/// The place of one part of the view, and the size of its cells.
struct MaskRoom {
  Box box;
  ImVec2 cell;
  bool below_another = false;  ///< the map above names the keys
};

/// Draws the mask as a map to paint on. Returns the map's bounds.
Box draw_mask_map(const MaskFrame& frame, const MaskRoom& room);
/// Width of the queries' names and height of the keys' names around the mask's cells.
ImVec2 mask_labels(const MaskFrame& frame, float cell_width);

}  // namespace attnlab
