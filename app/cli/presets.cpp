// attention-lab presets: what can be trained.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "app/cli/subcommands.h"
#include "core/training/preset.h"

namespace attnlab {
namespace {

int list_presets() {
  for (const Preset& preset : builtin_presets())
    std::printf("%-14s  %s\n", preset.name.c_str(), preset.description.c_str());
  return kDone;
}

int show_preset(const std::string& name) {
  const Preset preset = find_preset(name);
  std::printf("%s: %s\n\n%s", preset.name.c_str(), preset.description.c_str(), options_help(preset).c_str());
  return kDone;
}

Action declare_presets(CLI::App& command) {
  const auto name = std::make_shared<std::string>();
  command.add_option("name", *name, "Show all options of this preset with their values")->type_name("NAME");
  command.footer("Examples:\n  attention-lab presets\n  attention-lab presets reverse");
  return [name] { return name->empty() ? list_presets() : show_preset(*name); };
}

}  // namespace

extern const Subcommand kPresetsSubcommand = {
    .name = "presets", .sentence = "List what can be trained, one a line", .declare = declare_presets};

}  // namespace attnlab
