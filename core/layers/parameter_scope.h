// ParameterScope: registers parameters under a dotted prefix.
#pragma once

#include <string>

#include "core/autograd/parameters.h"

namespace attnlab {

/// A place in the tree of parameter names. Cheap to copy.
class ParameterScope {
 public:
  explicit ParameterScope(ParameterLayout& layout, std::string prefix = "")
      : layout_(&layout), prefix_(std::move(prefix)) {}

  ParameterScope operator/(std::string_view child) const {
    return ParameterScope(*layout_, prefix_ + std::string(child) + ".");
  }
  ParameterScope operator/(Index number) const { return *this / std::to_string(number); }

  ParameterId add(std::string_view name, const Shape& shape, Initializer initializer) const {
    return layout_->add(prefix_ + std::string(name), shape, initializer);
  }

 private:
  ParameterLayout* layout_;
  std::string prefix_;
};

}  // namespace attnlab
