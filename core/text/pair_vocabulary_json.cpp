// PairVocabulary as JSON: reading with errors that name the member.
#include "core/text/pair_vocabulary_json.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace attnlab {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostEntries = std::size_t{1} << 21;

[[noreturn]] void refuse_pairs(const std::string& what) { throw std::runtime_error(what); }

bool is_token_id(const Json& value) { return value.is_number_integer() && value >= 0 && value <= 0x7FFFFFFE; }

void check_count(const Json& json, const char* what) {
  if (json.size() > kMostEntries)
    refuse_pairs("the file has more than " + std::to_string(kMostEntries) + " " + what);
}

BytePairs::PieceMerge merge_of(const Json& value, std::size_t number) {
  if (value.is_array() && value.size() == 2 && value[0].is_string() && value[1].is_string())
    return {value[0].get<std::string>(), value[1].get<std::string>()};
  if (value.is_string()) {
    const auto& text = value.get_ref<const std::string&>();
    const std::size_t space = text.find(' ');
    if (space != text.npos && text.find(' ', space + 1) == text.npos)
      return {text.substr(0, space), text.substr(space + 1)};
  }
  refuse_pairs("merge " + std::to_string(number) + " must be two pieces, such as \"a b\" or [\"a\", \"b\"]");
}

AddedToken added_of(const Json& value, std::size_t number) {
  const std::string name = "added token " + std::to_string(number);
  if (!value.is_object() || !value.contains("id") || !is_token_id(value["id"]) ||
      !value.contains("content") || !value["content"].is_string())
    refuse_pairs(name + " must have an id and a content");
  for (const char* key : {"lstrip", "rstrip", "single_word"})
    if (value.contains(key) && value[key] != false)
      refuse_pairs(name + " has " + key + " " + value[key].dump() + ", but must be false");
  return {value["content"].get<std::string>(), value["id"].get<TokenId>()};
}

}  // namespace

std::vector<std::pair<std::string, TokenId>> pair_entries_from(const Json& json) {
  if (!json.is_object()) refuse_pairs("the vocabulary must be an object of token IDs");
  check_count(json, "entries");
  std::vector<std::pair<std::string, TokenId>> entries;
  for (const auto& [letters, id] : json.items()) {
    if (!is_token_id(id))
      refuse_pairs("the vocabulary has a token ID that is not a whole number of at least 0");
    entries.emplace_back(letters, id.get<TokenId>());
  }
  return entries;
}

std::vector<BytePairs::PieceMerge> pair_merges_from(const Json& json) {
  if (!json.is_array()) refuse_pairs("merges must be an array");
  check_count(json, "merges");
  std::vector<BytePairs::PieceMerge> merges;
  for (const Json& merge : json) merges.push_back(merge_of(merge, merges.size()));
  return merges;
}

std::vector<AddedToken> added_tokens_from(const Json& json) {
  if (!json.is_array()) refuse_pairs("added_tokens must be an array");
  check_count(json, "added tokens");
  std::vector<AddedToken> added;
  for (const Json& token : json) added.push_back(added_of(token, added.size()));
  return added;
}

Json to_json(const PairVocabulary& vocabulary) {
  const PairVocabulary::Parts parts = vocabulary.parts();
  Json json{{"vocabulary", Json::object()}, {"merges", Json::array()}, {"added_tokens", Json::array()}};
  json["size"] = parts.size;
  for (const auto& [letters, id] : parts.entries) json["vocabulary"][letters] = id;
  for (const auto& [left, right] : parts.merges) json["merges"].push_back({left, right});
  for (const auto& [text, id] : parts.added) json["added_tokens"].push_back({{"id", id}, {"content", text}});
  return json;
}

PairVocabulary pair_vocabulary_from(const Json& json) {
  for (const char* key : {"vocabulary", "merges", "added_tokens", "size"})
    if (!json.contains(key)) refuse_pairs(std::string("\"") + key + "\" is missing");
  if (!is_token_id(json["size"])) refuse_pairs("\"size\" must be a whole number of at least 0");
  try {
    return PairVocabulary({pair_entries_from(json["vocabulary"]), pair_merges_from(json["merges"]),
                           added_tokens_from(json["added_tokens"]), json["size"].get<Index>()});
  } catch (const std::invalid_argument& error) {
    refuse_pairs(error.what());
  }
}

}  // namespace attnlab
