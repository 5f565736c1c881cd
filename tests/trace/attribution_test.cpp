// Attributions against what they must add up to, models of one line whose attributions are known, and passes
// that the test makes itself.
#include "core/analysis/attribution/attribution.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/analysis/attribution/input_rollout.h"
#include "core/analysis/rollout.h"
#include "core/training/trainer.h"
#include "tests/support/error_text.h"
#include "tests/trace/traced_preset.h"

namespace attnlab::testing {
namespace {

/// A preset's model with its first example, and the pass of it.
struct AttributedExample {
  AttributedExample(const std::string& preset, const std::vector<std::string>& options)
      : model(preset, options) {
    const Example example = model.experiment.task->sample_example();
    request = {.source = example.source, .target = example.target, .picture = example.picture};
    trace = model.trace(request);
    prediction.position = prediction_logits(*trace).shape.rows() - 1;
    prediction.word = 0;
    prediction.against = 1;
  }

  Attributions attribution(AttributionSettings settings = {}) const {
    settings.prediction = prediction;
    return attribute(model.tracer, trace, request, settings);
  }

  TracedPreset model;
  TraceRequest request;
  TracePtr trace;
  ChosenPrediction prediction;
};

const std::vector<std::string> kTiny = {"width=8", "heads=2", "layers=2", "feed_forward=12"};
const std::vector<std::string> kTinyCells = {"width=8", "layers=1"};

/// One preset of each architecture and format that has attributions.
const std::vector<std::pair<std::string, std::vector<std::string>>> kExamples = {
    {"characters", {"width=8", "heads=2", "layers=2", "feed_forward=12", "context=16"}},
    {"translate", kTiny},
    {"sentiment", kTiny},
    {"masked-words", kTiny},
    {"digits", kTiny},
    {"describe", kTiny},
    {"rnn", {"width=8", "layers=1", "context=16"}},
    {"brackets-lstm", kTinyCells},
    {"seq2seq-attention", kTinyCells},
    {"describe-rnn", kTinyCells},
};

TEST(Attribution, IntegratedGradientsAddUpToWhatTheBaselineTakesAway) {
  for (const auto& [preset, options] : kExamples) {
    const AttributedExample example(preset, options);
    for (const BaselineKind& baseline : baseline_kinds())
      for (const MetricKind& metric : metric_kinds()) {
        const Attributions found = example.attribution({.metric = std::string(metric.name),
                                                        .baseline = std::string(baseline.name),
                                                        .steps = 256,
                                                        .methods = {"integrated"}});
        ASSERT_TRUE(found.finished());
        const double error = found.completeness_error(found.methods.at(0));
        EXPECT_LT(std::abs(error), 1e-3 * std::max(std::abs(found.difference()), 0.2))
            << preset << " " << baseline.name << " " << metric.name << " " << found.difference();
      }
  }
}

TEST(Attribution, EveryMethodHasAValueForEveryRow) {
  for (const auto& [preset, options] : kExamples) {
    const AttributedExample example(preset, options);
    const Attributions found = example.attribution({.steps = 2});
    EXPECT_EQ(found.methods.size(), has_rollout(example.trace->config()) ? 4u : 3u) << preset;
    EXPECT_EQ(found.done, found.passes) << preset;
    EXPECT_EQ(found.passes, 1 + 1 + 2 + found.rows()) << preset;
    for (const MethodValues& values : found.methods) {
      EXPECT_EQ(static_cast<Index>(values.values.size()), found.rows()) << preset;
      for (const double value : values.values) EXPECT_TRUE(std::isfinite(value)) << preset;
    }
  }
}

/// A GPT without norms whose blocks add nothing: the logit is w·(x + position) of its own token alone.
TracedPreset linear_gpt() {
  TracedPreset model("characters", {"width=8", "heads=2", "layers=1", "feed_forward=12", "norm=none",
                                    "model.tied_output=false"});
  for (const Parameter& p : model.experiment.model->parameters().all())
    if (p.name.starts_with("decoder.")) std::ranges::fill(model.parameter(p.name), Real(0));
  return model;
}

TEST(Attribution, OfALinearModelIsItsProductByEachMethod) {
  TracedPreset model = linear_gpt();
  const TraceRequest request{.target = "the owl"};
  const TracePtr trace = model.trace(request);
  const Index position = 3, word = 5, width = 8;
  const TraceTensor& x = trace->at("target.embedding");
  double product = 0;
  for (Index c = 0; c < width; ++c)
    product +=
        static_cast<double>(x.value[static_cast<std::size_t>(position * width + c)]) *
        static_cast<double>(model.parameter("output.weight")[static_cast<std::size_t>(word * width + c)]);
  const Attributions found =
      attribute(model.tracer, trace, request, {.prediction = {position, word}, .steps = 3});
  for (const char* method : {"gradient", "integrated", "occlusion"}) {
    const std::vector<double>& values = found.of(method)->values;
    for (Index t = 0; t < found.rows(); ++t)
      EXPECT_NEAR(values[static_cast<std::size_t>(t)], t == position ? product : 0, 1e-5)
          << method << " " << t;
  }
  EXPECT_NEAR(found.difference(), product, 1e-5);
}

TEST(Attribution, OcclusionIsTheLossOfAPassWithoutTheWord) {
  const AttributedExample example("characters", kExamples[0].second);
  const Attributions found = example.attribution({.baseline = "mean", .methods = {"occlusion"}});
  const TraceTensor& table = example.trace->at("target.embedding.weight");
  const auto width = static_cast<std::size_t>(table.shape.last());
  const Intervention changed{
      .name = "target.embedding", .change = [&](const Shape&, std::span<Real> cells) {
        for (std::size_t c = 0; c < width; ++c) {
          double sum = 0;
          for (Index row = 0; row < table.shape[0]; ++row)
            sum += static_cast<double>(table.value[static_cast<std::size_t>(row) * width + c]);
          cells[2 * width + c] = static_cast<Real>(sum / static_cast<double>(table.shape[0]));
        }
      }};
  const TracePtr without = example.model.trace(example.request, {.interventions = {changed}});
  const double lost = metric_of(*example.trace, metric_kind("logit"), example.prediction) -
                      metric_of(*without, metric_kind("logit"), example.prediction);
  EXPECT_NEAR(found.methods.at(0).values.at(2), lost, 1e-5);
  EXPECT_GT(std::abs(lost), 1e-3);
}

TEST(Attribution, GradientTimesInputOfALogProbabilityIsThatOfTheLoss) {
  AttributedExample example("characters", kExamples[0].second);
  example.prediction.position = 4;
  example.prediction.word = example.trace->batch().target.at(4);
  const Attributions found = example.attribution({.metric = "log_probability", .methods = {"gradient"}});
  TraceRequest one = example.request;
  one.only_target = 4;
  const TracePtr pass = example.model.trace(one);
  EXPECT_NEAR(found.metric, -pass->loss(), 1e-5);
  EXPECT_NEAR(found.probability, std::exp(-pass->loss()), 1e-6);
  const TraceTensor& x = pass->at("target.embedding");
  const auto width = static_cast<std::size_t>(x.shape.last());
  for (std::size_t t = 0; t < found.methods[0].values.size(); ++t) {
    double product = 0;
    for (std::size_t c = t * width; c < (t + 1) * width; ++c)
      product -= static_cast<double>(x.value[c]) * static_cast<double>(x.gradient[c]);
    EXPECT_NEAR(found.methods[0].values[t], product, 1e-5) << t;
  }
}

TEST(Attribution, WhatAPredictionCannotSeeCountsNothing) {
  AttributedExample example("characters", kExamples[0].second);
  example.prediction.position = 2;
  const Attributions found = example.attribution({.steps = 4});
  for (const MethodValues& values : found.methods)
    for (std::size_t t = 3; t < values.values.size(); ++t)
      EXPECT_EQ(values.values[t], 0) << values.method->name << " " << t;
}

TEST(Attribution, RolloutOfADecoderIsItsRowOfTheRollout) {
  const AttributedExample example("characters", kExamples[0].second);
  const std::vector<double> found = input_rollout(*example.trace, 3);
  const Rollout rollout = attention_rollout(*example.trace, "decoder");
  for (Index t = 0; t < rollout.positions; ++t)
    EXPECT_NEAR(found[static_cast<std::size_t>(t)],
                rollout.layers.back()[static_cast<std::size_t>(3 * rollout.positions + t)], 1e-9);
}

TEST(Attribution, RolloutSharesOfBothTextsAddUpToOne) {
  for (const char* preset : {"translate", "describe", "masked-words"}) {
    const AttributedExample example(preset, kTiny);
    double sum = 0;
    for (const double share : input_rollout(*example.trace, 1)) sum += share;
    EXPECT_NEAR(sum, 1, 1e-6) << preset;
  }
  const AttributedExample digits("digits", kTiny);  // the class vector has some of it
  double sum = 0;
  for (const double share : input_rollout(*digits.trace, 0)) sum += share;
  EXPECT_LT(sum, 0.9);
  EXPECT_GT(sum, 0.1);
}

TEST(Attribution, EditsOfThePassTakePart) {
  AttributedExample example("characters", kExamples[0].second);
  const Attributions before = example.attribution({.methods = {"gradient"}});
  example.request.edits = {HeadEdit{"decoder.layers.0.self_attention", {0}, HeadEdit::How::Zero}};
  example.trace = example.model.trace(example.request);
  const Attributions after = example.attribution({.methods = {"gradient"}});
  EXPECT_NE(before.methods[0].values, after.methods[0].values);
  EXPECT_NE(before.metric, after.metric);
}

TEST(Attribution, StopsWhereItIsAsked) {
  const AttributedExample example("characters", kExamples[0].second);
  StopSource stop;
  stop.request_stop();
  AttributionSettings settings{.prediction = example.prediction};
  const Attributions found =
      attribute(example.model.tracer, example.trace, example.request, settings, {.stop = stop.get_token()});
  EXPECT_FALSE(found.finished());
  for (const MethodValues& values : found.methods) EXPECT_TRUE(values.values.empty());
}

TEST(Attribution, WhatIsNotThereIsRefused) {
  const AttributedExample gpt("characters", kExamples[0].second);
  const auto error = [](const AttributedExample& example, const AttributionSettings& settings) {
    return error_text<std::exception>(
        [&] { attribute(example.model.tracer, example.trace, example.request, settings); });
  };
  EXPECT_EQ(error(gpt, {.prediction = {1000, 0}}).substr(0, 30), "position 1000 is not among the");
  EXPECT_EQ(error(gpt, {.steps = 0}), "the number of integration steps is 0, but must be from 1 to 512");
  EXPECT_EQ(error(gpt, {.metric = "loss"}).substr(0, 23), "there is no metric loss");
  const AttributedExample rnn("rnn", {"width=8", "layers=1", "context=16"});
  EXPECT_EQ(error(rnn, {.methods = {"rollout"}}),
            "this model does not have self-attention, so it does not have attention rollout: choose another "
            "method");
}

}  // namespace
}  // namespace attnlab::testing
