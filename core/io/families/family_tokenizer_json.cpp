// A tokenizer as tokenizer.json: vocabulary, merges and added tokens.
#include "core/io/families/family_tokenizer_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "core/text/byte_letters.h"

namespace attnlab {
namespace {

using OrderedJson = nlohmann::ordered_json;

/// All bytes, each by its letter, with the ids of `tokenizer`.
PairVocabulary::Parts parts_of_bytes(const Tokenizer& tokenizer) {
  PairVocabulary::Parts parts;
  for (TokenId byte = 0; byte < 256; ++byte)
    parts.entries.emplace_back(letters_of_bytes(std::string(1, static_cast<char>(byte))),
                               tokenizer.id_of_pair(byte));
  return parts;
}

PairVocabulary::Parts parts_of(const Tokenizer& tokenizer) {
  if (const PairVocabulary* const named = tokenizer.pair_vocabulary()) return named->parts();
  if (tokenizer.level() == TokenLevel::Bytes && !tokenizer.has_special_tokens() && !tokenizer.has_mask())
    return parts_of_bytes(tokenizer);
  throw std::invalid_argument("cannot write the tokenizer, whose tokens are " +
                              std::string(token_level(tokenizer.level()).pieces) +
                              ": only bytes, characters without special tokens and tokenizers that were read "
                              "from the files of other programs can be written");
}

OrderedJson byte_level(bool prefix_space) {
  return {
      {"type", "ByteLevel"}, {"add_prefix_space", prefix_space}, {"trim_offsets", true}, {"use_regex", true}};
}

OrderedJson added_token(const AddedToken& token) {
  return {{"id", token.id},  {"content", token.text}, {"single_word", false}, {"lstrip", false},
          {"rstrip", false}, {"normalized", false},   {"special", true}};
}

OrderedJson whole_file(OrderedJson added, OrderedJson model) {
  return {{"version", "1.0"},          {"truncation", nullptr}, {"padding", nullptr},
          {"added_tokens", added},     {"normalizer", nullptr}, {"pre_tokenizer", nullptr},
          {"post_processor", nullptr}, {"decoder", nullptr},    {"model", model}};
}

OrderedJson pairs_model(OrderedJson vocabulary, OrderedJson merges) {
  return {{"type", "BPE"},
          {"dropout", nullptr},
          {"unk_token", nullptr},
          {"continuing_subword_prefix", nullptr},
          {"end_of_word_suffix", nullptr},
          {"fuse_unk", false},
          {"byte_fallback", false},
          {"vocab", std::move(vocabulary)},
          {"merges", std::move(merges)}};
}

/// Each character is an entry, and nothing is merged.
OrderedJson characters_json(const Tokenizer& tokenizer) {
  OrderedJson vocabulary = OrderedJson::object();
  for (TokenId id = 0; id < tokenizer.size(); ++id) vocabulary[tokenizer.entry(id)] = id;
  OrderedJson file =
      whole_file(OrderedJson::array(), pairs_model(std::move(vocabulary), OrderedJson::array()));
  file["decoder"] = {{"type", "Fuse"}};
  return file;
}

}  // namespace

OrderedJson family_tokenizer_json(const Tokenizer& tokenizer) {
  if (tokenizer.level() == TokenLevel::Characters && !tokenizer.has_special_tokens() && !tokenizer.has_mask())
    return characters_json(tokenizer);
  PairVocabulary::Parts parts = parts_of(tokenizer);
  std::ranges::sort(parts.entries, {}, &std::pair<std::string, TokenId>::second);
  OrderedJson vocabulary = OrderedJson::object(), merges = OrderedJson::array(), added = OrderedJson::array();
  for (const auto& [piece, id] : parts.entries) vocabulary[piece] = id;
  for (const BytePairs::PieceMerge& merge : parts.merges) merges.push_back({merge.left, merge.right});
  for (const AddedToken& token : parts.added) added.push_back(added_token(token));
  OrderedJson file = whole_file(std::move(added), pairs_model(std::move(vocabulary), std::move(merges)));
  file["pre_tokenizer"] = byte_level(false);
  file["decoder"] = byte_level(true);
  return file;
}

OrderedJson family_special_tokens_json(const Tokenizer& tokenizer) {
  if (!tokenizer.pipeline()) return nullptr;
  const bool reads_whole_texts = tokenizer.mask() >= 0;
  OrderedJson names = OrderedJson::object();
  const auto name = [&](const char* key, TokenId id) {
    if (id >= 0) names[key] = tokenizer.entry(id);
  };
  name(reads_whole_texts ? "cls_token" : "bos_token", tokenizer.sos());
  name(reads_whole_texts ? "sep_token" : "eos_token", tokenizer.eos());
  name("pad_token", tokenizer.pad());
  name("mask_token", tokenizer.mask());
  name("unk_token", tokenizer.unknown());
  return names;
}

}  // namespace attnlab
