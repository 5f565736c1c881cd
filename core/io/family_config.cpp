// A family's config.json: keys by the family's rows.
#include "core/io/family_config.h"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "core/config/nearest.h"
#include "core/io/family_key_values.h"
#include "core/io/files/file.h"
#include "core/io/files/json_file.h"

namespace attnlab {
namespace {

using Json = nlohmann::json;

/// Keys of any family that describe how a model was trained, is stored or is used, not what it computes.
constexpr std::string_view kUsualKeys[] = {"_name_or_path",
                                           "architectures",
                                           "attn_implementation",
                                           "auto_map",
                                           "bad_words_ids",
                                           "bos_token_id",
                                           "chunk_size_feed_forward",
                                           "decoder_start_token_id",
                                           "do_sample",
                                           "dtype",
                                           "early_stopping",
                                           "eos_token_id",
                                           "finetuning_task",
                                           "forced_bos_token_id",
                                           "forced_eos_token_id",
                                           "gradient_checkpointing",
                                           "id2label",
                                           "initializer_range",
                                           "label2id",
                                           "length_penalty",
                                           "max_length",
                                           "min_length",
                                           "model_type",
                                           "no_repeat_ngram_size",
                                           "num_beams",
                                           "num_return_sequences",
                                           "output_attentions",
                                           "output_hidden_states",
                                           "output_past",
                                           "pad_token_id",
                                           "prefix",
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

[[noreturn]] void refuse_key(std::string_view name, const Json& value, const std::string& allowed) {
  throw std::runtime_error(std::string(name) + " is " + shown_value(value) + ", but must be " + allowed);
}

/// Puts the value of a key into its option.
struct TakeValue {
  const FamilyKey& key;
  std::string_view name;  ///< under which the value is said
  const Json& value;
  ModelConfig& config;

  void operator()(std::monostate) const {}
  void operator()(Index ModelConfig::*option) const {
    if (value.is_null() && key.unset)
      config.*option = key.unset(config);
    else if (value.is_number_unsigned() && value <= 1'000'000'000)
      config.*option = value.get<Index>();
    else
      refuse_key(name, value, "a whole number from 0 to 1000000000");
  }
  void operator()(double ModelConfig::*option) const {
    if (!value.is_number()) refuse_key(name, value, "a number");
    config.*option = value.get<double>();
  }
  void operator()(bool ModelConfig::*option) const {
    if (!value.is_boolean() && !value.is_null()) refuse_key(name, value, "true or false");
    config.*option = value == true;
  }
  void operator()(std::string ModelConfig::*option) const {
    std::vector<std::string> names;
    for (const FamilyKey::Word& word : key.words) {
      if (value == word.theirs || (value.is_boolean() && value.dump() == word.theirs)) {
        config.*option = word.ours;
        return;
      }
      names.emplace_back(word.theirs);
    }
    refuse_key(name, value, either_of(names));
  }
};

void take_value(const FamilyKey& key, std::string_view name, const Json& value, ModelConfig& config) {
  if (key.take) try {
      return key.take(value, config);
    } catch (const std::invalid_argument& error) {
      refuse_key(name, value, error.what());
    }
  std::visit(TakeValue{key, name, value, config}, key.option);
}

/// Two names of one value must make the same model.
void take_same(const FamilyKey& key, const std::vector<SaidValue>& said, ModelConfig& config) {
  const ModelConfig before = config;
  take_value(key, said[0].name, *said[0].value, config);
  for (std::size_t i = 1; i < said.size(); ++i) {
    ModelConfig other = before;
    take_value(key, said[i].name, *said[i].value, other);
    if (other != config)
      throw std::runtime_error(said[0].name + " is " + shown_value(*said[0].value) + ", but " + said[i].name +
                               " is " + shown_value(*said[i].value) +
                               ": both name the same value, so remove one of them");
  }
}

void take_key(const ModelFamily& family, const FamilyKey& key, const Json& json, ModelConfig& config) {
  const std::vector<SaidValue> said = said_values(family, key, json);
  if (!key.only.empty()) {
    const bool null_too = key.only != "true";  // null counts as false; for other values it has no meaning
    for (const SaidValue& each : said)
      if (*each.value != Json::parse(key.only) && !(null_too && each.value->is_null()))
        refuse_key(each.name, *each.value,
                   std::string(key.only) + ", because this program supports no other value");
    return;
  }
  if (key.usual.empty()) return;
  if (said.empty()) return take_value(key, key.name, Json::parse(key.usual), config);
  take_same(key, said, config);
}

bool is_known(const ModelFamily& family, const std::string& key) {
  return names_a_key(family, key) || std::ranges::find(kUsualKeys, key) != std::end(kUsualKeys);
}

std::vector<std::string> names_of(std::span<const FamilyArchitecture> architectures) {
  std::vector<std::string> names;
  for (const FamilyArchitecture& each : architectures) names.emplace_back(each.name);
  return names;
}

/// The first name in "architectures"; "" if there is none.
std::string architecture_named(const Json& config) {
  const auto found = config.find("architectures");
  const bool named = found != config.end() && found->is_array() && !found->empty() && (*found)[0].is_string();
  return named ? (*found)[0].get<std::string>() : "";
}

/// Null if the family does not have one of this name.
const FamilyArchitecture* find_architecture(const ModelFamily& family, const std::string& name) {
  const auto found = std::ranges::find(family.architectures, name, &FamilyArchitecture::name);
  return found == family.architectures.end() ? nullptr : &*found;
}

/// The number of classes or labels: config.json names each, and there are two where it names none.
Index count_labels(const Json& config) {
  const auto named = config.find("id2label");
  const bool names = named != config.end() && named->is_object(),
             counted = !config.value("num_labels", Json()).is_null();
  const Index count = counted ? json_count(config, "num_labels", 1'000'000) : 2;
  if (names && counted && static_cast<Index>(named->size()) != count)
    throw std::runtime_error("num_labels is " + std::to_string(count) + ", but id2label names " +
                             std::to_string(named->size()) + " labels: remove one of the two keys");
  return names ? static_cast<Index>(named->size()) : count;
}

/// What follows from what the model predicts: the vocabularies, and whether its output is an embedding.
void set_output(const Json& json, ModelConfig& config) {
  const Format format = format_of(config);
  if (has_source(format) && config.source_vocabulary == 0)
    config.source_vocabulary = config.target_vocabulary;
  if (!predicts_text(format)) config.target_vocabulary = count_labels(json);
  if (has_source(format) && !predicts_text(format)) config.tied_output = false;
  config.output_bias = config.output_bias && can_have_output_bias(config);
}

/// "model.heads is …", preceded by the key that `family` uses for heads.
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
      if (same) return std::string(key.name) + " is not valid: " + error;
    }
  }
  return error;
}

/// The family whose distinguishing key is in `config`; null if there is none.
const ModelFamily* family_marked(const Json& config) {
  const auto families = model_families();
  const auto found = std::ranges::find_if(families, [&](const ModelFamily& family) {
    return !family.mark.empty() && config.contains(std::string(family.mark));
  });
  return found == families.end() ? nullptr : &*found;
}

}  // namespace

