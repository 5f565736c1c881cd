// Charsmap: SentencePiece's table of what normalization puts for characters, and how it treats spaces.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/text/stages/normalizers.h"
#include "core/text/stages/user_symbols.h"

namespace attnlab {

/// Replaces the longest sequence of bytes that the table has, from the left, by what it says; `whole` symbols
/// and other characters stay. `json` is the table in base64: a double array of 32-bit units with its size
/// before it (Darts; Aoe 1989), and the texts that its values point to, each ended by a zero. Throws
/// std::runtime_error that names `path` for anything else.
Normalizer charsmap_normalizer(const nlohmann::json& json, const std::string& path, UserSymbols whole = {});

struct SentencePieceSpaces {
  bool prefix = true;        ///< one space before the text
  bool remove_extra = true;  ///< none at the ends, one for many in between
  bool escape = true;        ///< as U+2581
};

/// The text with its spaces so. An empty text stays empty.
AlignedText with_sentence_piece_spaces(const AlignedText& text, const SentencePieceSpaces& spaces);

/// Without controls, other line ends and spaces as a space (Kudo and Richardson 2018: nmt).
AlignedText without_nmt_controls(const AlignedText& text);

}  // namespace attnlab
