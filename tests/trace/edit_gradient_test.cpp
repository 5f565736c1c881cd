// Edits are operations: derivations explain them, and gradients flow through them accordingly.
#include <gtest/gtest.h>

#include "core/trace/edit.h"
#include "tests/support/error_text.h"
#include "tests/trace/traced_preset.h"

namespace attnlab::testing {
namespace {

const std::string kOutput = "decoder.layers.0.feed_forward.output";
const std::string kContext = "decoder.layers.1.self_attention.context";

TracePtr edited(const std::vector<Edit>& edits) {
  return small_gpt().trace({.target = "the owl", .edits = edits});
}

std::vector<Real> gradient(const Trace& trace, const std::string& name) {
  const auto cells = trace.at(name).gradient;
  return {cells.begin(), cells.end()};
}

Real at(const Trace& trace, const std::string& name, const std::vector<Index>& index,
        bool of_gradient = false) {
  const TraceTensor& tensor = trace.at(name);
  const auto cells = of_gradient ? tensor.gradient : tensor.value;
  return cells[static_cast<std::size_t>(tensor.shape.offset(index))];
}

TEST(EditGradients, StopAtCellsThatAreSet) {
  const TracePtr trace = edited({CellEdit{{kOutput, {0, 2, 5}}, CellEdit::How::Set, 0.5}});
  const auto after = gradient(*trace, kOutput), before = gradient(*trace, kOutput + ".computed");
  EXPECT_NE(after[2 * 8 + 5], 0);
  for (std::size_t i = 0; i < after.size(); ++i)
    EXPECT_EQ(before[i], i == 2 * 8 + 5 ? Real(0) : after[i]) << i;
}

TEST(EditGradients, FollowSumsAndFactors) {
  const TracePtr added = edited({CellEdit{{kOutput, {0, 2, CellRegion::kWhole}}, CellEdit::How::Add, 2}});
  EXPECT_EQ(gradient(*added, kOutput), gradient(*added, kOutput + ".computed"));
  const TracePtr scaled =
      edited({CellEdit{{kOutput, {CellRegion::kWhole, CellRegion::kWhole, 3}}, CellEdit::How::Scale, -3}});
  const auto after = gradient(*scaled, kOutput), before = gradient(*scaled, kOutput + ".computed");
  for (std::size_t i = 0; i < after.size(); ++i) EXPECT_EQ(before[i], (i % 8 == 3 ? -3 : 1) * after[i]) << i;
}

TEST(EditGradients, FollowHeadsWhereTheyWent) {
  const auto with = [](HeadEdit::How how, std::vector<Index> heads) {
    return edited({HeadEdit{"decoder.layers.1.self_attention", std::move(heads), how}});
  };
  const TracePtr swapped = with(HeadEdit::How::Swap, {0, 1}), only = with(HeadEdit::How::Only, {0}),
                 mean = with(HeadEdit::How::Mean, {0});
  for (Index t = 0; t < 7; ++t) {
    EXPECT_EQ(at(*swapped, kContext + ".computed", {0, 0, t, 1}, true),
              at(*swapped, kContext, {0, 1, t, 1}, true));
    EXPECT_EQ(at(*only, kContext + ".computed", {0, 1, t, 1}, true), 0);
    EXPECT_EQ(at(*only, kContext + ".computed", {0, 0, t, 1}, true), at(*only, kContext, {0, 0, t, 1}, true));
    EXPECT_EQ(at(*mean, kContext + ".computed", {0, 0, t, 1}, true),
              at(*mean, kContext + ".computed", {0, 0, 0, 1}, true));
  }
  double total = 0;
  for (Index t = 0; t < 7; ++t) total += static_cast<double>(at(*mean, kContext, {0, 0, t, 1}, true));
  EXPECT_NEAR(static_cast<double>(at(*mean, kContext + ".computed", {0, 0, 4, 1}, true)), total / 7, 1e-7);
}

TEST(EditGradients, AFunctionPassesThemWhereItChangedNothing) {
  const TracePtr trace = small_gpt().trace(
      {.target = "the owl"},
      {.interventions = {{kOutput, [](const Shape&, std::span<Real> cells) { cells[3] += Real(0.25); }}}});
  const auto after = gradient(*trace, kOutput), before = gradient(*trace, kOutput + ".computed");
  for (std::size_t i = 0; i < after.size(); ++i) EXPECT_EQ(before[i], i == 3 ? Real(0) : after[i]) << i;
}

TEST(EditDerivations, SayWhatTheEditDid) {
  const TracePtr trace = edited({CellEdit{{kOutput, {0, 2, 5}}, CellEdit::How::Add, 2}});
  const Index index[] = {0, 2, 5}, other[] = {0, 2, 4};
  const Derivation changed = trace->explain(kOutput, index);
  EXPECT_EQ(changed.formula, "y = x + c, by an edit");
  EXPECT_TRUE(changed.edited);
  EXPECT_EQ(changed.operands(), (std::vector<CellName>{{kOutput + ".computed", {0, 2, 5}}}));
  EXPECT_NEAR(changed.root.evaluate(), changed.value, 1e-6);
  EXPECT_FALSE(trace->explain(kOutput, other).edited);
  EXPECT_EQ(trace->explain(kOutput + ".computed", index).operation, "linear");
}

TEST(EditDerivations, EveryCellAndGradientOfAnEditedTensorIsRecomputed) {
  const TracePtr trace =
      edited({HeadEdit{"decoder.layers.1.self_attention", {0}, HeadEdit::How::Mean},
              CellEdit{{kContext, {0, 1, 2, CellRegion::kWhole}}, CellEdit::How::Scale, 0.5},
              CellEdit{{kContext, {0, 1, 3, 0}}, CellEdit::How::Set, 0.125},
              SwitchOff{SwitchOff::What::Norm, "decoder.layers.0.attention_norm"}});
  for (const std::string& name : {kContext, std::string("decoder.layers.0.attention_norm.output")}) {
    const TraceTensor& tensor = trace->at(name);
    for (Index i = 0; i < tensor.shape.size(); ++i) {
      const auto index = tensor.shape.index_of(i);
      const std::span<const Index> cell(index.data(), static_cast<std::size_t>(tensor.shape.rank()));
      EXPECT_NEAR(trace->explain(name, cell).root.evaluate(),
                  static_cast<double>(tensor.value[static_cast<std::size_t>(i)]), 1e-6);
      for (const std::string& of : {name, name + ".computed"}) {
        if (trace->at(of).gradient.empty()) continue;
        const Derivation d = trace->explain(of + ".grad", cell);
        EXPECT_NEAR(d.is_leaf ? 0 : d.root.evaluate(), d.value, 1e-6) << of << " " << i;
      }
    }
  }
}

TEST(EditedWeights, AreReadByEverythingAndGetTheGradient) {
  const std::string name = "target.embedding.weight";
  const TracePtr plain = edited({}), trace = edited({CellEdit{{name, {2, 3}}, CellEdit::How::Set, 1.5}});
  EXPECT_TRUE(trace->at(name).edited);
  EXPECT_EQ(at(*trace, name, {2, 3}), Real(1.5));
  EXPECT_EQ(at(*trace, name, {2, 4}), at(*plain, name, {2, 4}));
  EXPECT_NE(at(*trace, "output.logits", {0, 0, 2}), at(*plain, "output.logits", {0, 0, 2}));
  EXPECT_EQ(at(*trace, "output.logits", {0, 0, 1}), at(*plain, "output.logits", {0, 0, 1}))
      << "no other token's row was changed, and the first token is another";
  EXPECT_NE(at(*trace, name, {2, 3}, true), 0);
  const Index index[] = {2, 3};
  EXPECT_TRUE(trace->explain(name, index).edited);
}

}  // namespace
}  // namespace attnlab::testing
