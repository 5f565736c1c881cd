// PCA by the eigenvectors of the covariance, in double.
#include "core/analysis/vectors/pca.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "core/language/messages.h"

namespace attnlab {
namespace {

using PcaMatrix = Eigen::MatrixXd;
using PcaVector = Eigen::VectorXd;
constexpr Index kPcaBlock = 512;  // rows that are turned into double at a time
constexpr double kAsLarge = 1 - 1e-6;

/// Rows `first` to `first` + `count` in double, a column each.
PcaMatrix block_of(const VectorRows& rows, Index first, Index count) {
  using Cells = Eigen::Map<const Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>>;
  return Cells(rows.values.data() + first * rows.width, rows.width, count).cast<double>();
}

PcaVector mean_of(const VectorRows& rows) {
  PcaVector sum = PcaVector::Zero(rows.width);
  for (Index at = 0; at < rows.count(); at += kPcaBlock)
    sum += block_of(rows, at, std::min(kPcaBlock, rows.count() - at)).rowwise().sum();
  return sum / double(rows.count());
}

PcaMatrix covariance_of(const VectorRows& rows, const PcaVector& mean, const std::function<bool()>& go_on) {
  PcaMatrix sum = PcaMatrix::Zero(rows.width, rows.width);
  for (Index at = 0; at < rows.count(); at += kPcaBlock) {
    if (go_on && !go_on()) throw std::runtime_error("stopped");
    PcaMatrix block = block_of(rows, at, std::min(kPcaBlock, rows.count() - at));
    block.colwise() -= mean;
    sum.selfadjointView<Eigen::Lower>().rankUpdate(block);
  }
  return sum / double(rows.count() - 1);
}

/// 1 or −1, so that the largest component becomes positive.
double sign_of(const PcaVector& axis) {
  const double most = axis.cwiseAbs().maxCoeff() * kAsLarge;
  for (const double component : axis)
    if (std::abs(component) >= most) return component < 0 ? -1 : 1;
  return 1;
}

}  // namespace

double Pca::total() const { return std::accumulate(variances.begin(), variances.end(), 0.0); }

double Pca::share(Index component) const {
  const double all = total();
  return all > 0 ? variances[component] / all : 0;
}

Pca principal_components(const VectorRows& rows, const std::function<bool()>& go_on) {
  if (rows.count() < 2)
    throw std::invalid_argument(tr("principal components need at least two vectors, but there is only {1}",
                                   std::to_string(rows.count())));
  const PcaVector mean = mean_of(rows);
  const PcaMatrix covariance = covariance_of(rows, mean, go_on);
  if (!covariance.allFinite())
    throw std::runtime_error(tr("these vectors contain a value that is not finite"));
  const Eigen::SelfAdjointEigenSolver<PcaMatrix> solved(covariance);
  Pca pca{.width = rows.width, .mean = {mean.begin(), mean.end()}, .axes = {}, .variances = {}};
  for (Index i = rows.width - 1; i >= 0; --i) {  // the solver's rise
    const PcaVector axis = solved.eigenvectors().col(i);
    const double sign = sign_of(axis);
    for (const double component : axis) pca.axes.push_back(sign * component);
    pca.variances.push_back(std::max(solved.eigenvalues()[i], 0.0));
  }
  return pca;
}

Pca own_numbers(const VectorRows& rows) {
  if (rows.count() < 2) throw std::invalid_argument(tr("a single vector does not have a variance"));
  Pca pca{.width = rows.width,
          .mean = std::vector<double>(rows.width),
          .axes = std::vector<double>(rows.width * rows.width),
          .variances = {}};
  for (Index c = 0; c < rows.width; ++c) {
    pca.axes[c * rows.width + c] = 1;
    double sum = 0, squares = 0;
    for (Index i = 0; i < rows.count(); ++i) {
      const auto x = double(rows.row(i)[c]);
      sum += x, squares += x * x;
    }
    const auto count = double(rows.count());
    pca.variances.push_back(std::max(0.0, (squares - sum * sum / count) / (count - 1)));
  }
  return pca;
}

}  // namespace attnlab
