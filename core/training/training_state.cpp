// TrainingState: the table of settings that may be changed.
#include "core/training/training_state.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "core/language/messages.h"

namespace attnlab {
namespace {

struct Change {
  std::string_view name;
  std::string was, is;
};

/// Of the options that both have.
std::vector<Change> changes(TrainingSettings& before, TrainingSettings& after) {
  const Fields old = settings_fields(before);
  std::vector<Change> all;
  for (const Field& now : settings_fields(after)) {
    const auto was = std::ranges::find(old, now.name, &Field::name);
    if (was == old.end() || field_text(*was) == field_text(now)) continue;
    all.push_back({now.name, field_text(*was), field_text(now)});
  }
  return all;
}

constexpr std::array<std::string_view, 3> kStaying{"seed", "shards", "train"};

}  // namespace

bool stays(std::string_view training_option) {
  return std::ranges::find(kStaying, training_option) != kStaying.end();
}

Fields settings_fields(TrainingSettings& settings) {
  Fields fields = training_fields(settings.config);
  std::erase_if(fields, [](const Field& field) { return stays(field.name); });
  fields.push_back({"learning_rate_factor", &settings.learning_rate_factor,
                    tr_mark("factor of the scheduled learning rate"), 0, 1000});
  for (OptionValue& live : settings.live)
    if (const LiveOption* option = find_live_option(live.name))
      fields.push_back(option->field_of(live.value));
  return fields;
}

double& TrainingSettings::option(std::string_view name) {
  const auto found = std::ranges::find(live, name, &OptionValue::name);
  if (found == live.end()) throw std::invalid_argument("there is no setting " + std::string(name));
  return found->value;
}

TrainingSettings first_settings(const Preset& preset) {
  return {preset.training, 1, first_live_values(preset.model, preset.task)};
}

std::string setting_text(TrainingSettings settings, std::string_view option) {
  for (const Field& field : settings_fields(settings))
    if (field.name == option) return field_text(field);
  throw std::invalid_argument("there is no setting " + std::string(option));
}

void validate(const TrainingSettings& settings) {
  TrainingSettings copy = settings;
  check_fields(settings_fields(copy), "training");
  validate(settings.config);
}

std::vector<std::string> differing_settings(TrainingSettings before, TrainingSettings after) {
  std::vector<std::string> names;
  for (const Change& change : changes(before, after)) names.emplace_back(change.name);
  return names;
}

std::string settings_difference(TrainingSettings before, TrainingSettings after) {
  std::string text;
  for (const auto& [name, was, is] : changes(before, after))
    text += (text.empty() ? "" : ", ") + std::string(name) + " " + was + " → " + is;
  return text;
}

}  // namespace attnlab
