// A family's ends: reading and writing the keys of tokens with a role.
#include "core/io/family_ends.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/io/checkpoint_files.h"
#include "core/io/files/file.h"
#include "core/io/files/json_file.h"
#include "core/text/escaped_text.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char *kEndKey = "eos_token_id", *kFirstKey = "forced_bos_token_id";
constexpr std::uint64_t kMostGenerationBytes = 1 << 20;

/// The value of a key, and its file.
struct SaidRole {
  std::string file;
  Json value;
  bool usual = false;  ///< the default, because no file has the key
};

/// The two files, the first of which comes first.
struct RoleFiles {
  Json generation, config;

  SaidRole find(std::string_view key) const {
    const Json first = generation.value(std::string(key), Json());
    if (!first.is_null()) return {kGenerationConfig, first};
    return {std::string(checkpoint_files::kConfig), config.value(std::string(key), Json())};
  }
};

Json read_generation_config(const fs::path& folder) {
  std::error_code ignored;
  if (!fs::exists(folder / kGenerationConfig, ignored)) return Json::object();
  return checkpoint_files::with_name(
      kGenerationConfig, [&] { return read_json_object(folder / kGenerationConfig, kMostGenerationBytes); });
}

bool is_token(const Json& id, Index size) { return id.is_number_unsigned() && id < size; }

[[noreturn]] void refuse_role(const SaidRole& said, std::string_view key, const std::string& must_be) {
  const std::string value = escaped_dump(said.value);
  throw std::runtime_error(said.file + ": " + std::string(key) + " is " +
                           (said.usual ? value : quoted(std::string_view(value))) + ", but must be " +
                           must_be);
}

/// The first of one or several end tokens that exists; null if none does, which with_ends_of() reports.
Json usable_end(const Json& value, Index size) {
  const Json list = value.is_array() ? value : Json::array({value});
  for (const Json& id : list)
    if (is_token(id, size)) return id;
  const auto is_number = [](const Json& id) { return id.is_number_integer(); };
  return std::ranges::all_of(list, is_number) ? Json() : value;
}

TokenRoles roles_in(const ModelFamily& family, const RoleFiles& files, const Tokenizer& tokenizer) {
  TokenRoles roles = tokenizer.roles();
  for (const FamilyRole& row : family.roles) {
    SaidRole said = files.find(row.key);
    if (row.key == kEndKey) said.value = usable_end(said.value, tokenizer.size());
    if (said.value.is_null()) said = {said.file, static_cast<std::uint64_t>(row.usual), true};
    const Json& id = said.value;
    if (!is_token(id, tokenizer.size()))
      refuse_role(said, row.key, "a token ID below " + std::to_string(tokenizer.size()));
    roles.*row.role = id.get<TokenId>();
  }
  return roles;
}

std::string left_out(const SaidRole& said, std::string_view key, const Json& id, Index size) {
  return said.file + ": ignored " + std::string(key) + " " + id.dump() + ", which is not a token ID below " +
         std::to_string(size);
}

/// A number or a list of numbers; those that are not tokens are ignored.
Tokenizer with_ends_of(const RoleFiles& files, const Tokenizer& tokenizer,
                       std::vector<std::string>& remarks) {
  const SaidRole said = files.find(kEndKey);
  if (said.value.is_null()) return tokenizer;
  const Json list = said.value.is_array() ? said.value : Json::array({said.value});
  std::vector<TokenId> ends;
  for (const Json& id : list) {
    if (!id.is_number_integer()) refuse_role(said, kEndKey, "a token ID or a list of token IDs");
    if (is_token(id, tokenizer.size()))
      ends.push_back(id.get<TokenId>());
    else
      remarks.push_back(left_out(said, kEndKey, id, tokenizer.size()));
  }
  return tokenizer.with_ends(std::move(ends));
}

/// The first token that other programs force on an output: kept for them, but not used here.
Tokenizer with_first_of(const RoleFiles& files, const Tokenizer& tokenizer,
                        std::vector<std::string>& remarks) {
  const SaidRole said = files.find(kFirstKey);
  if (said.value.is_null()) return tokenizer;
  if (!said.value.is_number_integer()) refuse_role(said, kFirstKey, "a token ID or null");
  if (!is_token(said.value, tokenizer.size())) {
    remarks.push_back(left_out(said, kFirstKey, said.value, tokenizer.size()));
    return tokenizer;
  }
  remarks.push_back(said.file + ": ignored " + kFirstKey + " " + said.value.dump() +
                    ": an output begins with the token that the model predicts");
  return tokenizer.with_first(said.value.get<TokenId>());
}

}  // namespace

Vocabularies with_file_roles(const ModelFamily& family, const fs::path& folder, const Json& config,
                             Vocabularies v, std::vector<std::string>& remarks) {
  const RoleFiles files{read_generation_config(folder), config};
  if (!family.roles.empty()) {
    v.target = v.target.with_roles(roles_in(family, files, v.target));
    if (v.source) v.source = v.source->with_roles(roles_in(family, files, *v.source));
  }
  v.target = with_ends_of(files, v.target, remarks);
  if (!family.roles.empty()) v.target = with_first_of(files, v.target, remarks);
  return v;
}

nlohmann::ordered_json roles_to_write(const ModelFamily& family, const Tokenizer& tokenizer) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const FamilyRole& role : family.roles)
    if (const TokenId id = tokenizer.roles().*role.role; id >= 0) json[std::string(role.key)] = id;
  if (tokenizer.first() >= 0) json[kFirstKey] = tokenizer.first();
  const std::vector<TokenId> ends = tokenizer.ends();
  if (ends.size() == 1)
    json[kEndKey] = ends[0];
  else if (!ends.empty())
    json[kEndKey] = ends;
  return json;
}

}  // namespace attnlab
