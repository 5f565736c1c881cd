// Rows: padding, and writing by format.
#include "core/tasks/base/rows.h"

#include <algorithm>

#include "core/tasks/base/stream_targets.h"

namespace attnlab {
namespace {

Index length_of(std::span<const TokenId> tokens) { return count_of(tokens); }

/// Start of row `row` in a row-major buffer of `width` columns.
std::vector<TokenId>::iterator row_begin(std::vector<TokenId>& cells, Index row, Index width) {
  return cells.begin() + as_offset(row * width);
}

/// The first `length` cells of row `row`.
std::span<TokenId> cells_of_row(std::vector<TokenId>& cells, Index row, Index width, Index length) {
  return std::span(cells).subspan(row * width, length);
}

TokenId counted(TokenId id) { return id == kUnknownId ? kIgnoredTarget : id; }

void write_source(Batch& batch, Index row, std::span<const TokenId> tokens) {
  std::ranges::copy(tokens, row_begin(batch.source, row, batch.source_length));
  batch.source_lengths[row] = length_of(tokens);
}

void write_pair(Batch& batch, Index row, const TokenExample& pair, SideTokenizers sides) {
  write_source(batch, row, pair.source);
  *(row_begin(batch.source, row, batch.source_length) + as_offset(length_of(pair.source))) =
      sides.source.eos();
  const auto input = row_begin(batch.input, row, batch.target_length);
  *input = sides.target.sos();
  std::ranges::copy(pair.target, input + 1);
  *std::ranges::copy(pair.target, row_begin(batch.target, row, batch.target_length)).out = sides.target.eos();
  batch.source_lengths[row] = length_of(pair.source) + 1;
  batch.input_lengths[row] = length_of(pair.target) + 1;
}

void write_answer(Batch& batch, Index row, const TokenExample& example, SideTokenizers sides) {
  const Index length = row_size(Format::Stream, example).input;
  const std::span<TokenId> input = cells_of_row(batch.input, row, batch.input_length, length);
  std::ranges::copy(example.target, std::ranges::copy(example.source, input.begin()).out);
  write_stream_targets(input, example.source.size(), sides.target.eos(),
                       cells_of_row(batch.target, row, batch.target_length, length));
  batch.input_lengths[row] = length;
}

void write_labelled(Batch& batch, Index row, const TokenExample& example) {
  write_source(batch, row, example.source);
  std::ranges::transform(example.target, row_begin(batch.target, row, batch.target_length), counted);
}

}  // namespace

void RowSize::grow(const RowSize& other) {
  source = std::max(source, other.source);
  input = std::max(input, other.input);
  target = std::max(target, other.target);
}

RowSize row_size(Format format, const TokenExample& example) {
  const Index source = length_of(example.source), target = length_of(example.target);
  if (format == Format::Pairs) return {source + 1, target + 1, target + 1};
  if (format == Format::Stream) return {0, source + target, source + target};
  return {source, 0, target};
}

void resize_padded(Batch& batch, Index rows, const RowSize& size, SideTokenizers sides) {
  batch.resize(rows, size.source, size.input, size.target);
  std::ranges::fill(batch.source, sides.source.pad());
  std::ranges::fill(batch.input, sides.target.pad());
  std::ranges::fill(batch.target, kIgnoredTarget);
}

void write_row(Batch& batch, Index row, Format format, const TokenExample& example, SideTokenizers sides) {
  if (format == Format::Pairs) return write_pair(batch, row, example, sides);
  if (format == Format::Stream) return write_answer(batch, row, example, sides);
  write_labelled(batch, row, example);
}

}  // namespace attnlab
