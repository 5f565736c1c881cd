// The task describe: what is said is true of the picture, nothing else is, and what is held out is never
// seen.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/tasks/base/encode.h"
#include "core/tasks/make_task.h"
#include "core/tasks/pictures/scene.h"
#include "tests/support/error_text.h"
#include "tests/support/tasks.h"

namespace attnlab::testing {
namespace {

const TaskShape kColourShape{12, 24, 3};

std::unique_ptr<Task> describe_task(double share = 0.1, const TaskShape& shape = kColourShape) {
  TaskConfig config = task_named("describe");
  config.validation_share = share;
  return make_task(config, shape);
}

TEST(Scenes, CanBeDescribedIn768Ways) {
  const std::vector<SceneWords> all = all_scene_words();
  EXPECT_EQ(all.size(), 4u * 3 * 4 * 4 * 4);
  std::set<std::string> texts;
  for (const SceneWords& words : all) {
    EXPECT_NE(words.first.colour, words.second.colour);
    texts.insert(words.text());
  }
  EXPECT_EQ(texts.size(), all.size());
  EXPECT_TRUE(texts.contains("a red circle left of a blue square"));
}

/// Of the four relations, those of which the way from the second figure to the first leads more than twice as
/// far along as across.
std::vector<std::string> relations_that_hold(const Scene& scene) {
  const Point a = scene.standing[0].middle, b = scene.standing[1].middle;
  const double right = a.x - b.x, down = a.y - b.y;
  std::vector<std::string> hold;
  if (-right > 2 * std::abs(down)) hold.emplace_back("left of");
  if (right > 2 * std::abs(down)) hold.emplace_back("right of");
  if (-down > 2 * std::abs(right)) hold.emplace_back("above");
  if (down > 2 * std::abs(right)) hold.emplace_back("below");
  return hold;
}

TEST(Scenes, HaveOneRelationAndALargerFigure) {
  RandomStream random(1);
  for (const SceneWords& words : all_scene_words()) {
    const Scene scene = draw_scene(words, 0.3, random);
    const auto& [first, second] = scene.standing;
    EXPECT_EQ(relations_that_hold(scene), std::vector{std::string(scene_relations()[words.relation])});
    EXPECT_GE(first.radius, 1.35 * second.radius);
    EXPECT_GT(std::hypot(first.middle.x - second.middle.x, first.middle.y - second.middle.y),
              first.radius + second.radius)
        << "they do not touch";
    for (const Scene::Standing& standing : scene.standing) {
      EXPECT_GE(std::min(standing.middle.x, standing.middle.y), standing.radius - 1e-9);
      EXPECT_LE(std::max(standing.middle.x, standing.middle.y), 1 - standing.radius + 1e-9);
      EXPECT_LE(std::abs(standing.turn), 0.3);
    }
  }
}

/// The brightest channels of a pixel, as bits.
int brightest(std::span<const Real> pixels, Index size, const Point& at) {
  const auto x = static_cast<Index>(at.x * static_cast<double>(size)),
             y = static_cast<Index>(at.y * static_cast<double>(size));
  int bits = 0;
  for (Index c = 0; c < 3; ++c)
    if (pixels[static_cast<std::size_t>((c * size + y) * size + x)] > Real(0.6)) bits |= 1 << c;
  return bits;
}

TEST(Scenes, ArePaintedInTheirColours) {
  constexpr int kRed = 1, kGreen = 2, kBlue = 4;
  constexpr int kBits[] = {kRed, kGreen, kBlue, kRed | kGreen};
  constexpr Index kSize = 24;
  const ScenePainter painter(0);
  RandomStream random(2);
  std::vector<Real> pixels(3 * kSize * kSize);
  for (const SceneWords& words : all_scene_words()) {
    const Scene scene = draw_scene(words, 0, random);
    painter.paint(scene, kSize, random, pixels);
    EXPECT_EQ(brightest(pixels, kSize, scene.standing[0].middle), kBits[words.first.colour]) << words.text();
    EXPECT_EQ(brightest(pixels, kSize, scene.standing[1].middle), kBits[words.second.colour]) << words.text();
    EXPECT_LT(std::ranges::min(pixels), Real(0.2)) << "the paper is dark";
  }
}

/// What is said of so many pictures that nothing of the split is left out.
std::set<std::string> sentences(double share, Split split) {
  const auto task = describe_task(share, {12, 8, 3});
  RandomStream random(3);
  Batch batch;
  task->sample(split, random, 12000, batch);
  std::set<std::string> texts;
  for (Index row = 0; row < batch.size; ++row)
    texts.insert(task->target_tokenizer().decode(
        row_of(batch.input, row, batch.input_length, batch.input_lengths[static_cast<std::size_t>(row)])));
  return texts;
}

TEST(DescribeTask, HoldsOutAnExactShareOfAllSentences) {
  for (const auto& [share, wanted] : {std::pair{0.1, 77u}, {0.01, 8u}, {0.5, 384u}}) {
    const auto held_out = sentences(share, Split::Validation);
    std::set<std::string> all = sentences(share, Split::Train);
    EXPECT_EQ(held_out.size(), wanted);
    EXPECT_EQ(all.size(), 768u - wanted);
    all.insert(held_out.begin(), held_out.end());
    EXPECT_EQ(all.size(), 768u);
  }
}

TEST(DescribeTask, EveryPartOfWhatIsHeldOutIsLearnt) {
  std::set<std::string> first, second;
  const auto after_of_first = [](const std::string& text) { return text.find(' ', text.find(' ', 2) + 1); };
  const auto of_second = [](const std::string& text) { return text.substr(text.rfind(" a ")); };
  for (const std::string& text : sentences(0.1, Split::Train)) {
    first.insert(text.substr(0, after_of_first(text)));
    second.insert(of_second(text));
  }
  EXPECT_EQ(first.size(), 4u * 4);
  EXPECT_EQ(second.size(), 4u * 4);
  for (const std::string& text : sentences(0.1, Split::Validation)) {
    EXPECT_TRUE(first.contains(text.substr(0, after_of_first(text)))) << text;
    EXPECT_TRUE(second.contains(of_second(text))) << text;
  }
}

TEST(DescribeTask, ABatchIsWhatItsExamplesEncodeTo) {
  const auto task = describe_task();
  const Vocabularies v = vocabularies_of(*task);
  EXPECT_FALSE(v.source);
  EXPECT_EQ(v.target.size(), 4 + 2 + 4 + 4 + 4);
  EXPECT_EQ(task->max_target_length(), 9);
  RandomStream random(4);
  Batch batch;
  task->sample(Split::Train, random, 20, batch);
  EXPECT_EQ(batch.pictures.size(), 20u * 3 * 24 * 24);
  for (const Real pixel : batch.pictures) ASSERT_TRUE(pixel >= 0 && pixel <= 1) << pixel;
  for (Index row = 0; row < batch.size; ++row) {
    const Index length = batch.input_lengths[static_cast<std::size_t>(row)];
    const std::string text = v.target.decode(row_of(batch.input, row, batch.input_length, length));
    const auto picture =
        std::make_shared<const Picture>(Picture{3,
                                                24,
                                                24,
                                                {batch.pictures.begin() + as_offset(row * 1728),
                                                 batch.pictures.begin() + as_offset((row + 1) * 1728)}});
    const Batch one = encode_example(task->format(), v, {"", text, picture});
    EXPECT_EQ(one.input, row_of(batch.input, row, batch.input_length, length)) << text;
    EXPECT_EQ(one.target, row_of(batch.target, row, batch.target_length, length)) << text;
    EXPECT_EQ(one.pictures, picture->pixels);
    EXPECT_EQ(one.target.back(), v.target.eos());
    for (Index t = length; t < batch.target_length; ++t)
      EXPECT_EQ(batch.target[static_cast<std::size_t>(row * batch.target_length + t)], kIgnoredTarget);
  }
}

TEST(DescribeTask, HeldOutExamplesAreStable) {
  const auto task = describe_task();
  const std::vector<Example> few = task->validation_examples(3), more = task->validation_examples(50);
  ASSERT_EQ(more.size(), 50u);
  for (std::size_t i = 0; i < few.size(); ++i) {
    EXPECT_EQ(few[i].target, more[i].target);
    EXPECT_EQ(few[i].picture->pixels, more[i].picture->pixels);
  }
  EXPECT_EQ(task->sample_example().picture->pixels, few[0].picture->pixels);
}

TEST(DescribeTask, GreyPicturesAreRefused) {
  EXPECT_EQ(
      error_text<std::invalid_argument>([] {
        make_task(task_named("describe"), {12, 24, 1});
      }),
      "model.picture_channels is 1, but must be 3 (red, green, blue) for task describe, which names colors");
}

TEST(Encoding, APictureWithoutOneIsRefused) {
  const auto task = describe_task();
  EXPECT_EQ(error_text<std::invalid_argument>([&] {
              encode_example(Format::PictureText, vocabularies_of(*task), {"", "a red circle"});
            }),
            "the model reads pictures: choose a picture");
}

TEST(Encoding, AnotherAnswerLeavesWhatIsAnswered) {
  const auto task = describe_task();
  const Vocabularies v = vocabularies_of(*task);
  Batch batch = encode_example(Format::PictureText, v, task->sample_example());
  const std::vector<Real> pixels = batch.pictures;
  const std::vector<TokenId> said = v.target.encode("a red cross");
  set_answer(v, said, batch);
  EXPECT_EQ(batch.pictures, pixels);
  EXPECT_EQ(batch.input, (std::vector<TokenId>{v.target.sos(), said[0], said[1], said[2]}));
  EXPECT_EQ(batch.target, (std::vector<TokenId>{said[0], said[1], said[2], v.target.eos()}));
  EXPECT_EQ(batch.input_lengths, std::vector<Index>{4});
}

}  // namespace
}  // namespace attnlab::testing
