// Loss landscape: the loss over a plane of weights, and the path of training over it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/landscape/plane.h"
#include "core/config/stop.h"
#include "core/language/messages.h"

namespace attnlab {

/// The plane that is shown.
struct LandscapePlane {
  std::string_view name;  ///< "path": in options
  const char* title;      ///< on screen
  std::string_view sentence;
  bool of_path;  ///< principal components of the path; else random directions
};
inline constexpr LandscapePlane kLandscapePlanes[] = {
    {"path", tr_mark("plane of the path"),
     tr_mark("The two directions in which training moved the most (PCA of the stored states)."), true},
    {"random", tr_mark("random directions"),
     tr_mark("Two random directions around the newest weights, each row scaled to the norm of the weights."),
     false}};
/// Throws std::invalid_argument with near names.
const LandscapePlane& landscape_plane(std::string_view name);

inline constexpr Index kLeastLandscape = 9, kMostLandscape = 41;
/// The most states of a path.
inline constexpr std::size_t kMostPathStates = 64;
/// Held-out positions whose loss is taken, at least.
inline constexpr Index kLandscapePositions = 512;

struct LandscapeSettings {
  std::string plane = "path";  ///< of kLandscapePlanes
  Index size = 17;             ///< points along each direction, kLeastLandscape to kMostLandscape
  Index seed = 1;              ///< of random directions
  double reach = 1;            ///< of random directions: how far, in lengths of the weights
  friend bool operator==(const LandscapeSettings&, const LandscapeSettings&) = default;
};

/// One stored state of training.
struct StatePoint {
  Index step = 0;
  WeightPoint at;   ///< nearest to it in the plane
  double loss = 0;  ///< of the state itself, which may lie beside the plane
};

struct LossLandscape {
  LandscapeSettings settings;
  std::shared_ptr<const WeightPlane> plane;
  std::vector<StatePoint> path;  ///< in the order of steps
  std::vector<double> a, b;      ///< [size] the points along each direction
  std::vector<double> loss;      ///< [size,size]: b, then a; NaN: not measured yet
  Index done = 0;                ///< of the measurements of path and plane
  Index all = 0;
  Index examples = 0, targets = 0;  ///< held out, whose mean loss it is
  bool finished = false;

  double at(Index row, Index column) const {
    return loss[static_cast<std::size_t>(row) * a.size() + static_cast<std::size_t>(column)];
  }
};

/// Mean cross-entropy a target over `batches`, without dropout or smoothing; NaN where nothing counts.
double mean_loss_of(const Model& model, std::span<const Real> weights, std::span<const Batch> batches);

/// The losses of the path, then of the plane's points, coarse ones first. `path`: weights of `model` in
/// rising order of steps; the plane goes through the last. `progress` is called now and then with what there
/// is; ends early where `stop` asks. Deterministic. Throws as path_plane() and random_plane(), and
/// std::invalid_argument for a size or plane that is not allowed.
LossLandscape loss_landscape(const Model& model, const std::vector<SnapshotPtr>& path,
                             std::span<const Batch> batches, const LandscapeSettings& settings,
                             const StopToken& stop = {},
                             const std::function<void(const LossLandscape&)>& progress = {});

}  // namespace attnlab
