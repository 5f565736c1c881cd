// Rows: found by name, and named in errors and usages.
#include "core/config/rows.h"

#include <gtest/gtest.h>

#include "tests/support/error_text.h"

namespace attnlab::testing {
namespace {

struct RowAnimal {
  std::string_view name, title;
};
constexpr RowAnimal kRowAnimals[] = {{"owl", "an owl"}, {"hen", "a hen"}, {"horse", "a horse"}};

TEST(Rows, AreFoundByName) {
  for (const RowAnimal& animal : kRowAnimals)
    EXPECT_EQ(&row_named(kRowAnimals, "animal", animal.name), &animal);
  EXPECT_EQ(error_text<std::invalid_argument>([] { row_named(kRowAnimals, "animal", "horze"); }),
            "there is no animal horze; did you mean horse, hen or owl?");
}

TEST(Rows, AreChoicesAndNamesInTheirOrder) {
  const std::vector<Choice> choices = choices_of(kRowAnimals);
  ASSERT_EQ(choices.size(), 3u);
  EXPECT_EQ(choices[2].name, "horse");
  EXPECT_EQ(choices[2].title, "a horse");
  EXPECT_EQ(joined_names(kRowAnimals), "owl|hen|horse");
  EXPECT_EQ(joined_names(kRowAnimals, ", "), "owl, hen, horse");
}

TEST(Names, StandInASentence) {
  EXPECT_EQ(either_of({}), "");
  EXPECT_EQ(either_of({"owl"}), "owl");
  EXPECT_EQ(either_of({"owl", "hen"}), "owl or hen");
  EXPECT_EQ(either_of({"owl", "hen", "horse"}), "owl, hen or horse");
}

}  // namespace
}  // namespace attnlab::testing
