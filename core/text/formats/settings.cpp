// Settings beside a tokenizer's vocabulary.
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "core/text/formats/file_tokenizer.h"

namespace attnlab {
namespace {

using Json = nlohmann::json;

constexpr std::pair<const char*, std::optional<bool> TokenizerSettings::*> kSettingFlags[] = {
    {"do_lower_case", &TokenizerSettings::lower_case},
    {"strip_accents", &TokenizerSettings::strip_accents},
    {"tokenize_chinese_chars", &TokenizerSettings::spaced_ideographs},
    {"add_bos_token", &TokenizerSettings::add_bos},
    {"add_eos_token", &TokenizerSettings::add_eos},
    {"add_prefix_space", &TokenizerSettings::prefix_space},
};

constexpr Index kMostExtraTokens = 10'000;

constexpr std::pair<const char*, std::string TokenizerSettings::*> kSettingTokens[] = {
    {"bos_token", &TokenizerSettings::bos},     {"eos_token", &TokenizerSettings::eos},
    {"pad_token", &TokenizerSettings::pad},     {"mask_token", &TokenizerSettings::mask},
    {"cls_token", &TokenizerSettings::cls},     {"sep_token", &TokenizerSettings::sep},
    {"unk_token", &TokenizerSettings::unknown},
};

const Json* member_of(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found == json.end() || found->is_null() ? nullptr : &*found;
}

/// "text" or {"content": "text"}
std::string token_name(const Json& value, const char* key) {
  const Json* const text = value.is_object() ? member_of(value, "content") : &value;
  if (!text || !text->is_string())
    throw std::runtime_error(std::string(key) + " must be a string or an object with a content");
  return text->get<std::string>();
}

TokenId role_id(const TokenPipeline& pipeline, const std::string& first, const std::string& second = "") {
  const std::string& name = first.empty() ? second : first;
  return name.empty() ? kUnknownId : pipeline.id_of(name);
}

}  // namespace

void take_settings(const Json& json, TokenizerSettings& settings) {
  if (const Json* const value = member_of(json, "extra_ids")) {
    if (!value->is_number_unsigned() || *value > kMostExtraTokens)
      throw std::runtime_error("extra_ids must be a whole number up to " + std::to_string(kMostExtraTokens));
    settings.extra_tokens = value->get<Index>();
  }
  for (const auto& [key, flag] : kSettingFlags)
    if (const Json* const value = member_of(json, key)) {
      if (!value->is_boolean()) throw std::runtime_error(std::string(key) + " must be true or false");
      settings.*flag = value->get<bool>();
    }
  for (const auto& [key, token] : kSettingTokens)
    if (const Json* const value = member_of(json, key)) settings.*token = token_name(*value, key);
}

TokenRoles roles_of(const TokenizerSettings& settings, const TokenPipeline& pipeline) {
  TokenRoles roles;
  roles.pad = role_id(pipeline, settings.pad);
  roles.sos = role_id(pipeline, settings.bos, settings.cls);
  roles.eos = role_id(pipeline, settings.eos, settings.sep);
  if (const TokenId mask = role_id(pipeline, settings.mask); mask >= 0) roles.mask = mask;
  return roles;
}

}  // namespace attnlab
