// Batch: sizes and counting.
#include "core/tasks/batch.h"

#include <algorithm>

namespace attnlab {

void Batch::resize(Index batch, Index source_len, Index target_len) {
  size = batch;
  source_length = source_len;
  target_length = target_len;
  source.resize(static_cast<std::size_t>(batch * source_len));
  input.resize(static_cast<std::size_t>(batch * target_len));
  target.resize(static_cast<std::size_t>(batch * target_len));
  source_lengths.resize(static_cast<std::size_t>(source_len > 0 ? batch : 0));
  input_lengths.resize(static_cast<std::size_t>(batch));
}

Index Batch::counted_targets() const {
  return std::count_if(target.begin(), target.end(), [](TokenId id) { return id != kIgnoredTarget; });
}

}  // namespace attnlab
