// Tokenizers, written: which files stages need.
#include "core/io/families/tokenizer_files.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "core/io/families/family_tokenizer_json.h"
#include "core/text/formats/file_tokenizer.h"

namespace attnlab {
namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

constexpr std::string_view kTokenizerNames[] = {
    "tokenizer.json", "tokenizer.model", "spiece.model",          "source.spm",
    "target.spm",     "vocab.json",      "tokenizer_config.json", "special_tokens_map.json"};

template <typename AnyJson>
FamilyFile json_file(const char* name, const AnyJson& json) {
  return {name, json.dump(2) + "\n"};
}

/// Whether other programs know all members of the stages: models that were read of files of SentencePiece
/// and of llama2.c have some of ours.
bool is_whole_file(const Json& file) {
  const Json model = file.value("model", Json::object()), normalizer = file.value("normalizer", Json());
  const bool ours = normalizer.is_object() && normalizer.value("type", "") == "SentencePiece";
  return !ours && std::ranges::none_of(std::to_array({"pieces", "scores", "single_precision"}),
                                       [&](const char* key) { return model.contains(key); });
}

OrderedJson whole_file(const Json& stages) {
  OrderedJson file{{"version", "1.0"}, {"truncation", nullptr}, {"padding", nullptr}};
  file["added_tokens"] = stages.value("added_tokens", Json::array());
  for (const char* key : {"normalizer", "pre_tokenizer", "post_processor", "decoder", "model"})
    file[key] = stages.value(key, Json());
  return file;
}

/// What a file of SentencePiece does not say.
OrderedJson settings_file(const Tokenizer& tokenizer, const Json& stages) {
  OrderedJson settings = OrderedJson::object();
  const TokenRoles& roles = tokenizer.roles();
  const auto name = [&](const char* key, TokenId id) {
    if (id >= 0) settings[key] = tokenizer.pipeline()->entry(id);
  };
  name("eos_token", roles.eos);
  name("pad_token", roles.pad);
  name("unk_token", roles.unknown);
  const Json frame = stages.value("post_processor", Json::object()).value("special_tokens", Json::object());
  if (stages["model"].contains("pieces")) return settings;
  settings["add_bos_token"] = frame.contains("bos");
  settings["add_eos_token"] = frame.contains("eos");
  settings["extra_ids"] = stages.value("added_tokens", Json::array()).size();
  return settings;
}

const Json* own_ids(const Json& stages) {
  const bool there = stages.contains("model") && stages["model"].contains("pieces");
  return there ? &stages["model"]["vocab"] : nullptr;
}

}  // namespace

std::vector<FamilyFile> family_tokenizer_files(const ModelFamily& family, const Vocabularies& v) {
  const Tokenizer& read = v.source ? *v.source : v.target;
  if (!read.pipeline()) return {json_file("tokenizer.json", family_tokenizer_json(read))};
  const Json stages = read.pipeline()->json();
  if (is_whole_file(stages))
    return {json_file("tokenizer.json", whole_file(stages)),
            json_file("special_tokens_map.json", family_special_tokens_json(read))};
  std::vector<FamilyFile> files{json_file("tokenizer_config.json", settings_file(read, stages))};
  if (const Json* const ids = own_ids(stages)) {
    files.push_back(json_file("vocab.json", *ids));
    files.push_back({"source.spm", sentence_piece_bytes(stages, read.roles())});
    files.push_back({"target.spm", sentence_piece_bytes(v.target.pipeline()->json(), v.target.roles())});
  } else {
    const std::string name = family.roles.empty() ? "tokenizer.model" : "spiece.model";
    files.push_back({name, sentence_piece_bytes(stages, read.roles())});
  }
  return files;
}

std::span<const std::string_view> family_tokenizer_names() { return kTokenizerNames; }

}  // namespace attnlab
