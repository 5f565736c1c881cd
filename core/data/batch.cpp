// Batch: sizes and counting.
#include "core/data/batch.h"

#include <algorithm>

namespace attnlab {

bool has_source(Format format) { return format != Format::Stream && !has_picture(format); }
bool has_picture(Format format) { return format == Format::Picture || format == Format::PictureText; }
bool writes_text(Format format) { return format == Format::Stream || writes_answer(format); }
bool writes_answer(Format format) { return format == Format::Pairs || format == Format::PictureText; }
bool predicts_text(Format format) { return writes_text(format) || format == Format::Masked; }
bool gives_class(Format format) { return format == Format::Class || format == Format::Picture; }
bool has_right_answer(Format format) {
  return format == Format::Masked || format == Format::Labels || format == Format::Class;
}

void Batch::resize(Index batch, Index source_len, Index target_len) {
  resize(batch, source_len, target_len, target_len);
}

void Batch::resize(Index batch, Index source_len, Index input_len, Index target_len) {
  const auto cells = [](Index rows, Index columns) { return static_cast<std::size_t>(rows * columns); };
  size = batch;
  source_length = source_len;
  input_length = input_len;
  target_length = target_len;
  source.resize(cells(batch, source_len));
  input.resize(cells(batch, input_len));
  target.resize(cells(batch, target_len));
  source_segments.clear();
  source_lengths.resize(source_len > 0 ? batch : 0);
  input_lengths.resize(input_len > 0 ? batch : 0);
  resize_pictures(0, 0, 0);
}

void Batch::resize_target(Index target_len) {
  input_length = target_length = target_len;
  input.resize(size * target_len);
  target.resize(size * target_len);
  input_lengths.resize(size);
}

void Batch::resize_pictures(Index channel_count, Index picture_height, Index picture_width) {
  channels = channel_count;
  height = picture_height;
  width = picture_width;
  pictures.resize(size * channels * height * width);
}

Index Batch::counted_targets() const {
  return std::count_if(target.begin(), target.end(), [](TokenId id) { return id != kIgnoredTarget; });
}

}  // namespace attnlab
