// DigitsTask: which digit is it?
#pragma once

#include "core/tasks/pictures/drawn_task.h"

namespace attnlab {

/// The ten digits, drawn with a round pen of varying weight, slanted a little; some are drawn in two ways.
class DigitsTask final : public DrawnTask {
 public:
  DigitsTask(const TaskConfig& config, const TaskShape& shape);

 protected:
  SizeRange sizes() const override { return {0.32, 0.45}; }
  Index variants(Index kind) const override;
  double edge_distance(const Pose& pose, Point p) const override;

 private:
  using Strokes = std::vector<std::vector<Point>>;
  std::vector<std::vector<Strokes>> digits_;  ///< [digit][variant]
};

}  // namespace attnlab
