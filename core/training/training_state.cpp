// TrainingState: the table of settings that may be changed.
#include "core/training/training_state.h"

#include <stdexcept>

namespace attnlab {

Fields settings_fields(TrainingSettings& settings) {
  Fields fields = training_fields(settings.config);
  std::erase_if(fields, [](const Field& field) { return field.name == "seed" || field.name == "shards"; });
  fields.push_back({"dropout", &settings.dropout, "share of cells dropped in training", 0, 0.95});
  fields.push_back(
      {"learning_rate_factor", &settings.learning_rate_factor, "multiplies the schedule's rate", 0, 1000});
  if (settings.features) {
    fields.push_back({"sparsity", &settings.features->sparsity, "share of the features that are absent", 0,
                      kMostSparsity});
    fields.push_back({"importance", &settings.features->importance,
                      "of a feature, times that of the feature before", kLeastImportance, 1});
  }
  return fields;
}

TrainingSettings first_settings(const TrainingConfig& config, const ModelConfig& model, double sparsity) {
  TrainingSettings settings{config, 1, model.dropout};
  if (format_of(model) == Format::Numbers) settings.features = FeatureSettings{sparsity, model.importance};
  return settings;
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
  const Fields old = settings_fields(before), now = settings_fields(after);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < old.size(); ++i)
    if (field_text(old[i]) != field_text(now[i])) names.emplace_back(old[i].name);
  return names;
}

std::string settings_difference(TrainingSettings before, TrainingSettings after) {
  const Fields old = settings_fields(before), now = settings_fields(after);
  std::string text;
  for (std::size_t i = 0; i < old.size(); ++i) {
    const std::string was = field_text(old[i]), is = field_text(now[i]);
    if (was != is) text += (text.empty() ? "" : ", ") + std::string(old[i].name) + " " + was + " → " + is;
  }
  return text;
}

}  // namespace attnlab
