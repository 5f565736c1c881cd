// Every preset's model, at its full size: random cells and gradients of a trace are recomputed; and every
// kind of operation that the library has is among those that are explained.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include "core/tensor/random.h"
#include "core/trace/tracer.h"
#include "core/training/preset.h"
#include "tests/trace/general_attention.h"
#include "tests/trace/recompute.h"

namespace attnlab::testing {
namespace {

constexpr Index kCells = 1000, kGradients = 60;

TracePtr first_trace(const Preset& preset) {
  const Experiment e = make_experiment(preset);
  auto snapshot = std::make_shared<WeightsSnapshot>();
  snapshot->weights.resize(static_cast<std::size_t>(e.model->parameters().size()));
  e.model->parameters().initialize(snapshot->weights, 3);
  const Example example = e.task->sample_example();
  const Tracer tracer(e.model, e.vocabularies);
  return tracer.trace(snapshot,
                      {.source = example.source, .target = example.target, .picture = example.picture});
}

/// A tensor and one of its cells; every tensor is as likely as every other.
std::pair<const TraceTensor*, Index> pick(const std::vector<TraceTensor>& tensors, RandomStream& random) {
  const TraceTensor& tensor =
      tensors[static_cast<std::size_t>(random.below(static_cast<Index>(tensors.size())))];
  return {&tensor, random.below(tensor.shape.size())};
}

std::vector<std::string> trainable_presets() {
  std::vector<std::string> names;
  for (const Preset& preset : builtin_presets())
    if (is_trainable(preset)) names.push_back(preset.name);
  return names;
}

class PresetDerivations : public ::testing::TestWithParam<std::string> {};

TEST_P(PresetDerivations, RandomCellsAreRecomputed) {
  const TracePtr trace = first_trace(find_preset(GetParam()));
  RandomStream random(11);
  for (Index i = 0; i < kCells; ++i) {
    const auto [tensor, cell] = pick(trace->tensors(), random);
    expect_cell_recomputed(*trace, *tensor, cell);
  }
  for (Index i = 0; i < kGradients; ++i) {
    const auto [tensor, cell] = pick(i % 2 == 0 ? trace->tensors() : trace->parameters(), random);
    expect_gradient_recomputed(*trace, *tensor, cell);
  }
}

INSTANTIATE_TEST_SUITE_P(All, PresetDerivations, ::testing::ValuesIn(trainable_presets()),
                         [](const auto& given) {
                           std::string name = given.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

/// Kinds of operation as core/ops states them.
std::set<std::string> stated_kinds() {
  const std::regex kind(R"rx(string_view kind\(\) const override \{ return "([a-z_]+)"; \})rx");
  std::set<std::string> kinds;
  for (const auto& file : std::filesystem::directory_iterator(ATTNLAB_SOURCE_DIR "/core/ops")) {
    std::ifstream in(file.path());
    const std::string text(std::istreambuf_iterator<char>(in), {});
    for (std::sregex_iterator at(text.begin(), text.end(), kind), end; at != end; ++at)
      kinds.insert((*at)[1]);
  }
  return kinds;
}

void collect_kinds(const Node* node, std::set<const Node*>& seen, std::set<std::string>& kinds) {
  if (!node->producer || !seen.insert(node).second) return;
  kinds.insert(std::string(node->producer->kind()));
  for (const Node* input : node->producer->inputs()) collect_kinds(input, seen, kinds);
}

std::set<std::string> kinds_of(const Preset& preset) {
  const TracePtr trace = first_trace(preset);
  std::set<const Node*> seen;
  std::set<std::string> kinds;
  for (const TraceTensor& tensor : trace->tensors()) collect_kinds(tensor.node, seen, kinds);
  return kinds;
}

/// What presets, options that no preset uses, and the stand-alone attention layer are made of.
std::set<std::string> reached_kinds() {
  std::set<std::string> kinds;
  for (const std::string& name : trainable_presets()) kinds.merge(kinds_of(find_preset(name)));
  for (const char* option : {"activation=relu", "activation=gelu_tanh", "positions=alibi"}) {
    Preset preset = find_preset("characters");
    set_option(preset, option);
    kinds.merge(kinds_of(preset));
  }
  for (const char* score : {"cosine", "additive"}) {
    const RecordedAttention pass(score);
    std::set<const Node*> seen;
    collect_kinds(pass.context.node(), seen, kinds);
  }
  return kinds;
}

TEST(DerivationCoverage, EveryKindOfOperationIsReached) {
  // In one piece for speed, where a trace has the steps instead; dropout does nothing in a trace.
  const std::set<std::string> fused = {
      "attention", "layer_norm",         "rms_norm",       "swiglu",        "dispatch",
      "combine",   "recurrent_sequence", "take_last_cell", "cross_entropy", "binary_cross_entropy",
      "dropout",   "masked_softmax"};
  const std::set<std::string> reached = reached_kinds(), kinds = stated_kinds();
  ASSERT_GT(kinds.size(), 40u);
  for (const std::string& kind : kinds)
    EXPECT_NE(reached.contains(kind), fused.contains(kind))
        << kind
        << (reached.contains(kind) ? " is reached, so it is not fused" : " is reached by no derivation");
}

}  // namespace
}  // namespace attnlab::testing
