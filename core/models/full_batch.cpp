// Full batch: sizes by format, and tokens.
#include "core/models/full_batch.h"

#include <algorithm>

#include "core/config/no_such_kind.h"

namespace attnlab {

namespace {

void resize_fully(Batch& batch, const ModelConfig& config, Index n) {
  switch (format_of(config)) {
    case Format::Stream: return batch.resize(1, 0, n);
    case Format::Pairs: return batch.resize(1, n, n);
    case Format::Masked:
    case Format::Labels:
    case Format::Numbers: return batch.resize(1, n, 0, n);
    case Format::Class: return batch.resize(1, n, 0, 1);
    case Format::WordContext: return batch.resize(1, 1, 1, 1);
    case Format::Picture: return batch.resize(1, 0, 0, 1);
    case Format::PictureText: return batch.resize(1, 0, n);
  }
  no_such_kind("format");
}

void go_through(std::vector<TokenId>& tokens, Index vocabulary) {
  for (std::size_t i = 0; i < tokens.size(); ++i)
    tokens[i] = static_cast<TokenId>(static_cast<Index>(i) % vocabulary);
}

}  // namespace

Batch full_batch(const ModelConfig& config, Index positions) {
  Batch batch;
  resize_fully(batch, config, positions);
  if (has_picture(format_of(config)))
    batch.resize_pictures(config.picture_channels, config.picture_size, config.picture_size);
  if (!batch.source.empty()) go_through(batch.source, config.source_vocabulary);
  go_through(batch.input, config.target_vocabulary);
  std::ranges::fill(batch.target, TokenId{0});
  std::ranges::fill(batch.source_lengths, batch.source_length);
  std::ranges::fill(batch.input_lengths, batch.input_length);
  std::ranges::fill(batch.pictures, Real(0.5));
  return batch;
}

}  // namespace attnlab
