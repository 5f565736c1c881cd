// What people wrote and saved with version 0.1 is understood: option, command, expression, key, share line,
// settings, answers, session. The files in tests/compatibility were made by that version.
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/cli/subcommands.h"
#include "app/feature/features.h"
#include "app/lessons/tally.h"
#include "app/state/commands/dispatcher.h"
#include "app/state/expressions/expressions.h"
#include "app/state/settings/settings.h"
#include "app/state/setup/state_line.h"
#include "app/window/window_expressions.h"
#include "tests/support/lab_fixture.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

const fs::path kFiles = ATTNLAB_SOURCE_DIR "/tests/compatibility";

std::vector<std::string> lines_of(const char* file) {
  std::ifstream in(kFiles / file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  EXPECT_GT(lines.size(), 20u) << file;
  return lines;
}

/// The words of a usage, also those between which one chooses: "on|off [N]" has on, off and N.
std::vector<std::string> words_of(std::string usage) {
  for (char& c : usage)
    if (std::string_view("|[],=…").find(c) != std::string_view::npos) c = ' ';
  std::istringstream in(usage);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

std::string first_word(const std::string& line) { return line.substr(0, line.find(' ')); }
std::string after_first(const std::string& line) {
  return line.substr(std::min(line.find(' '), line.size() - 1) + 1);
}

/// Words in capitals stand for values.
void expect_words(const std::string& old_usage, std::string_view usage, const std::string& where) {
  const std::vector<std::string> words = words_of(std::string(usage));
  for (const std::string& word : words_of(old_usage)) {
    const bool is_value = std::ranges::none_of(word, [](unsigned char c) { return std::islower(c); });
    EXPECT_TRUE(is_value || std::ranges::find(words, word) != words.end()) << where << " lacks " << word;
  }
}

void expect_option(CLI::App& app, const std::string& option, const std::string& where) {
  const auto options = app.get_options();
  EXPECT_TRUE(std::ranges::any_of(options, [&](const CLI::Option* each) { return each->check_name(option); }))
      << where << " lacks " << option;
}

TEST(Compatibility, EachOptionOfTheCommandLineIsKnown) {
  for (const std::string& line : lines_of("options.txt")) {
    const std::string name = first_word(line);
    if (name == line) continue;
    CLI::App app;
    if (name == "window") {
      declare_window(app);
    } else {
      const auto row =
          std::ranges::find_if(subcommands(), [&](const Subcommand& each) { return each.is_called(name); });
      ASSERT_NE(row, subcommands().end()) << name;
      row->declare(app);
    }
    expect_option(app, first_word(after_first(line)), name);
  }
}

TEST(Compatibility, EachCommandIsKnown) {
  for (const std::string& line : lines_of("commands.txt")) {
    const auto found = std::ranges::find(Dispatcher::commands(), first_word(line), &CommandInfo::verb);
    ASSERT_NE(found, Dispatcher::commands().end()) << line;
    if (first_word(line) != line) expect_words(after_first(line), found->arguments, line);
  }
}

TEST(Compatibility, EachExpressionIsKnown) {
  std::vector<std::string_view> names;
  for (const auto& rows : {script_expressions(), window_expressions()})
    for (const ScriptExpression& row : rows) names.push_back(row.name);
  for (const std::string& line : lines_of("expressions.txt"))
    EXPECT_TRUE(std::ranges::find(names, first_word(line)) != names.end()) << line;
}

/// "heads.badge strongest | strongest | entropy": an option, its standard value, its values.
TEST(Compatibility, EachOptionOfAViewHasItsValues) {
  for (const std::string& line : lines_of("choices.txt")) {
    const std::string name = first_word(line);
    const std::size_t dot = name.find('.');
    const Feature& feature = find_feature(name.substr(0, dot));
    if (dot == name.npos) continue;
    Choices choices;
    const Fields fields = choice_fields(choices, feature);
    const auto field = std::ranges::find(fields, name.substr(dot + 1), &Field::name);
    ASSERT_NE(field, fields.end()) << line;
    const std::string values = after_first(line);
    EXPECT_TRUE((" " + values).starts_with(" " + field_text(*field))) << line << " is " << field_text(*field);
    if (values.find('|') == values.npos) continue;
    for (const std::string& value : words_of(values.substr(values.find('|'))))
      EXPECT_TRUE(std::ranges::any_of(field->choices, [&](const Choice& each) { return each.name == value; }))
          << name << " lacks " << value;
  }
}

/// "O<tab>view probes", or "probes<tab>Left<tab>probe.previous". Left out are G and H of the view Vectors,
/// which were keys of the whole window, too, and are X and P since.
TEST(Compatibility, EachKeyOfAViewSendsItsCommand) {
  for (const std::string& line : lines_of("keys.txt")) {
    std::vector<std::string> parts;
    std::istringstream in(line);
    for (std::string part; std::getline(in, part, '\t');) parts.push_back(part);
    if (parts.size() == 2) {
      EXPECT_EQ(find_feature(after_first(parts[1])).key, parts[0]);
      continue;
    }
    const Feature& feature = find_feature(parts[0]);
    EXPECT_TRUE(std::ranges::any_of(feature.keys, [&](const ViewKey& key) {
      return key.chord == parts[1] && key.command == (parts.size() > 2 ? parts[2] : "");
    })) << line;
  }
}

TEST(Compatibility, SettingsAreRead) {
  const ReadSettings read = settings_from_text(testing::read_bytes(kFiles / "settings.json"));
  EXPECT_EQ(read.problem, "");
  EXPECT_FALSE(read.settings.screen.dark);
  EXPECT_EQ(read.settings.screen.text_percent, 125);
  EXPECT_EQ(read.settings.screen.digits, 4);
  EXPECT_EQ(read.settings.screen.map_width, 300);
  EXPECT_EQ(read.settings.preset, "copy");
}

TEST(Compatibility, AnswersAreRead) {
  const LessonTallies tallies = kept_tallies(kFiles / "answers");
  ASSERT_TRUE(tallies.contains("tour"));
  EXPECT_GT(tallies.at("tour").steps, 1u);
}

struct OldFiles : LabTest {};

/// One line of each view, with options that are not the standard ones.
TEST_F(OldFiles, EachShareLineOpensItsState) {
  for (const std::string& line : lines_of("state_lines.txt")) {
    SCOPED_TRACE(line);
    say_and_settle("state.open " + line);
    ASSERT_FALSE(lab->view().notice_is_error) << lab->view().notice;
    for (const Command& command : read_state_line(line).commands) {
      if (command.verb == "view") {
        EXPECT_EQ(ask("view"), command.arguments[0]);
      }
      if (command.verb != "choose") continue;
      const std::string& value = command.arguments[1];
      EXPECT_EQ(ask("choice " + command.arguments[0]), value == "yes"  ? "true"
                                                       : value == "no" ? "false"
                                                                       : value);
    }
  }
}

struct OldSession : LabTest {
  OldSession() : LabTest(copied()) {}
  static fs::path copied() {
    static const testing::TempFolder folder;
    fs::copy(kFiles / "sessions", folder / "sessions", fs::copy_options::recursive);
    fs::rename(folder / "sessions/closed", folder / "sessions/closed-20261130-052132-23278");
    return folder / "sessions";
  }
};

TEST_F(OldSession, ComesBackWithItsRun) {
  say_and_settle("session.reopen");
  EXPECT_EQ(ask("run"), "2");
  EXPECT_EQ(ask("step"), "1");
  EXPECT_EQ(ask("timeline.kept"), "2");
  EXPECT_EQ(ask("timeline.pin 1"), "early");
}

}  // namespace
}  // namespace attnlab
