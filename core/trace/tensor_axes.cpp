// Tensor axes, as the tensors' sites declare them.
#include "core/trace/tensor_axes.h"

#include "core/language/messages.h"

namespace attnlab {

namespace {

/// The text that places along an axis of tokens are of.
const std::vector<Piece>& pieces_of(const Trace& trace, Text text) {
  const bool source = text == Text::Source || trace.input_pieces.empty();
  return source ? trace.source_pieces : trace.input_pieces;
}

}  // namespace

AxisWords words_of(Axis axis) {
  switch (axis) {
    case Axis::Batch: return {tr_mark("sequence"), tr_mark("sequences")};
    case Axis::Head: return {tr_mark("head"), tr_mark("heads")};
    case Axis::Query: return {tr_mark("query"), tr_mark("queries"), Role::Query, true};
    case Axis::Key: return {tr_mark("key"), tr_mark("keys"), Role::Key, true};
    case Axis::Token: return {tr_mark("position"), tr_mark("tokens"), Role::None, true};
    case Axis::One: return {};
    case Axis::HeadFeature: return {"d", "d"};
    case Axis::Feature: return {tr_mark("feature"), tr_mark("features")};
    case Axis::PatchPixel: return {tr_mark("pixel"), tr_mark("pixels of the patch")};
    case Axis::Pixel: return {tr_mark("pixel"), tr_mark("pixels of the picture")};
    case Axis::Vocabulary: return {tr_mark("id"), tr_mark("vocabulary")};
    case Axis::Expert: return {tr_mark("expert"), tr_mark("experts")};
    case Axis::Choice: return {tr_mark("choice"), tr_mark("choice")};
    case Axis::Row:
    case Axis::HeadRow: return {tr_mark("output feature"), tr_mark("output features")};
    case Axis::Column: return {tr_mark("input feature"), tr_mark("input features")};
    case Axis::Channel: return {tr_mark("channel"), tr_mark("channels")};
    case Axis::PixelRow: return {tr_mark("pixel row"), tr_mark("pixel rows")};
    case Axis::PixelColumn: return {tr_mark("pixel column"), tr_mark("pixel columns")};
    case Axis::Bucket: return {tr_mark("bucket"), tr_mark("buckets")};
    case Axis::Segment: return {tr_mark("segment"), tr_mark("segments")};
    case Axis::Property: return {tr_mark("feature"), tr_mark("features")};
    case Axis::Dimension: return {tr_mark("dimension"), tr_mark("dimensions")};
  }
  return {};
}

const std::vector<Piece>& axis_pieces(const Trace& trace, const TraceTensor& tensor, std::size_t axis) {
  static const std::vector<Piece> kNone;
  const Axis what = tensor.site->axes[axis];
  if (!words_of(what).of_tokens) return kNone;
  return pieces_of(trace, what == Axis::Key ? tensor.place.key_text() : tensor.place.text());
}

Index first_piece(const Trace& trace, const TraceTensor& tensor) {
  return tensor.site->before_class && has_class_token(trace.config()) ? 1 : 0;
}

}  // namespace attnlab
