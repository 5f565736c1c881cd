// Formats of tokenizers: bytes of other programs' files, as a tokenizer.json would say the same.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/text/tokenizer.h"

namespace attnlab {

/// What beside the vocabulary says how a text is read: tokenizer_config.json and special_tokens_map.json.
struct TokenizerSettings {
  std::optional<bool> lower_case, strip_accents, spaced_ideographs, add_bos, add_eos, prefix_space;
  /// Names of the tokens; "" where none is given.
  std::string bos{}, eos{}, pad{}, mask{}, cls{}, sep{}, unknown{};
};

/// Adds what `json` says to `settings`. Throws std::runtime_error that names a member of a wrong type.
void take_settings(const nlohmann::json& json, TokenizerSettings& settings);

/// The ids of the tokens that `settings` name: sos is bos or else cls, eos is eos or else sep.
TokenRoles roles_of(const TokenizerSettings& settings, const TokenPipeline& pipeline);

// Each throws std::runtime_error with one line that says what is wrong.

/// vocab.txt: an entry of WordPiece a line, cut as BERT's are (Devlin et al. 2019).
nlohmann::json word_list_tokenizer(std::string_view bytes, const TokenizerSettings& settings);

/// tokenizer.model of SentencePiece (Kudo and Richardson 2018): Unigram or byte pairs. Entries that users
/// defined, words, characters and white space behind words are not read. `settings` gets the names that the
/// file gives to tokens, where it has none.
nlohmann::json sentence_piece_tokenizer(std::string_view bytes, TokenizerSettings& settings);

/// tokenizer.bin of llama2.c: `entries` texts with their scores. `settings` as above.
nlohmann::json llama2c_tokenizer(std::string_view bytes, Index entries, TokenizerSettings& settings);

}  // namespace attnlab
