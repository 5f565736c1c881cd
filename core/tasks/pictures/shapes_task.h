// ShapesTask: which figure is it?
#pragma once

#include "core/tasks/pictures/drawn_task.h"
#include "core/tasks/pictures/figures.h"

namespace attnlab {

/// Filled figures: circle, ring, square, triangle, cross, star.
class ShapesTask final : public DrawnTask {
 public:
  ShapesTask(const TaskConfig& config, const TaskShape& shape);

 protected:
  SizeRange sizes() const override { return {0.32, 0.48}; }
  Index variants(Index) const override { return 1; }
  double edge_distance(const Pose& pose, Point p) const override;

 private:
  Figures figures_;
};

}  // namespace attnlab
