// ModelConfig: what makes no model, and why.
#include <algorithm>
#include <stdexcept>

#include "core/models/model_config.h"

namespace attnlab {

namespace {

void require(bool good, std::string_view field, const std::string& value, const std::string& allowed) {
  if (!good) throw std::invalid_argument(field_error("model", field, value, allowed));
}

/// An option that does nothing must not look as if it did something.
void check_unused(ModelConfig& config) {
  ModelConfig defaults;
  const Fields used = used_model_fields(config), fields = model_fields(config),
               usual = model_fields(defaults);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (std::ranges::find(used, fields[i].name, &Field::name) != used.end()) continue;
    require(field_text(fields[i]) == field_text(usual[i]), fields[i].name, field_text(fields[i]),
            "left at " + field_text(usual[i]) + ": architecture " + config.architecture + " does not use it");
  }
}

void check_vocabularies(const ModelConfig& config) {
  const bool source = has_source(format_of(config));
  require(!source || config.source_vocabulary > 0, "source_vocabulary",
          std::to_string(config.source_vocabulary), "at least 1 for architecture " + config.architecture);
  require(!config.shared_embeddings || config.source_vocabulary == config.target_vocabulary,
          "shared_embeddings", "true",
          "false where the vocabularies differ (" + std::to_string(config.source_vocabulary) + " and " +
              std::to_string(config.target_vocabulary) + ")");
}

void check_transformer(const ModelConfig& config) {
  require(config.width % config.heads == 0, "heads", std::to_string(config.heads),
          "a divisor of model.width, which is " + std::to_string(config.width));
}

}  // namespace

void validate(const ModelConfig& config) {
  ModelConfig copy = config;
  check_fields(model_fields(copy), "model");
  check_unused(copy);
  check_vocabularies(config);
  if (is_transformer(config)) check_transformer(config);
}

}  // namespace attnlab
