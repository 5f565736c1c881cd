// The tables of the documents have the rows and words of the program's tables.
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <regex>
#include <set>
#include <sstream>

#include "app/cli/subcommands.h"
#include "app/window/window_expressions.h"
#include "core/io/families/model_family.h"
#include "core/trace/edit_forms.h"
#include "core/training/schedule.h"
#include "core/training/sweep/variants.h"
#include "tests/support/expect_has.h"
#include "tests/support/markdown.h"

namespace attnlab::testing {
namespace {

using Table = std::vector<std::vector<std::string>>;

std::string as_code(std::string_view name) { return "`" + std::string(name) + "`"; }

const std::string& command_line() {
  static const std::string text = document("docs/command-line.md");
  return text;
}

TEST(Documents, ListAndDescribeEverySubcommand) {
  Table wanted;
  for (const Subcommand& row : subcommands()) {
    const std::string name(row.name);
    wanted.push_back({"[`" + name + "`](#" + name + ")", std::string(row.sentence)});
    expect_has(section_of(command_line(), "## " + name), "attention-lab " + name);
  }
  EXPECT_EQ(table_in(command_line(), "subcommand"), wanted);
}

/// The options that the help of a subcommand has, "--model".
std::set<std::string> options_of(const Subcommand& row) {
  CLI::App app;
  row.declare(app);
  std::set<std::string> names;
  for (const CLI::Option* option : app.get_options())
    if (!option->get_group().empty())
      for (const std::string& name : option->get_lnames()) names.insert("--" + name);
  names.erase("--help");
  return names;
}

/// The words of a text that begin with two dashes.
std::set<std::string> options_in(const std::string& text) {
  static const std::regex option("(^|[^-a-z])(--[a-z][-a-z0-9]*)");
  std::set<std::string> names;
  for (std::sregex_iterator at(text.begin(), text.end(), option); at != std::sregex_iterator(); ++at)
    if (!(*at)[2].str().ends_with('-')) names.insert((*at)[2]);
  return names;
}

TEST(Documents, NameEveryOptionOfEverySubcommand) {
  const std::set<std::string> general = options_in(command_line().substr(0, command_line().find("\n## ")));
  for (const Subcommand& row : subcommands()) {
    const std::size_t begin = command_line().find("\n## " + std::string(row.name) + "\n") + 1;
    const std::size_t end = std::min(command_line().find("\n## ", begin), command_line().size());
    const std::set<std::string> named = options_in(command_line().substr(begin, end - begin));
    for (const std::string& option : options_of(row))
      EXPECT_TRUE(named.contains(option) || general.contains(option)) << row.name << " " << option;
  }
}

TEST(Documents, NameNoOptionThatThereIsNot) {
  std::set<std::string> known{"--help", "--version", "--nproc", "--redirects", "--tee"};  // torchrun's, too
  for (const Subcommand& row : subcommands()) known.merge(options_of(row));
  CLI::App window;
  declare_window(window);
  for (const CLI::Option* option : window.get_options())
    for (const std::string& name : option->get_lnames()) known.insert("--" + name);
  for (const std::string& option : options_in(command_line())) EXPECT_TRUE(known.contains(option)) << option;
}

TEST(Documents, HaveEachHeadingOnce) {
  for (const char* name : {"docs/command-line.md", "docs/guide.md", "docs/lessons.md", "docs/library.md"}) {
    std::istringstream lines(document(name));
    std::set<std::string> seen;
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with("## ")) {
        EXPECT_TRUE(seen.insert(line).second) << name << ": " << line;
      }
    EXPECT_FALSE(seen.empty()) << name;
  }
}

TEST(Documents, ListEverySchedule) {
  Table wanted;
  for (const Schedule& row : schedules())
    wanted.push_back({as_code(row.name), std::string(row.rise), std::string(row.formula)});
  EXPECT_EQ(table_in(command_line(), "schedule"), wanted);
}

TEST(Documents, ListEveryFamilyOfModels) {
  Table wanted;
  for (const ModelFamily& row : model_families()) {
    std::string architectures;
    for (const FamilyArchitecture& each : row.architectures)
      architectures += (architectures.empty() ? "" : ", ") + as_code(each.name);
    wanted.push_back({std::string(row.title), as_code(row.name), architectures});
  }
  EXPECT_EQ(table_in(command_line(), "family"), wanted);
}

TEST(Documents, ListEveryFormOfEdits) {
  Table wanted;
  for (const EditForm& form : edit_forms()) wanted.push_back({as_code(form.text), std::string(form.about)});
  EXPECT_EQ(table_in(command_line(), "edit"), wanted);
}

TEST(Documents, ListEveryExperiment) {
  Table wanted;
  for (const VariantKind& row : variant_kinds())
    wanted.push_back({as_code(row.name), std::string(row.title), std::string(row.asks)});
  EXPECT_EQ(table_in(command_line(), "experiment"), wanted);
}

TEST(Documents, ListEveryExpressionOfScripts) {
  Table wanted;
  for (const auto& rows : {script_expressions(), window_expressions()})
    for (const ScriptExpression& row : rows)
      wanted.push_back(
          {as_code(std::string(row.name) + (row.arguments.empty() ? "" : " ") + std::string(row.arguments)),
           std::string(row.help)});
  EXPECT_EQ(table_in(command_line(), "expression"), wanted);
}

TEST(Documents, ATableIsReadToItsEnd) {
  const std::string text = "## A\n\n| x | y |\n|---|---|\n| a | `b` c |\n| d | e |\n\n| f | g |\n## B\nb\n";
  EXPECT_EQ(table_in(text, "x"), (Table{{"a", "`b` c"}, {"d", "e"}}));
  EXPECT_EQ(section_of(text, "## B"), "b\n");
  EXPECT_THROW(table_in(text, "y"), std::runtime_error);
  EXPECT_THROW(section_of(text, "## C"), std::runtime_error);
}

}  // namespace
}  // namespace attnlab::testing
