// A family's tokenizer: the files that it may be in, a row each.
#include "core/io/family_tokenizer.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/io/family_byte_level.h"
#include "core/io/files/file.h"
#include "core/io/files/json_file.h"
#include "core/text/formats/file_tokenizer.h"
#include "core/text/pair_vocabulary_json.h"
#include "core/text/stages/staged_pipeline.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char *kWholeFile = "tokenizer.json", *kEntries = "vocab.json", *kMerges = "merges.txt",
                     *kWordList = "vocab.txt", *kSentencePiece = "tokenizer.model", *kPieces = "spiece.model",
                     *kSourcePieces = "source.spm", *kTargetPieces = "target.spm",
                     *kLlama2c = "tokenizer.bin";
constexpr const char* kSettingFiles[] = {"special_tokens_map.json", "tokenizer_config.json"};
constexpr std::uint64_t kMostTokenizerBytes = 256 << 20;

/// A member of tokenizer.json, "" and its dots from the top, and the values that it may have.
struct KnownValue {
  const char* key;
  std::initializer_list<const char*> values;  ///< as JSON; null stands for an absent one too
};

/// What holds for byte-level BPE that splits exactly as GPT-2 does: views can show its merges.
const KnownValue kPlainValues[] = {
    {"/normalizer", {"null"}},
    {"/pre_tokenizer/type", {"\"ByteLevel\""}},
    {"/pre_tokenizer/add_prefix_space", {"false"}},
    {"/pre_tokenizer/use_regex", {"null", "true"}},
    {"/post_processor/type", {"null", "\"ByteLevel\""}},
    {"/decoder/type", {"null", "\"ByteLevel\""}},
    {"/model/type", {"null", "\"BPE\""}},
    {"/model/dropout", {"null"}},
    {"/model/continuing_subword_prefix", {"null", "\"\""}},
    {"/model/end_of_word_suffix", {"null", "\"\""}},
    {"/model/fuse_unk", {"null", "false"}},
    {"/model/byte_fallback", {"null", "false"}},
    {"/model/ignore_merges", {"null", "false"}},
};

/// The member that `path` leads to; null if there is none.
Json member_at(const Json& json, const std::string& path) {
  const Json::json_pointer pointer(path);
  return json.contains(pointer) ? json.at(pointer) : Json();
}

/// Whether an added token is matched exactly, whatever is next to it.
bool is_plain_token(const Json& token) {
  return token.is_object() &&
         std::ranges::none_of(std::to_array({"lstrip", "rstrip", "single_word"}),
                              [&](const char* key) { return token.contains(key) && token[key] != false; });
}

bool is_plain(const Json& json) {
  const Json added = member_at(json, "/added_tokens");
  return std::ranges::all_of(kPlainValues,
                             [&](const KnownValue& known) {
                               const Json value = member_at(json, known.key);
                               return std::ranges::any_of(
                                   known.values, [&](const char* v) { return value == Json::parse(v); });
                             }) &&
         (!added.is_array() || std::ranges::all_of(added, is_plain_token));
}

/// Whether an unknown token stands for bytes without an entry, which plain byte pairs do not know.
bool has_unknown_bytes(const Json& json) {
  const Json entries = member_at(json, "/model/vocab");
  return !member_at(json, "/model/unk_token").is_null() && entries.is_object() && lacks_bytes(entries);
}

/// What the files say.
TokenizerSettings file_settings(const fs::path& folder) {
  TokenizerSettings settings;
  for (const char* name : kSettingFiles) {
    std::error_code ignored;
    if (!fs::exists(folder / name, ignored)) continue;
    try {
      take_settings(read_json_object(folder / name, kMostTokenizerBytes), settings);
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(std::string("its ") + name + ": " + error.what());
    }
  }
  return settings;
}

/// What the files say, and what the family usually has where they say nothing.
TokenizerSettings settings_of(const ModelFamily& family, const fs::path& folder) {
  TokenizerSettings settings = file_settings(folder);
  if (family.settings) family.settings(settings);
  return settings;
}

Tokenizer tokenizer_of_stages(const Json& file, const TokenizerSettings& settings, Index size) {
  auto pipeline = token_pipeline_from(file, size);
  const TokenRoles roles = roles_of(settings, *pipeline);
  return Tokenizer::from_pipeline(std::move(pipeline), roles);
}

/// The id of an added token or of an entry of this name; kUnknownId where there is none.
TokenId id_called(const PairVocabulary& vocabulary, const std::string& name) {
  const auto added = std::ranges::find(vocabulary.added(), name, &AddedToken::text);
  if (added != vocabulary.added().end()) return added->id < vocabulary.size() ? added->id : kUnknownId;
  for (TokenId id = 0; !name.empty() && id < vocabulary.size(); ++id)
    if (vocabulary.bytes(id) == name) return id;
  return kUnknownId;
}

/// Byte pairs with the end token that `settings` name.
Tokenizer from_parts(PairVocabulary::Parts parts, const TokenizerSettings& settings, Index size) {
  parts.size = size;
  Tokenizer tokenizer = Tokenizer::from_pair_vocabulary(PairVocabulary(parts));
  const TokenId end = id_called(*tokenizer.pair_vocabulary(), settings.eos);
  return end < 0 ? tokenizer : tokenizer.with_ends({end});
}

