// Family folders, written: keys by the rows, read back to see whether they say all; tensors laid as the rows
// say.
#include "core/io/family_export.h"

#include <algorithm>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "core/io/checkpoint_files.h"
#include "core/io/families/tokenizer_files.h"
#include "core/io/family_config.h"
#include "core/io/family_ends.h"
#include "core/io/family_folder.h"
#include "core/io/family_layout.h"
#include "core/io/family_pictures.h"
#include "core/io/files/atomic_folder.h"
#include "core/io/files/file.h"
#include "core/io/files/json_file.h"
#include "core/io/safetensors.h"
#include "core/models/transformer_parts.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;
using OrderedJson = nlohmann::ordered_json;
using checkpoint_files::kConfig;

/// The value of an option as the key writes it; nothing if the key has no word for it.
struct GiveValue {
  const FamilyKey& key;
  const ModelConfig& config;

  std::optional<OrderedJson> operator()(std::monostate) const { return std::nullopt; }
  std::optional<OrderedJson> operator()(Index ModelConfig::*option) const {
    if (key.unset && config.*option == key.unset(config)) return std::make_optional<OrderedJson>(nullptr);
    return std::make_optional<OrderedJson>(config.*option);
  }
  std::optional<OrderedJson> operator()(double ModelConfig::*option) const {
    return std::make_optional<OrderedJson>(config.*option);
  }
  std::optional<OrderedJson> operator()(bool ModelConfig::*option) const {
    return std::make_optional<OrderedJson>(config.*option);
  }
  std::optional<OrderedJson> operator()(std::string ModelConfig::*option) const {
    const auto word = std::ranges::find(key.words, config.*option, &FamilyKey::Word::ours);
    if (word == key.words.end()) return std::nullopt;
    if (word->theirs == "true" || word->theirs == "false")
      return std::make_optional<OrderedJson>(word->theirs == "true");
    return std::make_optional<OrderedJson>(word->theirs);
  }
};

/// Without the options for training, which config.json never contains.
ModelConfig without_learning(ModelConfig config) {
  const ModelConfig usual;
  config.dropout = usual.dropout;
  config.initialization = usual.initialization;
  if (config.decoder_layers == config.layers) config.decoder_layers = 0;  // two ways to say the same
  return config;
}

/// As set_output() of a read config makes it, undone: the vocabulary of what is read under the family's key.
ModelConfig with_vocabulary_read(ModelConfig config) {
  if (has_source(format_of(config))) config.target_vocabulary = config.source_vocabulary;
  return config;
}

OrderedJson keys_of(const ModelFamily& family, const FamilyArchitecture& architecture,
                    const ModelConfig& config) {
  OrderedJson json{{"architectures", OrderedJson::array({architecture.name})}, {"model_type", family.name}};
  const ModelConfig read = with_vocabulary_read(config);
  for (const FamilyKey& key : family.keys) {
    if (key.give) {
      if (const nlohmann::json value = key.give(read); !value.is_discarded())
        json[std::string(key.name)] = value;
    } else if (const std::optional<OrderedJson> value = std::visit(GiveValue{key, read}, key.option)) {
      json[std::string(key.name)] = *value;
    }
  }
  if (!predicts_text(format_of(config))) json["num_labels"] = config.target_vocabulary;
  return json;
}

/// The first option in which the two differ; "" if they are equal.
std::string difference_of(ModelConfig config, ModelConfig other) {
  const Fields ours = model_fields(config), theirs = model_fields(other);
  for (std::size_t i = 0; i < ours.size(); ++i)
    if (field_text(ours[i]) != field_text(theirs[i]))
      return "model." + std::string(ours[i].name) + " " + field_text(theirs[i]) + " instead of " +
             field_text(ours[i]);
  return "";
}

std::size_t count_differences(ModelConfig config, ModelConfig other) {
  const Fields ours = model_fields(config), theirs = model_fields(other);
  std::size_t count = 0;
  for (std::size_t i = 0; i < ours.size(); ++i) count += field_text(ours[i]) != field_text(theirs[i]) ? 1 : 0;
  return count;
}

