// A pass of a model that describes a picture: its words look at patches; what it says itself is traced too.
#include <gtest/gtest.h>

#include "core/layers/attention_sites.h"
#include "core/models/generation/generation.h"
#include "core/models/model_sites.h"
#include "core/tasks/base/encode.h"
#include "core/trace/axis_labels.h"
#include "core/trace/tensor_axes.h"
#include "tests/trace/traced_preset.h"

namespace attnlab::testing {
namespace {

const std::vector<std::string> kSmallTransformer = {"width=8", "heads=2", "layers=2", "feed_forward=12"};

const TracedPreset& describing_transformer() {
  static const TracedPreset preset("describe", kSmallTransformer);
  return preset;
}

const TracedPreset& describing_network() {
  static const TracedPreset preset("describe-rnn", {"width=8", "layers=2"});
  return preset;
}

TraceRequest first_request(const TracedPreset& preset) {
  const Example example = preset.experiment.task->sample_example();
  return {.target = example.target, .picture = example.picture};
}

std::vector<std::string> texts(const std::vector<Piece>& pieces) {
  std::vector<std::string> all;
  for (const Piece& piece : pieces) all.push_back(piece.text);
  return all;
}

TEST(DescribingTrace, WordsAskAndPatchesAreKeys) {
  const TracePtr trace = describing_transformer().trace(first_request(describing_transformer()));
  const TraceTensor& weights = trace->at("decoder.layers.1.cross_attention.weights");
  EXPECT_EQ(weights.shape[3], 36);
  EXPECT_EQ(weights.place.text(), Text::Target);
  EXPECT_EQ(weights.place.key_text(), Text::Source);
  ASSERT_EQ(trace->source_pieces.size(), 36u);
  EXPECT_EQ(trace->source_pieces[0].text, "0,0");
  EXPECT_EQ(trace->source_pieces[35].text, "5,5");
  EXPECT_EQ(trace->input_pieces.front().text, "<sos>");
  EXPECT_EQ(trace->target_pieces.back().text, "<eos>");
  const auto labels = axis_labels(*trace, weights, *describing_transformer().experiment.vocabularies);
  EXPECT_EQ(labels[2].tokens, texts(trace->input_pieces));
  EXPECT_EQ(labels[3].tokens, texts(trace->source_pieces));
  EXPECT_EQ(&axis_pieces(*trace, trace->at("picture.patches"), 1), &trace->source_pieces);
}

TEST(DescribingTrace, ARecurrentNetworkKnowsThePictureByItsFirstStates) {
  const TracePtr trace = describing_network().trace(first_request(describing_network()));
  EXPECT_TRUE(trace->source_pieces.empty());
  EXPECT_EQ(trace->at("picture.vector").shape.text(), "[1,1,8]");
  const Place layer = Place().inside(model_sites::kDecoder).inside(kRecurrentLayers, 1);
  ASSERT_TRUE(trace->find(layer, model_sites::kPictureState));
  ASSERT_TRUE(trace->find(layer, model_sites::kPictureCell));
  const Derivation d = trace->explain("decoder.layers.1.initial_hidden", std::vector<Index>{0, 0, 3});
  EXPECT_NEAR(d.root.evaluate(), d.value, 1e-5);
}

TEST(DescribingTrace, ItsOwnDescriptionIsWhatGreedyDecodingSays) {
  for (const TracedPreset* preset : {&describing_transformer(), &describing_network()}) {
    const Experiment& e = preset->experiment;
    TraceRequest request = first_request(*preset);
    request.target.clear();
    request.generate_target = true;
    const TracePtr trace = preset->trace(request);
    EXPECT_TRUE(trace->target_is_generated);
    const Tokenizer& words = e.vocabularies->target;
    const Batch batch = encode_example(Format::PictureText, *e.vocabularies, {"", "", request.picture});
    const auto said = decode_greedily(*e.model, preset->weights->weights, batch, words.sos(), words.eos(),
                                      e.preset.model.context - 1)[0];
    const std::vector<TokenId>& target = trace->batch().target;
    EXPECT_EQ(std::vector<TokenId>(target.begin(), target.end() - 1), said);
    EXPECT_EQ(trace->batch().pictures, request.picture->pixels);
  }
}

TEST(DescribingTrace, EditsReachPatchesAndWords) {
  const TracedPreset& preset = describing_transformer();
  TraceRequest request = first_request(preset);
  const double before = preset.trace(request)->loss();
  for (const char* edit :
       {"zero decoder.layers.1.cross_attention#0", "picture.projection[0,3,2]=2", "no positions"}) {
    request.edits = {parse_edit(edit)};
    EXPECT_NE(preset.trace(request)->loss(), before) << edit;
  }
  request.edits = {parse_edit("no mask decoder.layers.*.self_attention")};
  EXPECT_NE(preset.trace(request)->loss(), before);
}

TEST(DescribingTrace, ATextThatIsTooLongIsRefused) {
  TraceRequest request = first_request(describing_transformer());
  request.target += " " + request.target;
  try {
    describing_transformer().trace(request);
    FAIL() << "it was traced";
  } catch (const std::invalid_argument& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("the target has ")) << error.what();
  }
}

}  // namespace
}  // namespace attnlab::testing
