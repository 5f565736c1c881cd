// The operands in a derivation's JSON equal the trace's numbers, for every preset.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/trace/derivation_text.h"
#include "tests/trace/preset_traces.h"

namespace attnlab::testing {
namespace {

using Json = nlohmann::json;

constexpr Index kWrittenCells = 30, kWrittenGradients = 6;

/// A number as derivation_json() writes it.
double number_from(const Json& json) {
  if (json.is_number()) return json.get<double>();
  const std::string text = json.get<std::string>();
  if (text == "inf" || text == "-inf")
    return text == "inf" ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity();
  EXPECT_EQ(text, "NaN");
  return std::numeric_limits<double>::quiet_NaN();
}

/// The stored value of a tensor, or of a gradient (NAME.grad).
double stored(const Trace& trace, std::string name, const std::vector<Index>& index) {
  const bool gradient = name.ends_with(".grad");
  if (gradient) name.resize(name.size() - 5);
  const TraceTensor& tensor = trace.at(name);
  const auto offset = static_cast<std::size_t>(tensor.shape.offset(index));
  const std::span<const Real> cells = gradient ? tensor.gradient : tensor.value;
  if (offset >= cells.size()) throw std::out_of_range(name + " has no such cell");
  return static_cast<double>(cells[offset]);
}

/// Looks up every operand below `part`; returns their number.
Index look_up_operands(const Trace& trace, const Json& part) {
  Index count = 0;
  if (part.at("kind") == "cell") {
    const std::string name = part.at("tensor");
    const std::vector<Index> index = part.at("index");
    EXPECT_EQ(stored(trace, name, index), number_from(part.at("value"))) << part;
    ++count;
  }
  if (part.contains("parts"))
    for (const Json& child : part.at("parts")) count += look_up_operands(trace, child);
  return count;
}

/// Looks up the operands of one cell of `name`; returns their number.
Index look_up(const Trace& trace, const std::string& name, const Shape& shape, Index offset) {
  const auto place = shape.index_of(offset);
  const std::vector<Index> index(place.begin(), place.begin() + shape.rank());
  const Json json = Json::parse(derivation_json(trace.explain(name, index)).dump());
  EXPECT_EQ(json.at("tensor"), name);
  EXPECT_EQ(json.at("index").get<std::vector<Index>>(), index);
  EXPECT_EQ(stored(trace, name, index), number_from(json.at("value"))) << name;
  return json.contains("derivation") ? look_up_operands(trace, json.at("derivation")) : 0;
}

class JsonOperands : public ::testing::TestWithParam<std::string> {};

TEST_P(JsonOperands, StandInTheTrace) {
  const TracePtr trace = first_trace(find_preset(GetParam()), 0.1);
  RandomStream random(17);
  Index operands = 0, gradient_operands = 0;
  for (Index i = 0; i < kWrittenCells; ++i) {
    const auto [tensor, cell] = pick(trace->tensors(), random);
    operands += look_up(*trace, tensor->name, tensor->shape, cell);
  }
  for (Index i = 0; i < kWrittenGradients; ++i) {
    const auto [tensor, cell] = pick(i % 2 == 0 ? trace->tensors() : trace->parameters(), random);
    if (!tensor->gradient.empty())
      gradient_operands += look_up(*trace, tensor->name + ".grad", tensor->shape, cell);
  }
  EXPECT_GT(operands, kWrittenCells);
  EXPECT_GT(gradient_operands, kWrittenGradients);
}

INSTANTIATE_TEST_SUITE_P(Chosen, JsonOperands, ::testing::ValuesIn(chosen_presets()),
                         [](const auto& preset) { return test_name(preset.param); });
INSTANTIATE_TEST_SUITE_P(Every, JsonOperands, ::testing::ValuesIn(other_presets()),
                         [](const auto& preset) { return test_name(preset.param); });

}  // namespace
}  // namespace attnlab::testing
