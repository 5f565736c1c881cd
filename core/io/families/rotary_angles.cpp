// Angles of rotary positions: reading and writing the keys of configurations.
#include "core/io/families/rotary_angles.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace attnlab {
namespace {

constexpr const char* kShare = "partial_rotary_factor";

double number_of(const nlohmann::json& value, const char* key) {
  if (!value.contains(key) || !value[key].is_number())
    throw std::invalid_argument("an object with the number " + std::string(key));
  return value[key].get<double>();
}

void take_base_and_scaling(const nlohmann::json& value, ModelConfig& config) {
  config.rotary_base = number_of(value, "rope_theta");
  take_rotary_scaling(value, config);
}

}  // namespace

void take_rotary_scaling(const nlohmann::json& value, ModelConfig& config) {
  if (value.is_null()) return;
  const char* const named = value.is_object() && value.contains("rope_type") ? "rope_type" : "type";
  const nlohmann::json type = value.is_object() ? value.value(named, nlohmann::json()) : nlohmann::json();
  if (type == "default") return;
  if (type != "linear" && type != "llama3")
    throw std::invalid_argument("null, or of rope_type default, linear or llama3");
  config.rotary_scaling = type == "linear" ? kLinearAngles : kLlama3Angles;
  config.rotary_factor = number_of(value, "factor");
  if (type == "linear") return;
  const double original = number_of(value, "original_max_position_embeddings");
  if (!(original >= 1 && original <= 1e7)) throw std::invalid_argument("of an original length from 1 to 1e7");
  config.rotary_original = static_cast<Index>(original);
  config.rotary_low = number_of(value, "low_freq_factor");
  config.rotary_high = number_of(value, "high_freq_factor");
}

nlohmann::json give_rotary_scaling(const ModelConfig& config) {
  if (config.rotary_scaling == kUnscaledAngles) return nullptr;
  nlohmann::json scaling = {{"rope_type", config.rotary_scaling}, {"factor", config.rotary_factor}};
  if (config.rotary_scaling == kLinearAngles) return scaling;
  scaling["original_max_position_embeddings"] = config.rotary_original;
  scaling["low_freq_factor"] = config.rotary_low;
  scaling["high_freq_factor"] = config.rotary_high;
  return scaling;
}

void take_rotary_angles(const nlohmann::json& value, ModelConfig& config) {
  if (value.is_null()) return;
  take_base_and_scaling(value, config);
  if (value.contains(kShare) && value[kShare] != 1)
    throw std::invalid_argument(std::string("without ") + kShare + ", or of 1 there");
}

void take_rotary_angles_of_share(const nlohmann::json& value, ModelConfig& config) {
  if (value.is_null()) return;
  take_base_and_scaling(value, config);
  if (value.contains(kShare)) config.rotary_share = number_of(value, kShare);
}

}  // namespace attnlab
