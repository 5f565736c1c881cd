// Rows: one example's place in a padded batch, as core/tasks/base/encode.h has it.
#pragma once

#include "core/tasks/base/text_task.h"

namespace attnlab {

/// Sizes of a batch, or of one row in it.
struct RowSize {
  Index source = 0, input = 0, target = 0;

  void grow(const RowSize& other);
};

/// The tokenizers of both sides.
struct SideTokenizers {
  const Tokenizer& source;
  const Tokenizer& target;
};

/// The sizes of `example`: Pairs with <sos> and <eos>, Stream with the question before the answer.
RowSize row_size(Format format, const TokenExample& example);

/// Gives `batch` its sizes and fills it with padding: <pad>, and kIgnoredTarget as the target.
void resize_padded(Batch& batch, Index rows, const RowSize& size, SideTokenizers sides);

/// Writes one example into row `row` of `batch`, which has room for it and is padded already.
void write_row(Batch& batch, Index row, Format format, const TokenExample& example, SideTokenizers sides);

}  // namespace attnlab
