// Feed-forward units against NumPy: activations, contributions to logits, and the words that units promote,
// of a GPT and of an encoder–decoder of 2017.
#include <memory>

#include "core/analysis/neurons/unit_readout.h"
#include "core/models/model.h"
#include "tests/golden/model_case.h"

namespace attnlab::testing {
namespace {

/// A golden model's pass over its first example, and what NumPy makes of it.
class GoldenUnits {
 public:
  explicit GoldenUnits(const ModelCase& model_case)
      : name_(model_case.name), model_(make_model(model_case.config)) {
    const GoldenFile file = golden_file(name_);
    AlignedBuffer weights(static_cast<std::size_t>(model_->parameters().size()));
    load_parameters(file, "param.", model_->parameters(), weights);
    auto tape = std::make_unique<Tape>(Mode::Record);
    const SnapshotPtr snapshot = make_snapshot(0, weights);
    const Batch batch = first_example(golden_batch(file));
    tape->bind(model_->parameters(), snapshot->weights.data(), nullptr);
    model_->loss(*tape, batch, 0, batch.counted_targets());
    trace_ = std::make_unique<Trace>(model_, snapshot, std::move(tape), batch);
  }

  const Trace& trace() const { return *trace_; }
  Tensor golden(const std::string& what) const { return numbers_.tensor(name_ + "." + what); }
  std::vector<Index> words() const {
    const std::vector<TokenId> ids = numbers_.ids(name_ + ".words");
    return {ids.begin(), ids.end()};
  }

 private:
  static Batch first_example(const Batch& all) {
    Batch one;
    one.resize(1, all.source_length, all.target_length);
    std::copy_n(all.source.begin(), all.source_length, one.source.begin());
    std::copy_n(all.input.begin(), all.input_length, one.input.begin());
    std::copy_n(all.target.begin(), all.target_length, one.target.begin());
    if (all.source_length > 0) one.source_lengths = {all.source_lengths.front()};
    one.input_lengths = {all.input_length};
    return one;
  }

  std::string name_;
  std::shared_ptr<const Model> model_;
  GoldenFile numbers_ = golden_file("neurons");
  std::unique_ptr<Trace> trace_;
};

ModelCase units_of_gpt() {
  ModelConfig config;
  config.layers = 2;
  config.heads = 3;
  config.width = 12;
  config.feed_forward = 48;
  config.context = 10;
  config.target_vocabulary = 17;
  config.bias = false;
  return {"gpt", config};
}

ModelCase units_of_translator() {
  ModelConfig config;
  config.architecture = "encoder_decoder";
  config.layers = 2;
  config.heads = 2;
  config.width = 8;
  config.feed_forward = 16;
  config.context = 6;
  config.source_vocabulary = 11;
  config.target_vocabulary = 13;
  config.norm = "post";
  config.activation = "relu";
  config.positions = "sinusoidal";
  return {"encoder_decoder", config};
}

void expect_layer_units(const GoldenUnits& golden, const UnitLayer& layer, UnitAnswer answer) {
  const std::string name = layer.place.name();
  EXPECT_TRUE(matches(layer.activations->value, golden.golden(name + ".activations"), name));
  if (!no_straight_way(golden.trace(), layer).empty()) return;
  const UnitContributions added = unit_contributions(golden.trace(), layer, answer);
  EXPECT_EQ(added.words, golden.words());
  EXPECT_TRUE(matches(added.values, golden.golden(name + ".contributions"), name + " contributions"));
  const Tensor words = golden.golden(name + ".words");
  for (Index unit = 0; unit < layer.units(); ++unit) {
    const std::vector<double> said = unit_words(golden.trace(), layer, unit);
    for (std::size_t word = 0; word < said.size(); ++word)
      EXPECT_NEAR(said[word],
                  static_cast<double>(words.data[static_cast<std::size_t>(unit) * said.size() + word]), 2e-5)
          << name << " unit " << unit << " word " << word;
  }
}

TEST(GoldenNeurons, OfAGptAreNumPys) {
  const GoldenUnits golden(units_of_gpt());
  const std::vector<UnitLayer> layers = unit_layers(golden.trace());
  ASSERT_EQ(layers.size(), 2u);
  for (const UnitLayer& layer : layers) expect_layer_units(golden, layer, UnitAnswer::Predicted);
}

TEST(GoldenNeurons, OfAnEncoderDecoderAreNumPys) {
  const GoldenUnits golden(units_of_translator());
  const std::vector<UnitLayer> layers = unit_layers(golden.trace());
  ASSERT_EQ(layers.size(), 4u);
  for (const UnitLayer& layer : layers) expect_layer_units(golden, layer, UnitAnswer::Right);
}

}  // namespace
}  // namespace attnlab::testing
