// README, the guide, and the page about lessons name the views, keys, subcommands, options and numbers of the
// program.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>

#include "app/cli/subcommands.h"
#include "app/feature/features.h"
#include "app/lessons/catalog.h"
#include "app/lessons/exercise_kind.h"
#include "app/lessons/pack.h"
#include "app/state/app_state.h"
#include "core/models/model_config.h"
#include "core/training/preset.h"
#include "tests/support/expect_has.h"
#include "tests/support/markdown.h"

namespace attnlab::testing {
namespace {

/// A document in one line, so that a phrase is found wherever its line breaks.
std::string running_text(const std::string& path) {
  std::string text = document(path);
  std::ranges::replace(text, '\n', ' ');
  return text;
}

/// 2048 as "2,048".
std::string with_comma(Index number) {
  std::string digits = std::to_string(number);
  if (digits.size() > 3) digits.insert(digits.size() - 3, ",");
  return digits;
}

std::vector<std::smatch> matches_of(const std::string& text, const std::regex& pattern) {
  return {std::sregex_iterator(text.begin(), text.end(), pattern), {}};
}

TEST(Guide, ReadmeListsEveryViewWithItsKey) {
  std::vector<std::vector<std::string>> listed = table_in(document("README.md"), "view"), wanted;
  for (std::vector<std::string>& row : listed) {
    EXPECT_FALSE(row.at(2).empty()) << row[0];
    row.resize(2);
  }
  for (const Feature* view : features()) wanted.push_back({std::string(view->title), std::string(view->key)});
  EXPECT_EQ(listed, wanted);
}

/// "*Probes* (O), `probe`": a view, its key and the subcommands that print its numbers.
TEST(Guide, NamesEveryViewWithItsKeyAndSubcommands) {
  static const std::regex kView(R"(\*([A-Z][A-Za-z -]+)\* \(([0-9A-Z])\)((,?( and)? `[a-z -]+`)*))");
  static const std::regex kCode("`([a-z-]+)[^`]*`");
  const std::string text = running_text("docs/guide.md");
  std::set<std::string> named;
  for (const std::smatch& match : matches_of(text, kView)) {
    const auto view = std::ranges::find(features(), match[1].str(), &Feature::title);
    ASSERT_NE(view, features().end()) << "there is no view " << match[0];
    EXPECT_EQ((*view)->key, match[2].str()) << match[0];
    named.insert(match[1]);
    const std::string commands = match[3];
    for (const std::smatch& code : matches_of(commands, kCode))
      EXPECT_TRUE(std::ranges::count(subcommands(), code[1].str(), &Subcommand::name)) << match[0];
  }
  for (const Feature* view : features()) EXPECT_TRUE(named.contains(std::string(view->title))) << view->title;
}

TEST(Guide, NamesOptionsThatModelsHave) {
  static const std::regex kOption("`([a-z_]+)`");
  ModelConfig config;
  const Fields fields = model_fields(config);
  int options = 0;
  for (const std::vector<std::string>& row : table_in(document("docs/guide.md"), "part"))
    for (const std::smatch& option : matches_of(row.at(1), kOption)) {
      ++options;
      EXPECT_TRUE(std::ranges::count(fields, option[1].str(), &Field::name)) << option[0];
    }
  EXPECT_GT(options, 5);
}

TEST(Guide, LessonsListsEveryBlock) {
  std::vector<std::string> listed, wanted{"`setup`"};
  for (const std::vector<std::string>& row : table_in(document("docs/lessons.md"), "block"))
    listed.push_back(row.at(0));
  for (const ExerciseKind& kind : exercise_kinds()) wanted.push_back("`" + std::string(kind.name) + "`");
  wanted.push_back("`figure`");
  EXPECT_EQ(listed, wanted);
}

TEST(Guide, CountsAreThoseOfTheProgram) {
  const std::string readme = running_text("README.md"), guide = running_text("docs/guide.md"),
                    lessons = running_text("docs/lessons.md");
  expect_has(readme, "stops after " + with_comma(find_preset("translate").training.steps) + " steps");
  const auto [shortest, longest] = std::ranges::minmax(
      builtin_lessons(), {}, [](const std::shared_ptr<const Lesson>& lesson) { return lesson->minutes; });
  expect_has(readme, "lessons of " + std::to_string(shortest->minutes) + " to " +
                         std::to_string(longest->minutes) + " minutes");
  expect_has(guide, "memory budget: " + with_comma(Screen{}.runs_megabytes) + " MB");
  expect_has(lessons, "at most " + std::to_string(kMostPackBytes >> 20) + " MB in " +
                          std::to_string(kMostPackFiles) + " files");
}

}  // namespace
}  // namespace attnlab::testing
