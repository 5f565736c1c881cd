// A pass that is not finite: where it began, and that hidden keys leave other rows as they are.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/trace/edit.h"
#include "tests/support/expect_has.h"
#include "tests/trace/traced_preset.h"

namespace attnlab::testing::not_finite {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Index kOdd = 4;  // position in "the owl"

/// A trace in which one token's first cells are `odd`, without norms before the attention.
TracePtr with_odd_token(const std::string& tensor, double odd, bool gradients = true) {
  static const TracedPreset preset("characters",
                                   {"width=8", "heads=2", "layers=2", "feed_forward=12", "norm=none"});
  TraceRequest request{.target = "the owl", .gradients = gradients};
  if (odd != 0)
    request.edits.push_back(CellEdit{{tensor, {0, kOdd, CellRegion::kWhole}}, CellEdit::How::Set, odd});
  return preset.trace(request);
}

TEST(NotFinite, AFinitePassHasNoFault) { EXPECT_FALSE(with_odd_token("target.input", 0)->fault()); }

TEST(NotFinite, EarlierRowsAreWhatTheyWere) {
  const TracePtr plain = with_odd_token("target.input", 0);
  for (const double odd : {1e38, kInfinity, -kInfinity, std::nan("")}) {
    const TracePtr trace = with_odd_token("target.input", odd);
    for (const char* name :
         {"decoder.layers.0.self_attention.context", "decoder.layers.1.self_attention.context",
          "decoder.layers.0.self_attention.weights", "decoder.layers.1.self_attention.weights"}) {
      const TraceTensor &a = trace->at(name), &b = plain->at(name);
      for (Index i = 0; i < a.shape.size(); ++i) {
        if (a.shape.index_of(i)[2] >= kOdd) continue;
        ASSERT_NEAR(a.value[static_cast<std::size_t>(i)], b.value[static_cast<std::size_t>(i)], 1e-5)
            << name << " beside " << odd;
      }
    }
    const TraceTensor &logits = trace->at("output.logits"), &before = plain->at("output.logits");
    for (Index i = 0; i < kOdd * logits.shape.last(); ++i)
      ASSERT_NEAR(logits.value[static_cast<std::size_t>(i)], before.value[static_cast<std::size_t>(i)], 1e-5);
  }
}

TEST(NotFinite, TheFirstCellIsNamed) {
  const TracePtr trace = with_odd_token("target.input", kInfinity);
  ASSERT_TRUE(trace->fault());
  EXPECT_EQ(cell_of(*trace->fault()).text(), "target.input[0,4,0]");
  expect_has(not_finite_text(*trace->fault()),
             "This pass contains values that are not finite: target.input[0,4,0] is inf, the first value "
             "that is not finite; an edit set it");
}

/// Numbers of 1e38 are finite, and their products are not.
TEST(NotFinite, AnOverflowBeginsWhereItHappens) {
  const TracePtr trace = with_odd_token("target.input", 1e38);
  ASSERT_TRUE(trace->fault());
  const CellName cell = cell_of(*trace->fault());
  const TraceTensor& tensor = trace->at(cell.tensor);
  EXPECT_FALSE(std::isfinite(tensor.value[static_cast<std::size_t>(tensor.shape.offset(cell.index))]));
  for (const TraceTensor& before : trace->tensors()) {
    if (before.name == cell.tensor) break;
    if (before.site->hides) continue;
    EXPECT_TRUE(std::ranges::all_of(before.value, [](Real x) { return std::isfinite(x); })) << before.name;
  }
}

/// −∞ in a mask, or in masked scores that an edit hides, is what they are for.
TEST(NotFinite, AMaskIsNoFault) {
  const TracePtr trace =
      small_gpt().trace({.target = "the owl",
                         .edits = {parse_edit("mask decoder.layers.0.self_attention window 2"),
                                   parse_edit("mask decoder.layers.1.self_attention#1 window 2")}});
  EXPECT_FALSE(trace->fault());
}

/// What the inspector derives of rows beside hidden keys that are not finite is what the pass computed.
TEST(NotFinite, DerivationsLeaveHiddenKeysOut) {
  const TracePtr trace = with_odd_token("target.input", kInfinity);
  for (const char* name :
       {"decoder.layers.0.self_attention.masked", "decoder.layers.0.self_attention.weights",
        "decoder.layers.0.self_attention.context"}) {
    const TraceTensor& tensor = trace->at(name);
    for (Index i = 0; i < tensor.shape.size(); ++i) {
      const auto index = tensor.shape.index_of(i);
      if (index[2] >= kOdd) continue;
      const Derivation derivation = trace->explain(name, {index.data(), 4});
      const double again = derivation.root.evaluate();
      if (std::isfinite(derivation.value))
        EXPECT_NEAR(again, derivation.value, 1e-5) << derivation.cell.text();
      else
        EXPECT_EQ(again, derivation.value) << derivation.cell.text();
    }
  }
}

}  // namespace
}  // namespace attnlab::testing::not_finite
