// Predictions of a real trace, and pieces as text.
#include "app/views/common/predictions.h"

#include <gtest/gtest.h>

#include "tests/app/traced.h"

namespace attnlab {
namespace {

TracePtr untrained_trace(const std::string& target) {
  const Experiment e = make_experiment(find_preset("translate"));
  Trainer trainer(e.model, e.task, e.preset.training, 1);
  return Tracer(e.model, e.vocabularies)
      .trace(trainer.snapshot(), {.source = "the black cat", .target = target});
}

TEST(Predictions, AreTheLargestProbabilityOfEachRow) {
  const TracePtr trace = untrained_trace("le chat noir");
  const TraceTensor& output = trace->at("output.probabilities");
  const std::vector<Prediction> all = predictions(*trace);
  ASSERT_EQ(all.size(), trace->input_pieces.size());
  const auto columns = static_cast<std::size_t>(output.shape.last());
  for (std::size_t row = 0; row < all.size(); ++row) {
    for (std::size_t column = 0; column < columns; ++column)
      EXPECT_LE(output.value[row * columns + column], all[row].probability);
    EXPECT_EQ(all[row].wanted, trace->target_pieces[row].id);
    EXPECT_EQ(all[row].right(), all[row].token == trace->target_pieces[row].id);
  }
}

TEST(Predictions, AreFoundInParts) {
  const TracePtr trace = untrained_trace("le chat noir");
  const std::vector<Prediction> wanted = predictions(*trace);
  std::vector<Prediction> all;
  std::size_t none = 0, left = 1;
  EXPECT_FALSE(add_predictions(*trace, none, all));
  EXPECT_TRUE(all.empty());
  EXPECT_FALSE(add_predictions(*trace, left, all));
  EXPECT_EQ(all.size(), 1u);
  EXPECT_EQ(left, 0u);
  left = 1'000'000;
  EXPECT_TRUE(add_predictions(*trace, left, all));
  ASSERT_EQ(all.size(), wanted.size());
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i].token, wanted[i].token) << i;
}

TEST(Predictions, AreShownWhereTheyAreLearnt) {
  ViewModel model;
  model.asks = true;
  model.trace = traced("addition", "12+34=", "046");
  for (std::size_t i = 0; i < 9; ++i) EXPECT_EQ(is_learnt(model, i), i >= 5) << i;
  model.asks = false;
  EXPECT_TRUE(is_learnt(model, 0)) << "free text";

  const Experiment nouns = make_experiment(find_preset("pronoun"));
  model.format = Format::Labels;
  model.vocabularies = nouns.vocabularies;
  model.trace = traced("pronoun", "because it was tired , the dog", "");
  EXPECT_TRUE(is_learnt(model, 0)) << "all labels";
  model.labelled = nouns.vocabularies->source->encode("it");
  EXPECT_FALSE(is_learnt(model, 0));
  EXPECT_TRUE(is_learnt(model, 1));
}

TEST(Predictions, OfHiddenTokensAloneWhereTheTaskIsKnown) {
  const Experiment words = make_experiment(find_preset("masked-words"));
  ViewModel model;
  model.format = Format::Masked;
  model.vocabularies = words.vocabularies;
  model.trace = traced("masked-words", "the <mask>", "");
  model.training.state = TrainingView::State::Paused;
  EXPECT_FALSE(is_learnt(model, 0));
  EXPECT_TRUE(is_learnt(model, 1));
  model.training.state = TrainingView::State::None;
  EXPECT_TRUE(is_learnt(model, 0)) << "nobody knows";
}

TEST(Predictions, TextOfPiecesLeavesOutSpecialTokens) {
  const Tokenizer words =
      Tokenizer::from_vocabulary({"le", "chat", "l'", "arbre", "."}, TokenLevel::Words, kFramingTokens);
  std::vector<Piece> pieces = words.pieces("l'arbre, le zebre.");
  pieces.push_back({words.eos(), "<eos>", true});
  EXPECT_EQ(words.text_of(pieces), "l'arbre, le zebre.");
  const Tokenizer letters = Tokenizer::from_vocabulary({"a", "b"}, TokenLevel::Characters, kNoSpecialTokens);
  EXPECT_EQ(letters.text_of(letters.pieces("ab ba")), "ab ba");
}

TEST(Predictions, LineEndsSurviveTheOneLineField) {
  const std::string text = "one\ntwo\n\nthree";
  EXPECT_EQ(on_one_line(text), "one↵two↵↵three");
  EXPECT_EQ(with_line_ends(on_one_line(text)), text);
}

TEST(Predictions, UnknownPiecesAreNamedOnce) {
  const Piece known{4, "the", true}, zebra{3, "zebra", false}, yak{3, "yak", false};
  EXPECT_EQ(unknown_remark({known}), "");
  EXPECT_EQ(unknown_remark({known, zebra, zebra}), "“zebra” is not in the model's vocabulary");
  EXPECT_EQ(unknown_remark({zebra, yak}), "“zebra” and “yak” are not in the model's vocabulary");
}

}  // namespace
}  // namespace attnlab
