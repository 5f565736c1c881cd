// attention-lab help: what is too long for the --help of one subcommand.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>

#include "app/cli/help.h"
#include "app/cli/manual/completions.h"
#include "app/cli/manual/man_page.h"
#include "app/cli/subcommands.h"
#include "core/config/nearest.h"
#include "core/trace/edit_forms.h"

namespace attnlab {
namespace {

std::string edits_help() {
  std::vector<HelpRow> rows;
  for (const EditForm& form : edit_forms()) rows.push_back({form.text, std::string(form.about)});
  return "Edits change something on the way through a pass. --edit of trace, explain, diff and render reads "
         "one,\n"
         "--edits a file with one a line; the window has the command edit.\n\n" +
         help_rows(rows) +
         "\nTENSOR is a name that attention-lab trace --list prints, ATTENTION as in "
         "decoder.layers.0.self_attention,\nNORM as in decoder.layers.0.attention_norm, SUM as in "
         "decoder.layers.0.attention_residual. A name may\nhold one * for several, but not that of cells "
         "from another text.\n";
}

/// What help is asked for beside the subcommands.
struct HelpTopic {
  std::string_view name, about;
  std::string (*text)();
};
constexpr HelpTopic kTopics[] = {{"edits", "how edits of a pass are written", edits_help}};

std::string all_topics() {
  std::vector<HelpRow> rows;
  for (const HelpTopic& topic : kTopics) rows.push_back({topic.name, std::string(topic.about)});
  for (const Subcommand& row : subcommands()) rows.push_back({row.name, std::string(row.sentence)});
  return help_rows(rows);
}

std::string help_of(const CLI::App& program, const std::string& topic) {
  if (topic.empty()) return all_topics();
  std::vector<std::string> names;
  for (const HelpTopic& row : kTopics) {
    if (row.name == topic) return row.text();
    names.emplace_back(row.name);
  }
  for (const Subcommand& row : subcommands()) {
    if (row.is_called(topic)) return program.get_subcommand(topic)->help("attention-lab");
    names.emplace_back(row.name);
  }
  throw std::invalid_argument("there is no help on " + topic + did_you_mean(topic, names));
}

struct HelpOptions {
  std::string topic, shell;
  bool man = false;
};

std::string wanted_help(const CLI::App& program, const HelpOptions& options) {
  if (options.man) return man_page(command_table(program));
  if (!options.shell.empty()) return completion_script(options.shell, command_table(program));
  return help_of(program, options.topic);
}

Action declare_help(CLI::App& command) {
  const auto options = std::make_shared<HelpOptions>();
  CLI::Option* topic =
      command.add_option("topic", options->topic, "edits, or a subcommand (default: list all of them)")
          ->type_name("TOPIC");
  CLI::Option* man =
      command.add_flag("--man", options->man, "Print the man page, which holds the help of all subcommands")
          ->excludes(topic);
  command.add_option("--complete", options->shell, "Print what completes the command line in this shell")
      ->type_name("SHELL")
      ->check(CLI::IsMember(shell_names()))
      ->excludes(topic)
      ->excludes(man);
  command.footer(
      "Examples:\n"
      "  attention-lab help edits\n"
      "  attention-lab help trace\n"
      "  attention-lab help --complete bash > ~/.local/share/bash-completion/completions/attention-lab");
  const CLI::App* program = command.get_parent();
  return [options, program] {
    std::fputs(wanted_help(*program, *options).c_str(), stdout);
    return kDone;
  };
}

}  // namespace

extern const Subcommand kHelpSubcommand = {
    .name = "help", .sentence = "Explain a subcommand, or how edits are written", .declare = declare_help};

}  // namespace attnlab
