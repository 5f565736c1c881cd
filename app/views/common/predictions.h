// What the model says at each position, and text made of pieces. Pure.
#pragma once

#include <string>
#include <vector>

#include "core/text/vocabularies.h"
#include "core/trace/trace.h"

namespace attnlab {

/// The likeliest token at one position of the target.
struct Prediction {
  TokenId token = kUnknownId;
  float probability = 0;
  TokenId wanted = kIgnoredTarget;  ///< what should come there; kIgnoredTarget: nothing in particular
  bool counted() const { return wanted >= 0; }
  bool right() const { return counted() && token == wanted; }
};

/// One for each position that the decoder read; for word vectors one for each candidate, token 1 where it is
/// held to be near and 0 where not. Empty where the trace has no output.probabilities.
std::vector<Prediction> predictions(const Trace& trace);

/// What a prediction says: a token, or "near" and "far".
std::string prediction_words(Format format, const Tokenizer& tokenizer, TokenId token);

/// The text of `pieces` without <sos> and <eos>: words with spaces between them if `tokenizer` cuts words.
std::string text_of(const std::vector<Piece>& pieces, const Tokenizer& tokenizer);

/// Line ends as "↵", so that a text fits on one line, and back.
std::string on_one_line(std::string_view text);
std::string with_line_ends(std::string_view text);

/// "“zebra” is not in the vocabulary …": what the unknown pieces turn into; "" where all are known.
std::string unknown_remark(const std::vector<Piece>& pieces);

}  // namespace attnlab
