// attention-lab presets: the presets that can be trained.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/help.h"
#include "app/cli/json_lines.h"
#include "app/cli/subcommands.h"
#include "core/language/messages.h"
#include "core/training/preset.h"

namespace attnlab {
namespace {

struct PresetsOptions {
  std::string name;
  bool json = false;
};

int list_presets(bool json) {
  auto list = nlohmann::ordered_json::array();
  for (const Preset& preset : builtin_presets()) {
    list.push_back({{"name", preset.name}, {"description", preset.description}});
    if (!json) std::printf("%-14s  %s\n", preset.name.c_str(), tr(preset.description.c_str()));
  }
  if (json) print_json_object(list, 2);
  return kDone;
}

int show_preset(const std::string& name, bool json) {
  const Preset preset = find_preset(name);
  if (json)
    print_json_object(preset_to_json(preset), 2);
  else
    std::printf("%s: %s\n\n%s", preset.name.c_str(), tr(preset.description.c_str()),
                options_help(preset).c_str());
  return kDone;
}

Action declare_presets(CLI::App& command) {
  const auto options = std::make_shared<PresetsOptions>();
  command.add_option("name", options->name, tr("Show all options of this preset with their values"))
      ->type_name("NAME");
  command.add_flag("--json", options->json,
                   tr("Print JSON: an array, or the preset as a preset file contains it"));
  command.footer(help_end({}, "  attention-lab presets\n  attention-lab presets reverse"));
  return [options] {
    return options->name.empty() ? list_presets(options->json) : show_preset(options->name, options->json);
  };
}

}  // namespace

extern const Subcommand kPresetsSubcommand = {.name = "presets",
                                              .sentence = tr_mark("List the presets that can be trained"),
                                              .declare = declare_presets};

}  // namespace attnlab
