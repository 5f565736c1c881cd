// Tests of the levels of a model's texts: which there are, what they are learnt from, and counts.
#include "core/analysis/text_levels.h"

#include <gtest/gtest.h>

#include <set>

#include "core/tasks/base/encode.h"
#include "core/tasks/make_task.h"
#include "core/tasks/text/corpus.h"
#include "core/text/utf8.h"
#include "core/training/preset.h"
#include "tests/support/error_text.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

/// A preset's task with the vocabularies that it found.
struct LearntTask {
  explicit LearntTask(const char* name, std::initializer_list<const char*> options = {})
      : preset(find_preset(name)) {
    for (const char* option : options) set_option(preset, option);
    task = make_task(preset.task,
                     {preset.model.context, preset.model.picture_size, preset.model.picture_channels});
    vocabularies = std::make_shared<const Vocabularies>(vocabularies_of(*task));
  }
  TextLevels levels(Text side) const { return learn_levels(task.get(), preset.task, vocabularies, side); }

  Preset preset;
  std::shared_ptr<const Task> task;
  std::shared_ptr<const Vocabularies> vocabularies;
};

TEST(TextLevels, TheModelsOwnIsAmongThem) {
  const LearntTask subwords("subwords");
  const TextLevels levels = subwords.levels(Text::Target);
  EXPECT_EQ(levels.levels.size(), kLevelsOfTexts.size());
  for (std::size_t i = 0; i < levels.levels.size(); ++i) EXPECT_EQ(levels.levels[i].level, kLevelsOfTexts[i]);
  EXPECT_EQ(levels.own().level, TokenLevel::BytePairs);
  EXPECT_EQ(levels.own().tokenizer.get(), &subwords.vocabularies->target) << "no copy";
  EXPECT_EQ(levels.texts, "the text village");
  EXPECT_EQ(levels.why_not, "");
  for (const TextLevel& level : levels.levels) EXPECT_TRUE(level.tokenizer->has_special_tokens());
}

TEST(TextLevels, OthersLearnFromTheWholeTextAndCountIt) {
  const std::string text = load_corpus("village");
  const LearntTask characters("characters", {"task.merges=40", "task.max_words=100"});
  const TextLevels levels = characters.levels(Text::Target);
  const BytePairs wanted = BytePairs::train(text, 40);
  const BytePairs& learnt = *levels.find(TokenLevel::BytePairs)->tokenizer->byte_pairs();
  ASSERT_EQ(learnt.merges().size(), 40u);
  for (std::size_t i = 0; i < 40; ++i) EXPECT_EQ(learnt.merges()[i].count, wanted.merges()[i].count);
  EXPECT_EQ(levels.find(TokenLevel::Words)->tokenizer->size(), 4 + 100);
  EXPECT_GT(levels.find(TokenLevel::Words)->counts.unknown, 0) << "words beyond the most frequent 100";
  EXPECT_EQ(levels.find(TokenLevel::Bytes)->counts.tokens, static_cast<Index>(text.size()));
  EXPECT_EQ(levels.own().counts.tokens, static_cast<Index>(count_code_points(text)));
  EXPECT_EQ(levels.own().counts.unknown, 0);
}

TEST(TextLevels, ATaskWithoutACorpusTeachesByItsExamples) {
  const LearntTask reverse("reverse");
  const TextLevels levels = reverse.levels(Text::Source);
  EXPECT_EQ(levels.texts, "2,000 examples that the task trains on");
  const TextLevel& own = levels.own();
  EXPECT_EQ(own.level, TokenLevel::Characters);
  EXPECT_GT(own.counts.tokens, kTextExamples);
  EXPECT_EQ(own.counts.unknown, 0) << "no line ends, no <pad>";
  EXPECT_EQ(own.counts.of(own.tokenizer->pad()), 0);
  EXPECT_EQ(levels.find(TokenLevel::Words)->tokenizer->level(), TokenLevel::Words);
}

TEST(TextLevels, OfTwoTextsEachHasItsOwn) {
  const LearntTask translate("translate");
  const TextLevels source = translate.levels(Text::Source), target = translate.levels(Text::Target);
  EXPECT_EQ(source.own().tokenizer.get(), &*translate.vocabularies->source);
  EXPECT_EQ(target.own().tokenizer.get(), &translate.vocabularies->target);
  EXPECT_EQ(source.own().counts.unknown + target.own().counts.unknown, 0);
  const auto ids = [](const TextLevels& levels, const char* letter) {
    return levels.find(TokenLevel::Characters)->tokenizer->encode(letter)[0];
  };
  EXPECT_GE(ids(target, "é"), 4) << "French has accents";
  EXPECT_EQ(ids(source, "é"), source.own().tokenizer->unknown()) << "English has none";
}

