// Checkpoint: config.json, tokenizer.json and training.json.
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/io/checkpoint_files.h"
#include "core/io/file.h"
#include "core/io/json_text.h"
#include "core/tasks/task_config.h"

namespace attnlab::checkpoint_files {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::string_view kFormat = "attention-lab checkpoint";
constexpr int kVersion = 1;
constexpr std::uint64_t kMaxSmallFile = 1 << 20, kMaxTokenizerFile = 256 << 20;
constexpr Index kMaxSteps = Index{1} << 53;

void write_json(const fs::path& path, const nlohmann::ordered_json& json) {
  std::string text;
  try {
    text = json.dump(2) + "\n";
  } catch (const nlohmann::json::exception&) {
    throw std::runtime_error("a text in it is not UTF-8 (the path of the corpus?)");
  }
  OutputFile file(path);
  file.write(text);
  file.close();
}

/// The object in a file; errors name the file.
Json read_object(const fs::path& path, std::uint64_t most_bytes) {
  const std::string text = read_file(path, most_bytes);
  Json json = parse_json(text);
  if (!json.is_object()) throw std::runtime_error("it must be a JSON object");
  return json;
}

const Json& member(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end()) throw std::runtime_error(std::string(key) + " is missing");
  return *found;
}

Index count_in(const Json& json, const char* key) {
  const Json& value = member(json, key);
  const bool good = value.is_number_unsigned() && value.get<std::uint64_t>() <= std::uint64_t{kMaxSteps};
  if (!good) throw std::runtime_error(std::string(key) + " must be a whole number of at least 0");
  return value.get<Index>();
}

/// Checks format and version and takes them off.
void take_header(Json& json) {
  const Json& format = member(json, "format");
  if (format != kFormat) throw std::runtime_error("format must be \"" + std::string(kFormat) + "\"");
  const Index version = count_in(json, "version");
  if (version != kVersion) {
    throw std::runtime_error("it has version " + std::to_string(version) +
                             " of the format, but this program reads " + std::to_string(kVersion));
  }
  json.erase("format");
  json.erase("version");
}

}  // namespace

bool has_config(const fs::path& folder) {
  try {
    const Json json = read_object(folder / kConfig, kMaxSmallFile);
    const auto format = json.find("format");
    return format != json.end() && *format == kFormat;
  } catch (const std::runtime_error&) {
    return false;
  }
}

void write_config(const fs::path& folder, const Preset& preset) {
  nlohmann::ordered_json json = {{"format", kFormat}, {"version", kVersion}};
  const nlohmann::ordered_json stored = preset_to_json(preset);
  for (const auto& [key, value] : stored.items()) json[key] = value;
  write_json(folder / kConfig, json);
}

Preset read_config(const fs::path& folder) {
  return with_name(kConfig, [&] {
    Json json = read_object(folder / kConfig, kMaxSmallFile);
    take_header(json);
    for (const char* section : {"task", "model", "training"}) member(json, section);
    Preset preset = preset_from_json(json);
    validate(preset.task);
    validate(preset.training);
    validate(preset.model);
    return preset;
  });
}

void write_vocabularies(const fs::path& folder, const Vocabularies& vocabularies) {
  nlohmann::ordered_json json;
  json["source"] = vocabularies.source ? vocabularies.source->to_json() : Json(nullptr);
  json["target"] = vocabularies.target.to_json();
  write_json(folder / kTokenizer, json);
}

Vocabularies read_vocabularies(const fs::path& folder) {
  return with_name(kTokenizer, [&] {
    const Json json = read_object(folder / kTokenizer, kMaxTokenizerFile);
    Vocabularies vocabularies;
    const Json& source = member(json, "source");
    if (!source.is_null()) vocabularies.source = Tokenizer::from_json(source);
    vocabularies.target = Tokenizer::from_json(member(json, "target"));
    return vocabularies;
  });
}

void write_progress(const fs::path& folder, const Progress& progress) {
  write_json(folder / kTraining, {{"steps", progress.steps},
                                  {"updates", progress.updates},
                                  {"learning_rate_factor", progress.learning_rate_factor}});
}

Progress read_progress(const fs::path& folder) {
  return with_name(kTraining, [&] {
    const Json json = read_object(folder / kTraining, kMaxSmallFile);
    Progress progress{count_in(json, "steps"), count_in(json, "updates"), 1};
    const Json& factor = member(json, "learning_rate_factor");
    if (factor.is_number()) progress.learning_rate_factor = factor.get<double>();
    const bool good = factor.is_number() && std::isfinite(progress.learning_rate_factor) &&
                      progress.learning_rate_factor >= 0;
    if (!good) throw std::runtime_error("learning_rate_factor must be a number of at least 0");
    return progress;
  });
}

}  // namespace attnlab::checkpoint_files
