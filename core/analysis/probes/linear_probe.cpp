// Linear probe: the objective in decorrelated features, and L-BFGS.
#include "core/analysis/probes/linear_probe.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <deque>

namespace attnlab {

namespace {

using ProbeMatrix = Eigen::MatrixXd;
using ProbeVector = Eigen::VectorXd;
using RowCells = Eigen::Map<const Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

constexpr std::size_t kCurvatures = 10;
constexpr int kHalvings = 40;
/// A feature that deviates less from its mean than this part of it never changes.
constexpr double kChanges = 1e-9;

ProbeMatrix row_cells(const ProbeRows& rows) {
  return RowCells(rows.cells.data(), std::ssize(rows.classes), rows.features).cast<double>();
}

void find_scales(const ProbeMatrix& cells, LinearProbe& probe) {
  for (Index c = 0; c < cells.cols(); ++c) {
    const double mean = cells.col(c).mean();
    const double deviation = std::sqrt((cells.col(c).array() - mean).square().mean());
    probe.mean.push_back(mean);
    probe.scale.push_back(deviation > kChanges * (1 + std::abs(mean)) ? 1 / deviation : 0);
  }
}

ProbeMatrix scaled_cells(ProbeMatrix cells, const LinearProbe& probe) {
  for (Index c = 0; c < cells.cols(); ++c)
    cells.col(c) = (cells.col(c).array() - probe.mean[c]) * probe.scale[c];
  return cells;
}

/// Turns each row of logits into probabilities; returns the sum of the cross-entropies.
double softmax_logits(ProbeMatrix& logits, std::span<const Index> classes) {
  double sum = 0;
  for (Index n = 0; n < logits.rows(); ++n) {
    const double most = logits.row(n).maxCoeff();
    const double right = logits(n, classes[n]);
    logits.row(n) = (logits.row(n).array() - most).exp();
    const double total = logits.row(n).sum();
    sum += std::log(total) - (right - most);
    logits.row(n) /= total;
  }
  return sum;
}

/// The objective as a function of one vector: weights [C,K] of decorrelated features, column by column, and
/// then the biases [K]. Its curvature is near 1 in all directions.
class Objective {
 public:
  Objective(const ProbeMatrix& features, std::span<const Index> classes, Index count, double penalty)
      : classes_(classes), count_(count) {
    const auto n = double(features.rows());
    const Eigen::SelfAdjointEigenSolver<ProbeMatrix> axes(features.transpose() * features / n);
    const ProbeVector curvature = (axes.eigenvalues().cwiseMax(0) / 4).array() + penalty;
    turn_ = axes.eigenvectors() * curvature.cwiseSqrt().cwiseInverse().asDiagonal();
    penalty_ = penalty * curvature.cwiseInverse();
    cells_ = features * turn_;
  }

  Index size() const { return (cells_.cols() + 1) * count_; }

  double operator()(const ProbeVector& at, ProbeVector& slope) const {
    const Index width = cells_.cols();
    const auto n = double(cells_.rows());
    const Eigen::Map<const ProbeMatrix> weights(at.data(), width, count_);
    ProbeMatrix shares = cells_ * weights;
    shares.rowwise() += at.tail(count_).transpose();
    double value = softmax_logits(shares, classes_) / n;
    for (Index i = 0; i < shares.rows(); ++i) shares(i, classes_[i]) -= 1;
    shares /= n;
    slope.resize(size());
    Eigen::Map<ProbeMatrix> weight_slope(slope.data(), width, count_);
    weight_slope.noalias() = cells_.transpose() * shares;
    slope.tail(count_) = shares.colwise().sum().transpose();
    const ProbeMatrix pulled = penalty_.asDiagonal() * weights;
    weight_slope += pulled;
    return value + 0.5 * pulled.cwiseProduct(weights).sum();
  }

  /// Weights [C,K] of the features that the objective was made with.
  ProbeMatrix weights(const ProbeVector& at) const {
    return turn_ * Eigen::Map<const ProbeMatrix>(at.data(), cells_.cols(), count_);
  }

