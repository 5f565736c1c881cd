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
  /// How many tokens for hidden spans come behind the pieces (Raffel et al. 2020).
  std::optional<Index> extra_tokens;
  /// Names of the tokens; "" where none is given.
  std::string bos{}, eos{}, pad{}, mask{}, cls{}, sep{}, unknown{};
};

/// Adds what `json` says to `settings`. Throws std::runtime_error that names a member of a wrong type.
void take_settings(const nlohmann::json& json, TokenizerSettings& settings);

/// The ids of the tokens that `settings` name: sos is bos or else cls, eos is eos or else sep.
TokenRoles roles_of(const TokenizerSettings& settings, const TokenPipeline& pipeline);

// Each throws std::runtime_error with one line that says what is wrong.

/// vocab.txt: an entry of WordPiece a line, cut as BERT's are (Devlin et al. 2019).
nlohmann::json word_list_tokenizer(std::string_view bytes, TokenizerSettings& settings);

/// tokenizer.model of SentencePiece (Kudo and Richardson 2018): Unigram or byte pairs. What users defined
/// stays whole. Unused entries, models of words and of characters, and white space behind words are not read.
/// `settings` gets the names that the file gives to tokens, where it has none.
nlohmann::json sentence_piece_tokenizer(std::string_view bytes, TokenizerSettings& settings);

/// A file of SentencePiece whose pieces have the ids of `entries`, as of Marian's models: pieces that it
/// lacks are unknown, >>fr<< and the like are whole, and each text ends with the end token.
nlohmann::json marian_tokenizer(std::string_view bytes, const nlohmann::json& entries,
                                TokenizerSettings& settings);

/// The bytes of a file of SentencePiece of which sentence_piece_tokenizer() or marian_tokenizer() makes the
/// same stages, with these roles of its own pieces. Throws std::invalid_argument if `file` was not made by
/// these.
std::string sentence_piece_bytes(const nlohmann::json& file, const TokenRoles& roles);

/// tokenizer.bin of llama2.c: `entries` texts with their scores, whose bytes may be missing. `settings` as
/// above.
nlohmann::json llama2c_tokenizer(std::string_view bytes, Index entries, TokenizerSettings& settings);

}  // namespace attnlab
