// DrawnTask: pictures drawn on the spot: a figure at a random place, of random size, turn and colors.
#pragma once

#include "core/language/messages.h"
#include "core/tasks/base/task_kind.h"
#include "core/tasks/pictures/outline.h"
#include "core/tasks/pictures/picture_task.h"

namespace attnlab {

/// Everything that decides one figure but its colors and noise, in whole steps from 0 to kPoseSteps − 1, so
/// that its hash can say whether it is held out.
struct Pose {
  Index kind = 0;     ///< the class
  Index variant = 0;  ///< one of the ways in which the class is drawn
  Index x = 0, y = 0;
  Index size = 0;
  Index turn = 0;
  Index weight = 0;  ///< of the pen
  Index slant = 0;
};

inline constexpr Index kPoseSteps = 32;

/// The options of each task of drawn pictures.
inline constexpr TaskOption kDrawnOptions[] = {
    {"noise", &TaskConfig::noise, tr_mark("standard deviation of the noise of each pixel"), 0, 1},
    {"rotation", &TaskConfig::rotation, tr_mark("largest rotation in either direction, in degrees"), 0, 180},
    {"shift", &TaskConfig::shift,
     tr_mark("largest distance from the center, as a fraction of the distance to the edge"), 0, 1}};

/// A share of all poses is held out by their hash: no held-out figure stands in the same place, size and turn
/// in any picture that is trained on. Edges are smooth, ink and paper differ by at least kLeastContrast, and
/// each pixel has normal noise of its own. Nothing is stored; sampling allocates nothing.
class DrawnTask : public PictureTask {
 public:
  DrawnTask(const TaskConfig& config, const TaskShape& shape, std::vector<std::string> class_names);

  /// Whether pictures of this pose are held out.
  Split split_of(const Pose& pose) const;

 protected:
  TokenId draw(Split split, RandomStream& random, std::span<Real> pixels) const final;

  /// Least and greatest distance from the figure's middle to its edge, as a share of the picture's side.
  struct SizeRange {
    double least, greatest;
  };
  virtual SizeRange sizes() const = 0;
  /// Ways in which class `kind` is drawn.
  virtual Index variants(Index kind) const = 0;
  /// Distance from `p` to the figure's edge, negative where there is ink. The figure's middle is the origin
  /// and its edge at about 1; it is neither moved nor turned.
  virtual double edge_distance(const Pose& pose, Point p) const = 0;

 private:
  Pose draw_pose(RandomStream& random) const;
  void cover(const Pose& pose, std::span<Real> coverage) const;

  double noise_, rotation_, shift_;
  std::uint64_t threshold_;  ///< poses with a hash below it are held out
};

}  // namespace attnlab
