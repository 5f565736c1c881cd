// Norms of a pass: found with their inputs, and measured against definitions written here.
#include "core/analysis/norms.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/layers/block_sites.h"
#include "core/layers/norm_placement.h"
#include "tests/trace/traced_preset.h"

namespace attnlab::testing {
namespace {

TracePtr traced(const std::string& preset, std::vector<std::string> options, const TraceRequest& request) {
  options.insert(options.begin(), kSmall.begin(), kSmall.end());
  return TracedPreset(preset, options).trace(request);
}

std::vector<std::string> names(const std::vector<NormTensors>& norms) {
  std::vector<std::string> all;
  for (const NormTensors& norm : norms) all.push_back(norm.place.name());
  return all;
}

TEST(Norms, OfAPassAreFoundInOrderWithWhatTheyRead) {
  const TracePtr trace = traced("characters", {}, {.target = "the owl"});
  const std::vector<NormTensors> norms = norms_of(*trace);
  EXPECT_EQ(names(norms),
            (std::vector<std::string>{"decoder.layers.0.attention_norm", "decoder.layers.0.feed_forward_norm",
                                      "decoder.layers.1.attention_norm", "decoder.layers.1.feed_forward_norm",
                                      "decoder.norm"}));
  EXPECT_EQ(norms[0].input->name, "target.input");
  EXPECT_EQ(norms[1].input->name, "decoder.layers.0.attention_residual");
  EXPECT_EQ(norms[4].input->name, "decoder.layers.1.feed_forward_residual");
  for (const NormTensors& norm : norms) {
    EXPECT_EQ(norm.kind, &norm_kind("layer"));
    EXPECT_NE(norm.beta, nullptr);
    EXPECT_EQ(norm.output->shape, norm.input->shape);
  }
}

TEST(Norms, ReadTheSameThoughEdited) {
  const TracePtr trace =
      traced("characters", {},
             {.target = "the owl",
              .edits = {CellEdit{
                  {"decoder.layers.0.attention_norm.normalized", {0, 1, 2}}, CellEdit::How::Set, 3}}});
  EXPECT_EQ(norms_of(*trace).at(0).input->name, "target.input");
}

TEST(Norms, AfterSublayersReadTheSums) {
  const TracePtr trace = traced("reverse", {}, {.source = "abc", .generate_target = true});
  const std::vector<NormTensors> norms = norms_of(*trace);
  ASSERT_EQ(norms.size(), 2u * 2 + 2u * 3);
  for (const NormTensors& norm : norms)
    EXPECT_TRUE(norm.input->name.ends_with("_residual")) << norm.place.name();
}

TEST(Norms, OfBlocksOfAttentionAloneAreOneABlock) {
  const TracePtr trace = traced("characters", {"feed_forward=0"}, {.target = "the owl"});
  const std::vector<NormTensors> norms = norms_of(*trace);
  EXPECT_EQ(names(norms), (std::vector<std::string>{"decoder.layers.0.attention_norm",
                                                    "decoder.layers.1.attention_norm", "decoder.norm"}));
  EXPECT_EQ(norms[2].input->name, "decoder.layers.1.attention_residual");
}

TEST(Norms, StandWhereTheirPlacementSaysInAModelThatLearns) {
  for (const std::string preset : {"characters", "translate", "masked-words"}) {
    for (const NormPlacement& placement : norm_placements()) {
      SCOPED_TRACE(preset + " norm=" + std::string(placement.name));
      TracedPreset traced(preset, {"width=8", "heads=2", "layers=2", "feed_forward=12",
                                   "norm=" + std::string(placement.name)});
      const Experiment& e = traced.experiment;
      EXPECT_TRUE(std::isfinite(Trainer(e.model, e.task, e.preset.training, 1).step().loss));
      const Example example = e.task->sample_example();
      const TracePtr trace = traced.trace({.source = example.source, .target = example.target});
      const std::vector<NormTensors> norms = norms_of(*trace);
      const bool two = preset == "translate";
      const std::size_t sums = two ? 2 * 2 + 2 * 3 : 2 * 2, ends = placement.ends_stack ? (two ? 2 : 1) : 0;
      EXPECT_EQ(norms.size(), (placement.has_norms() ? sums : 0) + ends);
      for (const NormTensors& norm : norms)
        EXPECT_TRUE(norm.input && (!placement.after() || norm.input->is(block_sites::kResidual)))
            << norm.place.name();
    }
  }
}

TEST(Norms, OfModelsWithoutAreNone) {
  EXPECT_TRUE(norms_of(*traced("characters", {"norm=none"}, {.target = "the owl"})).empty());
}

TEST(RowStatistics, AreMeanDeviationAndSize) {
  const std::vector<Real> cells = {1, 3, 5, 7, -2, -2, -2, -2};
  const std::vector<RowStatistics> rows = row_statistics(cells, 4);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_NEAR(rows[0].mean, 4, 1e-12);
  EXPECT_NEAR(rows[0].deviation, std::sqrt(5.0), 1e-12);  // (9+1+1+9)/4
  EXPECT_NEAR(rows[0].size, std::sqrt(84.0), 1e-12);
  EXPECT_NEAR(rows[1].deviation, 0, 1e-12);
  EXPECT_NEAR(rows[1].size, 4, 1e-12);
}

/// Expects the model's norm, before γ and β, to equal the function of its kind on the same input.
void expect_kind(const std::vector<std::string>& options, const std::string& kind) {
  const TracePtr trace = traced("characters", options, {.target = "the owl"});
  const double epsilon = trace->config().norm_epsilon;
  for (const NormTensors& norm : norms_of(*trace)) {
    EXPECT_EQ(norm.kind, &norm_kind(kind));
    const std::vector<Real> layer = normalized_by(norm_kind("layer"), norm.input->value, 8, epsilon),
                            root = normalized_by(norm_kind("rms"), norm.input->value, 8, epsilon);
    for (std::size_t i = 0; i < layer.size(); ++i) {
      EXPECT_NEAR((kind == "rms" ? root : layer)[i], norm.normalized->value[i], 1e-5);
      double mean = 0, squares = 0;
      for (std::size_t c = i / 8 * 8; c < i / 8 * 8 + 8; ++c) {
        mean += static_cast<double>(norm.input->value[c]) / 8;
        squares += std::pow(static_cast<double>(norm.input->value[c]), 2) / 8;
      }
      const double x = static_cast<double>(norm.input->value[i]);
      EXPECT_NEAR(static_cast<double>(root[i]), x / std::sqrt(squares + epsilon), 1e-5);
      EXPECT_NEAR(static_cast<double>(layer[i]), (x - mean) / std::sqrt(squares - mean * mean + epsilon),
                  1e-4);
    }
  }
}

TEST(NormKinds, AreThoseOfTheModel) {
  expect_kind({}, "layer");
  expect_kind({"norm_kind=rms"}, "rms");
}

TEST(ResidualStreams, AreTheInputAndEverySum) {
  const TracePtr trace = traced("characters", {}, {.target = "the owl"});
  std::vector<std::string> all;
  for (const TraceTensor* stream : residual_streams(*trace)) all.push_back(stream->name);
  EXPECT_EQ(all, (std::vector<std::string>{"target.input", "decoder.layers.0.attention_residual",
                                           "decoder.layers.0.feed_forward_residual",
                                           "decoder.layers.1.attention_residual",
                                           "decoder.layers.1.feed_forward_residual"}));
}

}  // namespace
}  // namespace attnlab::testing
