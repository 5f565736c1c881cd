// What the tables and the tree of operands share.
#pragma once

#include "app/views/inspector/frame.h"

namespace attnlab {

/// Whether all terms of the inspected cell's sums are listed, for a change; false for each new cell.
bool& wants_all_terms(const InspectorFrame& frame);

/// Explains an operand, and shows it on the stage; nothing for a part that is no cell.
void follow_operand(const InspectorFrame& frame, const DerivationPart* part);

/// Draws a derivation of another shape than a sum or a softmax: its parts, indented.
void draw_operand_tree(const InspectorFrame& frame);

}  // namespace attnlab
