// Catalogues of messages: files of msgfmt, plural rules, places in messages; damaged files.
#include "core/language/messages.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "core/language/catalogue.h"
#include "core/language/language.h"
#include "core/language/plural_rule.h"

namespace attnlab {
namespace {

void put(std::string& bytes, std::size_t number) {
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>(number >> (8 * i) & 255);
}

/// The bytes of a .mo file, laid out as msgfmt lays it out without a table of hashes.
std::string mo_file(const std::map<std::string, std::string>& messages) {
  std::string bytes, texts;
  const std::size_t count = messages.size(), tables = 28, begin = tables + 16 * count;
  for (const std::size_t number :
       {std::size_t{0x950412de}, std::size_t{0}, count, tables, tables + 8 * count, std::size_t{0}, begin})
    put(bytes, number);
  const auto add = [&](const std::string& text) {
    put(bytes, text.size());
    put(bytes, begin + texts.size());
    texts += text + '\0';
  };
  for (const auto& [english, other] : messages) add(english);
  for (const auto& [english, other] : messages) add(other);
  return bytes + texts;
}

const std::string kPolish =
    "Language: pl\nX-Language-Name: polski\nX-Decimal-Sign: ,\nX-Group-Sign: space\nContent-Type: "
    "text/plain; charset=UTF-8\nPlural-Forms: nplurals=3; plural=(n==1 ? 0 : "
    "n%10>=2 && "
    "n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n";

/// Restores English.
struct Messages : ::testing::Test {
  void TearDown() override { use_language(english()); }
  static const Language& polish() {
    using namespace std::string_literals;
    static const Language* const language =
        &read_language(mo_file({{"", kPolish},
                                {"Open", "Otwórz"},
                                {"state\4Open", "Otwarty"},
                                {"{1} of {2}", "z {2}: {1}"},
                                {"Untranslated", ""},
                                {"{1} head\0{1} heads"s, "{1} głowa\0{1} głowy\0{1} głów"s}}));
    return *language;
  }
};

TEST_F(Messages, AreEnglishWithoutACatalogue) {
  EXPECT_STREQ(tr("Open"), "Open");
  EXPECT_EQ(tr_in("state", "Open"), "Open");
  EXPECT_EQ(tr_plural("{1} head", "{1} heads", 1, "1"), "1 head");
  EXPECT_EQ(tr_plural("{1} head", "{1} heads", 0, "0"), "0 heads");
  EXPECT_EQ(tr_plural("{1} head", "{1} heads", -1, "−1"), "−1 head");
  EXPECT_STREQ(tr_mark("Open"), "Open");
}

TEST_F(Messages, AreTheCataloguesWhereItHasThem) {
  use_language(polish());
  EXPECT_STREQ(tr("Open"), "Otwórz");
  EXPECT_EQ(tr_in("state", "Open"), "Otwarty");
  EXPECT_EQ(tr_in("button", "Open"), "Open") << "another context is another message";
  EXPECT_STREQ(tr("Close"), "Close");
  EXPECT_STREQ(tr("Untranslated"), "Untranslated");
  EXPECT_STREQ(tr(""), "") << "the header is not a message";
  EXPECT_EQ(tr("{1} of {2}", "3", std::string("7")), "z 7: 3") << "places in the language's order";
  EXPECT_EQ(tr(std::string_view("Open")), "Otwórz");
}

TEST_F(Messages, HavePluralForms) {
  use_language(polish());
  const auto heads = [](std::int64_t n) { return tr_plural("{1} head", "{1} heads", n, std::to_string(n)); };
  EXPECT_EQ(heads(1), "1 głowa");
  EXPECT_EQ(heads(3), "3 głowy");
  EXPECT_EQ(heads(5), "5 głów");
  EXPECT_EQ(heads(22), "22 głowy");
  EXPECT_EQ(tr_plural("{1} layer", "{1} layers", 2, "2"), "2 layers");
}

TEST_F(Messages, AreOfTheLanguageThatTheHeaderNames) {
  EXPECT_EQ(polish().code, "pl");
  EXPECT_EQ(polish().name, "polski");
  EXPECT_EQ(polish().decimal_sign, ",");
  EXPECT_EQ(polish().group_sign, " ");
  EXPECT_FALSE(polish().right_to_left);
  EXPECT_EQ(polish().catalogue->header("Lang"), "");
  EXPECT_EQ(&language_in_use(), &english());
  const Language* const mirrored = &read_language(mo_file({{"", "Language: ar\nX-Direction: rtl\n"}}));
  EXPECT_TRUE(mirrored->right_to_left);
  EXPECT_EQ(mirrored->name, "ar");
  EXPECT_EQ(mirrored->decimal_sign, ".");
  EXPECT_THROW(read_language(mo_file({{"Open", "Otwórz"}})), std::invalid_argument) << "of which language?";
}

TEST(Fill, LeavesWhatIsNotAPlace) {
  EXPECT_EQ(fill("{2}{1}{2}", {"a", "b"}), "bab");
  EXPECT_EQ(fill("{\"heads\": {1}} {0} {3} {", {"8"}), "{\"heads\": 8} {0} {3} {");
  EXPECT_EQ(fill("{1}", {"{1}"}), "{1}") << "a text is not filled again";
  EXPECT_EQ(fill("", {"a"}), "");
}

/// Forms of 0 to 30, as Python's gettext computes them from the same rules.
TEST(PluralRules, GiveTheFormsOfTheirLanguages) {
  struct Rule {
    std::string rule, forms;
  };
  const std::vector<Rule> rules = {
      {"nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
       "2011122222222222222222111222222"},
      {"nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : "
       "2);",
       "2011122222222222222220111222222"},
      {"nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);",
       "0123333333344444444444444444444"},
      {"nplurals=5; plural=n==1 ? 0 : n==2 ? 1 : (n>2 && n<7) ? 2 :(n>6 && n<11) ? 3 : 4",
       "4012222333344444444444444444444"},
      {"nplurals=2; plural=(n > 1);", "0011111111111111111111111111111"},
      {"nplurals=2; plural= n==1 || n%10==1 ? 0 : 1;", "1011111111101111111110111111111"},
      {"nplurals=2; plural=!(n*2-2 == 0 && 8/4+1 >= 3);", "1011111111111111111111111111111"},
      {"nplurals=1; plural=0;", "0000000000000000000000000000000"}};
  for (const Rule& rule : rules) {
    const PluralRule read(rule.rule);
    std::string forms;
    for (std::uint64_t n = 0; n <= 30; ++n) forms += static_cast<char>('0' + read.form(n));
    EXPECT_EQ(forms, rule.forms) << rule.rule;
  }
  EXPECT_EQ(PluralRule(rules[2].rule).form(1'000'000), 5);
  EXPECT_EQ(PluralRule("nplurals=2; plural=n;").form(7), 1) << "no form beyond the last";
}

TEST(PluralRules, ThatAreDamagedAreRefused) {
  const std::string deep = "nplurals=2; plural=" + std::string(5000, '(') + "n" + std::string(5000, ')');
  const std::string nots = "nplurals=2; plural=" + std::string(5000, '!') + "n";
  for (const std::string rule :
       {"", "nplurals=2;", "plural=n;", "nplurals=0; plural=0;", "nplurals=99; plural=n;",
        "nplurals=2; plural=;", "nplurals=2; plural=n n;", "nplurals=2; plural=(n;",
        "nplurals=2; plural=n ? 1;", "nplurals=2; plural=1/0;", "nplurals=2; plural=n%n;",
        "nplurals=2; plural=m != 1;"})
    EXPECT_THROW(PluralRule{rule}, std::invalid_argument) << rule;
  EXPECT_THROW(PluralRule{deep}, std::invalid_argument);
  EXPECT_THROW(PluralRule{nots}, std::invalid_argument);
}

/// A read beyond the file ends the test under the sanitizers.
TEST(Catalogues, ThatAreDamagedAreRefusedOrRead) {
  const std::string whole = mo_file({{"", kPolish}, {"Open", "Otwórz"}});
  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_THROW(Catalogue{whole.substr(0, length)}, std::invalid_argument) << length;
  for (std::size_t place = 0; place < whole.size(); ++place)
    for (const char byte : {'\0', '\x7f', '\xff'}) {
      std::string changed = whole;
      changed[place] = byte;
      try {
        Catalogue(changed).find_plural("Open", 5);
      } catch (const std::invalid_argument&) {
      }
    }
  const auto with_type = [](const std::string& type) {
    return mo_file({{"", "Content-Type: " + type + "\n"}});
  };
  EXPECT_THROW(Catalogue{with_type("text/plain; charset=ISO-8859-1")}, std::invalid_argument);
}

}  // namespace
}  // namespace attnlab
