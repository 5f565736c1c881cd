// Gradients of whole models that describe a picture.
#include "core/models/model.h"
#include "core/ops/recurrent/cell_kind.h"
#include "tests/gradients/check.h"
#include "tests/gradients/parameter_check.h"
#include "tests/support/describing_models.h"

namespace attnlab::testing {
namespace {

void expect_gradients(const ModelConfig& config) {
  const auto model = make_model(config);
  const Batch batch = describing_batch(config);
  EXPECT_TRUE(parameter_gradients_agree(
      {.layout = model->parameters(),
       .scalar = [&](Tape& t) { return model->loss(t, batch, 0.1, batch.counted_targets()); },
       .stochastic = config.dropout > 0},
      random_values(model->parameters().size(), 17, 0.5)));
}

TEST(DescribingGradients, OfATransformerAgreeWithDifferences) {
  for (const char* positions : {"learned", "sinusoidal", "rotary", "alibi", "relative_bias"})
    for (const bool tied : {true, false}) {
      SCOPED_TRACE(positions);
      ModelConfig config = small_describer("vision_decoder");
      config.positions = positions;
      config.tied_output = tied;
      if (tied) config.norm = "post";
      expect_gradients(config);
    }
}

TEST(DescribingGradients, OfEachCellAgreeWithDifferences) {
  for (const CellKind& cell : cell_kinds())
    for (const bool tied : {true, false}) {
      SCOPED_TRACE(cell.name);
      ModelConfig config = small_describer("vision_recurrent", 2);
      config.cell = cell.name;
      config.tied_output = tied;
      config.bias = tied;
      expect_gradients(config);
    }
}

TEST(DescribingGradients, AgreeWithDropout) {
  for (const char* architecture : {"vision_decoder", "vision_recurrent"}) {
    ModelConfig config = small_describer(architecture, 2);
    config.dropout = 0.2;
    expect_gradients(config);
  }
}

}  // namespace
}  // namespace attnlab::testing
