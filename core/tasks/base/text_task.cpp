// TextTask: batches padded to their longest row.
#include "core/tasks/base/text_task.h"

#include "core/tasks/base/rows.h"

namespace attnlab {

void TextTask::sample(Split split, RandomStream& random, Index count, Batch& batch) const {
  Room room;
  RandomStream preview = random;  // the same draws, first for their lengths
  RowSize size;
  for (Index row = 0; row < count; ++row) size.grow(row_size(format_, draw(split, preview, room)));
  const SideTokenizers sides{source_tokenizer(), target_tokenizer()};
  resize_padded(batch, count, size, sides);
  for (Index row = 0; row < count; ++row) write_row(batch, row, format_, draw(split, random, room), sides);
}

}  // namespace attnlab
