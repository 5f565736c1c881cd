// attention-lab help: the help of subcommands, and topics that are too long for one --help.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>

#include "app/cli/help.h"
#include "app/cli/manual/completions.h"
#include "app/cli/manual/man_page.h"
#include "app/cli/subcommands.h"
#include "core/config/nearest.h"
#include "core/language/messages.h"
#include "core/trace/edit_forms.h"

namespace attnlab {
namespace {

std::string edits_help() {
  std::vector<HelpRow> rows;
  for (const EditForm& form : edit_forms()) rows.push_back({form.text, std::string(tr(form.about))});
  return help_end({tr("An edit changes values during a forward pass. --edit of trace, explain, diff and "
                      "render takes one edit, and --edits a file with one edit per line. In the window, the "
                      "command edit makes one."),
                   help_rows(rows),
                   tr("TENSOR is a name that attention-lab trace --list prints, ATTENTION is a name such as "
                      "decoder.layers.0.self_attention, NORM such as decoder.layers.0.attention_norm, and "
                      "SUM such as decoder.layers.0.attention_residual. One * in a name matches any text, "
                      "except in an edit that takes cells from another text.")}) +
         "\n";
}

/// A topic of help that is not a subcommand.
struct HelpTopic {
  std::string_view name, about;
  std::string (*text)();
};
constexpr HelpTopic kTopics[] = {{"edits", tr_mark("How to write edits of a forward pass"), edits_help}};

std::string all_topics() {
  std::vector<HelpRow> rows;
  for (const HelpTopic& topic : kTopics) rows.push_back({topic.name, std::string(tr(topic.about))});
  for (const Subcommand& row : subcommands()) rows.push_back({row.name, std::string(tr(row.sentence))});
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
  throw std::invalid_argument(tr("there is no help on {1}", topic) + did_you_mean(topic, names));
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
      command.add_option("topic", options->topic, tr("edits, or a subcommand (default: list all of them)"))
          ->type_name("TOPIC");
  CLI::Option* man = command
                         .add_flag("--man", options->man,
                                   tr("Print the man page, which contains the help of all subcommands"))
                         ->excludes(topic);
  command
      .add_option("--complete", options->shell,
                  tr("Print the completions of the command line for this shell"))
      ->type_name("SHELL")
      ->check(CLI::IsMember(shell_names()))
      ->excludes(topic)
      ->excludes(man);
  command.footer(help_end(
      {},
      "  attention-lab help edits\n"
      "  attention-lab help trace\n"
      "  attention-lab help --complete bash > ~/.local/share/bash-completion/completions/attention-lab"));
  const CLI::App* program = command.get_parent();
  return [options, program] {
    std::fputs(wanted_help(*program, *options).c_str(), stdout);
    return kDone;
  };
}

}  // namespace

extern const Subcommand kHelpSubcommand = {.name = "help",
                                           .sentence = tr_mark("Explain a subcommand, or how to write edits"),
                                           .declare = declare_help};

}  // namespace attnlab
