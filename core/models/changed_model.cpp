// A changed model: its configuration with other values.
#include "core/models/changed_model.h"

namespace attnlab {

std::shared_ptr<const Model> changed_model(std::shared_ptr<const Model> model, const OptionValues& values) {
  if (values.empty()) return model;
  ModelConfig config = model->config();
  const Fields fields = model_fields(config);
  bool differs = false;
  for (const OptionValue& wanted : values) {
    double& value = *std::get<double*>(find_field(fields, wanted.name, "model").value);
    differs = differs || value != wanted.value;
    value = wanted.value;
  }
  return differs ? make_model(config) : model;
}

}  // namespace attnlab
