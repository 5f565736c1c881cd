// Command line: parsing, and one line for every error.
#include "app/cli/cli.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <memory>
#include <new>
#include <stdexcept>
#include <string_view>

#include "app/base/languages.h"
#include "app/base/printable.h"
#include "app/cli/groups/values.h"
#include "app/cli/help.h"
#include "app/cli/subcommands.h"
#include "app/cli/usage_errors.h"
#include "core/config/nearest.h"
#include "core/language/messages.h"
#include "core/platform/program.h"

namespace attnlab {
namespace {

std::string description() {
  return tr("Attention Lab takes a Transformer apart while it learns.") + std::string("\n") +
         tr("Without a subcommand, the window opens. Subcommands do not need a display.");
}

std::string footer() {
  const std::vector<HelpRow> examples{
      {"attention-lab", tr("open the window")},
      {"attention-lab presets", tr("list what can be trained")},
      {"attention-lab train --preset reverse --out rev", tr("train a model and save it")}};
  return help_end({}, help_rows(examples) +
                          "  attention-lab trace --model rev --source hello --list\n"
                          "  attention-lab generate --model rev --prompt hello") +
         "\n\n" + tr("Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted.") + "\n" +
         tr("Every subcommand has its own --help.");
}

/// `text` on one line, with escapes for invisible characters.
std::string one_line(std::string text) {
  text.erase(text.find_last_not_of(" \r\n") + 1);
  return printable(text);
}

int report(const std::string& message, int code) {
  const std::string line = one_line(message);
  std::fflush(stdout);
  std::fprintf(stderr, "attention-lab: %s\n", line.c_str());
  platform::show_without_console(line);
  return code;
}

/// The deepest subcommand that was chosen.
const CLI::App& chosen(const CLI::App& app) {
  const auto subcommands = app.get_subcommands();
  return subcommands.empty() ? app : *subcommands.front();
}

std::string suggestion(const CLI::App& app, const std::string& unknown) {
  std::vector<std::string> names;
  if (unknown.starts_with("-")) {
    for (const CLI::Option* option : chosen(app).get_options())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  } else if (app.get_subcommands().empty()) {
    for (const Subcommand& row : subcommands()) {
      names.emplace_back(row.name);
      if (!row.also.empty()) names.emplace_back(row.also);
    }
  }
  return did_you_mean(unknown, names);
}

int report_usage(const CLI::App& app, const CLI::ParseError& error) {
  const auto remaining = app.remaining(true);
  const std::string help =
      "attention-lab " + (&chosen(app) == &app ? "" : chosen(app).get_name() + " ") + "--help";
  const bool unknown =
      error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError) && !remaining.empty();
  const std::string what = unknown ? tr("{1} is not known here", remaining[0]) + suggestion(app, remaining[0])
                                   : usage_error(error);
  return report(tr("{1} (see {2})", what, help), kWrongUsage);
}

int run(const CLI::App& app, const Action& action) {
  try {
    return action();
  } catch (const CLI::ParseError& error) {
    return report_usage(app, error);
  } catch (const std::invalid_argument& error) {
    return report(error.what(), kWrongUsage);
  } catch (const std::bad_alloc&) {
    return report(tr("there is not enough memory for this"), kFailed);
  } catch (const std::exception& error) {
    return report(error.what(), kFailed);
  }
}

/// "attention-lab 0.1.0 (commit 0123456789)".
std::string version_line(const std::string& commit) {
  return std::string("attention-lab ") + ATTNLAB_VERSION + (commit.empty() ? "" : " (commit " + commit + ")");
}

/// Options whose text may be empty: a model reads it, or it names the cell of a single number.
constexpr std::string_view kMayBeEmpty[] = {"text", "source", "target", "prompt", "question", "cell"};

bool may_be_empty(const CLI::Option& option) {
  return std::ranges::any_of(option.get_lnames(), [](const std::string& name) {
    return std::ranges::find(kMayBeEmpty, name) != std::end(kMayBeEmpty);
  });
}

/// Has all other options refuse an empty text.
void refuse_empty(CLI::App& command) {
  for (CLI::Option* option : command.get_options())
    if (option->get_items_expected_max() > 0 && !may_be_empty(*option)) option->check(some_text());
}

/// The value of --language, wherever it is; "": none. It is needed before the options are declared, because
/// their descriptions are messages.
std::string language_option(int argc, char** argv) {
  constexpr std::string_view kOption = "--language";
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--") break;
    if (argument == kOption && i + 1 < argc) return argv[i + 1];
    if (argument.starts_with(kOption) && argument.substr(kOption.size()).starts_with('='))
      return std::string(argument.substr(kOption.size() + 1));
  }
  return "";
}

/// The command line writes numbers with the signs that programs read.
void use_language_of_command_line(const std::string& name) {
  static Language language;
  language = name.empty() ? system_language() : language_named(name);
  language.decimal_sign = english().decimal_sign;
  language.group_sign = english().group_sign;
  use_language(language);
}

/// Adds a subcommand, which sets `action` if it is chosen.
void add_subcommand(CLI::App& app, const Subcommand& row, Action& action) {
  CLI::App* command = app.add_subcommand(std::string(row.name), std::string(tr(row.sentence)));
  if (!row.also.empty()) command->alias(std::string(row.also));
  command->callback([&action, wanted = row.declare(*command)] { action = wanted; });
  command->add_option("--language")->group("");  // see language_option()
  refuse_empty(*command);
  title_groups(*command);
}

/// Checks that the output was written: a full disk is an error like any other.
int check_output(int code) {
  if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return code;
  return report(tr("cannot write to standard output"), code == kDone ? int{kFailed} : code);
}

}  // namespace

int run_program(int argc, char** argv, const char* commit) {
  try {
    use_language_of_command_line(language_option(argc, argv));
  } catch (const std::exception& error) {
    return report(error.what(), kWrongUsage);
  }
  CLI::App app(description(), "attention-lab");
  app.footer(footer());
  app.set_help_flag("-h,--help", tr("Print this help message and exit"));
  app.set_version_flag("--version", version_line(commit), tr("Print the version and exit"));
  app.require_subcommand(0, 1);
  app.formatter(std::make_shared<HelpFormatter>());
  app.get_formatter()->column_width(26);
  if (const std::string missing = platform::missing_from_processor(); !missing.empty())
    return report(tr("this processor cannot run the program: it lacks {1}", missing), kFailed);
  Action action = declare_window(app);
  refuse_empty(app);
  for (const Subcommand& row : subcommands()) add_subcommand(app, row, action);
  title_groups(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return check_output(app.exit(error, std::cout, std::cerr));
    return report_usage(app, error);
  } catch (const std::exception& error) {
    return report(error.what(), kWrongUsage);
  }
  return check_output(run(app, action));
}

}  // namespace attnlab
