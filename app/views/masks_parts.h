// What the parts of the Masks view share.
#pragma once

#include <string>
#include <vector>

#include "app/state/command.h"
#include "app/state/mask_choice.h"
#include "app/state/view_model.h"
#include "app/views/trace_matrices.h"

namespace attnlab {

/// One frame of the Masks view.
struct MaskFrame {
  const ViewModel& model;
  const Emit& emit;
  const Selection& selection;
  ChosenMask chosen;
  const std::vector<std::string>& rows;  ///< the mask of the selected head: '1' seen, '0' hidden
  const std::vector<std::string>& own;   ///< the same without the edits; empty where it is not known
  TokenAxis queries, keys;

  /// A tensor of the selected head with the edits, or without; empty where there is none.
  MatrixView now(Stage stage) const;
  MatrixView before(Stage stage) const;
};

/// What sends a mask for the present scope: "attention.mask window 3 layer".
Command mask_command(const MaskFrame& frame, const std::string& mask);

/// Kind, scope, count, and a sentence on what the kind is for.
void draw_mask_choice(const MaskFrame& frame);

/// The mask itself, to be painted on. Returns its bounds.
Box draw_mask_map(const MaskFrame& frame, ImVec2 at, ImVec2 size);

}  // namespace attnlab
