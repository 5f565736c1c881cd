// Batch: what one training step or one trace works on, and the formats that it can have.
#pragma once

#include <vector>

#include "core/tensor/real.h"

namespace attnlab {

/// What one example is made of: which parts of a Batch a task fills and a model reads.
enum class Format {
  Stream,       ///< a text; each next token is to be predicted: input, target
  Pairs,        ///< a source text, and a target text that begins with <sos>: source, input, target
  Masked,       ///< a source text with hidden tokens, which are to be found: source, target [B,Ts]
  Labels,       ///< a source text and a label for each of its tokens: source, target [B,Ts]
  Class,        ///< a source text and its class: source, target [B,1]
  Picture,      ///< a picture and its class: pictures, target [B,1]
  PictureText,  ///< a picture, and a target text that begins with <sos>: pictures, input, target
  WordContext,  ///< words (source), and candidates (input) that are near them or not (target 1 or 0)
  Numbers,      ///< a source text of digits, each a number that is to be given again: source, target [B,Ts]
};

/// Whether examples of `format` have a source text.
bool has_source(Format format);
/// Whether they have a picture.
bool has_picture(Format format);
/// Whether the model writes a text, token by token: a text that goes on, or an answer.
bool writes_text(Format format);
/// Whether it writes an answer, from <sos> to <eos>, to a source text or a picture.
bool writes_answer(Format format);
/// Whether its answer is one class for a whole text or picture.
bool gives_class(Format format);
/// Whether it predicts the tokens of a text, so that a perplexity says something.
bool predicts_text(Format format);
/// Whether a text has a right answer that the model does not read: hidden tokens, labels or a class.
bool has_right_answer(Format format);

/// Token ids, row-major; a part that the format does not have is empty.
/// Rows shorter than T are padded at the end: `source` and `input` with the tokenizer's <pad>,
/// `target` with kIgnoredTarget. `*_lengths` give each row's real length.
struct Batch {
  Index size = 0;                        ///< B
  Index source_length = 0;               ///< Ts
  Index input_length = 0;                ///< Ti, which is Tt where the model writes a text
  Index target_length = 0;               ///< Tt
  std::vector<TokenId> source;           ///< [B,Ts] what the encoder reads
  std::vector<TokenId> input;            ///< [B,Ti] what the decoder reads (targets shifted right)
  std::vector<TokenId> target;           ///< [B,Tt] the tokens to predict
  std::vector<TokenId> source_segments;  ///< [B,Ts] to which text of a pair tokens belong; empty: the first
  std::vector<Index> source_lengths;     ///< [B]
  std::vector<Index> input_lengths;      ///< [B]

  Index channels = 0, height = 0, width = 0;  ///< of each picture
  std::vector<Real> pictures;                 ///< [B,channels,height,width], 0 to 1

  /// Sizes of Stream (source_len 0) and Pairs, where input and target have one length; no pictures. The
  /// vectors keep their memory, so a repeated size allocates nothing.
  void resize(Index batch, Index source_len, Index target_len);
  /// Sizes of a batch whose input has a length of its own, 0 for none.
  void resize(Index batch, Index source_len, Index input_len, Index target_len);
  /// Another length of input and target in every row; sources and pictures stay. Allocates nothing for a
  /// length that was there before.
  void resize_target(Index target_len);
  /// Room for a picture a row.
  void resize_pictures(Index channel_count, Index picture_height, Index picture_width);
  /// Number of targets that count in the loss.
  Index counted_targets() const;
};

}  // namespace attnlab
