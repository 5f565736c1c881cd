// Batch: the token ids that one training step or one trace works on.
#pragma once

#include <vector>

#include "core/tensor/real.h"

namespace attnlab {

/// Token ids, row-major. `source` is empty for a model without an encoder.
/// Rows shorter than T are padded at the end: `source` and `input` with the tokenizer's <pad>,
/// `target` with kIgnoredTarget. `*_lengths` give each row's real length.
struct Batch {
  Index size = 0;                     ///< B
  Index source_length = 0;            ///< Ts
  Index target_length = 0;            ///< Tt
  std::vector<TokenId> source;        ///< [B,Ts] what the encoder reads
  std::vector<TokenId> input;         ///< [B,Tt] what the decoder reads (targets shifted right)
  std::vector<TokenId> target;        ///< [B,Tt] what it must say
  std::vector<Index> source_lengths;  ///< [B]
  std::vector<Index> input_lengths;   ///< [B]

  /// Sets the sizes; the vectors keep their memory, so a repeated size allocates nothing.
  void resize(Index batch, Index source_len, Index target_len);
  /// Number of targets that count in the loss.
  Index counted_targets() const;
};

}  // namespace attnlab