 private:
  std::span<const Index> classes_;
  Index count_;
  ProbeMatrix turn_, cells_;
  ProbeVector penalty_;
};

/// A step and how it changed the slope.
struct Curvature {
  ProbeVector step, change;
  double product;
};

/// The two loops: the direction in which a parabola with these curvatures falls to its minimum.
ProbeVector descent(const std::deque<Curvature>& known, const ProbeVector& slope) {
  ProbeVector direction = -slope;
  std::vector<double> parts(known.size());
  for (std::size_t i = known.size(); i-- > 0;) {
    parts[i] = known[i].step.dot(direction) / known[i].product;
    direction -= parts[i] * known[i].change;
  }
  if (!known.empty()) direction *= known.back().product / known.back().change.squaredNorm();
  for (std::size_t i = 0; i < known.size(); ++i)
    direction += (parts[i] - known[i].change.dot(direction) / known[i].product) * known[i].step;
  return direction;
}

/// Where a fit stands.
struct FitPlace {
  ProbeVector at, slope;
  double value = 0;
};

/// The first of 1, ½, ¼ … of the direction that lowers the objective enough; false where none does.
bool go_along(const Objective& objective, const ProbeVector& direction, FitPlace& place) {
  constexpr double kEnough = 1e-4;
  const double fall = direction.dot(place.slope);
  double part = 1;
  FitPlace next;
  for (int i = 0; i < kHalvings; ++i, part /= 2) {
    next.at = place.at + part * direction;
    next.value = objective(next.at, next.slope);
    if (next.value > place.value + kEnough * part * fall) continue;
    place = std::move(next);
    return true;
  }
  return false;
}

void remember_curvature(const FitPlace& before, const FitPlace& now, std::deque<Curvature>& known) {
  Curvature next{now.at - before.at, now.slope - before.slope, 0};
  next.product = next.step.dot(next.change);
  if (next.product <= 0) return;
  known.push_back(std::move(next));
  if (known.size() > kCurvatures) known.pop_front();
}

FitPlace objective_minimum(const Objective& objective, const ProbeFit& fit, Index& steps) {
  FitPlace place{ProbeVector::Zero(objective.size()), {}, 0};
  place.value = objective(place.at, place.slope);
  std::deque<Curvature> known;
  for (steps = 0; steps < fit.steps && place.slope.norm() > fit.tolerance; ++steps) {
    if (fit.goes_on && !fit.goes_on()) break;
    const FitPlace before = place;
    if (!go_along(objective, descent(known, place.slope), place)) break;
    remember_curvature(before, place, known);
  }
  return place;
}

ProbeMatrix logits_of(const LinearProbe& probe, const ProbeMatrix& cells) {
  using Weights = Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;
  ProbeMatrix logits =
      scaled_cells(cells, probe) * Weights(probe.weights.data(), probe.classes, probe.features).transpose();
  logits.rowwise() += Eigen::Map<const ProbeVector>(probe.bias.data(), probe.classes).transpose();
  return logits;
}

}  // namespace

std::vector<double> LinearProbe::probabilities(std::span<const Real> row) const {
  const ProbeMatrix cells = RowCells(row.data(), 1, features).cast<double>();
  ProbeMatrix shares = logits_of(*this, cells);
  const Index any = 0;
  softmax_logits(shares, {&any, 1});
  return {shares.data(), shares.data() + classes};
}

LinearProbe fit_linear_probe(const ProbeRows& rows, Index classes, const ProbeFit& fit) {
  LinearProbe probe{.features = rows.features, .classes = classes};
  const ProbeMatrix cells = row_cells(rows);
  find_scales(cells, probe);
  const Objective objective(scaled_cells(cells, probe), rows.classes, classes, fit.penalty);
  const FitPlace found = objective_minimum(objective, fit, probe.steps);
  probe.objective = found.value;
  const ProbeMatrix weights = objective.weights(found.at);
  probe.weights.assign(weights.data(), weights.data() + weights.size());
  probe.bias.assign(found.at.data() + weights.size(), found.at.data() + found.at.size());
  return probe;
}

std::vector<Index> predicted_classes(const LinearProbe& probe, const ProbeRows& rows) {
  const ProbeMatrix logits = logits_of(probe, row_cells(rows));
  std::vector<Index> classes(rows.classes.size());
  for (Index n = 0; n < logits.rows(); ++n) logits.row(n).maxCoeff(&classes[n]);
  return classes;
}

}  // namespace attnlab
