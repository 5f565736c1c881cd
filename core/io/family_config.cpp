// A family's config.json: keys by the family's rows.
#include "core/io/family_config.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/config/nearest.h"
#include "core/io/file.h"

namespace attnlab {
namespace {

using Json = nlohmann::json;

/// Keys of any family that say how a model was trained, stored or is to be used, and not what it computes.
constexpr std::string_view kUsualKeys[] = {"_name_or_path",
                                           "architectures",
                                           "attn_implementation",
                                           "auto_map",
                                           "bos_token_id",
                                           "chunk_size_feed_forward",
                                           "decoder_start_token_id",
                                           "do_sample",
                                           "dtype",
                                           "eos_token_id",
                                           "finetuning_task",
                                           "gradient_checkpointing",
                                           "id2label",
                                           "initializer_range",
                                           "label2id",
                                           "max_length",
                                           "model_type",
                                           "num_return_sequences",
                                           "output_attentions",
                                           "output_hidden_states",
                                           "output_past",
                                           "pad_token_id",
                                           "problem_type",
                                           "return_dict",
                                           "sep_token_id",
                                           "task_specific_params",
                                           "temperature",
                                           "tokenizer_class",
                                           "top_k",
                                           "top_p",
                                           "torch_dtype",
                                           "torchscript",
                                           "transformers_version",
                                           "unk_token_id",
                                           "use_bfloat16",
                                           "use_cache"};

std::string shown_value(const Json& value) { return quoted(std::string_view(value.dump())); }

[[noreturn]] void refuse_key(const FamilyKey& key, const Json& value, const std::string& allowed) {
  throw std::runtime_error(std::string(key.name) + " is " + shown_value(value) + ", but must be " + allowed);
}

/// Puts the value of a key into its option.
struct TakeValue {
  const FamilyKey& key;
  const Json& value;
  ModelConfig& config;

  void operator()(std::monostate) const {}
  void operator()(Index ModelConfig::*option) const {
    if (value.is_null() && key.unset)
      config.*option = key.unset(config);
    else if (value.is_number_unsigned() && value <= 1'000'000'000)
      config.*option = value.get<Index>();
    else
      refuse_key(key, value, "a whole number from 0 to 1000000000");
  }
  void operator()(double ModelConfig::*option) const {
    if (!value.is_number()) refuse_key(key, value, "a number");
    config.*option = value.get<double>();
  }
  void operator()(bool ModelConfig::*option) const {
    if (!value.is_boolean()) refuse_key(key, value, "true or false");
    config.*option = value.get<bool>();
  }
  void operator()(std::string ModelConfig::*option) const {
    std::vector<std::string> names;
    for (const FamilyKey::Word& word : key.words) {
      if (value == word.theirs) {
        config.*option = word.ours;
        return;
      }
      names.emplace_back(word.theirs);
    }
    refuse_key(key, value, either_of(names));
  }
};

void take_key(const FamilyKey& key, const Json& json, ModelConfig& config) {
  const auto found = json.find(key.name);
  if (!key.only.empty()) {
    if (found != json.end() && *found != Json::parse(key.only))
      refuse_key(key, *found, std::string(key.only) + ": nothing else is read");
    return;
  }
  if (key.only_count) {
    const Index count = key.only_count(config);
    if (found != json.end() && !found->is_null() && *found != count)
      refuse_key(key, *found, std::to_string(count) + ": nothing else is read");
    return;
  }
  if (key.usual.empty()) return;
  const Json value = found != json.end() ? *found : Json::parse(key.usual);
  std::visit(TakeValue{key, value, config}, key.option);
}

bool is_known(const ModelFamily& family, const std::string& key) {
  return std::ranges::find(family.keys, key, &FamilyKey::name) != family.keys.end() ||
         std::ranges::find(kUsualKeys, key) != std::end(kUsualKeys);
}

std::vector<std::string> texts_of(std::span<const std::string_view> views) {
  return {views.begin(), views.end()};
}

/// The first name in "architectures"; "" where there is none.
std::string architecture_named(const Json& config) {
  const auto found = config.find("architectures");
  const bool named = found != config.end() && found->is_array() && !found->empty() && (*found)[0].is_string();
  return named ? (*found)[0].get<std::string>() : "";
}

bool has_architecture(const ModelFamily& family, const std::string& name) {
  return std::ranges::find(family.architectures, name) != family.architectures.end();
}

/// "model.heads is …" with the key that `family` has for heads before it.
std::string with_key(const ModelFamily& family, const std::string& error) {
  ModelConfig config;
  for (const Field& field : model_fields(config)) {
    if (!error.starts_with("model." + std::string(field.name) + " ")) continue;
    for (const FamilyKey& key : family.keys) {
      const bool same = std::visit(
          [&](const auto& option) {
            if constexpr (std::is_same_v<std::decay_t<decltype(option)>, std::monostate>)
              return false;
            else
              return field.value == decltype(field.value)(&(config.*option));
          },
          key.option);
      if (same) return std::string(key.name) + " makes no model: " + error;
    }
  }
  return error;
}

}  // namespace

bool names_family(const Json& config) {
  return !config.contains("format") && (config.contains("model_type") || config.contains("architectures"));
}

const ModelFamily& family_of(const Json& config) {
  const std::string architecture = architecture_named(config);
  const Json type = config.value("model_type", Json());
  std::vector<std::string> names;
  for (const ModelFamily& family : model_families()) {
    const bool found = type.is_null() ? has_architecture(family, architecture) : type == family.name;
    if (found && !architecture.empty() && !has_architecture(family, architecture))
      throw std::runtime_error("architectures is " + quoted(std::string_view(architecture)) +
                               ", but of this model_type must be " +
                               either_of(texts_of(family.architectures)));
    if (found) return family;
    names.emplace_back(family.name);
  }
  if (type.is_null())
    throw std::runtime_error("architectures is " + quoted(std::string_view(architecture)) +
                             ", which is no model that is read, and there is no model_type");
  throw std::runtime_error("model_type is " + shown_value(type) + ", but only " + either_of(names) +
                           " is read");
}

ModelConfig model_config_of(const ModelFamily& family, const Json& config,
                            std::vector<std::string>& unknown) {
  ModelConfig model = family.config();
  for (const FamilyKey& key : family.keys) take_key(key, config, model);
  for (const auto& [key, value] : config.items())
    if (!is_known(family, key)) unknown.push_back(key);
  try {
    validate(model);
  } catch (const std::invalid_argument& error) {
    throw std::runtime_error(with_key(family, error.what()));
  }
  return model;
}

}  // namespace attnlab
