// Masks as edits: which cells each kind hides, and as text.
#include <gtest/gtest.h>

#include <cmath>

#include "core/trace/edit.h"
#include "tests/support/error_text.h"
#include "tests/trace/traced_preset.h"

namespace attnlab::testing {
namespace {

const std::string kDecoder = "decoder.layers.1.self_attention";
const std::string kEncoder = "encoder.layers.1.self_attention";
constexpr Index kKeys = 5;  // "the black cat eats" and <eos>

const TracedPreset& masks_model() {
  static const TracedPreset preset("translate", {"width=8", "heads=2", "layers=2", "feed_forward=12"});
  return preset;
}

TracePtr edited_by(const std::vector<std::string>& texts) {
  TraceRequest request{.source = "the black cat eats", .target = "le chat noir mange"};
  for (const std::string& text : texts) request.edits.push_back(parse_edit(text));
  return masks_model().trace(request);
}

bool seen(const Trace& trace, const std::string& attention, Index head, Index q, Index k) {
  const TraceTensor& weights = trace.at(attention + ".weights");
  return weights.value[static_cast<std::size_t>(weights.shape.offset(std::vector<Index>{0, head, q, k}))] > 0;
}

template <typename Expected>
void expect_seen(const Trace& trace, const std::string& attention, Index head, Expected expected) {
  for (Index q = 0; q < kKeys; ++q)
    for (Index k = 0; k < kKeys; ++k)
      EXPECT_EQ(seen(trace, attention, head, q, k), expected(q, k)) << head << ": " << q << "," << k;
}

TEST(MaskEdits, HideWhatTheirKindSays) {
  const auto with = [](const std::string& shape) { return edited_by({"mask " + kEncoder + " " + shape}); };
  for (Index head : {0, 1}) {
    expect_seen(*with("causal"), kEncoder, head, [](Index q, Index k) { return k <= q; });
    expect_seen(*with("window 2"), kEncoder, head, [](Index q, Index k) { return q - k <= 1 && k - q <= 1; });
    expect_seen(*with("sinks 2 1"), kEncoder, head,
                [](Index q, Index k) { return k == 0 || (q - k <= 1 && k - q <= 1); });
    expect_seen(*with("padding 2"), kEncoder, head, [](Index, Index k) { return k < 3; });
  }
  EXPECT_FALSE(with("causal")->at("encoder.layers.0.self_attention.mask").edited);
}

TEST(MaskEdits, NumbersBelowAKindsLeastAreRefused) {
  EXPECT_NE(error_text<std::invalid_argument>([] {
              parse_edit("mask " + kEncoder + " window 0");
            }).find("window with 1 or more positions"),
            std::string::npos);
  EXPECT_NO_THROW(parse_edit("mask " + kEncoder + " padding 0"));
}

TEST(MaskEdits, HideMoreThanTheMaskThatIsThere) {
  expect_seen(*edited_by({"mask " + kDecoder + " window 2"}), kDecoder, 0,
              [](Index q, Index k) { return k <= q && q - k <= 1; });
  expect_seen(*edited_by({"no mask " + kDecoder, "mask " + kDecoder + " window 2"}), kDecoder, 0,
              [](Index q, Index k) { return q - k <= 1 && k - q <= 1; });
}

TEST(MaskEdits, PaintedOnesTakeItsPlaceInTheCellsThatTheyHave) {
  const TracePtr trace = edited_by({"mask " + kDecoder + " 011/101"});
  expect_seen(*trace, kDecoder, 1, [](Index q, Index k) {
    if (q == 0 && k < 3) return k > 0;
    if (q == 1 && k < 3) return k != 1;
    return k <= q;
  });
}

TEST(MaskEdits, AQueryThatSeesNothingHasNoWeight) {
  const TracePtr trace = edited_by({"mask " + kDecoder + " 00000"});
  expect_seen(*trace, kDecoder, 0, [](Index q, Index k) { return q > 0 && k <= q; });
  EXPECT_TRUE(std::isfinite(trace->loss()));
}

TEST(MaskEdits, OfOneHeadLeaveTheOthersAndHideOnly) {
  const TracePtr trace = edited_by({"mask " + kDecoder + "#1 11111/10000"});
  expect_seen(*trace, kDecoder, 0, [](Index q, Index k) { return k <= q; });
  expect_seen(*trace, kDecoder, 1, [](Index q, Index k) { return q == 1 ? k == 0 : k <= q; });
}

TEST(MaskEdits, OfAllLayersByAWildcard) {
  const TracePtr trace = edited_by({"mask encoder.layers.*.self_attention causal"});
  for (const char* name : {"encoder.layers.0.self_attention", "encoder.layers.1.self_attention"})
    expect_seen(*trace, name, 0, [](Index q, Index k) { return k <= q; });
}

TEST(MaskEdits, WhatIsNotThereIsRefused) {
  const auto refusal = [](const std::string& text) {
    return error_text<std::invalid_argument>([&] { edited_by({text}); });
  };
  EXPECT_EQ(refusal("mask " + kDecoder + "#2 causal"), kDecoder + " does not have a head 2");
  EXPECT_NE(refusal("mask decoder.layers.7.self_attention causal").find("did you mean"), std::string::npos);
}

TEST(MaskEdits, AreReadBackAsTheyWereWritten) {
  for (const char* text : {"mask a.self_attention causal", "mask a window 3", "mask a sinks 3 1",
                           "mask a.*.b padding 0", "mask a 100/110", "mask a#2 causal", "mask a#0 1"})
    EXPECT_EQ(edit_text(parse_edit(text)), text);
}

TEST(MaskEdits, WhatIsNoMaskSaysWhatWasExpected) {
  const auto beginning = [](const char* text) {
    const std::string message = error_text<std::invalid_argument>([&] { parse_edit(text); });
    return message.substr(0, message.find(';'));
  };
  const std::string wanted =
      "expected causal, window N, sinks N M, padding N or rows of 0 and 1 of equal length at ";
  EXPECT_EQ(beginning("mask a 10/1"), "edit \"mask a 10/1\": " + wanted + "\"1\"");
  EXPECT_EQ(beginning("mask a round"), "edit \"mask a round\": " + wanted + "\"round\"");
  EXPECT_EQ(beginning("mask a window"), "edit \"mask a window\": expected \" \" at \"\"");
  EXPECT_EQ(beginning("mask a sinks 3"), "edit \"mask a sinks 3\": expected \" \" at \"\"");
  EXPECT_NE(beginning("mask a"), "");
}

}  // namespace
}  // namespace attnlab::testing
