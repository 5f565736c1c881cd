// ParameterScope: registers the parameters of one part of a model.
#pragma once

#include "core/autograd/parameters.h"

namespace attnlab {

/// A place in the tree of a model's parts. Cheap to copy.
class ParameterScope {
 public:
  explicit ParameterScope(ParameterLayout& layout, const Place& place = {})
      : layout_(&layout), place_(place) {}

  /// The scope of a part of this one.
  ParameterScope operator/(const Part& part) const { return within(part, -1); }
  ParameterScope operator/(const Part&& part) const = delete;
  /// The scope of one of several parts of a kind.
  ParameterScope within(const Part& part, Index number) const {
    return ParameterScope(*layout_, place_.inside(part, number));
  }
  ParameterScope within(const Part&& part, Index number) const = delete;
  const Place& place() const { return place_; }

  ParameterId add(const Site& site, const Shape& shape, Initializer initializer) const {
    return layout_->add(place_, site, shape, initializer);
  }
  ParameterId add(const Site&& site, const Shape& shape, Initializer initializer) const = delete;

 private:
  ParameterLayout* layout_;
  Place place_;
};

}  // namespace attnlab
