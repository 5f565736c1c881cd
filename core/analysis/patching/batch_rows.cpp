// Batch rows: copying rows, and one recorded pass.
#include "core/analysis/patching/batch_rows.h"

#include <algorithm>

namespace attnlab {

Batch batch_of_rows(const Batch& batch, std::span<const Index> rows) {
  Batch made;
  made.resize(count_of(rows), batch.source_length, batch.input_length, batch.target_length);
  const auto copy = [&](const auto& from, auto& to, Index width) {
    auto at = to.begin();
    for (const Index row : rows) at = std::copy_n(from.begin() + as_offset(row * width), width, at);
  };
  copy(batch.source, made.source, batch.source_length);
  if (!batch.source_segments.empty()) {
    made.source_segments.resize(made.source.size());
    copy(batch.source_segments, made.source_segments, batch.source_length);
  }
  copy(batch.input, made.input, batch.input_length);
  copy(batch.target, made.target, batch.target_length);
  if (batch.source_length > 0) copy(batch.source_lengths, made.source_lengths, 1);
  if (batch.input_length > 0) copy(batch.input_lengths, made.input_lengths, 1);
  return made;
}

std::vector<Real> recorded_logits(const Model& model, std::span<const Real> weights, const Batch& batch,
                                  AttentionDevice* device) {
  Tape tape(Mode::Record);
  tape.use_device(device);
  tape.bind(model.parameters(), weights.data(), nullptr);
  const Variable logits = model.logits(tape, batch);
  return {logits.data(), logits.data() + logits.size()};
}

}  // namespace attnlab
