// Circuits: an induction model with weights set by hand, whose scores are known exactly; and words' circuits
// against the scores and logits of a pass.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/analysis/circuits/composition.h"
#include "core/analysis/circuits/repeated.h"
#include "core/analysis/circuits/words.h"
#include "core/layers/attention_sites.h"

namespace attnlab::testing {
namespace {

constexpr Index kWords = 8, kPlaces = 16, kWidth = kWords + kPlaces + kWords;
constexpr Index kWordBlock = 0, kPlaceBlock = kWords, kBeforeBlock = kWords + kPlaces;
constexpr Real kSharp = 200;  // e^−200 is 0 beside 1

Vocabularies letter_vocabularies(Index count) {
  std::vector<std::string> entries;
  for (Index i = 0; i < count; ++i) entries.emplace_back(1, static_cast<char>('a' + i));
  return {std::nullopt,
          Tokenizer::from_vocabulary(std::move(entries), TokenLevel::Characters, kNoSpecialTokens)};
}

/// Weights that are 0 until they are set.
class SetWeights {
 public:
  explicit SetWeights(const Model& model)
      : model_(model), weights_(static_cast<std::size_t>(model.parameters().size()), 0) {}

  void set(const std::string& name, Index row, Index column, Real value) {
    const Parameter& p = model_.parameters()[model_.parameters().find(name).value()];
    weights_[static_cast<std::size_t>(p.offset + row * p.shape.last() + column)] = value;
  }
  /// `value` from column + i to row + i.
  void diagonal(const std::string& name, Index row, Index column, Index count, Real value = 1) {
    for (Index i = 0; i < count; ++i) set(name, row + i, column + i, value);
  }
  std::span<const Real> all() const { return weights_; }

 private:
  const Model& model_;
  AlignedBuffer weights_;
};

/// Head 0 of layer 0 writes the word before; head 0 of layer 1 looks for the word that had its own before it,
/// and says that word.
class HandBuiltInduction : public ::testing::Test {
 protected:
  HandBuiltInduction() : model_(make_model(config())), weights_(*model_) {
    weights_.diagonal("target.embedding.weight", 0, kWordBlock, kWords);
    weights_.diagonal("target.positions.weight", 0, kPlaceBlock, kPlaces);
    const std::string first = "decoder.layers.0.self_attention.", second = "decoder.layers.1.self_attention.";
    weights_.diagonal(first + "query.weight", 0, kPlaceBlock + 1, kPlaces - 1, kSharp);
    weights_.diagonal(first + "key.weight", 0, kPlaceBlock, kPlaces);
    weights_.diagonal(first + "value.weight", 0, kWordBlock, kWords);
    weights_.diagonal(first + "output.weight", kBeforeBlock, 0, kWords);
    weights_.diagonal(second + "query.weight", 0, kWordBlock, kWords, kSharp);
    weights_.diagonal(second + "key.weight", 0, kBeforeBlock, kWords);
    for (Index i = 0; i < kWords; ++i) weights_.set(second + "key.weight", i, kPlaceBlock, -1);
    weights_.diagonal(second + "value.weight", 0, kWordBlock, kWords);
    weights_.diagonal(second + "output.weight", kWordBlock, 0, kWords);
    weights_.diagonal("output.weight", 0, kWordBlock, kWords, 3);
  }

  static ModelConfig config() {
    ModelConfig c;
    c.layers = 2;
    c.heads = 1;
    c.width = kWidth;
    c.feed_forward = 0;
    c.context = kPlaces;
    c.target_vocabulary = kWords;
    c.norm = "none";
    c.bias = c.tied_output = c.scaled_scores = false;
    return c;
  }

