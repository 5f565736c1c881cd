// Models that read pictures and texts whole, with their tasks: a training step in steady state asks the heap
// for nothing.
#include <gtest/gtest.h>

#include "core/training/preset.h"
#include "core/training/trainer.h"
#include "tests/allocation/count.h"

namespace attnlab::testing {
namespace {

struct ReaderCase {
  std::string name;
  std::vector<std::string> options;
  int threads;
};

void PrintTo(const ReaderCase& c, std::ostream* out) { *out << c.name << ", " << c.threads << " threads"; }

std::vector<ReaderCase> cases() {
  const std::vector<std::string> encoder = {"architecture=encoder", "context=32"};
  const auto with = [&](std::vector<std::string> options) {
    options.insert(options.begin(), encoder.begin(), encoder.end());
    return options;
  };
  return {
      {"Shapes", {}, 1},
      {"Digits", {"task.name=digits", "picture_channels=3", "pooling=mean", "dropout=0.1"}, 2},
      {"Describe", {"architecture=vision_decoder", "task.name=describe", "picture_channels=3"}, 2},
      {"Sentiment", with({"task.name=sentiment", "output=class", "tied_output=false"}), 2},
      {"MaskedWords", with({"task.name=masked_words", "output=tokens", "pooling=mean", "context=96"}), 1},
      {"Brackets",
       with({"task.name=brackets", "form=labels", "output=labels", "tied_output=false", "pooling=mean"}), 1}};
}

class SteadyReader : public ::testing::TestWithParam<ReaderCase> {};

TEST_P(SteadyReader, AllocatesNothing) {
  Preset preset = find_preset("shapes");
  preset.task.rotation = TaskConfig().rotation;
  for (const std::string& option : GetParam().options) set_option(preset, option);
  for (const char* option : {"width=16", "feed_forward=16", "batch=8"}) set_option(preset, option);
  const Experiment e = make_experiment(preset);
  Trainer trainer(e.model, e.task, e.preset.training, GetParam().threads);
  for (int i = 0; i < 60; ++i) trainer.step();
  const AllocationCount count;
  for (int i = 0; i < 100; ++i) trainer.step();
  const std::size_t calls = count.calls();
  EXPECT_EQ(calls, 0u) << "in 100 steps";
}

INSTANTIATE_TEST_SUITE_P(All, SteadyReader, ::testing::ValuesIn(cases()),
                         [](const auto& given) { return given.param.name; });

}  // namespace
}  // namespace attnlab::testing
