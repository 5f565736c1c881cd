// Tensor axes, as the tensors' sites declare them.
#include "core/trace/tensor_axes.h"

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
    case Axis::Batch: return {"sequence", "sequences"};
    case Axis::Head: return {"head", "heads"};
    case Axis::Query: return {"query", "queries", Role::Query, true};
    case Axis::Key: return {"key", "keys", Role::Key, true};
    case Axis::Token: return {"position", "tokens", Role::None, true};
    case Axis::One: return {};
    case Axis::HeadFeature: return {"d", "d"};
    case Axis::Feature: return {"feature", "features"};
    case Axis::PatchPixel: return {"pixel", "pixels of the patch"};
    case Axis::Pixel: return {"pixel", "pixels of the picture"};
    case Axis::Vocabulary: return {"id", "vocabulary"};
    case Axis::Expert: return {"expert", "experts"};
    case Axis::Choice: return {"choice", "choice"};
    case Axis::Row:
    case Axis::HeadRow: return {"output feature", "output features"};
    case Axis::Column: return {"input feature", "input features"};
    case Axis::Channel: return {"channel", "channels"};
    case Axis::PixelRow: return {"pixel row", "pixel rows"};
    case Axis::PixelColumn: return {"pixel column", "pixel columns"};
    case Axis::Bucket: return {"bucket", "buckets"};
    case Axis::Segment: return {"segment", "segments"};
    case Axis::Property: return {"feature", "features"};
    case Axis::Dimension: return {"dimension", "dimensions"};
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
