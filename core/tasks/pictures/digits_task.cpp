// DigitsTask: which digit is it?
#include <algorithm>

#include "core/language/messages.h"
#include "core/tasks/pictures/drawn_task.h"

namespace attnlab {
namespace {

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

using Line = std::vector<Point>;
using Strokes = std::vector<Line>;
using DigitVariants = std::vector<Strokes>;

// Digits are 2 high, from −1 at the top to 1 at the foot, and about 1.1 wide.

DigitVariants zero() { return {{arc({0, 0}, 0.56, 1, 0, 360)}}; }

DigitVariants one() {
  const Line flag = {{-0.36, -0.6}, {0, -1}, {0, 1}};
  return {{flag}, {flag, {{-0.4, 1}, {0.4, 1}}}};
}

DigitVariants two() { return {{joined(arc({0, -0.48}, 0.54, 0.52, 195, 395), {{-0.56, 1}, {0.6, 1}})}}; }

DigitVariants three() {
  const Line lower = arc({0, 0.48}, 0.56, 0.52, 270, 520);
  return {{joined(arc({0, -0.5}, 0.5, 0.5, 205, 450), lower)},
          {joined({{-0.5, -1}, {0.5, -1}, {-0.05, -0.1}}, arc({0, 0.44}, 0.56, 0.56, 275, 515))}};
}

DigitVariants four() {
  return {{{{0.2, -1}, {-0.6, 0.36}, {0.6, 0.36}}, {{0.22, -1}, {0.22, 1}}},
          {{{-0.42, -1}, {-0.5, 0.2}, {0.6, 0.2}}, {{0.28, -0.7}, {0.28, 1}}}};
}

DigitVariants five() {
  return {{joined({{0.5, -1}, {-0.4, -1}, {-0.46, -0.1}}, arc({0, 0.38}, 0.56, 0.62, 232, 505))}};
}

DigitVariants six() {
  return {{joined(arc({0.3, 0.1}, 0.86, 1.1, 285, 180), arc({0, 0.46}, 0.56, 0.54, 180, -180))}};
}

DigitVariants seven() {
  const Line body = {{-0.56, -1}, {0.56, -1}, {-0.16, 1}};
  return {{body}, {body, {{-0.24, 0.02}, {0.46, 0.02}}}};
}

DigitVariants eight() { return {{arc({0, -0.5}, 0.46, 0.5, 0, 360), arc({0, 0.5}, 0.56, 0.5, 0, 360)}}; }

DigitVariants nine() {
  const Line loop = arc({0, -0.46}, 0.54, 0.54, 0, 360);
  return {{loop, {{0.54, -0.46}, {0.46, 0.36}, {0.2, 1}}}, {loop, {{0.54, -0.46}, {0.54, 1}}}};
}

DigitsTask::DigitsTask(const TaskConfig& config, const TaskShape& shape)
    : DrawnTask(config, shape, {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}),
      digits_{zero(), one(), two(), three(), four(), five(), six(), seven(), eight(), nine()} {}

Index DigitsTask::variants(Index kind) const { return count_of(digits_[kind]); }

double DigitsTask::edge_distance(const Pose& pose, Point p) const {
  constexpr double kLeastPen = 0.1, kMostPen = 0.2, kMostSlant = 0.25;
  const double middle = double(kPoseSteps - 1) / 2;
  p.x += p.y * kMostSlant * (double(pose.slant) - middle) / middle;
  double nearest = 1e9;
  for (const Line& line : digits_[pose.kind][pose.variant])
    nearest = std::min(nearest, line_distance(p, line));
  return nearest - (kLeastPen + (kMostPen - kLeastPen) * double(pose.weight) / (2 * middle));
}

}  // namespace

extern const TaskKind kDigitsTask = {
    .name = "digits", .title = tr_mark("digits"), .options = kDrawnOptions, .make = make_as<DigitsTask>};

}  // namespace attnlab
