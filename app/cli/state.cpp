// attention-lab state: the line of a state, and the contents of such a line.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/base/print.h"
#include "app/cli/groups/values.h"
#include "app/cli/help.h"
#include "app/cli/json_lines.h"
#include "app/cli/studio.h"
#include "app/cli/subcommands.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

struct StateOptions {
  std::string preset, read;
  Index train = 0;
  std::vector<std::string> commands;
  bool setup = false, json = false;
};

void print_as_json(const StateLine& line) {
  nlohmann::ordered_json commands = nlohmann::ordered_json::array();
  for (const Command& command : line.commands) commands.push_back(command.text());
  print_json_object({{"line", state_line_text(line)},
                     {"version", line.version},
                     {"processor", line.processor},
                     {"weights", line.weights},
                     {"commands", commands}},
                    2);
}

/// Prints the contents of a line, without opening its state.
int read_line(const StateOptions& o) {
  const StateLine line = checked_state_line(o.read);
  if (o.json) {
    print_as_json(line);
    return kDone;
  }
  print(tr("version {1}, processor {2}, weights {3}", line.version, line.processor, line.weights) + "\n");
  for (const Command& command : line.commands) std::printf("%s\n", command.text().c_str());
  return kDone;
}

int print_state(const StateOptions& o) {
  if (!o.read.empty()) return read_line(o);
  if (o.preset.empty()) throw CLI::RequiredError(tr("{1} or {2}", "--preset NAME", "--read LINE"));
  find_preset(o.preset);
  Studio studio({.kind = OpenRequest::Kind::Preset, .name = o.preset, .play = false});
  if (o.train > 0) studio.apply({"train.to", {std::to_string(o.train)}});
  for (const std::string& line : o.commands) studio.apply(parse_command(line));
  const Sharing& sharing = studio.lab().sharing();
  if (o.json)
    print_as_json(sharing.line());
  else
    std::printf("%s", (o.setup ? sharing.setup() : state_line_text(sharing.line()) + "\n").c_str());
  return kDone;
}

Action declare_state(CLI::App& command) {
  const auto options = std::make_shared<StateOptions>();
  CLI::Option* preset =
      command.add_option("--preset", options->preset, tr("Preset whose run is on screen"))->type_name("NAME");
  command.add_option("--train", options->train, tr("Train N steps first"))
      ->type_name("N")
      ->check(whole_number(1, 100000000));
  command
      .add_option("--do", options->commands,
                  tr("A command of the window, such as \"view heads\"; may be repeated, in order"))
      ->type_name("COMMAND");
  command
      .add_option("--read", options->read, tr("Print the contents of such a line, without opening its state"))
      ->type_name("LINE")
      ->excludes(preset);
  CLI::Option* setup = command.add_flag("--setup", options->setup, tr("Print the setup of a lesson instead"));
  command.add_flag("--json", options->json, tr("Print one JSON object"))->excludes(setup);
  command.footer(help_end({tr("attention-lab --state LINE opens the same state on any computer.")},
                          "  attention-lab state --preset translate --train 300 --do \"view heads\"\n"
                          "  attention-lab state --preset translate --train 300 --setup\n"
                          "  attention-lab state --read attention-lab:state/1/…"));
  return [options] { return print_state(*options); };
}

}  // namespace

extern const Subcommand kStateSubcommand = {
    .name = "state",
    .sentence = tr_mark("Print a state as a line that opens it anywhere, or as the setup of a lesson"),
    .declare = declare_state};

}  // namespace attnlab
