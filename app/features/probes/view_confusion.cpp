// Confusions of a probe: how often each class was said where each class is right.
#include <algorithm>

#include "app/features/probes/view_frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/heat_map.h"

namespace attnlab {

namespace {

/// The counts of one layer as cells.
struct ConfusionCells {
  const ProbeReport* of = nullptr;
  std::size_t layer = 0;
  std::vector<float> cells;
};

const std::vector<float>& confusion_cells(const ProbesFrame& frame) {
  ConfusionCells& known = frame.model.remembered<ConfusionCells>();
  if (known.of != frame.report() || known.layer != frame.at) {
    const std::vector<Index>& counts = frame.layer().confusion;
    known = {frame.report(), frame.at, std::vector<float>(counts.begin(), counts.end())};
  }
  return known.cells;
}

}  // namespace

void draw_probes_confusion(const ProbesFrame& frame, ImVec2 size) {
  const ProbeReport& report = *frame.report();
  const int classes = static_cast<int>(report.classes.size());
  HeatMapOptions o;
  o.title = "Held-out tokens";
  o.detail = point_title(frame.layer().point);
  o.scale = {Scale::Sequential, RangeMode::PerMatrix, {}};
  o.rows = {.names = report.classes, .title = "label"};
  o.cols = {.names = report.classes, .title = "probe"};
  o.size = size;
  o.target = "probes.confusion";
  o.tensor = "tokens";
  heat_map("confusion", matrix_view(confusion_cells(frame).data(), classes, classes), o);
}

}  // namespace attnlab
