// ParameterLayout: names and places of a model's parameters in one flat buffer.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/autograd/place.h"
#include "core/autograd/site.h"
#include "core/tensor/shape.h"

namespace attnlab {

using ParameterId = int;

/// How a parameter starts.
struct Initializer {
  enum class Kind { Zeros, Ones, Normal, Uniform, Spread } kind = Kind::Zeros;
  double scale = 0;  ///< Normal: standard deviation; Uniform: half width; Spread: last value

  static Initializer zeros() { return {Kind::Zeros, 0}; }
  static Initializer ones() { return {Kind::Ones, 0}; }
  static Initializer normal(double deviation) { return {Kind::Normal, deviation}; }
  static Initializer uniform(double half_width) { return {Kind::Uniform, half_width}; }
  /// Evenly from 0 to `end`, cell after cell.
  static Initializer spread(double end) { return {Kind::Spread, end}; }
  /// Uniform in ±√(6/(in+out)) (Glorot and Bengio 2010).
  static Initializer glorot(Index in, Index out);
};

/// One named parameter: cells `offset` … `offset + shape.size()` of the flat buffer.
struct Parameter {
  std::string name;  ///< place.prefix() + site->name
  Shape shape;
  Index offset = 0;
  Initializer initializer;
  const Site* site = nullptr;
  Place place{};
  /// Weight decay is for matrices only: biases, γ and β are left alone.
  bool decays() const { return shape.rank() >= 2; }
};

/// Which parameters get gradients, and where these lie.
struct WantedGradients {
  std::vector<bool> wanted;  ///< by ParameterId
  Index begin = 0, end = 0;  ///< cells of the flat buffer that have a gradient, wanted or not
};

/// All parameters of a model, in order, without gaps. The same layout serves the values, their
/// gradients and the optimizer's moments. Immutable once the model is built.
class ParameterLayout {
 public:
  /// Throws std::invalid_argument for a name that is taken. The layout keeps the address of `site`.
  ParameterId add(const Place& place, const Site& site, Shape shape, Initializer initializer);
  ParameterId add(const Place& place, const Site&& site, Shape shape, Initializer initializer) = delete;

  const Parameter& operator[](ParameterId id) const { return parameters_[static_cast<std::size_t>(id)]; }
  const std::vector<Parameter>& all() const { return parameters_; }
  std::optional<ParameterId> find(std::string_view name) const;
  int count() const { return static_cast<int>(parameters_.size()); }
  /// Number of cells in all.
  Index size() const { return size_; }

  /// Fills `values` [size()] with starting values; each parameter draws from a stream of its own, keyed by
  /// `seed` and its name, so adding one does not change the others.
  void initialize(std::span<Real> values, std::uint64_t seed) const;

 private:
  std::vector<Parameter> parameters_;
  Index size_ = 0;
};

}  // namespace attnlab
