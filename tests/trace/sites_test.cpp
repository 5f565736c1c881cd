// Every tensor of models other than Transformers is declared; matrix_test.cpp checks Transformers.
#include <gtest/gtest.h>

#include "core/layers/alignment_kind.h"
#include "core/ops/recurrent/cell_kind.h"
#include "tests/trace/declared.h"
#include "tests/trace/traced_preset.h"

namespace attnlab::testing {
namespace {

void expect_all_declared(const std::string& preset, const std::vector<std::string>& options) {
  SCOPED_TRACE(preset);
  const TracedPreset model(preset, options);
  const Example example = model.experiment.task->sample_example();
  const TracePtr trace =
      model.trace({.source = example.source, .target = example.target, .picture = example.picture});
  EXPECT_GT(trace->tensors().size(), 5u);
  for (const auto* tensors : {&trace->tensors(), &trace->parameters()})
    for (const TraceTensor& tensor : *tensors)
      expect_declared(tensor.name, *tensor.site, tensor.place, tensor.shape);
}

TEST(Sites, DeclareEveryTensorOfRecurrentNetworks) {
  for (const CellKind& cell : cell_kinds())
    expect_all_declared("lstm", {"width=8", "cell=" + std::string(cell.name)});
}

TEST(Sites, DeclareEveryTensorOfAlignments) {
  for (const AlignmentKind& alignment : alignment_kinds())
    for (const CellKind& cell : cell_kinds()) {
      const std::string both = alignment.equal_widths.empty() ? "true" : "false";
      expect_all_declared("seq2seq-attention",
                          {"width=8", "layers=2", "bidirectional=" + both, "cell=" + std::string(cell.name),
                           "alignment=" + std::string(alignment.name)});
    }
}

TEST(Sites, DeclareEveryTensorOfRecurrentDescriptions) {
  for (const CellKind& cell : cell_kinds())
    expect_all_declared("describe-rnn", {"width=8", "layers=2", "cell=" + std::string(cell.name)});
}

TEST(Sites, DeclareEveryTensorOfTheToyModel) { expect_all_declared("superposition", {}); }
TEST(Sites, DeclareEveryTensorOfWordVectors) { expect_all_declared("word-vectors", {"width=8"}); }

TEST(Sites, ATensorIsFoundByPlaceAndSite) {
  const TracePtr trace = small_gpt().trace({.target = "the"});
  for (const TraceTensor& tensor : trace->tensors())
    EXPECT_EQ(trace->find(tensor.place, *tensor.site), &tensor) << tensor.name;
}

TEST(Sites, AnEditedTensorIsNotTheOneBefore) {
  const TracePtr trace = small_gpt().trace(
      {.target = "the", .edits = {parse_edit("decoder.layers.0.self_attention.scores[*,*,*,*]=0")}});
  int before = 0;
  for (const TraceTensor& tensor : trace->tensors()) {
    before += tensor.before_edits;
    EXPECT_EQ(tensor.before_edits, tensor.name.ends_with(".computed"));
    EXPECT_NE(tensor.before_edits, tensor.is(*tensor.site));
  }
  EXPECT_EQ(before, 1);
}

}  // namespace
}  // namespace attnlab::testing
