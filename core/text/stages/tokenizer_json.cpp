// Tokenizer: its JSON form, including a tokenizer of another program as stages.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/config/nearest.h"
#include "core/text/pair_vocabulary_json.h"
#include "core/text/stages/staged_pipeline.h"
#include "core/text/tokenizer.h"

namespace attnlab {
namespace {

constexpr std::size_t kMaxMerges = std::size_t{1} << 20;

[[noreturn]] void refuse_tokenizer(const std::string& what) {
  throw std::runtime_error("tokenizer: " + what);
}

TokenLevel level_from(const nlohmann::json& value) {
  std::vector<std::string> names;
  for (const TokenLevelKind& kind : kTokenLevels) {
    if (value == kind.name) return kind.level;
    names.push_back("\"" + std::string(kind.name) + "\"");
  }
  refuse_tokenizer("\"level\" must be " + either_of(names));
}

const nlohmann::json& member(const nlohmann::json& json, const char* key) {
  if (!json.is_object()) refuse_tokenizer("the JSON must be an object");
  const auto found = json.find(key);
  if (found == json.end()) refuse_tokenizer(std::string("\"") + key + "\" is missing");
  return *found;
}

bool flag(const nlohmann::json& value, const std::string& key) {
  if (!value.is_boolean()) refuse_tokenizer("\"" + key + "\" must be true or false");
  return value.get<bool>();
}

SpecialTokens special_from(const nlohmann::json& json) {
  const bool mask = json.contains("mask") && flag(json["mask"], "mask");
  return {.framing = flag(member(json, "special_tokens"), "special_tokens"), .mask = mask};
}

std::vector<std::string> entries_from(const nlohmann::json& value) {
  if (!value.is_array()) refuse_tokenizer("\"entries\" must be an array of strings");
  std::vector<std::string> entries;
  for (const nlohmann::json& entry : value) {
    if (!entry.is_string())
      refuse_tokenizer("entry " + std::to_string(entries.size()) + " must be a string, not " +
                       entry.type_name());
    entries.push_back(entry.get<std::string>());
  }
  return entries;
}

/// A token id or a count: whole, not negative, of 32 bits.
bool is_small(const nlohmann::json& value) {
  return value.is_number_integer() && value >= 0 && value <= 0x7FFFFFFF;
}

std::vector<TokenId> ends_from(const nlohmann::json& value, Index size) {
  const auto is_end = [&](const nlohmann::json& id) { return is_small(id) && id < size; };
  if (!value.is_array() || !std::ranges::all_of(value, is_end))
    refuse_tokenizer("\"ends\" must be an array of token IDs of the vocabulary");
  return value.get<std::vector<TokenId>>();
}

TokenId first_from(const nlohmann::json& value, Index size) {
  if (!is_small(value) || value >= size) refuse_tokenizer("\"first\" must be a token ID of the vocabulary");
  return value.get<TokenId>();
}

Merge merge_from(const nlohmann::json& value, std::size_t index) {
  if (!value.is_array() || value.size() != 3 || !is_small(value[0]) || !is_small(value[1]) ||
      !is_small(value[2]))
    refuse_tokenizer("merge " + std::to_string(index) + " must be [left, right, count]");
  return {value[0].get<TokenId>(), value[1].get<TokenId>(), value[2].get<Index>()};
}

BytePairs merges_from(const nlohmann::json& value) {
  if (!value.is_array()) refuse_tokenizer("\"merges\" must be an array of [left, right, count]");
  if (value.size() > kMaxMerges)
    refuse_tokenizer("\"merges\" has more than " + std::to_string(kMaxMerges) + " merges");
  std::vector<Merge> merges;
  for (const nlohmann::json& merge : value) merges.push_back(merge_from(merge, merges.size()));
  try {
    return BytePairs::from_merges(std::move(merges));
  } catch (const std::invalid_argument& error) {
    refuse_tokenizer(error.what());
  }
}

nlohmann::json merges_json(const BytePairs& pairs) {
  nlohmann::json merges = nlohmann::json::array();
  for (const Merge& merge : pairs.merges()) merges.push_back({merge.left, merge.right, merge.count});
  return merges;
}

Tokenizer from_named(const nlohmann::json& json) {
  try {
    return Tokenizer::from_pair_vocabulary(pair_vocabulary_from(json));
  } catch (const std::runtime_error& error) {
    refuse_tokenizer(error.what());
  }
}

struct RoleKey {
  const char* key;
  TokenId TokenRoles::*role;
};

/// The roles that a file names; the pipeline itself names the unknown token.
constexpr RoleKey kRoleKeys[] = {{"pad", &TokenRoles::pad},
                                 {"sos", &TokenRoles::sos},
                                 {"eos", &TokenRoles::eos},
                                 {"mask", &TokenRoles::mask}};

nlohmann::json roles_json(const TokenRoles& roles) {
  nlohmann::json json = nlohmann::json::object();
  for (const RoleKey& key : kRoleKeys)
    if (roles.*key.role >= 0) json[key.key] = roles.*key.role;
  return json;
}

TokenRoles roles_from(const nlohmann::json& json, Index size) {
  if (!json.is_object()) refuse_tokenizer("\"roles\" must be an object of token IDs");
  TokenRoles roles;
  for (const auto& [name, id] : json.items()) {
    const auto key = std::ranges::find(kRoleKeys, name, &RoleKey::key);
    if (key == std::end(kRoleKeys)) refuse_tokenizer("unknown role " + name + " in \"roles\"");
    if (!is_small(id) || id >= size)
      refuse_tokenizer("the role " + name + " must be a token ID of the vocabulary");
    roles.*key->role = id.get<TokenId>();
  }
  return roles;
}

Tokenizer from_stages(const nlohmann::json& json) {
  const nlohmann::json& size = member(json, "size");
  if (!is_small(size)) refuse_tokenizer("\"size\" must be a whole number of at least 0");
  try {
    auto pipeline = token_pipeline_from(member(json, "file"), size.get<Index>());
    const TokenRoles roles = roles_from(member(json, "roles"), pipeline->size());
    return Tokenizer::from_pipeline(std::move(pipeline), roles);
  } catch (const std::runtime_error& error) {
    const std::string message = error.what();
    if (message.starts_with("tokenizer: ")) throw;
    refuse_tokenizer("file: " + message);
  }
}

}  // namespace

nlohmann::json Tokenizer::to_json() const {
  nlohmann::json json{{"level", token_level(level_).name}, {"special_tokens", special_.framing}};
  if (special_.mask) json["mask"] = true;
  if (ends_) json["ends"] = *ends_;
  if (first_ >= 0) json["first"] = first_;
  if (pipeline_) {
    json["file"] = pipeline_->json();
    json["size"] = size();
    json["roles"] = roles_json(roles_);
    return json;
  }
  if (named_) {
    json.update(attnlab::to_json(*named_));
    return json;
  }
  if (level_ == TokenLevel::BytePairs)
    json["merges"] = merges_json(*byte_pairs_);
  else if (level_ != TokenLevel::Bytes)
    json["entries"] = std::vector<std::string>(entries_.begin() + first_entry(), entries_.end());
  return json;
}

Tokenizer Tokenizer::from_json(const nlohmann::json& json) {
  Tokenizer tokenizer = without_ends(json);
  if (json.contains("ends")) tokenizer = tokenizer.with_ends(ends_from(json["ends"], tokenizer.size()));
  return json.contains("first") ? tokenizer.with_first(first_from(json["first"], tokenizer.size()))
                                : tokenizer;
}

Tokenizer Tokenizer::without_ends(const nlohmann::json& json) {
  const TokenLevel level = level_from(member(json, "level"));
  const SpecialTokens special = special_from(json);
  if (level == TokenLevel::Bytes) return of_bytes(special);
  if (level == TokenLevel::Pieces) return from_stages(json);
  if (level == TokenLevel::BytePairs && json.contains("vocabulary")) return from_named(json);
  if (level == TokenLevel::BytePairs) return from_byte_pairs(merges_from(member(json, "merges")), special);
  try {
    return {entries_from(member(json, "entries")), level, special};
  } catch (const std::invalid_argument& error) {
    throw std::runtime_error(error.what());
  }
}

}  // namespace attnlab