Tokenizer tokenizer_of_file(const ModelFamily& family, const Json& json, const TokenizerSettings& settings,
                            Index size) {
  if (!is_plain(json) || has_unknown_bytes(json) || !family.roles.empty())
    return tokenizer_of_stages(json, settings, size);
  const Json& model = json_member(json, "model");
  PairVocabulary::Parts parts{
      pair_entries_from(json_member(model, "vocab")), pair_merges_from(json_member(model, "merges")), {}, 0};
  if (json.contains("added_tokens")) parts.added = added_tokens_from(json["added_tokens"]);
  return from_parts(std::move(parts), settings, size);
}

Tokenizer read_whole(const ModelFamily& family, const fs::path& folder, Index size) {
  const Json json = read_json_object(folder / kWholeFile, kMostTokenizerBytes);
  return tokenizer_of_file(family, json, settings_of(family, folder), size);
}

Tokenizer read_entries_and_merges(const ModelFamily& family, const fs::path& folder, Index size) {
  const TokenizerSettings settings = settings_of(family, folder);
  return tokenizer_of_file(family, byte_level_file(family, folder, settings), settings, size);
}

/// BERT's kind, whatever the family's own is.
Tokenizer read_word_list(const ModelFamily&, const fs::path& folder, Index size) {
  TokenizerSettings settings = file_settings(folder);
  const Json file = word_list_tokenizer(read_file(folder / kWordList, kMostTokenizerBytes), settings);
  return tokenizer_of_stages(file, settings, size);
}

template <const char* const& name>
Tokenizer read_sentence_piece(const ModelFamily& family, const fs::path& folder, Index size) {
  TokenizerSettings settings = settings_of(family, folder);
  const Json file = sentence_piece_tokenizer(read_file(folder / name, kMostTokenizerBytes), settings);
  return tokenizer_of_stages(file, settings, size);
}

/// One for each side, with common ids.
Vocabularies read_two_sides(const ModelFamily& family, const fs::path& folder, Index size) {
  const Json entries = read_json_object(folder / kEntries, kMostTokenizerBytes);
  TokenizerSettings settings = settings_of(family, folder);
  const auto side = [&](const char* name) {
    try {
      const Json file = marian_tokenizer(read_file(folder / name, kMostTokenizerBytes), entries, settings);
      return tokenizer_of_stages(file, settings, size);
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(std::string("its ") + name + ": " + error.what());
    }
  };
  return {side(kSourcePieces), side(kTargetPieces)};
}

Tokenizer read_llama2c(const ModelFamily&, const fs::path& folder, Index size) {
  TokenizerSettings settings;
  const Json file = llama2c_tokenizer(read_file(folder / kLlama2c, kMostTokenizerBytes), size, settings);
  return tokenizer_of_stages(file, settings, size);
}

/// What a tokenizer may be read of; the first whose files are there is.
struct TokenizerForm {
  const char *file, *second;  ///< the second: nullptr where one is enough
  Vocabularies (*read)(const ModelFamily&, const fs::path&, Index);
};

/// One tokenizer for both sides.
template <Tokenizer (*read)(const ModelFamily&, const fs::path&, Index)>
Vocabularies one_for_both(const ModelFamily& family, const fs::path& folder, Index size) {
  return {std::nullopt, read(family, folder, size)};
}

const TokenizerForm kTokenizerForms[] = {
    {kWholeFile, nullptr, one_for_both<read_whole>},
    {kEntries, kMerges, one_for_both<read_entries_and_merges>},
    {kEntries, kSourcePieces, read_two_sides},
    {kWordList, nullptr, one_for_both<read_word_list>},
    {kPieces, nullptr, one_for_both<read_sentence_piece<kPieces>>},
    {kSentencePiece, nullptr, one_for_both<read_sentence_piece<kSentencePiece>>},
    {kLlama2c, nullptr, one_for_both<read_llama2c>},
};

[[noreturn]] void refuse_folder() {
  std::string names;
  for (const TokenizerForm& form : kTokenizerForms) {
    names += (names.empty() ? "" : ", or ") + std::string(form.file);
    if (form.second) names += std::string(" with ") + form.second;
  }
  throw std::runtime_error("the folder does not contain a tokenizer: add " + names);
}

}  // namespace

Vocabularies read_family_tokenizers(const ModelFamily& family, const fs::path& folder, Index size) {
  std::error_code ignored;
  const auto is_there = [&](const char* file) { return !file || fs::exists(folder / file, ignored); };
  const auto form = std::ranges::find_if(
      kTokenizerForms, [&](const TokenizerForm& f) { return is_there(f.file) && is_there(f.second); });
  if (form == std::end(kTokenizerForms)) refuse_folder();
  try {
    return form->read(family, folder, size);
  } catch (const std::exception& error) {
    throw std::runtime_error(std::string(form->file) + ": " + error.what());
  }
}

}  // namespace attnlab