TEST(TextLevels, HiddenTokensAreBackInTheirPlaces) {
  const LearntTask masked("masked-words");
  const TextLevels levels = masked.levels(Text::Source);
  EXPECT_EQ(levels.own().counts.of(levels.own().tokenizer->mask()), 0);
  EXPECT_EQ(levels.own().counts.unknown, 0);
}

TEST(TextLevels, OfEveryTaskAreThere) {
  std::set<std::string> seen;
  for (const Preset& preset : builtin_presets()) {
    if (!is_trainable(preset) || texts_read(format_of(preset.model)).empty()) continue;
    if (!seen.insert(preset.task.name).second) continue;
    SCOPED_TRACE(preset.name);
    LearntTask made(preset.name.c_str());
    made.preset.task.merges = 20;
    for (const Text side : texts_read(format_of(preset.model))) {
      const TextLevels levels = made.levels(side);
      EXPECT_EQ(levels.why_not, "");
      EXPECT_EQ(levels.levels.size(), kLevelsOfTexts.size());
      for (const TextLevel& level : levels.levels) EXPECT_GT(level.counts.tokens, 0);
    }
  }
  EXPECT_GT(seen.size(), 8u);
}

TEST(TextLevels, WithoutTextsThereAreTheModelsAndBytes) {
  const LearntTask reverse("reverse");
  const TextLevels levels = learn_levels(nullptr, reverse.preset.task, reverse.vocabularies, Text::Source);
  EXPECT_EQ(levels.levels.size(), 2u);
  EXPECT_FALSE(levels.own().counts.known());
  EXPECT_EQ(levels.find(TokenLevel::Bytes)->tokenizer->size(), 4 + 256);
  EXPECT_EQ(levels.find(TokenLevel::Words), nullptr);
  EXPECT_EQ(levels.why_not, "this model came without the texts from which it learned");
  TaskConfig gone = reverse.preset.task;
  gone.corpus = "/no/such/book.txt";
  EXPECT_NE(learn_levels(nullptr, gone, reverse.vocabularies, Text::Source).why_not.find("/no/such/book.txt"),
            std::string::npos);
}

TEST(TextLevels, StopWhenTheyAreAskedTo) {
  const LearntTask characters("characters");
  StopSource stop;
  stop.request_stop();
  const TextLevels levels = learn_levels(characters.task.get(), characters.preset.task,
                                         characters.vocabularies, Text::Target, stop.get_token());
  EXPECT_EQ(levels.find(TokenLevel::BytePairs), nullptr);
}

TEST(TaskTexts, AreTheBeginningOfALongText) {
  const testing::TempFolder folder;
  std::string text;
  while (text.size() < kMostTextBytes + 1000) text += "a line of été\n";
  testing::write_bytes(folder / "long.txt", text);
  TaskConfig config;
  config.corpus = (folder / "long.txt").string();
  const TaskTexts texts = task_texts(nullptr, config, Text::Target);
  EXPECT_EQ(texts.words, "the first 4 MiB of the text long.txt");
  ASSERT_EQ(texts.texts.size(), 1u);
  EXPECT_LE(texts.texts[0].size(), kMostTextBytes);
  EXPECT_GT(texts.texts[0].size(), kMostTextBytes - 20);
  EXPECT_TRUE(texts.texts[0].ends_with("été\n")) << "cut between lines";
  std::string no_lines;
  while (no_lines.size() < kMostTextBytes + 1000) no_lines += "日本";
  testing::write_bytes(folder / "long.txt", no_lines);
  EXPECT_FALSE(first_invalid_utf8(task_texts(nullptr, config, Text::Target).texts[0]));
}

TEST(TaskTexts, AreReadByAllModelsButThoseOfPictures) {
  EXPECT_EQ(texts_read(Format::Stream), std::vector<Text>{Text::Target});
  EXPECT_EQ(texts_read(Format::Pairs), (std::vector<Text>{Text::Source, Text::Target}));
  EXPECT_EQ(texts_read(Format::Class), std::vector<Text>{Text::Source});
  EXPECT_TRUE(texts_read(Format::Picture).empty());
  EXPECT_EQ(texts_read(Format::PictureText), std::vector<Text>{Text::Target});
}

}  // namespace
}  // namespace attnlab
