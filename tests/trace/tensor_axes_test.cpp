// The tokens along the axes of a tensor.
#include "core/trace/tensor_axes.h"

#include <gtest/gtest.h>

#include "tests/trace/traced_preset.h"

namespace attnlab::testing {
namespace {

/// The text along axis `axis`.
std::string along(const Trace& trace, std::string_view tensor, std::size_t axis) {
  const AxisMeaning meaning = tensor_axes(trace.at(tensor))[axis];
  std::string text;
  for (const Piece& piece : axis_pieces(trace, tensor, meaning)) text += piece.text + " ";
  return text;
}

TEST(TensorAxes, AnAlignmentLooksAtTheSource) {
  const TracePtr trace =
      TracedPreset("seq2seq-attention", {"width=8"}).trace({.source = "abc", .target = "cb"});
  const std::string target = along(*trace, "target.embedding", 1),
                    source = along(*trace, "source.embedding", 1);
  EXPECT_NE(target, source);
  EXPECT_EQ(along(*trace, "alignment.weights", 2), source);
  EXPECT_EQ(along(*trace, "alignment.key", 1), source);
  EXPECT_EQ(along(*trace, "alignment.weights", 1), target);
  EXPECT_EQ(along(*trace, "alignment.query", 1), target);
}

TEST(TensorAxes, CrossAttentionLooksAtTheSource) {
  const TracePtr trace = TracedPreset("translate", {"width=8", "heads=2"})
                             .trace({.source = "the cat", .target = "le chat noir"});
  const std::string cross = "decoder.layers.0.cross_attention.", self = "decoder.layers.0.self_attention.";
  EXPECT_EQ(along(*trace, cross + "weights", 3), along(*trace, "source.embedding", 1));
  EXPECT_EQ(along(*trace, cross + "weights", 2), along(*trace, "target.embedding", 1));
  EXPECT_EQ(along(*trace, self + "weights", 3), along(*trace, "target.embedding", 1));
}

}  // namespace
}  // namespace attnlab::testing
