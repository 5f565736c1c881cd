// The selected cell as the textbooks draw it, with the numbers of one unit at one step.
#pragma once

#include "app/features/recurrence/view_frame.h"

namespace attnlab {

/// The numbers of one unit of a cell at one step.
struct UnitStep {
  std::vector<GateSum> sums{};  ///< of the kind's gates
  std::vector<double> gates{};  ///< their values
  double hidden_before = 0, memory_before = 0;
  double memory = 0, hidden = 0;
  double kept = 0, write_share = 0, written = 0;  ///< of a kind with gates
};

/// The figure, and beside or below it the formulas with the numbers put in.
void draw_cell_figure(const RecurrenceFrame& frame);
/// The formulas of the cell's kind, line by line, each with its numbers; a press leads to the inspector.
void draw_cell_lines(const RecurrenceFrame& frame, const UnitStep& step, float width);

}  // namespace attnlab
