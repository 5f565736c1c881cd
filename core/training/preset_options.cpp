// Preset options: lists and their differences.
#include "core/training/preset_options.h"

#include <algorithm>

#include "core/tasks/task_config.h"

namespace attnlab {
namespace {

void append(std::vector<PresetOption>& all, const std::string& section, const Fields& fields) {
  for (const Field& field : fields)
    all.push_back({section + "." + std::string(field.name), field_text(field)});
}

}  // namespace

std::vector<PresetOption> preset_options(const Preset& preset) {
  Preset copy = preset;
  std::vector<PresetOption> all;
  append(all, "task", used_task_fields(copy.task));
  append(all, "model", used_model_fields(copy.model));
  append(all, "training", training_fields(copy.training));
  return all;
}

std::string option_value(const Preset& preset, std::string_view name) {
  const std::vector<PresetOption> all = preset_options(preset);
  const auto found = std::ranges::find(all, name, &PresetOption::name);
  return found == all.end() ? "" : found->value;
}

std::vector<std::string> differing_options(const std::vector<Preset>& presets) {
  std::vector<std::string> names;
  for (const Preset& preset : presets)
    for (const PresetOption& option : preset_options(preset))
      if (std::ranges::find(names, option.name) == names.end()) names.push_back(option.name);
  std::erase_if(names, [&](const std::string& name) {
    return std::ranges::all_of(presets, [&](const Preset& preset) {
      return option_value(preset, name) == option_value(presets.front(), name);
    });
  });
  return names;
}

}  // namespace attnlab
