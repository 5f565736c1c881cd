// Encode: typed text to a batch of one sequence.
#include "core/tasks/encode.h"

#include <algorithm>
#include <stdexcept>

#include "core/tasks/pair_task.h"

namespace attnlab {

namespace {

Batch encode_stream(const std::vector<TokenId>& ids) {
  if (ids.empty()) throw std::invalid_argument("the text is empty: type at least one token");
  Batch batch;
  batch.resize(1, 0, static_cast<Index>(ids.size()));
  batch.input = ids;
  std::copy(ids.begin() + 1, ids.end(), batch.target.begin());
  batch.target.back() = kIgnoredTarget;
  std::ranges::replace(batch.target, kUnknownId, kIgnoredTarget);
  batch.input_lengths.front() = batch.target_length;
  return batch;
}

}  // namespace

Vocabularies vocabularies_of(const Task& task) {
  Vocabularies vocabularies;
  if (task.has_source()) vocabularies.source = task.source_tokenizer();
  vocabularies.target = task.target_tokenizer();
  return vocabularies;
}

Batch encode_pair(const Vocabularies& v, std::span<const TokenId> source, std::span<const TokenId> target) {
  Batch batch;
  resize_padded(batch, 1, static_cast<Index>(source.size()) + 1, static_cast<Index>(target.size()) + 1,
                *v.source, v.target);
  write_pair(batch, 0, {source, target}, *v.source, v.target);
  return batch;
}

Batch encode_text(const Vocabularies& v, std::string_view source, std::string_view target) {
  if (!v.source) return encode_stream(v.target.encode(target));
  return encode_pair(v, v.source->encode(source), v.target.encode(target));
}

}  // namespace attnlab
