// GoldenCase: loading, running and comparing.
#include "tests/golden/case.h"

#include <algorithm>
#include <cmath>

#include "tests/support/sites.h"
#include "tests/support/weighted_sum.h"

namespace attnlab::testing {

namespace {

double largest(std::span<const Real> values) {
  double result = 1;
  for (Real value : values) result = std::max(result, std::abs(static_cast<double>(value)));
  return result;
}

/// Inputs and layer parameters in one layout, inputs last.
struct Layer {
  ParameterLayout layout;
  Forward forward;
  std::vector<ParameterId> inputs;
};

void build(Layer& layer, const GoldenFile& file, const std::string& name,
           const std::vector<std::string>& inputs, const LayerMaker& make_layer) {
  layer.forward = make_layer(layer.layout);
  for (const std::string& input : inputs) {
    layer.inputs.push_back(add_parameter(layer.layout, "(" + input + ")",
                                         file.tensor(name + "." + input).shape, Initializer::zeros()));
  }
}

/// Name of the tensor in the file under `kind` (param, grad) for one parameter of the layer.
std::string tensor_name(const std::string& name, const std::string& kind, const Parameter& parameter) {
  if (parameter.name[0] != '(') return name + "." + kind + "." + parameter.name;
  const std::string input = parameter.name.substr(1, parameter.name.size() - 2);
  return kind == "param" ? name + "." + input : name + "." + kind + "." + input;
}

std::vector<Real> load(const Layer& layer, const GoldenFile& file, const std::string& name) {
  std::vector<Real> values;
  for (const Parameter& parameter : layer.layout.all()) {
    const Tensor tensor = file.tensor(tensor_name(name, "param", parameter));
    if (!(tensor.shape == parameter.shape))
      throw std::runtime_error(parameter.name + " has another shape in the file");
    values.insert(values.end(), tensor.data.begin(), tensor.data.end());
  }
  return values;
}

void run(const Layer& layer, const GoldenFile& file, const std::string& name, Mode mode) {
  const std::vector<Real> values = load(layer, file, name);
  std::vector<Real> gradient(values.size(), Real(0));
  Tape tape(mode);
  tape.bind(layer.layout, values.data(), gradient.data());
  std::vector<Variable> inputs;
  for (ParameterId id : layer.inputs) inputs.push_back(tape.parameter(id));
  const Variable output = layer.forward(tape, inputs);
  const std::string what = name + (mode == Mode::Train ? ", training, " : ", recording, ");
  EXPECT_TRUE(matches({output.data(), static_cast<std::size_t>(output.size())}, file.tensor(name + ".output"),
                      what + "output"));
  const Tensor upstream = file.tensor(name + ".upstream");
  const std::vector<Real> weights(upstream.data.begin(), upstream.data.end());
  tape.backward(weighted_sum(tape, output, weights));
  for (const Parameter& parameter : layer.layout.all()) {
    const auto cells = std::span<const Real>(gradient).subspan(
        static_cast<std::size_t>(parameter.offset), static_cast<std::size_t>(parameter.shape.size()));
    EXPECT_TRUE(matches(cells, file.tensor(tensor_name(name, "grad", parameter)),
                        what + "gradient of " + parameter.name));
  }
}

}  // namespace

::testing::AssertionResult matches(std::span<const Real> found, const Tensor& expected,
                                   const std::string& what) {
  if (found.size() != expected.data.size()) {
    return ::testing::AssertionFailure()
           << what << " has " << found.size() << " cells, not " << expected.data.size();
  }
  const double allowed = kGoldenTolerance * largest(expected.data);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double error = std::abs(static_cast<double>(found[i]) - static_cast<double>(expected.data[i]));
    if (error <= allowed) continue;
    return ::testing::AssertionFailure()
           << what << ", cell " << i << ": " << found[i] << ", but PyTorch gives " << expected.data[i]
           << " (error " << error << ", allowed " << allowed << ")";
  }
  return ::testing::AssertionSuccess();
}

GoldenFile golden_file(const std::string& name) {
  return GoldenFile(std::filesystem::path(ATTNLAB_SOURCE_DIR) / "tests/golden" / (name + ".safetensors"));
}

void load_parameters(const GoldenFile& file, const std::string& prefix, const ParameterLayout& layout,
                     std::span<Real> values) {
  for (const std::string& name : file.names_after(prefix)) {
    if (!layout.find(name)) throw std::runtime_error("the model has no parameter " + name);
  }
  for (const Parameter& parameter : layout.all()) {
    const Tensor tensor = file.tensor(prefix + parameter.name);
    if (!(tensor.shape == parameter.shape))
      throw std::runtime_error(parameter.name + " has another shape in the file");
    std::copy(tensor.data.begin(), tensor.data.end(), values.begin() + parameter.offset);
  }
}

void expect_parameters(const GoldenFile& file, const std::string& prefix, const ParameterLayout& layout,
                       std::span<const Real> values) {
  for (const Parameter& parameter : layout.all()) {
    const auto cells = values.subspan(static_cast<std::size_t>(parameter.offset),
                                      static_cast<std::size_t>(parameter.shape.size()));
    EXPECT_TRUE(matches(cells, file.tensor(prefix + parameter.name), prefix + parameter.name));
  }
}

void expect_layer(const GoldenFile& file, const std::string& name, const std::vector<std::string>& inputs,
                  const LayerMaker& make_layer) {
  Layer layer;
  build(layer, file, name, inputs, make_layer);
  for (const std::string& parameter : file.names_after(name + ".param.")) {
    EXPECT_TRUE(layer.layout.find(parameter)) << name << " has no parameter " << parameter;
  }
  run(layer, file, name, Mode::Train);
  run(layer, file, name, Mode::Record);
}

}  // namespace attnlab::testing
