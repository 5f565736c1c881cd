// attention-lab state: the line of a state, and what such a line says.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/groups/values.h"
#include "app/cli/json_lines.h"
#include "app/cli/studio.h"
#include "app/cli/subcommands.h"

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

/// What a line says, without doing it.
int read_line(const StateOptions& o) {
  const StateLine line = checked_state_line(o.read);
  if (o.json) {
    print_as_json(line);
    return kDone;
  }
  std::printf("version %s, processor %s, weights %s\n", line.version.c_str(), line.processor.c_str(),
              line.weights.c_str());
  for (const Command& command : line.commands) std::printf("%s\n", command.text().c_str());
  return kDone;
}

int say_state(const StateOptions& o) {
  if (!o.read.empty()) return read_line(o);
  if (o.preset.empty()) throw CLI::RequiredError("--preset NAME or --read LINE");
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
      command.add_option("--preset", options->preset, "The preset whose run is on screen")->type_name("NAME");
  command.add_option("--train", options->train, "Train so many steps first")
      ->type_name("N")
      ->check(whole_number(1, 100000000));
  command
      .add_option("--do", options->commands,
                  "A command of the window, e.g. \"view heads\"; may be repeated (in order)")
      ->type_name("COMMAND");
  command.add_option("--read", options->read, "Say what such a line does, without doing it")
      ->type_name("LINE")
      ->excludes(preset);
  CLI::Option* setup = command.add_flag("--setup", options->setup, "Print the setup of a lesson instead");
  command.add_flag("--json", options->json, "Print one JSON object")->excludes(setup);
  command.footer(
      "Whoever opens the line sees the same: attention-lab --state LINE.\n"
      "\n"
      "Examples:\n"
      "  attention-lab state --preset translate --train 300 --do \"view heads\"\n"
      "  attention-lab state --preset translate --train 300 --setup\n"
      "  attention-lab state --read attention-lab:state/1/…");
  return [options] { return say_state(*options); };
}

}  // namespace

extern const Subcommand kStateSubcommand = {
    .name = "state",
    .sentence = "Print the line that opens a state anywhere, or a lesson's setup of it",
    .declare = declare_state};

}  // namespace attnlab
