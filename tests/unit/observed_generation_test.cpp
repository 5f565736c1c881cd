// Observers of generation: they are told of a pass over the whole text for each token, and change nothing.
#include <gtest/gtest.h>

#include "core/models/generation/beam_search.h"
#include "core/models/generation/generation.h"
#include "tests/support/error_text.h"
#include "tests/support/heard.h"
#include "tests/support/small_training.h"

namespace attnlab::testing {
namespace {

std::vector<TokenId> prompt_of(const SmallRun& run) {
  return run.experiment.vocabularies->target.encode("the owl");
}

/// A prompt, or <sos> for the answer to a source.
Batch begun(const SmallRun& run) {
  const Vocabularies& v = *run.experiment.vocabularies;
  Batch batch;
  if (!v.source) {
    const std::vector<TokenId> prompt = prompt_of(run);
    batch.resize(1, 0, static_cast<Index>(prompt.size()));
    batch.input = prompt;
  } else {
    batch.resize(1, 4, 1);
    batch.source = v.source->encode("abc");
    batch.source.push_back(v.source->eos());
    batch.source_lengths = {4};
    batch.input = {v.target.sos()};
  }
  batch.input_lengths = {batch.input_length};
  return batch;
}

/// With a cache, over a context that ends, and beside a source.
TEST(ObservedGeneration, ThePassesSayTheSameNextToken) {
  Preset windowed = small_language_model();
  for (const char* option : {"model.positions=rotary", "model.window=4"}) set_option(windowed, option);
  for (const Preset& preset : {small_preset(), small_language_model(), windowed}) {
    const SmallRun run(preset, 20);
    Heard heard("output.logits");
    NextToken next(*run.experiment.model, run.trainer.weights(), Reuse::Cache, {.observers = {&heard}});
    next.begin(begun(run));
    for (Index passes = 1; passes <= 12; ++passes) {
      ASSERT_EQ(heard.tensors.size(), static_cast<std::size_t>(passes));
      const Heard::Tensor& told = heard.tensors.back();
      ASSERT_EQ(told.shape[1], next.length()) << "positions of the whole text";
      const std::span<const Real> last =
          std::span(told.value).last(static_cast<std::size_t>(told.shape.last()));
      for (std::size_t id = 0; id < last.size(); ++id)
        ASSERT_NEAR(last[id], next.logits(0)[id], 1e-4) << preset.task.name << " pass " << passes;
      const TokenId token = static_cast<TokenId>(passes % 5 + 4);
      if (preset.task.name == windowed.task.name || passes < 4)
        next.append({&token, 1});
      else
        break;
    }
  }
}

TEST(ObservedGeneration, ChangesNoToken) {
  const SmallRun run(small_language_model(), 20);
  const Model& model = *run.experiment.model;
  const std::vector<TokenId> prompt = prompt_of(run);
  Heard heard("decoder.*.weights");
  const auto made = [&](const PassOptions& pass) {
    RandomStream random(4);
    return generate(model, run.trainer.weights(), prompt, 20, kUnknownId, {.temperature = 0.7}, random, {},
                    pass);
  };
  EXPECT_EQ(made({.observers = {&heard}}), made({}));
  EXPECT_EQ(heard.tensors.size(), 20u) << "one layer, one pass for each token";
  const Batch batch = begun(run);
  const BeamOptions beams{2, 0, 5};
  EXPECT_EQ(beam_search(model, run.trainer.weights(), batch, kUnknownId, beams, {.observers = {&heard}})
                .best[0]
                .tokens,
            beam_search(model, run.trainer.weights(), batch, kUnknownId, beams).best[0].tokens);
}

TEST(ObservedGeneration, SeesAnswersWithTheirSource) {
  const SmallRun run(small_preset(), 20);
  const Vocabularies& v = *run.experiment.vocabularies;
  Heard cross("*.cross_attention.weights"), all;
  RandomStream first(4), second(4);
  const auto plain = decode_sampled(*run.experiment.model, run.trainer.weights(), begun(run), v.target.sos(),
                                    kUnknownId, 3, {}, first);
  EXPECT_EQ(decode_sampled(*run.experiment.model, run.trainer.weights(), begun(run), v.target.sos(),
                           kUnknownId, 3, {}, second, {.observers = {&cross, &all}}),
            plain);
  ASSERT_EQ(cross.tensors.size(), 3u);
  for (std::size_t t = 0; t < 3; ++t)
    EXPECT_EQ(cross.tensors[t].shape, (Shape{1, 2, static_cast<Index>(t) + 1, 4}));
  EXPECT_GT(all.tensors.size(), cross.tensors.size());
}

TEST(ObservedGeneration, HasNoLoss) {
  const SmallRun run(small_language_model());
  Heard heard("loss.mean");
  NextToken next(*run.experiment.model, run.trainer.weights(), Reuse::Cache, {.observers = {&heard}});
  EXPECT_NE(
      error_text<std::invalid_argument>([&] { next.begin(begun(run)); }).find("unknown tensor loss.mean"),
      std::string::npos);
}

}  // namespace
}  // namespace attnlab::testing
