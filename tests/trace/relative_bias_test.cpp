// T5's relative position bias in a model: one table a stack, read by all of its self-attentions, each cell of
// which is explained by the table's.
#include "core/layers/relative_bias.h"

#include <gtest/gtest.h>

#include "tests/support/weighted_sum.h"
#include "tests/trace/models.h"
#include "tests/trace/recompute.h"

namespace attnlab::testing {
namespace {

using relative_bias_sites::kRelativeBias;
using relative_bias_sites::kRelativeBiasWeight;

TracePtr biased_trace(const std::string& architecture, bool causal = true) {
  ModelConfig config = trace_config(architecture);
  config.positions = "relative_bias";
  config.causal = causal;
  const std::shared_ptr<const Model> model = make_model(config);
  auto snapshot = std::make_shared<WeightsSnapshot>();
  const std::vector<Real> weights = random_values(model->parameters().size(), 3, 0.5);
  snapshot->weights.assign(weights.begin(), weights.end());
  auto gradients = std::make_shared<AlignedBuffer>(weights.size(), Real(0));
  auto tape = std::make_unique<Tape>(Mode::Record);
  tape->bind(model->parameters(), snapshot->weights.data(), gradients->data());
  const Batch batch = trace_batch(config);
  tape->backward(model->loss(*tape, batch, 0, batch.counted_targets()));
  // The trace points into the gradients.
  return {new Trace(model, snapshot, std::move(tape), batch),
          [gradients](const Trace* trace) { delete trace; }};
}

std::vector<std::string> names_of(const std::vector<TraceTensor>& tensors, const Site& site) {
  std::vector<std::string> names;
  for (const TraceTensor& tensor : tensors)
    if (tensor.is(site)) names.push_back(tensor.name);
  return names;
}

using Names = std::vector<std::string>;

TEST(RelativeBias, EveryStackHasATableForAllItsSelfAttentions) {
  const TracePtr trace = biased_trace("encoder_decoder");
  EXPECT_EQ(names_of(trace->parameters(), kRelativeBiasWeight),
            (Names{"encoder.layers.0.self_attention.relative_bias.weight",
                   "decoder.layers.0.self_attention.relative_bias.weight"}));
  EXPECT_EQ(
      names_of(trace->tensors(), kRelativeBias),
      (Names{"encoder.layers.0.self_attention.relative_bias", "encoder.layers.1.self_attention.relative_bias",
             "decoder.layers.0.self_attention.relative_bias",
             "decoder.layers.1.self_attention.relative_bias"}));
}

/// What the explanation of the first head's bias names.
std::string operand(const Trace& trace, const std::string& stack, Index q, Index k) {
  const std::vector<CellName> cells =
      trace.explain(stack + ".layers.1.self_attention.relative_bias", std::vector<Index>{0, q, k}).operands();
  return cells.size() == 1 ? cells[0].text() : "";
}

TEST(RelativeBias, ACellIsOneOfTheTables) {
  const TracePtr trace = biased_trace("encoder_decoder");
  const std::string table = ".layers.0.self_attention.relative_bias.weight";
  for (const std::string stack : {"encoder", "decoder"}) {
    const bool both = stack == "encoder";
    EXPECT_EQ(operand(*trace, stack, 3, 1), stack + table + "[2,0]");
    EXPECT_EQ(operand(*trace, stack, 2, 2), stack + table + "[0,0]");
    EXPECT_EQ(operand(*trace, stack, 1, 3), stack + table + (both ? "[18,0]" : "[0,0]"));
  }
  const Derivation d =
      trace->explain("encoder.layers.1.self_attention.relative_bias", std::vector<Index>{1, 3, 1});
  EXPECT_EQ(d.formula, "bias[h,q,k] = B[b,h], b = 2 is the bucket of distance k − q = −2");
}

TEST(RelativeBias, AModelThatSeesLaterTokensHasBucketsForThem) {
  EXPECT_TRUE(operand(*biased_trace("gpt"), "decoder", 1, 3).ends_with("[0,0]"));
  EXPECT_TRUE(operand(*biased_trace("gpt", false), "decoder", 1, 3).ends_with("[18,0]"));
}

TEST(RelativeBias, CellsAndGradientsAreRecomputed) {
  for (const char* architecture : {"gpt", "encoder_decoder"}) {
    const TracePtr trace = biased_trace(architecture);
    for (const TraceTensor& tensor : trace->tensors())
      for (Index i = 0; tensor.is(kRelativeBias) && i < tensor.shape.size(); ++i) {
        expect_cell_recomputed(*trace, tensor, i);
        expect_gradient_recomputed(*trace, tensor, i);
      }
    for (const TraceTensor& parameter : trace->parameters())
      for (Index i = 0; parameter.is(kRelativeBiasWeight) && i < parameter.shape.size(); ++i)
        expect_gradient_recomputed(*trace, parameter, i);
  }
}

TEST(RelativeBias, TheTablesGradientIsThatOfAllItsLayers) {
  const TracePtr trace = biased_trace("gpt");
  const Derivation d =
      trace->explain("decoder.layers.0.self_attention.relative_bias.weight.grad", std::vector<Index>{2, 1});
  EXPECT_EQ(d.formula, "∂L/∂B[b,h] = Σ ∂L/∂bias[h,q,k] over all q, k with distance k − q in bucket b");
  int first = 0, second = 0;
  for (const CellName& cell : d.operands()) {
    first += cell.tensor == "decoder.layers.0.self_attention.relative_bias.grad";
    second += cell.tensor == "decoder.layers.1.self_attention.relative_bias.grad";
  }
  EXPECT_EQ(first, 2) << "keys 0 and 1 of queries 2 and 3";
  EXPECT_EQ(second, 2);
}

}  // namespace
}  // namespace attnlab::testing
