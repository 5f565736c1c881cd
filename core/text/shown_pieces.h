// Shown pieces: the tokens of a text as people see them: a part of a letter with its letter.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/text/tokenizer.h"

namespace attnlab {

/// Bytes of `text` as characters. Where only some bytes of a character are in, the character with their
/// numbers, from 1: "é[1]", "世[2-3]". Bytes that are not UTF-8 are left as they are.
std::string shown_part(std::string_view text, std::size_t begin, std::size_t size);

/// What shown_part() says of a piece of `text`; the entry of one that stands for no bytes.
std::string shown_piece(const Tokenizer& tokenizer, std::string_view text, const Piece& piece);

/// tokenizer.pieces(text), each with what shown_piece() says as its text.
std::vector<Piece> shown_pieces(const Tokenizer& tokenizer, std::string_view text);

/// The same with the tokens of the tokenizer's frame around them, called as their entries.
std::vector<Piece> framed_pieces(const Tokenizer& tokenizer, std::string_view text);

/// Pieces of special tokens, called as their entries.
std::vector<Piece> pieces_of_ids(const Tokenizer& tokenizer, std::span<const TokenId> ids);

/// The ids of framed_pieces(text).
std::vector<TokenId> encode_framed(const Tokenizer& tokenizer, std::string_view text);

/// How many tokens come before a text that begins with `question`, up to the question's end: those of the
/// frame and of the question; 0 for no question.
Index tokens_up_to(const Tokenizer& tokenizer, std::string_view question);

}  // namespace attnlab
