// Passes: pieces of a batch.
#include "core/training/passes.h"

#include <algorithm>

namespace attnlab {
namespace {

template <typename Value>
void copy_rows(const std::vector<Value>& from, Index begin, Index rows, Index width, std::vector<Value>& to) {
  std::copy_n(from.begin() + as_offset(begin * width), rows * width, to.begin());
}

}  // namespace

Index rows_a_pass(const Model& model, const Batch& batch) {
  constexpr Index kTokens = 192;
  return std::max<Index>(1, kTokens / std::max<Index>(1, model.positions_a_row(batch)));
}

void take_rows(const Batch& batch, Index begin, Index rows, Batch& part) {
  part.resize(rows, batch.source_length, batch.input_length, batch.target_length);
  part.resize_pictures(batch.channels, batch.height, batch.width);
  copy_rows(batch.source, begin, rows, batch.source_length, part.source);
  if (!batch.source_segments.empty()) {
    part.source_segments.resize(part.source.size());
    copy_rows(batch.source_segments, begin, rows, batch.source_length, part.source_segments);
  }
  copy_rows(batch.input, begin, rows, batch.input_length, part.input);
  copy_rows(batch.target, begin, rows, batch.target_length, part.target);
  copy_rows(batch.pictures, begin, rows, batch.channels * batch.height * batch.width, part.pictures);
  if (batch.source_length > 0) copy_rows(batch.source_lengths, begin, rows, 1, part.source_lengths);
  if (batch.input_length > 0) copy_rows(batch.input_lengths, begin, rows, 1, part.input_lengths);
}

}  // namespace attnlab
