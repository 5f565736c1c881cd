// ParameterLayout: registration and starting values.
#include "core/autograd/parameters.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/tensor/random.h"

namespace attnlab {

namespace {

std::uint64_t hash_name(std::string_view name) {
  std::uint64_t key = name.size();
  for (char c : name) key = mix64(key ^ static_cast<unsigned char>(c));
  return key;
}

double draw(const Initializer& initializer, RandomStream& random) {
  switch (initializer.kind) {
    case Initializer::Kind::Zeros: return 0;
    case Initializer::Kind::Ones: return 1;
    case Initializer::Kind::Normal: return initializer.scale * random.normal();
    case Initializer::Kind::Uniform: return initializer.scale * (2 * random.uniform() - 1);
    case Initializer::Kind::Spread: break;
  }
  return 0;
}

}  // namespace

Initializer Initializer::glorot(Index in, Index out) { return uniform(std::sqrt(6.0 / double(in + out))); }

ParameterId ParameterLayout::add(const Place& place, const Site& site, Shape shape, Initializer initializer) {
  std::string name = full_name(place, site);
  if (find(name)) throw std::invalid_argument("the parameter name " + name + " occurs twice");
  parameters_.push_back({std::move(name), shape, size_, initializer, &site, place});
  size_ += shape.size();
  return count() - 1;
}

std::optional<ParameterId> ParameterLayout::find(std::string_view name) const {
  const auto found = std::find_if(parameters_.begin(), parameters_.end(),
                                  [&](const Parameter& p) { return p.name == name; });
  if (found == parameters_.end()) return std::nullopt;
  return static_cast<ParameterId>(found - parameters_.begin());
}

void ParameterLayout::initialize(std::span<Real> values, std::uint64_t seed) const {
  for (const Parameter& parameter : parameters_) {
    RandomStream random(join_keys(seed, hash_name(parameter.name)));
    Real* cells = values.data() + parameter.offset;
    const Index count = parameter.shape.size();
    const Initializer& start = parameter.initializer;
    for (Index i = 0; i < count; ++i) {
      const double share = (double(i) + 0.5) / double(count);
      const bool spread = start.kind == Initializer::Kind::Spread;
      cells[i] = Real(spread ? share * start.scale : draw(start, random));
    }
  }
}

}  // namespace attnlab
