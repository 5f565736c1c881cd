// DrawnTask: poses, ink and noise.
#include "core/tasks/pictures/drawn_task.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/tasks/pictures/figures.h"

namespace attnlab {
namespace {

constexpr std::uint64_t kDrawnSplitKey = 0x5EED0F91C7;  // what the split's hash begins with
constexpr double kLeastContrast = 0.45;

/// 0 to 1, both ends among them.
double share(Index step) { return double(step) / double(kPoseSteps - 1); }

/// −1 to 1.
double offset(Index step) { return 2 * share(step) - 1; }

std::uint64_t hash_of(const Pose& pose) {
  std::uint64_t hash = kDrawnSplitKey;
  for (const Index part :
       {pose.kind, pose.variant, pose.x, pose.y, pose.size, pose.turn, pose.weight, pose.slant})
    hash = join_keys(hash, static_cast<std::uint64_t>(part));
  return hash;
}

/// Ink and paper in one channel of a picture.
struct Colours {
  std::array<double, 3> paper{}, ink{};
};

Colours draw_colours(RandomStream& random, Index channels) {
  const bool dark = random.below(2) == 0;
  Colours colours;
  for (std::size_t c = 0; c < static_cast<std::size_t>(channels); ++c) {
    const double low = random.uniform() * (1 - kLeastContrast);
    const double high = low + kLeastContrast + random.uniform() * (1 - kLeastContrast - low);
    colours.paper[c] = dark ? high : low;
    colours.ink[c] = dark ? low : high;
  }
  return colours;
}

}  // namespace

DrawnTask::DrawnTask(const TaskConfig& config, const TaskShape& shape, std::vector<std::string> class_names)
    : PictureTask(shape, std::move(class_names)),
      noise_(config.noise),
      rotation_(config.rotation * std::numbers::pi / 180),
      shift_(config.shift),
      threshold_(static_cast<std::uint64_t>(std::ldexp(config.validation_share, 63)) * 2) {}

Split DrawnTask::split_of(const Pose& pose) const {
  return hash_of(pose) < threshold_ ? Split::Validation : Split::Train;
}

Pose DrawnTask::draw_pose(RandomStream& random) const {
  Pose pose;
  pose.kind = random.below(class_count());
  pose.variant = random.below(variants(pose.kind));
  for (Index* part : {&pose.x, &pose.y, &pose.size, &pose.turn, &pose.weight, &pose.slant})
    *part = random.below(kPoseSteps);
  return pose;
}

/// `coverage` [size,size]: how much of each pixel is ink.
void DrawnTask::cover(const Pose& pose, std::span<Real> coverage) const {
  const auto side = double(size());
  const SizeRange range = sizes();
  const double radius = side * (range.least + share(pose.size) * (range.greatest - range.least));
  const double room = shift_ * std::max(0.0, side / 2 - radius);
  const double middle_x = side / 2 + offset(pose.x) * room, middle_y = side / 2 + offset(pose.y) * room;
  const double angle = offset(pose.turn) * rotation_, cosine = std::cos(angle), sine = std::sin(angle);
  for (Index y = 0, i = 0; y < size(); ++y) {
    for (Index x = 0; x < size(); ++x, ++i) {
      const double dx = (double(x) + 0.5 - middle_x) / radius, dy = (double(y) + 0.5 - middle_y) / radius;
      const Point p{cosine * dx + sine * dy, cosine * dy - sine * dx};
      coverage[i] = pixel_share(radius * edge_distance(pose, p));
    }
  }
}

TokenId DrawnTask::draw(Split split, RandomStream& random, std::span<Real> pixels) const {
  Pose pose = draw_pose(random);
  while (split_of(pose) != split) pose = draw_pose(random);
  const Colours colours = draw_colours(random, channels());
  const auto plane = static_cast<std::size_t>(size() * size());
  // The last channel holds the coverage until its own turn comes.
  const std::span<Real> coverage = pixels.last(plane);
  cover(pose, coverage);
  for (std::size_t c = 0; c < static_cast<std::size_t>(channels()); ++c) {
    const double paper = colours.paper[c], contrast = colours.ink[c] - paper;
    for (std::size_t i = 0; i < plane; ++i) {
      const double noise = noise_ > 0 ? noise_ * random.normal() : 0;
      const double light = paper + contrast * double(coverage[i]) + noise;
      pixels[c * plane + i] = Real(std::clamp(light, 0.0, 1.0));
    }
  }
  return static_cast<TokenId>(pose.kind);
}

}  // namespace attnlab