/// The model that another program would take the family's keys of `config` for; nothing where it is none.
std::optional<ModelConfig> read_again(const ModelFamily& family, const FamilyArchitecture& architecture,
                                      const ModelConfig& config) {
  std::vector<std::string> unknown;
  try {
    ModelConfig read =
        model_config_of(family, nlohmann::json::parse(keys_of(family, architecture, config).dump()), unknown);
    read.pixel_mean = config.pixel_mean;
    read.pixel_deviation = config.pixel_deviation;
    return read;
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
}

/// Tensors of a file under way: shape and cells by name.
struct TensorUnderWay {
  Shape shape;
  std::vector<Real> cells;
};

std::string name_in_file(const ModelFamily& family, const std::string& name) {
  const bool bare = std::ranges::any_of(family.without_prefix,
                                        [&](std::string_view start) { return name.starts_with(start); });
  return (bare ? "" : std::string(family.prefix)) + name;
}

void lay_columns(const Parameter& parameter, const FamilyTensor& row, std::span<const Real> ours,
                 std::span<Real> cells) {
  const Index out = parameter.shape[0], in = parameter.shape[1], stride = out * row.parts;
  for (Index i = 0; i < in; ++i)
    for (Index j = 0; j < out; ++j) cells[i * stride + row.part * out + j] = ours[j * in + i];
}

void lay_rows(const Parameter& parameter, const FamilyTensor& row, const RotaryTurns& turns,
              std::span<const Real> ours, std::span<Real> cells) {
  const Index rows = parameter.shape[0], in = parameter.shape.size() / rows;
  for (Index own = 0; own < rows; ++own)
    std::copy_n(ours.begin() + as_offset(own * in), in,
                cells.begin() + as_offset(stored_row(parameter, row, turns, own) * in));
}

Shape with_outer_ones(const Shape& shape, Index count) {
  std::vector<Index> sizes(count, 1);
  sizes.insert(sizes.end(), shape.sizes().begin(), shape.sizes().end());
  return Shape(std::span<const Index>(sizes));
}

void write_weights(const fs::path& path, const ModelFamily& family, const Checkpoint& checkpoint) {
  const ModelConfig& config = checkpoint.preset.model;
  const FamilyPlaces places(family, config);
  std::map<std::string, TensorUnderWay> files;
  for (const Parameter& parameter : checkpoint.model->parameters().all()) {
    const FamilyPlace& place = places.of(parameter);
    TensorUnderWay& file = files[name_in_file(family, place.theirs)];
    file.shape = with_outer_ones(stored_shape(config, parameter, place.row), place.row.outer);
    file.cells.resize(file.shape.size(), Real(0));
    const auto ours = std::span<const Real>(checkpoint.state->snapshot->weights)
                          .subspan(parameter.offset, parameter.shape.size());
    if (lies_as_columns(parameter, place.row))
      lay_columns(parameter, place.row, ours, file.cells);
    else
      lay_rows(parameter, place.row, rotary_turns(config), ours, file.cells);
  }
  std::vector<TensorToWrite> tensors;
  for (const auto& [name, file] : files) tensors.push_back({name, file.shape, file.cells});
  write_safetensors(path, tensors, {{"format", "pt"}});
}

void write_config(const fs::path& path, const FamilyOfModel& found, const Checkpoint& checkpoint) {
  const ModelConfig& config = checkpoint.preset.model;
  OrderedJson json = keys_of(*found.family, *found.architecture, config);
  json.erase("num_labels");
  if (writes_text(format_of(config)))
    json.update(roles_to_write(*found.family, checkpoint.vocabularies->target));
  json["torch_dtype"] = "float32";
  if (!predicts_text(format_of(config))) {
    OrderedJson& names = json["id2label"] = OrderedJson::object();
    OrderedJson& ids = json["label2id"] = OrderedJson::object();
    for (TokenId id = 0; id < checkpoint.vocabularies->target.size(); ++id) {
      names[std::to_string(id)] = checkpoint.vocabularies->target.entry(id);
      ids[checkpoint.vocabularies->target.entry(id)] = id;
    }
  }
  write_json(path, json);
}

constexpr std::string_view kOtherFamilyFiles[] = {"config.json", kGenerationConfig, "model.safetensors",
                                                  "preprocessor_config.json"};

/// What other programs read before config.json when they generate.
void write_generation_config(const fs::path& path, const ModelFamily& family, const Checkpoint& checkpoint) {
  if (!writes_text(format_of(checkpoint.preset.model))) return;
  const OrderedJson roles = roles_to_write(family, checkpoint.vocabularies->target);
  if (!roles.empty()) write_json(path, roles);
}

std::vector<std::string_view> all_family_files() {
  std::vector<std::string_view> files(std::begin(kOtherFamilyFiles), std::end(kOtherFamilyFiles));
  files.insert(files.end(), family_tokenizer_names().begin(), family_tokenizer_names().end());
  return files;
}

void write_file(const fs::path& path, const std::string& bytes) {
  OutputFile file(path);
  file.write(bytes);
  file.close();
}

}  // namespace

FamilyOfModel family_of_model(const ModelConfig& config, std::string_view opened_as) {
  const ModelConfig wanted = without_learning(config);
  std::string nearest;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  std::vector<const ModelFamily*> families;
  for (const ModelFamily& family : model_families())
    if (family.chosen_for_others || family.name == opened_as)
      families.insert(family.name == opened_as ? families.begin() : families.end(), &family);
  for (const ModelFamily* const each : families)
    for (const FamilyArchitecture& architecture : each->architectures) {
      const ModelFamily& family = *each;
      const std::optional<ModelConfig> read = read_again(family, architecture, wanted);
      if (!read) continue;
      if (without_learning(*read) == wanted) return {&family, &architecture};
      const std::size_t count = count_differences(wanted, without_learning(*read));
      if (count >= least) continue;
      least = count;
      nearest = "; the closest is " + std::string(family.title) + ", but with " +
                difference_of(wanted, without_learning(*read));
    }
  throw std::invalid_argument("no model family of other programs matches this model" + nearest);
}

void save_family_folder(const fs::path& folder, const Checkpoint& checkpoint) {
  const FamilyOfModel found = family_of_model(checkpoint.preset.model, checkpoint.preset.name);
  const Format format = format_of(checkpoint.preset.model);
  std::vector<FamilyFile> tokenizer;
  if (!has_picture(format)) tokenizer = family_tokenizer_files(*found.family, *checkpoint.vocabularies);
  const std::vector<std::string_view> names = all_family_files();
  AtomicFolder files(folder,
                     {.name = "model of another program", .files = names, .is_one = is_family_folder});
  write_config(files.path() / kConfig, found, checkpoint);
  write_generation_config(files.path() / kGenerationConfig, *found.family, checkpoint);
  write_weights(files.path() / "model.safetensors", *found.family, checkpoint);
  for (const FamilyFile& file : tokenizer) write_file(files.path() / file.name, file.bytes);
  if (has_picture(format)) write_pixel_scale(files.path(), checkpoint.preset.model);
  files.commit();
}

}  // namespace attnlab
