// Every number of a trace is recomputed in double from its derivation's own operands.
#include <gtest/gtest.h>

#include <cmath>

#include "core/autograd/cells.h"
#include "core/trace/derivation_text.h"
#include "tests/support/activations.h"
#include "tests/trace/recompute.h"
#include "tests/trace/traced_preset.h"

namespace attnlab::testing {
namespace {

/// Expects leaves with the values of the trace's cells.
void expect_true_operands(const Trace& trace, const DerivationPart& part) {
  if (part.kind == Expression::Kind::Cell) {
    const TraceTensor* tensor = trace.find(part.cell.tensor);
    ASSERT_TRUE(tensor) << part.cell.text();
    EXPECT_EQ(
        part.value,
        static_cast<double>(tensor->value[static_cast<std::size_t>(tensor->shape.offset(part.cell.index))]));
  }
  for (const DerivationPart& child : part.parts) expect_true_operands(trace, child);
}

void expect_recomputed(const Trace& trace, const TraceTensor& tensor) {
  for (Index i = 0; i < tensor.shape.size(); ++i) {
    expect_cell_recomputed(trace, tensor, i);
    if (i % 7 == 0) expect_true_operands(trace, trace.explain(tensor.name, index_of(tensor.shape, i)).root);
  }
}

void expect_values_recomputed(const Trace& trace) {
  for (const TraceTensor& tensor : trace.tensors()) expect_recomputed(trace, tensor);
}

TEST(Derivations, EveryCellOfAnEncoderDecoder) {
  expect_values_recomputed(*preset_trace("translate", {"width=16", "heads=2", "feed_forward=24"},
                                         {.source = "the black cat eats", .target = "le chat noir"}));
}

TEST(Derivations, EveryCellOfAGpt) {
  for (const std::string& activation : plain_activations()) {
    expect_values_recomputed(*preset_trace(
        "characters", {"width=16", "heads=4", "layers=2", "feed_forward=24", "activation=" + activation},
        {.target = "the owl"}));
  }
}

TEST(Derivations, ParametersAreLeavesAndMasksHaveTheirReason) {
  const TracePtr trace = preset_trace("characters", {"width=8", "heads=2", "layers=1"}, {.target = "owl"});
  const std::vector<Index> cell = {0, 0};
  EXPECT_TRUE(trace->explain("target.embedding.weight", cell).is_leaf);
  const std::vector<Index> place = {0, 1, 2};
  const Derivation hidden = trace->explain("decoder.layers.0.self_attention.mask", place);
  EXPECT_EQ(hidden.formula, "mask[q,k] = −∞, because the key comes after the query");
  EXPECT_EQ(hidden.root.evaluate(), -std::numeric_limits<double>::infinity());
  EXPECT_THROW(trace->explain("decoder.layers.0.self_attention.mask", cell), std::out_of_range);
  EXPECT_THROW(trace->explain("decoder.layers.0.self_attention.masks", place), std::invalid_argument);
}

TEST(Derivations, AQueryIsFollowedToTheEmbeddingRow) {
  const TracePtr trace =
      preset_trace("translate", {"width=8", "heads=2"}, {.source = "the cat", .target = "le chat"});
  const std::vector<Index> cell = {0, 1, 1, 2};
  const Derivation query = trace->explain("encoder.layers.0.self_attention.query", cell);
  EXPECT_EQ(query.operation, "linear");
  const std::vector<CellName> operands = query.operands();
  ASSERT_EQ(operands.size(), 17u);  // 8 inputs, 8 weights, a bias
  EXPECT_EQ(operands[0], (CellName{"source.input", {0, 1, 0}}));
  EXPECT_EQ(operands[1], (CellName{"encoder.layers.0.self_attention.query.weight", {6, 0}}));
  const Derivation input = trace->explain("source.input", std::vector<Index>{0, 1, 0});
  EXPECT_EQ(input.operands()[0].tensor, "source.embedding");
  const Derivation row = trace->explain("source.embedding", std::vector<Index>{0, 1, 0});
  ASSERT_EQ(row.operands().size(), 1u);
  EXPECT_EQ(row.operands()[0].tensor, "source.embedding.weight");
  EXPECT_EQ(row.operands()[0].index[0], trace->batch().source[1]);
}

TEST(Derivations, AreWrittenAsPeopleWriteThem) {
  Tape tape(Mode::Record);
  const Variable q = tape.make({1, 1, 1, 2}), k = tape.make({1, 1, 1, 2});
  q.cells() << Real(0.5), Real(-0.3);
  k.cells() << Real(0.7), Real(-0.2);
  Derivation d;
  d.value = 0.41;
  d.root.kind = Expression::Kind::Sum;
  for (int i = 0; i < 2; ++i) {
    DerivationPart term;
    term.kind = Expression::Kind::Product;
    for (const Variable& v : {q, k}) {
      DerivationPart part;
      part.kind = Expression::Kind::Cell;
      part.value = static_cast<double>(v.data()[i]);
      term.parts.push_back(part);
    }
    d.root.parts.push_back(term);
  }
  EXPECT_EQ(derivation_text(d, {2, 10}), "0.50×0.70 + (−0.30)×(−0.20) = 0.41");
  for (DerivationPart& term : d.root.parts) term.value = term.evaluate();
  EXPECT_EQ(derivation_text(d, {2, 1}), "0.50×0.70 + 1 term (0.060) = 0.41");
}

/// All cells of a pass in which one cell is no number.
void expect_explained(const std::string& broken, const std::string& tensor) {
  TraceHooks hooks;
  hooks.interventions.push_back({broken, [](const Shape&, std::span<Real> cells) {
                                   for (Real& cell : cells) cell = std::numeric_limits<Real>::quiet_NaN();
                                 }});
  const TracedPreset preset("characters", {"width=8", "heads=2", "layers=1", "activation=relu"});
  const TracePtr trace = preset.trace({.target = "owl"}, hooks);
  const TraceTensor& found = trace->at(tensor);
  for (Index i = 0; i < found.shape.size(); ++i) {
    const auto at = found.shape.index_of(i);
    const Derivation d = trace->explain(tensor, {at.data(), static_cast<std::size_t>(found.shape.rank())});
    EXPECT_TRUE(std::isnan(d.value)) << d.cell.text();
    EXPECT_TRUE(std::isnan(d.root.evaluate())) << d.cell.text() << ": " << derivation_text(d, {4, 8});
  }
}

TEST(Derivation, WhatIsNoNumberIsExplainedByWhatIsNone) {
  expect_explained("decoder.layers.0.self_attention.masked", "decoder.layers.0.self_attention.weights");
  expect_explained("decoder.layers.0.feed_forward.hidden", "decoder.layers.0.feed_forward.activated");
}

TEST(Derivation, SmallNumbersKeepTheirFigures) {
  EXPECT_EQ(number_text(0, 4), "0.0000");
  EXPECT_EQ(number_text(-0.0, 2), "0.00");
  EXPECT_EQ(number_text(-0.00123, 2), "−0.0012");
  EXPECT_EQ(number_text(0.00123, 4), "0.0012");
  EXPECT_EQ(number_text(4.157e-6, 4), "4.157e−6");
  EXPECT_EQ(number_text(-3e-38, 2), "−3.0e−38");
  EXPECT_EQ(number_text(0.3, 0), "0.3");
  EXPECT_EQ(number_text(12.0, 0), "12");

  Derivation d;
  d.value = 4.157e-6;
  d.root.kind = Expression::Kind::Square;
  d.root.parts.push_back({});
  d.root.parts[0].kind = Expression::Kind::Cell;
  d.root.parts[0].value = -2e-5;
  EXPECT_EQ(derivation_text(d, {4, 8}), "(−2.000e−5)² = 4.157e−6");
  const std::string latex = derivation_latex(d, {4, 8});
  EXPECT_NE(latex.find("\\left(-2.000 \\cdot 10^{-5}\\right)^2"), std::string::npos) << latex;
  EXPECT_NE(latex.find("&= 4.157 \\cdot 10^{-6}"), std::string::npos) << latex;
}

}  // namespace
}  // namespace attnlab::testing
