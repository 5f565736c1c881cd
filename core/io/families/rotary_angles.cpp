// Angles of rotary positions: reading and writing the keys of configurations.
#include "core/io/families/rotary_angles.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/config/nearest.h"
#include "core/ops/attention/rotary.h"

namespace attnlab {
namespace {

constexpr const char *kOriginal = "original_max_position_embeddings", *kGain = "attention_factor",
                     *kLlama3Low = "low_freq_factor", *kLlama3High = "high_freq_factor",
                     *kYarnLow = "beta_slow", *kYarnHigh = "beta_fast";

double number_of(const nlohmann::json& value, const char* key) {
  if (!value.contains(key) || !value[key].is_number())
    throw std::invalid_argument("an object that contains the number " + std::string(key));
  return value[key].get<double>();
}

/// A number, or `usual` where the key is absent or null.
double number_of(const nlohmann::json& value, const char* key, double usual) {
  return value.contains(key) && !value[key].is_null() ? number_of(value, key) : usual;
}

void take_original(double positions, ModelConfig& config) {
  if (!(positions >= 1 && positions <= 1e7))
    throw std::invalid_argument("an object whose original_max_position_embeddings is from 1 to 1e7");
  config.rotary_original = static_cast<Index>(positions);
}

void take_llama3(const nlohmann::json& value, ModelConfig& config) {
  take_original(number_of(value, kOriginal), config);
  config.rotary_low = number_of(value, kLlama3Low);
  config.rotary_high = number_of(value, kLlama3High);
}

/// The gain of scores that are meant to be scaled elsewhere too: that of mscale over that of mscale_all_dim.
double yarn_gain(const nlohmann::json& value, double factor) {
  const double above = number_of(value, "mscale", 0), below = number_of(value, "mscale_all_dim", 0);
  const auto gain = [&](double share) { return 1 + share * (RotaryScaling::usual_gain(factor) - 1); };
  const double usual = above != 0 && below != 0 ? gain(above) / gain(below) : gain(1);
  return number_of(value, kGain, usual);
}

void take_yarn(const nlohmann::json& value, ModelConfig& config) {
  if (value.value("truncate", nlohmann::json(true)) != true)
    throw std::invalid_argument("an object whose truncate is true");
  take_original(number_of(value, kOriginal, double(config.context)), config);
  config.rotary_low = number_of(value, kYarnLow, 1);
  config.rotary_high = number_of(value, kYarnHigh, 32);
  const double gain = yarn_gain(value, config.rotary_factor);
  if (!(gain > 0)) throw std::invalid_argument("an object whose attention_factor is greater than 0");
  config.rotary_gain = gain == RotaryScaling::usual_gain(config.rotary_factor) ? 0 : gain;
}

/// A value of rope_type.
struct RopeType {
  const char* name;
  std::string_view scaling;                                     ///< ModelConfig::rotary_scaling
  void (*take)(const nlohmann::json&, ModelConfig&) = nullptr;  ///< what it has beside the factor
  const char *low = nullptr, *high = nullptr;                   ///< their keys, where it has them
};
constexpr RopeType kRopeTypes[] = {
    {"default", kUnscaledAngles},
    // Scaled from one text to another by its length, beyond max_position_embeddings, where our texts end.
    {"dynamic", kUnscaledAngles},
    {"linear", kLinearAngles},
    {"llama3", kLlama3Angles, take_llama3, kLlama3Low, kLlama3High},
    {"yarn", kYarnAngles, take_yarn, kYarnLow, kYarnHigh},
};

std::vector<std::string> rope_type_names() {
  std::vector<std::string> names;
  for (const RopeType& type : kRopeTypes) names.emplace_back(type.name);
  return names;
}

/// What the object calls its type, under either name; null where it has none.
nlohmann::json type_in(const nlohmann::json& value) {
  const nlohmann::json now = value.value("rope_type", nlohmann::json()),
                       before = value.value("type", nlohmann::json());
  if (!now.is_null() && !before.is_null() && now != before)
    throw std::invalid_argument(
        "an object in which rope_type and type agree, because both name the same value");
  return now.is_null() ? before : now;
}

}  // namespace

void take_rotary_scaling(const nlohmann::json& value, ModelConfig& config) {
  if (value.is_null()) return;
  const nlohmann::json type = value.is_object() ? type_in(value) : nlohmann::json();
  if (value.is_object() && type.is_null() && !value.contains("factor")) return;
  const auto found =
      std::ranges::find_if(kRopeTypes, [&](const RopeType& known) { return type == known.name; });
  if (found == std::end(kRopeTypes))
    throw std::invalid_argument("null or an object whose rope_type is " + either_of(rope_type_names()));
  config.rotary_scaling = found->scaling;
  if (!rotary_scaling_kind(config.rotary_scaling).scales) return;
  config.rotary_factor = number_of(value, "factor");
  if (found->take) found->take(value, config);
}

nlohmann::json give_rotary_scaling(const ModelConfig& config) {
  const RopeType& type = *std::ranges::find(kRopeTypes, config.rotary_scaling, &RopeType::scaling);
  const RotaryScalingKind& kind = rotary_scaling_kind(config.rotary_scaling);
  if (!kind.scales) return nullptr;
  nlohmann::json scaling = {{"rope_type", type.name}, {"factor", config.rotary_factor}};
  if (kind.by_wave) {
    scaling[kOriginal] = config.rotary_original;
    scaling[type.low] = config.rotary_low;
    scaling[type.high] = config.rotary_high;
  }
  if (kind.has_gain && config.rotary_gain > 0) scaling[kGain] = config.rotary_gain;
  return scaling;
}

void take_whole_heads(const nlohmann::json& value, ModelConfig&) {
  if (!value.is_null() && value != 1)
    throw std::invalid_argument("1, because rotary positions rotate whole heads");
}

}  // namespace attnlab
