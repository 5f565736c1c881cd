// ShapesTask: its figures as classes.
#include "core/tasks/pictures/shapes_task.h"

namespace attnlab {

ShapesTask::ShapesTask(const TaskConfig& config, const TaskShape& shape)
    : DrawnTask(config, shape, {Figures::names().begin(), Figures::names().end()}) {}

double ShapesTask::edge_distance(const Pose& pose, Point p) const {
  return figures_.edge_distance(static_cast<std::size_t>(pose.kind), p);
}

extern const TaskKind kShapesTask = {
    .name = "shapes", .title = "shapes", .options = kDrawnOptions, .make = make_as<ShapesTask>};

}  // namespace attnlab