bool names_family(const Json& config) {
  if (config.contains("format")) return false;
  return config.contains("model_type") || config.contains("architectures") || family_marked(config);
}

const ModelFamily& family_of(const Json& config) {
  const std::string architecture = architecture_named(config);
  const Json type = config.value("model_type", Json());
  if (type.is_null() && architecture.empty())
    if (const ModelFamily* const marked = family_marked(config)) return *marked;
  std::vector<std::string> names;
  for (const ModelFamily& family : model_families()) {
    const bool found =
        type.is_null() ? find_architecture(family, architecture) != nullptr : type == family.name;
    if (found && !architecture.empty() && !find_architecture(family, architecture))
      throw std::runtime_error("architectures is " + quoted(std::string_view(architecture)) +
                               ", but must be " + either_of(names_of(family.architectures)) +
                               " for model_type " + std::string(family.name));
    if (found) return family;
    names.emplace_back(family.name);
  }
  if (type.is_null())
    throw std::runtime_error("architectures is " + quoted(std::string_view(architecture)) +
                             ", which this program does not support, and model_type is missing");
  throw std::runtime_error("model_type is " + shown_value(type) + ", but must be " + either_of(names));
}

std::vector<std::string> label_names(const ModelConfig& model, const Json& config) {
  const Json named = config.value("id2label", Json());
  std::set<std::string> given;
  std::vector<std::string> names;
  for (Index id = 0; id < model.target_vocabulary; ++id) {
    const std::string key = std::to_string(id);
    const bool there = named.is_object() && named.contains(key) && named[key].is_string();
    std::string name = there ? named[key].get<std::string>() : "LABEL_" + key;
    for (char& c : name)
      if (std::isspace(static_cast<unsigned char>(c))) c = '_';
    if (name.empty() || !given.insert(name).second) given.insert(name += "#" + key);
    names.push_back(name);
  }
  return names;
}

ModelConfig model_config_of(const ModelFamily& family, const Json& config,
                            std::vector<std::string>& unknown) {
  ModelConfig model = family.config();
  const FamilyArchitecture* named = find_architecture(family, architecture_named(config));
  if (!named) named = family.architectures.data();
  if (named->change) named->change(model);
  for (const FamilyKey& key : family.keys) take_key(family, key, config, model);
  set_output(config, model);
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
