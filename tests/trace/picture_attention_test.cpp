// Which axes are patches, and what follows for attention, rollout and filters.
#include "core/analysis/pictures/picture_attention.h"

#include <gtest/gtest.h>

#include "core/analysis/pictures/patch_filters.h"
#include "core/analysis/rollout.h"
#include "core/layers/attention_sites.h"
#include "tests/trace/preset_traces.h"

namespace attnlab::testing {
namespace {

TracePtr digits(const std::vector<std::string>& options = {}) {
  return first_trace(preset_with("digits", options), 0.1);
}

TEST(PatchGrid, CountsPositionsFromTheClassVector) {
  const std::optional<PatchGrid> grid = patch_grid(*digits());
  ASSERT_TRUE(grid);
  EXPECT_EQ(*grid, (PatchGrid{4, 4, 4, 1}));
  EXPECT_EQ(grid->positions(), 17);
  EXPECT_EQ(grid->position({1, 2}), 7);
  EXPECT_EQ(grid->patch_at(7), (PatchGrid::Place{1, 2}));
  EXPECT_FALSE(grid->patch_at(0));
  EXPECT_FALSE(grid->patch_at(17));
  EXPECT_EQ(position_name(*grid, 7), "1,2");
  EXPECT_EQ(position_name(*grid, 0), "[CLS]");
  EXPECT_EQ(*patch_grid(*digits({"pooling=mean", "patch_size=8"})), (PatchGrid{2, 2, 8, 0}));
  EXPECT_FALSE(patch_grid(*first_trace(find_preset("translate"))));
}

TEST(PatchGrid, AxesArePatchesWhereTheirTokensAre) {
  const TracePtr trace = digits();
  const auto axes = [&](const char* name) {
    const TraceTensor& tensor = trace->at(name);
    std::string found;
    for (std::size_t axis = 0; axis < tensor.site->axes.size(); ++axis)
      found += runs_over_patches(*trace, tensor, axis) ? '1' : '0';
    return found;
  };
  EXPECT_EQ(axes("encoder.layers.0.self_attention.weights"), "0011");
  EXPECT_EQ(axes("encoder.layers.0.self_attention.key"), "0010");
  EXPECT_EQ(axes("picture.patches"), "010");
  EXPECT_EQ(axes("picture.pixels"), "0000");
  EXPECT_EQ(axes("output.probabilities"), "000");
  const TracePtr words = first_trace(find_preset("translate"));
  EXPECT_FALSE(runs_over_patches(*words, words->at("decoder.layers.0.cross_attention.weights"), 3));
}

TEST(PictureAttention, IsOfEveryLayerOfAVisionTransformerAndOfNoOtherModel) {
  const TracePtr trace = digits();
  const std::vector<PictureAttention> all = picture_attentions(*trace);
  ASSERT_EQ(all.size(), 2u);
  for (Index layer = 0; layer < 2; ++layer) {
    const PictureAttention& attention = all[static_cast<std::size_t>(layer)];
    EXPECT_EQ(attention.layer(), layer);
    EXPECT_TRUE(attention.asked_by_patches);
    EXPECT_EQ(attention.heads(), 4);
    EXPECT_EQ(attention.keys(), 17);
    EXPECT_EQ(attention.row(2, 5).data(), attention.weights->value.data() + (2 * 17 + 5) * 17);
    EXPECT_EQ(attention.cell(2, 5, 7).text(), attention.weights->name + "[0,2,5,7]");
  }
  for (const char* preset : {"translate", "characters", "seq2seq-attention", "lstm"})
    EXPECT_TRUE(picture_attentions(*first_trace(find_preset(preset))).empty()) << preset;
}

TEST(PictureAttention, TheMeanLeavesTheClassVectorOut) {
  const TracePtr trace = digits();
  const PatchGrid grid = *patch_grid(*trace);
  const PictureAttention attention = picture_attentions(*trace)[1];
  const std::vector<double> one = weights_of(attention, grid, 3, {.query = 6}),
                            mean = weights_of(attention, grid, 3, {.all = true});
  for (std::size_t k = 0; k < 17; ++k) {
    EXPECT_EQ(one[k], static_cast<double>(attention.row(3, 6)[k]));
    double sum = 0;
    for (Index q = 1; q < 17; ++q) sum += static_cast<double>(attention.row(3, q)[k]);
    EXPECT_NEAR(mean[k], sum / 16, 1e-9);
  }
  EXPECT_EQ(asked_by_whole(grid), (AskedBy{0, false}));
  EXPECT_EQ(asked_by_whole({4, 4, 4, 0}), (AskedBy{0, true}));
}

TEST(PictureRollout, IsTheRowsOfAttentionRollout) {
  for (const char* pooling : {"pooling=cls", "pooling=mean"}) {
    const TracePtr trace = digits({pooling, "layers=3"});
    const PatchGrid grid = *patch_grid(*trace);
    const Rollout whole = attention_rollout(*trace, "encoder");
    const auto t = static_cast<std::size_t>(whole.positions);
    const auto row = picture_rollout(*trace, {.query = 5}), mean = picture_rollout(*trace, {.all = true});
    ASSERT_EQ(row.size(), 3u);
    for (std::size_t layer = 0; layer < 3; ++layer)
      for (std::size_t k = 0; k < t; ++k) {
        EXPECT_NEAR(row[layer][k], whole.layers[layer][5 * t + k], 1e-12);
        double sum = 0;
        for (auto q = static_cast<std::size_t>(grid.first); q < t; ++q) sum += whole.layers[layer][q * t + k];
        EXPECT_NEAR(mean[layer][k], sum / static_cast<double>(grid.patches()), 1e-12);
      }
  }
  EXPECT_TRUE(picture_rollout(*first_trace(find_preset("translate")), {}).empty());
}

TEST(PatchFilters, AnswerByDotProducts) {
  const TracePtr trace = digits({"picture_channels=3"});
  const std::optional<PatchFilters> filters = patch_filters(*trace);
  ASSERT_TRUE(filters);
  EXPECT_EQ(filters->filters(), 64);
  EXPECT_EQ(filters->channels, 3);
  const TraceTensor& patches = trace->at("picture.patches");
  const std::vector<Real> answers = filters->answers_of(9);
  ASSERT_EQ(answers.size(), 16u);
  for (std::size_t p = 0; p < 16; ++p) {
    double sum = static_cast<double>(filters->biases->value[9]), squares = 0;
    for (Index c = 0; c < 3; ++c)
      for (std::size_t i = 0; i < 16; ++i) {
        const auto weight = static_cast<double>(filters->plane(9, c)[i]);
        sum += weight * static_cast<double>(patches.value[p * 48 + static_cast<std::size_t>(c) * 16 + i]);
        squares += weight * weight;
      }
    EXPECT_NEAR(answers[p], sum, 1e-4);
    EXPECT_NEAR(filters->length(9), std::sqrt(squares), 1e-9);
  }
  EXPECT_FALSE(patch_filters(*first_trace(find_preset("translate"))));
}

TEST(PatchPositions, AreThereWhereVectorsAreAdded) {
  const TracePtr learned = digits(), rotary = digits({"positions=rotary"});
  ASSERT_NE(patch_positions(*learned), nullptr);
  EXPECT_EQ(patch_positions(*learned)->shape[0], 17);
  EXPECT_EQ(patch_positions(*rotary), nullptr);
  const std::vector<Real> rows = {3, 0, 0, 2, -1, 0, 0, 0};
  const std::vector<Real> expected = {1, 0, -1, 0, 0, 1, 0, 0, -1, 0, 1, 0, 0, 0, 0, 0};
  EXPECT_EQ(cosines(rows, 2), expected);
}

}  // namespace
}  // namespace attnlab::testing
