// What the parts of the view Loss landscape share: one frame's content, and the loss as it is drawn.
#pragma once

#include <string>
#include <vector>

#include "app/features/landscape/choice.h"
#include "app/state/command.h"
#include "app/state/view_model.h"
#include "app/widgets/base/draw.h"
#include "app/widgets/heat_map/value_range.h"

namespace attnlab {

/// The loss, or its logarithm, as cells; computed once for a measurement.
struct LandscapeCells {
  std::uint64_t version = 0;
  bool log = false;
  std::vector<float> cells;                   ///< [size,size]: rows from the largest b down, columns by a
  std::vector<unsigned char> hidden;          ///< not measured yet, or not finite
  ValueRange range{0, 1};                     ///< of what is measured, the path's losses among it
  std::shared_ptr<const LossLandscape> of{};  ///< what was measured
};

/// One frame of the view.
struct LandscapeFrame {
  const ViewModel& model;
  const Emit& emit;
  const LandscapeChoice& choice;
  const LandscapeResults& results;
  const LossLandscape& landscape;
  const LandscapeCells& cells;

  int size() const { return static_cast<int>(landscape.a.size()); }
  float cell(int row, int column) const { return cells.cells[row * size() + column]; }
  bool hidden(int row, int column) const { return cells.hidden[row * size() + column] != 0; }
  /// The loss of the path as it is drawn.
  double shown_loss(double loss) const;
  /// Where a point lies: columns from the left, rows from the top, in cells between the centers of the first
  /// and the last.
  ImVec2 place(WeightPoint point) const;
  void choose(const char* option, const std::string& value) const {
    emit({"choose", {std::string("landscape.") + option, value}});
  }
};

/// "a · 91.2 %": a direction with its share of the path's variance.
std::string landscape_axis(const char* name, double share);

/// Draws the path through `at`, the places of its points on screen. Script names: landscape.path[i,0].
void draw_landscape_path(const LandscapeFrame& frame, const std::vector<ImVec2>& at);

/// Script names: landscape.map (cells).
void draw_landscape_map(const LandscapeFrame& frame, ImVec2 size);
/// Script names: landscape.hills.
void draw_landscape_hills(const LandscapeFrame& frame, ImVec2 size);

}  // namespace attnlab
