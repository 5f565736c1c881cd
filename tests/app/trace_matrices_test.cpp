// The stage's matrices are the trace's own cells, in the right places and under the right names.
#include "app/views/common/trace_matrices.h"

#include <gtest/gtest.h>

#include <cmath>

#include "app/views/common/stage_frame.h"
#include "tests/app/axis_names.h"
#include "tests/app/traced.h"

namespace attnlab {
namespace {

float stored(const Trace& trace, const CellName& cell) {
  const TraceTensor& tensor = trace.at(cell.tensor);
  return tensor.value[static_cast<std::size_t>(tensor.shape.offset(cell.index))];
}

/// Every cell of the view is the cell that it names, and is found again by that name.
void expect_true_names(const Trace& trace, const TensorSlice& slice) {
  ASSERT_FALSE(slice.empty());
  for (int r = 0; r < slice.view.rows; ++r) {
    for (int c = 0; c < slice.view.cols; ++c) {
      const CellName name = slice.cell({r, c});
      ASSERT_EQ(stored(trace, name), slice.view.at(r, c)) << name.text();
      const auto found = slice.find(name);
      ASSERT_TRUE(found.has_value()) << name.text();
      ASSERT_EQ(*found, (Cell{r, c})) << name.text();
    }
  }
}

TEST(TraceMatrices, ViewsNameTheirCells) {
  const Trace& trace = translation();
  const TensorSlice key = matrix_slice(trace.find(kCross + "key"), 2, 1);
  EXPECT_EQ(key.view.rows, 4);
  EXPECT_EQ(key.view.cols, 16);
  expect_true_names(trace, key);
  expect_true_names(trace, transposed(key));
  expect_true_names(trace, matrix_slice(trace.find(kCross + "mask"), 2, 1));
  expect_true_names(trace, matrix_slice(trace.find(kCross + "output"), 2, 1));
  expect_true_names(trace, matrix_slice(trace.find("source.positions"), 0, 1));
}

TEST(TraceMatrices, WeightsOfOneHead) {
  const Trace& trace = translation();
  const TensorSlice whole = matrix_slice(trace.find(kCross + "query.weight"), 0, 1);
  const TensorSlice rows = row_range(whole, 32, 16);
  EXPECT_EQ(rows.cell({0, 5}).text(), kCross + "query.weight[32,5]");
  expect_true_names(trace, rows);
  expect_true_names(trace, transposed(rows));
  const TensorSlice bias = column_range(matrix_slice(trace.find(kCross + "query.bias"), 0, 1), 32, 16);
  EXPECT_EQ(bias.view.rows, 1);
  EXPECT_EQ(bias.view.cols, 16);
  expect_true_names(trace, bias);
}

TEST(TraceMatrices, ProductOfTheViewsIsTheResult) {
  const Trace& trace = translation();
  const TensorSlice query = matrix_slice(trace.find(kCross + "query"), 1, 1);
  const TensorSlice key = transposed(matrix_slice(trace.find(kCross + "key"), 1, 1));
  const TensorSlice scores = matrix_slice(trace.find(kCross + "scores"), 1, 1);
  ASSERT_EQ(query.view.cols, key.view.rows);
  for (int r = 0; r < scores.view.rows; ++r) {
    for (int c = 0; c < scores.view.cols; ++c) {
      double sum = 0;
      for (int d = 0; d < query.view.cols; ++d) {
        sum += static_cast<double>(query.view.at(r, d)) * static_cast<double>(key.view.at(d, c));
      }
      EXPECT_NEAR(sum, static_cast<double>(scores.view.at(r, c)), 1e-4);
    }
  }
}

TEST(TraceMatrices, OtherTensorsAndHeadsAreNotFound) {
  const Trace& trace = translation();
  const TensorSlice scores = matrix_slice(trace.find(kCross + "scores"), 1, 1);
  EXPECT_FALSE(scores.find({kCross + "scaled", {0, 1, 0, 0}}));
  EXPECT_FALSE(scores.find({kCross + "scores", {0, 2, 0, 0}}));
  EXPECT_FALSE(scores.find({kCross + "scores", {0, 1, 99, 0}}));
  EXPECT_FALSE(scores.find({kCross + "scores", {0, 1}}));
  EXPECT_TRUE(matrix_slice(nullptr, 0, 1).empty());
  EXPECT_FALSE(TensorSlice{}.find({"x", {0}}));
}

TEST(TraceMatrices, VersionsDifferWithTheContent) {
  const Trace& trace = translation();
  const TraceTensor* scores = trace.find(kCross + "scores");
  const auto version = [&](Index head, std::uint64_t trace_version) {
    return matrix_slice(scores, head, trace_version).view.version;
  };
  EXPECT_EQ(version(1, 5), version(1, 5));
  EXPECT_NE(version(1, 5), version(2, 5));
  EXPECT_NE(version(1, 5), version(1, 6));
  EXPECT_NE(version(1, 5), 0u);
}

TEST(TraceMatrices, MaskedCellsAreThoseAboveTheDiagonal) {
  const Trace& trace = translation();
  const auto masked = matrix_slice(trace.find("decoder.layers.0.self_attention.masked"), 0, 1);
  const std::vector<unsigned char> cells = masked_cells(masked.view);
  ASSERT_EQ(cells.size(), masked.view.cells());
  for (int r = 0; r < masked.view.rows; ++r) {
    for (int c = 0; c < masked.view.cols; ++c) {
      EXPECT_EQ(cells[static_cast<std::size_t>(r * masked.view.cols + c)] != 0, c > r);
    }
  }
  EXPECT_TRUE(masked_cells(matrix_slice(trace.find(kCross + "masked"), 0, 1).view).empty());
}

TEST(TraceMatrices, ProjectionsKnowWhatTheyRead) {
  const Trace& trace = translation();
  const Projection first = find_projection(trace, "encoder.layers.0.self_attention.query");
  EXPECT_EQ(first.input, "source.input");
  EXPECT_EQ(first.weight, "encoder.layers.0.self_attention.query.weight");
  EXPECT_EQ(first.bias, "encoder.layers.0.self_attention.query.bias");
  EXPECT_EQ(find_projection(trace, kCross + "query").input, "decoder.layers.1.attention_norm.output");
  EXPECT_EQ(find_projection(trace, kCross + "key").input, "encoder.layers.1.feed_forward_norm.output");
  EXPECT_EQ(find_projection(trace, kCross + "output").input, kCross + "concat");
}

TEST(TraceMatrices, ModelsWithoutBiasHaveNone) {
  const TracePtr trace = traced("nanogpt-cpu", "", "the end");
  const Projection found = find_projection(*trace, "decoder.layers.2.self_attention.value");
  EXPECT_EQ(found.input, "decoder.layers.2.attention_norm.output");
  EXPECT_EQ(found.bias, "");
  EXPECT_TRUE(matrix_slice(trace->find(found.bias), 0, 1).empty());
}

TEST(TraceMatrices, AxesCarryTokens) {
  const TracePtr trace = traced("translate", "the purple cat", "le chat");
  const TokenAxis keys = key_tokens(*trace, AttentionKind::Cross);
  ASSERT_EQ(names_of(keys), (std::vector<std::string>{"the", "purple", "cat", "<eos>"}));
  EXPECT_EQ(keys.unknown, (std::vector<unsigned char>{0, 1, 0, 0}));
  EXPECT_EQ(names_of(query_tokens(*trace, AttentionKind::Cross)),
            (std::vector<std::string>{"<sos>", "le", "chat"}));
  EXPECT_EQ(names_of(query_tokens(*trace, AttentionKind::EncoderSelf)), names_of(keys));
  EXPECT_EQ(key_tokens(*trace, AttentionKind::DecoderSelf).names[1], "le");
  EXPECT_EQ(keys.name(2), "cat");
  EXPECT_EQ(keys.name(9), "9");
}

TEST(Stages, HeadsThatShareKeysAndValuesAreExplained) {
  const TracePtr trace = traced("modern", "", "The way");
  const ModelConfig& config = trace->config();
  Selection s;
  s.heads_per_key = config.heads / config.key_value_heads;
  ASSERT_GT(s.heads_per_key, 1);
  for (s.head = 0; s.head < config.heads; ++s.head) {
    for (int stage = 0; stage < kStageCount; ++stage) {
      const CellName cell = selected_cell(s, static_cast<Stage>(stage));
      EXPECT_NO_THROW(trace->explain(cell.tensor, cell.index)) << cell.text();
    }
    const CellName score = selected_cell(s, Stage::Scores);
    bool found = false;
    for (const CellName& operand : trace->explain(score.tensor, score.index).operands()) {
      if (!operand.tensor.ends_with("rotated_key")) continue;
      EXPECT_EQ(operand.index[1], head_in(trace->find(operand.tensor), s));
      found = true;
    }
    EXPECT_TRUE(found) << score.text();
  }
}

}  // namespace
}  // namespace attnlab