  std::unique_ptr<Model> model_;
  SetWeights weights_;
  Vocabularies vocabularies_ = letter_vocabularies(kWords);
};

TEST_F(HandBuiltInduction, ScoresOfRepeatedSequencesAreOne) {
  const std::vector<RepeatScores> scores = repeat_scores(*model_, vocabularies_, weights_.all());
  ASSERT_EQ(scores.size(), 2u);
  EXPECT_EQ(scores[0].head.name(), "decoder.layers.0.self_attention#0");
  EXPECT_EQ(scores[0].previous, 1);
  EXPECT_EQ(scores[0].induction, 0);
  EXPECT_EQ(scores[0].duplicate, 0);
  EXPECT_EQ(scores[1].induction, 1);
  EXPECT_EQ(scores[1].duplicate, 0);
}

TEST_F(HandBuiltInduction, TheSecondHeadCopiesAndTheFirstSaysNothing) {
  const std::vector<Copying> found = copying_scores(*model_, vocabularies_, weights_.all());
  ASSERT_EQ(found.size(), 2u);
  EXPECT_TRUE(std::isnan(found[0].score));
  EXPECT_DOUBLE_EQ(found[1].score, 1);
  ASSERT_EQ(found[1].eigenvalues.values.size(), static_cast<std::size_t>(kWidth));
  for (Index i = 0; i < kWidth; ++i)
    EXPECT_NEAR(std::abs(found[1].eigenvalues.values[static_cast<std::size_t>(i)]), i < kWords ? 3 : 0, 1e-9);
}

TEST_F(HandBuiltInduction, TheSecondHeadReadsTheFirstByItsKeys) {
  const std::vector<Composition> found = compositions(*model_, weights_.all());
  ASSERT_EQ(found.size(), 3u);
  for (const Composition& each : found) {
    EXPECT_EQ(each.from, 0u);
    EXPECT_EQ(each.into, 1u);
    const double wanted = each.by == HeadInput::Key ? 1 / std::sqrt(2.0 * kWords) : 0;
    EXPECT_NEAR(each.score, wanted, 1e-12);
  }
  EXPECT_DOUBLE_EQ(composition_by_chance(model_->config()), 1 / std::sqrt(static_cast<double>(kWidth)));
}

TEST_F(HandBuiltInduction, SaysTheWordThatItReads) {
  const std::vector<TokenId> words{0, 3, 5};
  const WordCircuit says = says_of(*model_, weights_.all(), circuit_heads(*model_)[1], words, words);
  for (std::size_t read = 0; read < 3; ++read)
    for (std::size_t said = 0; said < 3; ++said) EXPECT_EQ(says.at(read, said), read == said ? 3 : 0);
}

/// Each entry as a sum over the cells of the head, and the weights behind it.
TEST_F(HandBuiltInduction, EntriesAreSumsOverTheCellsOfTheHead) {
  const CircuitHead head = circuit_heads(*model_)[1];
  const WordPair says = says_pair(*model_, weights_.all(), head, 3, 3);
  ASSERT_EQ(std::ssize(says.terms), kWidth);
  EXPECT_EQ(says.value(), 3);
  for (std::size_t d = 0; d < says.terms.size(); ++d)
    EXPECT_EQ(says.terms[d].row * says.terms[d].column, d == 3 ? 3 : 0) << "cell " << d;
  EXPECT_EQ(says.terms[3].row_feature, kWordBlock + 3) << "of the value";
  EXPECT_EQ(says.terms[3].column_feature, kWordBlock + 3) << "of the output";
  EXPECT_EQ(says_pair(*model_, weights_.all(), head, 3, 5).value(), 0);
}

/// A batch of one text.
Batch one_text(const std::vector<TokenId>& tokens) {
  Batch batch;
  batch.resize(1, 0, static_cast<Index>(tokens.size()));
  batch.input = tokens;
  batch.target.assign(tokens.size(), kIgnoredTarget);
  batch.input_lengths.assign(1, batch.input_length);
  return batch;
}

/// One layer without norms, so that its head reads embeddings alone.
ModelConfig bare_layer(const std::string& positions) {
  ModelConfig c;
  c.layers = 1;
  c.heads = 4;
  c.key_value_heads = 2;
  c.width = 32;
  c.feed_forward = 0;
  c.context = 12;
  c.target_vocabulary = 9;
  c.norm = "none";
  c.positions = positions;
  return c;
}

class WordCircuitsOfAPass : public ::testing::TestWithParam<std::string> {};

TEST_P(WordCircuitsOfAPass, AreItsScoresAndItsLogits) {
  const std::unique_ptr<Model> model = make_model(bare_layer(GetParam()));
  const SnapshotPtr snapshot = first_snapshot(*model, 7);
  const std::vector<TokenId> text{3, 1, 8, 8, 0, 5}, words{0, 1, 2, 3, 4, 5, 6, 7, 8};
  Tape tape(Mode::Record);
  tape.bind(model->parameters(), snapshot->weights.data(), nullptr);
  const Variable logits = model->logits(tape, one_text(text));
  const Node *scaled = nullptr, *weights = nullptr;
  for (const Named& named : tape.recorded().names()) {
    if (named.site == &attention_sites::kScaled) scaled = named.node;
    if (named.site == &attention_sites::kWeights) weights = named.node;
  }
  const auto cell = [&](const Node* tensor, Index head, Index q, Index k) {
    return tensor->value[(head * tensor->shape[2] + q) * tensor->shape[3] + k];
  };
  std::vector<double> said(text.size() * words.size(), 0);
  for (const CircuitHead& head : circuit_heads(*model)) {
    EXPECT_EQ(head.key_head, head.head / 2);
    const WordCircuit says = says_of(*model, snapshot->weights, head, words, words);
    for (std::size_t q = 0; q < text.size(); ++q)
      for (std::size_t k = 0; k <= q; ++k) {
        const auto distance = static_cast<Index>(q - k);
        const TokenId asks[] = {text[q]}, asked[] = {text[k]};
        const WordCircuit looks = looks_of(*model, snapshot->weights, head, asks, asked, distance);
        const auto row = static_cast<Index>(q), column = static_cast<Index>(k);
        EXPECT_NEAR(looks.cells[0], cell(scaled, head.head, row, column), 1e-5);
        const WordPair pair = looks_pair(*model, snapshot->weights, head, text[q], text[k], distance);
        EXPECT_NEAR(pair.value(), looks.cells[0], 1e-5);
        EXPECT_NEAR(says_pair(*model, snapshot->weights, head, text[k], words[0]).value(),
                    says.at(static_cast<std::size_t>(text[k]), 0), 1e-5);
        for (std::size_t word = 0; word < words.size(); ++word)
          said[q * words.size() + word] += static_cast<double>(cell(weights, head.head, row, column)) *
                                           says.at(static_cast<std::size_t>(text[k]), word);
      }
  }
  const Parameter& table = model->parameters()[model->parameters().find("target.embedding.weight").value()];
  const auto embedding = [&](TokenId word) {
    return std::span(snapshot->weights).subspan(static_cast<std::size_t>(table.offset + word * 32), 32);
  };
  for (std::size_t q = 0; q < text.size(); ++q)
    for (std::size_t word = 0; word < words.size(); ++word) {
      const auto own = embedding(text[q]), says = embedding(words[word]);
      const double direct = std::inner_product(own.begin(), own.end(), says.begin(), 0.0);
      EXPECT_NEAR(direct + said[q * words.size() + word], logits.data()[q * words.size() + word], 1e-5);
    }
}

INSTANTIATE_TEST_SUITE_P(Schemes, WordCircuitsOfAPass, ::testing::Values("rotary", "none"));

TEST(Circuits, EncodersHeadsAreReadByCrossAttentionAlone) {
  ModelConfig c;
  c.architecture = "encoder_decoder";
  c.layers = 1;
  c.heads = 1;
  c.width = 8;
  c.feed_forward = 16;
  c.context = 8;
  c.source_vocabulary = 6;
  c.target_vocabulary = 7;
  const std::unique_ptr<Model> model = make_model(c);
  const std::vector<CircuitHead> heads = circuit_heads(*model);
  ASSERT_EQ(heads.size(), 3u);  // encoder, decoder, cross
  std::vector<std::string> pairs;
  for (const Composition& each : compositions(*model, first_snapshot(*model, 1)->weights))
    pairs.push_back(heads[each.from].name() + " " + std::to_string(static_cast<int>(each.by)) + " " +
                    heads[each.into].name());
  EXPECT_EQ(pairs, (std::vector<std::string>{
                       "encoder.layers.0.self_attention#0 1 decoder.layers.0.cross_attention#0",
                       "encoder.layers.0.self_attention#0 2 decoder.layers.0.cross_attention#0",
                       "decoder.layers.0.self_attention#0 0 decoder.layers.0.cross_attention#0"}));
  EXPECT_NE(why_no_says(c, heads[0]), "");
  EXPECT_EQ(why_no_says(c, heads[1]), "");
  EXPECT_EQ(why_no_says(c, heads[2]), "");
  EXPECT_EQ(why_no_looks(c, heads[2]), "");
}

TEST(Circuits, WhatIsNotReadOrSaidIsRefused) {
  ModelConfig c;
  c.architecture = "vision";
  c.layers = 1;
  c.heads = 2;
  c.width = 8;
  c.feed_forward = 0;
  c.target_vocabulary = 3;
  const std::unique_ptr<Model> model = make_model(c);
  const CircuitHead head = circuit_heads(*model).front();
  const TokenId words[] = {0};
  const SnapshotPtr snapshot = first_snapshot(*model, 1);
  EXPECT_THROW(looks_of(*model, snapshot->weights, head, words, words), std::invalid_argument);
  EXPECT_THROW(says_of(*model, snapshot->weights, head, words, words), std::invalid_argument);
  EXPECT_TRUE(repeat_scores(*model, letter_vocabularies(3), snapshot->weights).empty());
  EXPECT_TRUE(copying_scores(*model, letter_vocabularies(3), snapshot->weights).empty());
}

}  // namespace
}  // namespace attnlab::testing
