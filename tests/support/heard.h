// An observer that keeps what it is told.
#pragma once

#include <string>
#include <vector>

#include "core/autograd/hooks.h"

namespace attnlab::testing {

/// Copies of the tensors that a pattern names, in order.
class Heard final : public Observer {
 public:
  struct Tensor {
    std::string name;
    Shape shape;
    std::vector<Real> value;
    const Site* site;
    Place place;
  };

  explicit Heard(std::string pattern = "*") : pattern_(std::move(pattern)) {}
  std::string pattern() const override { return pattern_; }
  void on_tensor(const NamedTensor& tensor) override {
    tensors.push_back({std::string(tensor.name),
                       tensor.shape,
                       {tensor.value.begin(), tensor.value.end()},
                       &tensor.site,
                       tensor.place});
  }

  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const Tensor& tensor : tensors) all.push_back(tensor.name);
    return all;
  }

  std::vector<Tensor> tensors;

 private:
  std::string pattern_;
};

}  // namespace attnlab::testing
