// The man page and completions hold every subcommand and option that --help shows.
#include <algorithm>
#include <cctype>

#include "app/cli/subcommands.h"
#include "core/training/preset.h"
#include "tests/cli/program.h"

namespace attnlab::testing {
namespace {

/// The names of the options in the help of a subcommand, "--preset"; of the program for "".
std::vector<std::string> options_in_help(const std::string& subcommand) {
  std::vector<std::string> names;
  Arguments arguments{"--help"};
  if (!subcommand.empty()) arguments.insert(arguments.begin(), subcommand);
  for (const std::string& line : lines_of(output_of(arguments))) {
    if (line.starts_with("Examples:") || line.starts_with("Subcommands:")) break;
    const std::size_t at = line.find("--");
    if (at != 2 && !line.starts_with("  -h,--help")) continue;
    names.push_back(line.substr(at, line.find(' ', at) - at));
  }
  EXPECT_NE(std::ranges::find(names, "--help"), names.end()) << subcommand;
  return names;
}

/// "", "presets", "train", …
std::vector<std::string> all_commands() {
  std::vector<std::string> names{""};
  for (const Subcommand& row : subcommands()) names.emplace_back(row.name);
  return names;
}

std::string with_roff_dashes(const std::string& text) {
  std::string out;
  for (const char letter : text) out += letter == '-' ? std::string("\\-") : std::string(1, letter);
  return out;
}

/// From `begin`, which must be there, to `end` or the end of the text.
std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t at = text.find(begin);
  if (at == std::string::npos) ADD_FAILURE() << "there is no " << begin;
  if (at == std::string::npos) return "";
  return text.substr(at, text.find(end, at + begin.size()) - at);
}

TEST(Manual, HasEverySubcommandWithItsOptions) {
  const std::string page = output_of({"help", "--man"});
  for (const std::string& command : all_commands()) {
    const std::string section = command.empty() ? between(page, ".SH OPTIONS\n", "\n.SH ")
                                                : between(page, "\n.SS " + command + "\n", "\n.SS ");
    for (const std::string& option : options_in_help(command))
      expect_has(section, "\\fB" + with_roff_dashes(option) + "\\fR");
  }
  expect_has(page, "\nExit codes: 0 done");
}

TEST(Manual, HasNoLineThatRoffTakesForARequestOfItsOwn) {
  const std::vector<std::string> known{".TH", ".nh", ".ad", ".SH", ".SS",  ".TP",
                                       ".PP", ".nf", ".fi", ".br", ".\\\""};
  for (const std::string& line : lines_of(output_of({"help", "--man"}))) {
    if (!line.starts_with('.') && !line.starts_with('\'')) continue;
    EXPECT_NE(std::ranges::find(known, line.substr(0, line.find(' '))), known.end()) << line;
  }
}

TEST(Completions, OfBashHaveEverySubcommandAndOption) {
  const std::string script = output_of({"help", "--complete", "bash"});
  // The words between the quotes that follow, with a space before and behind each.
  const auto words_after = [&](const std::string& begin) {
    return " " + between(script, begin, "'").substr(begin.size()) + " ";
  };
  const std::string commands = words_after("[[ $COMP_CWORD -gt 1 ]] || _attention_lab_words '");
  for (const std::string& command : all_commands()) {
    const std::string options =
        words_after("    " + (command.empty() ? std::string("''") : command) + ") options='");
    for (const std::string& option : options_in_help(command))
      EXPECT_NE(options.find(" " + option + " "), std::string::npos) << command << ' ' << option;
    if (!command.empty()) expect_has(commands, " " + command + " ");
  }
}

TEST(Completions, OfZshHaveEverySubcommandAndOption) {
  const std::string script = output_of({"help", "--complete", "zsh"});
  for (const std::string& command : all_commands()) {
    const std::string section = command.empty() ? between(script, "if [[ $words[2] == -* ]]", "return\n")
                                                : between(script, "\n    " + command + ")\n", ";;");
    for (const std::string& option : options_in_help(command)) {
      const bool there = section.find("'" + option + "[") != std::string::npos ||
                         section.find("'" + option + "=[") != std::string::npos ||
                         section.find("'*" + option + "=[") != std::string::npos;
      EXPECT_TRUE(there) << command << ' ' << option;
    }
    if (!command.empty()) expect_has(script, "\n    '" + command + ":");
  }
}

TEST(Completions, OfFishHaveEverySubcommandAndOption) {
  const std::vector<std::string> lines = lines_of(output_of({"help", "--complete", "fish"}));
  const auto has = [&](const std::string& begin, const std::string& part) {
    return std::ranges::any_of(lines, [&](const std::string& line) {
      return line.starts_with(begin) && (line + " ").find(part + " ") != std::string::npos;
    });
  };
  for (const std::string& command : all_commands()) {
    const std::string condition =
        command.empty() ? "'__fish_use_subcommand'" : "'__fish_seen_subcommand_from " + command + "'";
    for (const std::string& option : options_in_help(command))
      EXPECT_TRUE(has("complete -c attention-lab -n " + condition, " -l " + option.substr(2)))
          << command << ' ' << option;
    if (command.empty()) continue;
    EXPECT_TRUE(has("complete -c attention-lab -n '__fish_use_subcommand'", " -a " + command)) << command;
  }
}

TEST(Completions, KnowPresetsAndChoices) {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const std::string script = output_of({"help", "--complete", shell});
    std::string presets;
    for (const Preset& preset : builtin_presets()) presets += (presets.empty() ? "" : " ") + preset.name;
    expect_has(script, presets);
    expect_has(script, "cpu gpu");
    expect_has(script, "light dark");
  }
}

TEST(Completions, ForAnotherShellAreWrongUsage) {
  expect_has(error_of({"help", "--complete", "csh"}, 2), "csh");
  expect_has(error_of({"help", "--man", "--complete", "bash"}, 2), "cannot be combined");
}

TEST(Version, HasTheCommitInARepository) {
  const std::string version = output_of({"--version"});
  EXPECT_TRUE(version.ends_with(")\n") == (version.find(" (commit ") != std::string::npos)) << version;
  const std::string git = "git -C " ATTNLAB_SOURCE_DIR " rev-parse --show-prefix";
  if (run_process({"sh", "-c", git}).exit_code == 0) expect_has(version, " (commit ");
}

TEST(Window, OpensNoFileThatDoesNotExist) {
  expect_has(error_of({"--open", "no/such/file.md"}, 1), "there is no file or folder 'no/such/file.md'");
}

}  // namespace
}  // namespace attnlab::testing
