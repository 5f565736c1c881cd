// Patching against NumPy: every grid of a GPT and of an encoder–decoder, and their paths.
#include "core/analysis/patching/patching.h"

#include "tests/golden/case.h"

namespace attnlab::testing {
namespace {

/// A model with the weights of its golden file, and one pair of rows.
struct GoldenPair {
  GoldenFile expected = golden_file("patching");
  std::unique_ptr<Model> model;
  AlignedBuffer weights;
  EncodedPair pair;
  std::string prefix;

  GoldenPair(const std::string& name, const ModelConfig& config, std::string of) : prefix(std::move(of)) {
    model = make_model(config);
    weights.resize(static_cast<std::size_t>(model->parameters().size()));
    load_parameters(golden_file(name), "param.", model->parameters(), weights);
    const std::vector<TokenId> answers = ids("answers");
    pair.clean_answer = answers.at(0);
    pair.changed_answer = answers.at(1);
  }
  std::vector<TokenId> ids(const std::string& name) const { return expected.ids(prefix + name); }
  Tensor tensor(const std::string& name) const { return expected.tensor(prefix + name); }

  PatchingResult patched(const PatchQuestion& question) const {
    const PatchingResult result = run_patching(*model, weights, pair, question);
    EXPECT_NEAR(result.clean, static_cast<double>(tensor("both").data[0]), kGoldenTolerance);
    EXPECT_NEAR(result.changed, static_cast<double>(tensor("both").data[1]), kGoldenTolerance);
    return result;
  }
};

/// The two rows behind each other.
std::vector<TokenId> behind(std::vector<TokenId> first, const std::vector<TokenId>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

std::vector<Piece> pieces_of(std::size_t count) { return std::vector<Piece>(count); }

GoldenPair patched_gpt() {
  ModelConfig config;
  config.layers = 2;
  config.heads = 3;
  config.width = 12;
  config.feed_forward = 48;
  config.context = 10;
  config.target_vocabulary = 17;
  config.bias = false;
  GoldenPair golden("gpt", config, "gpt.");
  golden.pair.batch.resize(2, 0, 8);
  golden.pair.batch.input = behind(golden.ids("clean"), golden.ids("changed"));
  golden.pair.batch.input_lengths = {8, 8};
  golden.pair.place = 7;
  for (PairTokens& tokens : golden.pair.tokens) tokens.input = pieces_of(8);
  return golden;
}

GoldenPair patched_pair_model() {
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
  GoldenPair golden("encoder_decoder", config, "pairs.");
  golden.pair.batch.resize(2, 6, 4);
  golden.pair.batch.source = behind(golden.ids("source"), golden.ids("changed_source"));
  golden.pair.batch.input = behind(golden.ids("input"), golden.ids("input"));
  golden.pair.batch.source_lengths = {6, 6};
  golden.pair.batch.input_lengths = {4, 4};
  golden.pair.place = 3;
  for (PairTokens& tokens : golden.pair.tokens) tokens = {pieces_of(6), pieces_of(4)};
  return golden;
}

void expect_block(const GoldenPair& golden, const PatchingResult& result, const PatchBlock& block,
                  const std::string& name) {
  std::vector<Real> values;
  for (const PatchCell& cell : block.cells) {
    values.push_back(static_cast<Real>(cell.value));
    EXPECT_NEAR(cell.share, (cell.value - result.changed) / (result.clean - result.changed), 1e-9);
  }
  EXPECT_TRUE(matches(values, golden.tensor(name), name));
}

TEST(GoldenPatching, OfAGpt) {
  const GoldenPair golden = patched_gpt();
  for (const char* what : {"stream", "attention", "feed_forward", "heads"}) {
    const PatchingResult result = golden.patched({.what = what});
    ASSERT_EQ(result.blocks.size(), 1U);
    expect_block(golden, result, result.blocks[0], what);
  }
  const PatchingResult at = golden.patched({.what = "heads", .at = PatchPosition{Text::Target, 4}});
  expect_block(golden, at, at.blocks.at(0), "heads_at");
}

TEST(GoldenPatching, OfAnEncoderDecoder) {
  const GoldenPair golden = patched_pair_model();
  for (const char* what : {"stream", "attention", "feed_forward", "heads"}) {
    const PatchingResult result = golden.patched({.what = what});
    ASSERT_EQ(result.blocks.size(), 2U);
    expect_block(golden, result, result.blocks[0], what + std::string("_source"));
    expect_block(golden, result, result.blocks[1], what + std::string("_target"));
  }
}

/// One path's place in the golden file: the pair of attentions, then both heads.
struct GoldenAttentions {
  const char* sender;
  const char* receiver;
};

void expect_golden_paths(const GoldenPair& golden, const std::string& into,
                         const std::vector<GoldenAttentions>& pairs) {
  const PatchingResult result = golden.patched({.what = "path", .into = into});
  const PatchBlock& block = result.blocks.at(0);
  const Tensor expected = golden.tensor("path_" + into);
  ASSERT_EQ(expected.shape[0], static_cast<Index>(pairs.size()));
  Index compared = 0;
  for (std::size_t r = 0; r < block.rows.size(); ++r)
    for (std::size_t c = 0; c < block.columns.size(); ++c)
      for (std::size_t p = 0; p < pairs.size(); ++p) {
        const PatchLine &from = block.rows[r], &to = block.columns[c];
        if (from.place.name() != pairs[p].sender || to.place.name() != pairs[p].receiver) continue;
        const std::vector<Index> at{static_cast<Index>(p), from.index, to.index};
        ASSERT_TRUE(block.at(r, c).there);
        EXPECT_NEAR(block.at(r, c).value,
                    static_cast<double>(expected.data[static_cast<std::size_t>(expected.shape.offset(at))]),
                    2 * kGoldenTolerance)
            << into << " " << pairs[p].sender << "#" << from.index << " " << pairs[p].receiver << "#"
            << to.index;
        ++compared;
      }
  EXPECT_EQ(compared, expected.shape.size());
}

TEST(GoldenPatching, OfPathsInAGpt) {
  const GoldenPair golden = patched_gpt();
  for (const char* into : {"query", "key", "value"})
    expect_golden_paths(golden, into,
                        {{"decoder.layers.0.self_attention", "decoder.layers.1.self_attention"}});
}

TEST(GoldenPatching, OfPathsInAnEncoderDecoder) {
  const GoldenPair golden = patched_pair_model();
  const char *e0 = "encoder.layers.0.self_attention", *e1 = "encoder.layers.1.self_attention";
  const char *s0 = "decoder.layers.0.self_attention", *c0 = "decoder.layers.0.cross_attention";
  const char* c1 = "decoder.layers.1.cross_attention";
  for (const char* into : {"key", "value"})
    expect_golden_paths(golden, into, {{e0, e1}, {e0, c0}, {e0, c1}, {e1, c0}, {e1, c1}});
  expect_golden_paths(golden, "query", {{s0, c0}, {c0, c1}});
}

}  // namespace
}  // namespace attnlab::testing
