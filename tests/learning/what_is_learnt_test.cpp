// What some presets learn beside their answers: attention of "it", similar words, distance from the best
// loss.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/models/neighbours.h"
#include "core/tasks/phrases/farm_sentences.h"
#include "core/tasks/phrases/lexicon.h"
#include "core/trace/edit.h"
#include "core/trace/tracer.h"
#include "core/training/evaluate.h"
#include "tests/learning/learn.h"

namespace attnlab::testing {
namespace {

/// Places in a sentence of the pronoun task.
struct Places {
  Index it = 0, right = 0, wrong = 0;
};

Places places_in(const Trace& trace, const Example& example) {
  std::string noun = example.target;
  std::erase_if(noun, [](char letter) { return letter == '-' || letter == ' '; });
  Places places;
  for (Index i = 0; i < static_cast<Index>(trace.source_pieces.size()); ++i) {
    const std::string& word = trace.source_pieces[static_cast<std::size_t>(i)].text;
    if (word == "it") places.it = i;
    if (i == 0 || trace.source_pieces[static_cast<std::size_t>(i - 1)].text != "the") continue;
    (word == noun ? places.right : places.wrong) = i;
  }
  return places;
}

TEST(WhatIsLearnt, AHeadLooksFromItToWhatItStandsFor) {
  const Learnt learnt = learn("pronoun");
  const Tracer tracer(learnt.experiment.model, learnt.experiment.vocabularies);
  const SnapshotPtr snapshot = learnt.snapshot();
  const Index heads = learnt.experiment.preset.model.heads;
  std::vector<double> right(static_cast<std::size_t>(heads));
  double sentences = 0;
  for (const Example& example : learnt.experiment.task->validation_examples(200)) {
    const TracePtr trace =
        tracer.trace(snapshot, {.source = example.source, .target = example.target, .gradients = false});
    const Places places = places_in(*trace, example);
    const TraceTensor* weights = trace->find("encoder.layers.1.self_attention.weights");
    ASSERT_TRUE(weights);
    const auto weight = [&](Index head, Index key) {
      return weights->value[static_cast<std::size_t>(
          weights->shape.offset(std::vector<Index>{0, head, places.it, key}))];
    };
    ++sentences;
    for (Index h = 0; h < heads; ++h)
      right[static_cast<std::size_t>(h)] += weight(h, places.right) > weight(h, places.wrong);
  }
  const double share = std::ranges::max(right) / sentences;
  std::printf("pronoun: one head looks from \"it\" to the right noun in %.3f of the sentences\n", share);
  EXPECT_GE(share, 0.9);
  expect_goal(learnt);
}

class AlikeWords : public ::testing::TestWithParam<const char*> {};

/// Share of (animal, animal, verb) in which the two animals are nearer to each other than the first to the
/// verb.
TEST_P(AlikeWords, AnimalsAreNearerToAnimalsThanToVerbs) {
  const Learnt learnt = learn(GetParam());
  const Experiment& e = learnt.experiment;
  const auto id = [&](std::string_view word) { return e.task->source_tokenizer().encode(word).front(); };
  double nearer = 0, all = 0;
  for (const phrases::Noun& a : phrases::nouns())
    for (const phrases::Noun& b : phrases::nouns())
      for (const phrases::Verb& verb : phrases::verbs()) {
        const bool animals = (a.kinds & b.kinds & phrases::kind::kAnimal) != 0;
        if (!animals || &a == &b) continue;
        const TokenId animal = id(a.english.singular);
        const auto weights = learnt.trainer->weights();
        nearer += cosine(*e.model, weights, animal, id(b.english.singular)) >
                  cosine(*e.model, weights, animal, id(verb.english_third));
        ++all;
      }
  ASSERT_GT(all, 300);
  std::printf("%s: animals are nearer to animals than to verbs in %.4f of %.0f\n", GetParam(), nearer / all,
              all);
  EXPECT_GE(nearer / all, 0.98);
}

INSTANTIATE_TEST_SUITE_P(WhatIsLearnt, AlikeWords, ::testing::Values("word-vectors", "word-vectors-cbow"),
                         [](const auto& test) {
                           return std::string(test.param == std::string("word-vectors") ? "SkipGram"
                                                                                        : "Cbow");
                         });

/// Share of right letters that a plain RNN names after `distance` digits, trained as its preset says.
double recalled(Index distance) {
  const Learnt learnt = learn("recall-rnn", {"task.distance=" + std::to_string(distance)});
  const Experiment& e = learnt.experiment;
  const std::vector<Example> examples = e.task->validation_examples(1000);
  const double found = accuracy(*e.model, learnt.trainer->weights(), *e.vocabularies, examples).sequences;
  std::printf("recall-rnn: %.4f right after %d digits\n", found, static_cast<int>(distance));
  return found;
}

TEST(WhatIsLearnt, ARecurrentNetworkWithoutGatesForgetsOverDistance) {
  constexpr double kChance = 1.0 / 26;
  EXPECT_GE(recalled(4), 0.95);
  EXPECT_LE(recalled(40), 2 * kChance);
}

/// The preset's goal is among what is learnt, so that each run of the tests learns it once.
TEST(WhatIsLearnt, HiddenWordsAreFoundAlmostAsWellAsCanBe) {
  const Learnt learnt = learn("masked-words");
  const Experiment& e = learnt.experiment;
  const std::vector<Example> examples = e.task->validation_examples(500);
  const double limit = phrases::best_possible_accuracy(examples);
  const double found = accuracy(*e.model, learnt.trainer->weights(), *e.vocabularies, examples).tokens;
  std::printf("masked-words: %.4f of the hidden words, at best %.4f\n", found, limit);
  EXPECT_GE(found, limit - 0.03);
  expect_goal(learnt);
}

/// A tenth of the steps that digits in every place and turn take.
TEST(WhatIsLearnt, DigitsThatNeitherMoveNorTurnAreRead) {
  expect_goal(learn("digits", {"task.shift=0", "task.rotation=0", "training.steps=300"}));
}

/// Without a causal mask the model copies the answer from the next position, and learns nothing else.
TEST(WhatIsLearnt, AModelThatSeesTheAnswerOnlyCopiesIt) {
  const std::vector<std::string> open{"model.causal=false", "training.steps=260"};
  const Learnt cheating = learn("characters", open);
  const double seen = cheating.trainer->validation_loss(20);
  const Tracer tracer(cheating.experiment.model, cheating.experiment.vocabularies);
  TraceRequest request{.target = "The owl and the fox sat by the river.", .gradients = false};
  const double open_loss = tracer.trace(cheating.snapshot(), request)->loss();
  request.edits = {parse_edit("mask decoder.layers.*.self_attention causal")};
  const double masked_loss = tracer.trace(cheating.snapshot(), request)->loss();
  std::printf("characters without a mask: loss %.3f; of one text %.3f, and %.3f with a mask put on\n", seen,
              open_loss, masked_loss);
  EXPECT_LT(seen, 0.2);
  EXPECT_LT(open_loss, 0.5);
  EXPECT_GT(masked_loss, 3);
}

}  // namespace
}  // namespace attnlab::testing
