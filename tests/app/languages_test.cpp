// Languages: which one a person gets, how numbers are written and typed in it, and what stays English.
#include "app/base/languages.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "app/base/as_shown.h"
#include "app/base/format.h"
#include "core/language/messages.h"
#include "embedded_test_languages.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

/// Restores English.
struct Languages : ::testing::Test {
  void TearDown() override { use_language(english()); }
  static const Language& polish() {
    static const Language* const language = languages_of(embedded_test_languages()).at(1);
    return *language;
  }
  static std::string catalogue_in(const testing::TempFolder& folder) {
    testing::write_bytes(folder / "pl.mo", embedded_test_languages()[0].bytes);
    return (folder / "pl.mo").string();
  }
};

std::string chosen(const std::vector<std::string>& wanted) {
  Language german{.code = "de"}, brazilian{.code = "pt-BR"};
  const Language* const offered[] = {&english(), &german, &brazilian};
  return best_language(wanted, offered).code;
}

TEST_F(Languages, AreThoseOfTheTranslations) {
  const auto all = languages_of(embedded_test_languages());
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0], &english());
  EXPECT_EQ(all[1]->name, "polski");
  EXPECT_EQ(languages().front(), &english());
}

TEST_F(Languages, TheSystemsListIsFollowed) {
  EXPECT_EQ(chosen({"de_AT.UTF-8"}), "de") << "another region";
  EXPECT_EQ(chosen({"pt"}), "pt-BR");
  EXPECT_EQ(chosen({"PT-br"}), "pt-BR");
  EXPECT_EQ(chosen({"xx", "de"}), "de") << "the next one that is offered";
  EXPECT_EQ(chosen({"C", "de"}), "en") << "C is English";
  EXPECT_EQ(chosen({"en_US", "de"}), "en");
  EXPECT_EQ(chosen({"xx"}), "en");
  EXPECT_EQ(chosen({"d"}), "en") << "a part of a code is not a code";
  EXPECT_EQ(chosen({}), "en");
}

TEST_F(Languages, AreNamedByCodeOrFile) {
  const testing::TempFolder folder;
  EXPECT_EQ(&language_named("EN"), &english());
  const std::string file = catalogue_in(folder);
  EXPECT_EQ(language_named(file).code, "pl");
  EXPECT_EQ(&language_named(file), &language_named(file)) << "read once";
  EXPECT_THROW(language_named("xx"), std::invalid_argument);
  EXPECT_THROW(language_named((folder / "missing.mo").string()), std::runtime_error);
  testing::write_bytes(folder / "bad.mo", "not a catalogue");
  EXPECT_THROW(language_named((folder / "bad.mo").string()), std::invalid_argument);
}

TEST_F(Languages, WriteNumbersWithTheirSigns) {
  use_language(polish());
  EXPECT_EQ(format_number(-0.5, 2), "−0,50");
  EXPECT_EQ(format_count(1234567), "1 234 567");
  EXPECT_EQ(format_bytes(37748736), "37,7 MB");
  EXPECT_EQ(format_compact(12345), "12,3k");
  EXPECT_EQ(format_duration(4.25), "4,2 s");
  EXPECT_EQ(shown_number(format_number(-1.25, 3)), -1.25);
  EXPECT_EQ(shown_number(format_count(-12345)), -12345);
  EXPECT_STREQ(relation(0.125, "0,13"), "=");
  EXPECT_EQ(plain_number("−1 234,5"), "-1234.5");
}

TEST_F(Languages, ReadNumbersInEitherForm) {
  EXPECT_EQ(typed_number("−0.5"), "-0.5");
  EXPECT_EQ(typed_number("0,5"), "0,5") << "a comma is not a decimal sign in English";
  use_language(polish());
  EXPECT_EQ(typed_number("0,5"), "0.5");
  EXPECT_EQ(typed_number("0.5"), "0.5");
  EXPECT_EQ(typed_number("1,5e-3"), "1.5e-3");
  EXPECT_EQ(typed_number("1,2,3"), "1.2,3") << "one decimal sign";
}

TEST_F(Languages, StayEnglishForPrograms) {
  use_language(polish());
  {
    const InEnglish for_files;
    EXPECT_STREQ(tr("Open"), "Open");
    EXPECT_EQ(format_number(0.5, 2), "0.50");
  }
  EXPECT_STREQ(tr("Open"), "Otwórz");
}

}  // namespace
}  // namespace attnlab
