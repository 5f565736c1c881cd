// The rows of the command line through --help, suggestions and errors.
#include "app/cli/subcommands.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <set>
#include <sstream>

#include "app/cli/sweep/sweep_report.h"
#include "app/cli/train/train_report.h"
#include "app/feature/features.h"
#include "app/state/app_state.h"
#include "core/config/nearest.h"
#include "core/trace/edit_forms.h"
#include "core/training/schedule.h"
#include "tests/cli/events.h"
#include "tests/support/markdown.h"

namespace attnlab::testing {
namespace {

/// `text` with each run of spaces and line ends as one space: help breaks its lines.
std::string on_one_line(const std::string& text) {
  std::istringstream words(text);
  std::string all;
  for (std::string word; words >> word;) all += (all.empty() ? "" : " ") + word;
  return all;
}

std::string help_of(const std::string& subcommand) { return on_one_line(output_of({subcommand, "--help"})); }

TEST(Subcommands, AreInTheHelpOfTheProgramInTheirOrder) {
  const std::string help = on_one_line(output_of({"--help"}));
  std::size_t at = help.find("Subcommands:");
  ASSERT_NE(at, std::string::npos);
  for (const Subcommand& row : subcommands()) {
    const std::string also = row.also.empty() ? "" : ", " + std::string(row.also);
    const std::string line = std::string(row.name) + also + " " + std::string(row.sentence);
    at = help.find(line, at);
    ASSERT_NE(at, std::string::npos) << line;
  }
}

TEST(Subcommands, AreKnownByTheirOtherNames) {
  int others = 0;
  for (const Subcommand& row : subcommands()) {
    if (row.also.empty()) continue;
    EXPECT_EQ(output_of({std::string(row.also), "--help"}), output_of({std::string(row.name), "--help"}));
    EXPECT_EQ(output_of({"help", std::string(row.also)}), output_of({"help", std::string(row.name)}));
    ++others;
  }
  EXPECT_EQ(others, 5);
}

TEST(Subcommands, HaveHelpOfTheirOwn) {
  std::set<std::string_view> names;
  for (const Subcommand& row : subcommands()) {
    SCOPED_TRACE(row.name);
    EXPECT_TRUE(names.insert(row.name).second) << "two of this name";
    EXPECT_FALSE(row.sentence.empty() || row.sentence.ends_with("."));
    const std::string help = help_of(std::string(row.name));
    expect_has(help, "Usage: attention-lab " + std::string(row.name));
    expect_has(help, std::string(row.sentence));
    const std::size_t examples = std::min(help.find("Examples:"), help.size());
    if (row.name != "info") expect_has(help.substr(examples), "attention-lab " + std::string(row.name) + " ");
  }
}

/// A value that the option takes: its first choice, or a word that is a number, too.
std::string some_value(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t open = type.find('{');
  return open == type.npos ? "1" : type.substr(open + 1, type.find_first_of(",}", open) - open - 1);
}

/// A call with `option`, and with values for what is required and what it needs, as newer versions of CLI11
/// ask for these first.
std::vector<std::string> call_with(const CLI::App& app, const std::string& subcommand,
                                   const CLI::Option& option, const std::string& value) {
  const std::set<CLI::Option*> needed = option.get_needs();
  const auto wanted = [&](const CLI::Option* each) {
    const bool excluded =
        std::ranges::any_of(option.get_excludes(), [&](auto* other) { return other == each; });
    return each != &option && !excluded &&
           (each->get_required() || std::ranges::any_of(needed, [&](auto* other) { return other == each; }));
  };
  std::vector<std::string> arguments{subcommand, "--" + option.get_lnames().front(), value};
  for (const CLI::Option* each : app.get_options()) {
    if (!wanted(each)) continue;
    if (!each->get_lnames().empty()) arguments.push_back("--" + each->get_lnames().front());
    if (each->get_items_expected_max() > 0) arguments.push_back(some_value(*each));
  }
  return arguments;
}

/// Calls visit(option, name, error) for each option with a value that a subcommand takes; error(value) is
/// what the program says to a value.
template <typename Visit>
void each_option(const Visit& visit) {
  for (const Subcommand& row : subcommands()) {
    CLI::App app;
    row.declare(app);
    for (const CLI::Option* option : app.get_options())
      if (option->get_items_expected_max() > 0 && !option->get_lnames().empty())
        visit(*option, "--" + option->get_lnames().front(), [&](const std::string& value) {
          return error_of(call_with(app, std::string(row.name), *option, value), 2);
        });
  }
}

TEST(Subcommands, RefuseEmptyTextsWhereTheyAreNone) {
  const std::set<std::string> may{"--text", "--source", "--target", "--prompt", "--question", "--cell"};
  int refused = 0;
  each_option([&](const CLI::Option& option, const std::string& name, const auto& error_for) {
    if (may.contains(name) || option.get_expected_min() != 1) return;
    const std::string error = error_for("");
    expect_has(error, name);
    EXPECT_TRUE(error.find(": is empty") != error.npos || error.find(": must be") != error.npos ||
                error.find("must be one of") != error.npos)
        << error;
    ++refused;
  });
  EXPECT_GT(refused, 200);
}

TEST(Subcommands, TakeFiniteNumbersAlone) {
  const std::set<std::string> kinds{"X", "T", "P", "K"};
  int refused = 0;
  each_option([&](const CLI::Option& option, const std::string& name, const auto& error_for) {
    if (!kinds.contains(option.get_type_name())) return;
    for (const char* number : {"inf", "nan", "-inf", "1e999"})
      expect_has(error_for(number), name + ": must be a ");
    ++refused;
  });
  EXPECT_GT(refused, 10);
}

TEST(Subcommands, AreSuggestedForNamesNearThem) {
  for (const Subcommand& row : subcommands()) {
    const std::string wrong = std::string(row.name) + "x";
    expect_has(error_of({wrong}, 2), wrong + " is not known here; did you mean " + std::string(row.name));
  }
}

TEST(Subcommands, RefuseAnOptionThatTheyDoNotHave) {
  for (const Subcommand& row : subcommands())
    expect_has(error_of({std::string(row.name), "--no-such-option"}, 2),
               "(see attention-lab " + std::string(row.name) + " --help)");
}

void expect_events(const std::string& subcommand, std::span<const JsonEvent> events) {
  const std::string help = help_of(subcommand);
  const std::string section = section_of(document("docs/command-line.md"), "## " + subcommand);
  for (const JsonEvent& event : events) {
    expect_has(help, std::string(event.name) + " " + std::string(event.about));
    expect_has(section, "`" + std::string(event.name) + "`");
  }
}

TEST(JsonEvents, AreInHelpAndDocuments) {
  expect_events("train", train_events());
  expect_events("sweep", sweep_events());
}

TEST(JsonEvents, OfARunAreThoseOfTheTable) {
  const TempFolder folder;
  std::set<std::string> printed, known;
  for (const auto& event :
       events_of(output_of(small_training("reverse", {"--steps", "3", "--json", "--out", folder / "run"}))))
    printed.insert(event["event"].get<std::string>());
  for (const JsonEvent& event : train_events()) known.insert(std::string(event.name));
  EXPECT_EQ(known.size(), train_events().size()) << "two of one name";
  EXPECT_TRUE(std::ranges::includes(known, printed));
  EXPECT_EQ(printed, (std::set<std::string>{"start", "step", "validation", "saved", "done"}));
}

TEST(Help, OfEditsListsEveryForm) {
  const std::string help = on_one_line(output_of({"help", "edits"}));
  for (const EditForm& form : edit_forms())
    expect_has(help, std::string(form.text) + " " + std::string(form.about));
}

TEST(Help, OfASubcommandIsItsOwn) {
  for (const Subcommand& row : subcommands()) {
    const std::string name(row.name);
    EXPECT_EQ(output_of({"help", name}), output_of({name, "--help"}));
    expect_has(output_of({"help"}), "  " + name + " ");
  }
  expect_has(error_of({"help", "edit"}, 2), "there is no help on edit; did you mean edits");
}

TEST(Help, OfTrainExplainsEverySchedule) {
  const std::string help = help_of("train");
  for (const Schedule& row : schedules())
    expect_has(help, std::string(row.name) + " " + std::string(row.sentence) + ": " +
                         std::string(row.formula) + "; while t < w " + std::string(row.rise));
}

TEST(Help, OfRenderNamesAllThatCanBeLookedAt) {
  const std::string help = help_of("render");
  std::vector<std::string> stages, attentions;
  for (int i = 0; i < kStageCount; ++i) stages.emplace_back(stage_name(static_cast<Stage>(i)));
  for (int i = 0; i < kAttentionCount; ++i)
    attentions.emplace_back(attention_name(static_cast<AttentionKind>(i)));
  expect_has(help, "--view NAME " + either_of(view_names()));
  expect_has(help, "--stage NAME " + either_of(stages));
  expect_has(help, "--attention NAME " + either_of(attentions));
}

}  // namespace
}  // namespace attnlab::testing
