// Where a Vision Transformer looks, against NumPy: attention of the class vector, rollout, answers of
// filters, cosines of positions.
#include "core/analysis/pictures/patch_filters.h"
#include "core/analysis/pictures/picture_attention.h"
#include "core/trace/tracer.h"
#include "tests/golden/model_case.h"

namespace attnlab::testing {
namespace {

/// The model of vision_cls.safetensors, and the first picture of its batch.
TracePtr golden_trace() {
  ModelConfig config;
  config.architecture = "vision";
  config.layers = 2;
  config.heads = 2;
  config.width = 8;
  config.feed_forward = 12;
  config.norm = "pre";
  config.activation = "gelu";
  config.pooling = "cls";
  config.target_vocabulary = 5;
  config.picture_size = 6;
  config.patch_size = 2;
  config.picture_channels = 3;
  const GoldenFile file = golden_file("vision_cls");
  const std::shared_ptr<const Model> model = make_model(config);
  auto snapshot = std::make_shared<WeightsSnapshot>();
  snapshot->weights.resize(static_cast<std::size_t>(model->parameters().size()));
  load_parameters(file, "param.", model->parameters(), snapshot->weights);
  const Batch batch = golden_batch(file);
  const std::vector<Real> pixels(batch.pictures.begin(), batch.pictures.begin() + 3 * 6 * 6);
  const auto vocabularies = std::make_shared<const Vocabularies>(Vocabularies{
      {}, Tokenizer::from_vocabulary({"a", "b", "c", "d", "e"}, TokenLevel::Labels, kNoSpecialTokens)});
  return Tracer(model, vocabularies)
      .trace(snapshot, {.picture = std::make_shared<const Picture>(Picture{3, 6, 6, pixels})});
}

std::vector<Real> as_real(const std::vector<double>& cells) { return {cells.begin(), cells.end()}; }

/// One row of a golden matrix [T,T].
Tensor row_of(const Tensor& matrix, Index row) {
  const Index width = matrix.shape.last();
  Tensor one = matrix;
  one.shape = {width};
  one.data.assign(matrix.data.begin() + row * width, matrix.data.begin() + (row + 1) * width);
  return one;
}

TEST(GoldenPictures, AttentionOfTheClassVector) {
  const TracePtr trace = golden_trace();
  const GoldenFile file = golden_file("pictures");
  const std::vector<PictureAttention> all = picture_attentions(*trace);
  ASSERT_EQ(all.size(), 2u);
  for (Index layer = 0; layer < 2; ++layer) {
    const PictureAttention& attention = all[static_cast<std::size_t>(layer)];
    EXPECT_TRUE(
        matches(attention.weights->value, file.tensor("weights." + std::to_string(layer)), "weights"));
    const std::vector<double> row = weights_of(attention, *patch_grid(*trace), 1, {0, false});
    Tensor golden = file.tensor("weights." + std::to_string(layer));
    golden.data.erase(golden.data.begin(), golden.data.begin() + 100);  // the second head's [10,10]
    golden.shape = {10, 10};
    EXPECT_TRUE(matches(as_real(row), row_of(golden, 0), "head 1"));
  }
}

TEST(GoldenPictures, RolloutOfTheClassVectorAndOfAPatch) {
  const TracePtr trace = golden_trace();
  const GoldenFile file = golden_file("pictures");
  for (const Index query : {0, 4}) {
    const std::vector<std::vector<double>> rollout = picture_rollout(*trace, {query, false});
    ASSERT_EQ(rollout.size(), 2u);
    for (std::size_t layer = 0; layer < 2; ++layer)
      EXPECT_TRUE(matches(as_real(rollout[layer]),
                          row_of(file.tensor("rollout." + std::to_string(layer)), query), "rollout"));
  }
}

TEST(GoldenPictures, FiltersAnswerAsASlidingKernel) {
  const TracePtr trace = golden_trace();
  const std::optional<PatchFilters> filters = patch_filters(*trace);
  ASSERT_TRUE(filters);
  ASSERT_EQ(filters->filters(), 8);
  std::vector<Real> all;
  for (Index filter = 0; filter < 8; ++filter) {
    const std::vector<Real> answers = filters->answers_of(filter);
    all.insert(all.end(), answers.begin(), answers.end());
  }
  EXPECT_TRUE(matches(all, golden_file("pictures").tensor("answers"), "answers"));
}

TEST(GoldenPictures, CosinesOfPositions) {
  const TracePtr trace = golden_trace();
  const TraceTensor* const positions = patch_positions(*trace);
  ASSERT_NE(positions, nullptr);
  const Index width = positions->shape.last();
  EXPECT_TRUE(matches(cosines(positions->value.subspan(static_cast<std::size_t>(width)), width),
                      golden_file("pictures").tensor("cosines"), "cosines"));
}

}  // namespace
}  // namespace attnlab::testing
