// ShapesTask: which figure is it?
#include "core/language/messages.h"
#include "core/tasks/pictures/drawn_task.h"
#include "core/tasks/pictures/figures.h"

namespace attnlab {
namespace {

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

ShapesTask::ShapesTask(const TaskConfig& config, const TaskShape& shape)
    : DrawnTask(config, shape, {Figures::names().begin(), Figures::names().end()}) {}

double ShapesTask::edge_distance(const Pose& pose, Point p) const {
  return figures_.edge_distance(static_cast<std::size_t>(pose.kind), p);
}

}  // namespace

extern const TaskKind kShapesTask = {
    .name = "shapes", .title = tr_mark("shapes"), .options = kDrawnOptions, .make = make_as<ShapesTask>};

}  // namespace attnlab
