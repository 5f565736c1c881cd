// Edits that switch parts of the model off, and edits of tokens: their effect.
#include <gtest/gtest.h>

#include "core/trace/edit.h"
#include "tests/support/error_text.h"
#include "tests/trace/traced_preset.h"

namespace attnlab::testing {
namespace {

using What = SwitchOff::What;

TracePtr traced(const std::vector<Edit>& edits, const std::string& text = "the owl") {
  return small_gpt().trace({.target = text, .edits = edits});
}

std::vector<Real> value(const Trace& trace, const std::string& name) {
  const auto cells = trace.at(name).value;
  return {cells.begin(), cells.end()};
}

/// Expects that with `edit` the tensor `name` equals `source`.
void expect_taken(const Edit& edit, const std::string& name, const std::string& source) {
  const TracePtr trace = traced({edit});
  EXPECT_EQ(value(*trace, name), value(*trace, source)) << edit_text(edit);
  EXPECT_NE(value(*trace, name), value(*trace, name + ".computed")) << edit_text(edit);
  EXPECT_TRUE(trace->at(name + ".computed").gradient.empty()) << "nothing reads it";
  EXPECT_NE(trace->loss(), traced({})->loss());
  EXPECT_EQ(edit_text(parse_edit(edit_text(edit))), edit_text(edit));
}

TEST(Switches, EachPartIsTakenOutOfTheWay) {
  const std::string layer = "decoder.layers.1.";
  expect_taken(SwitchOff{What::Scaling, layer + "self_attention"}, layer + "self_attention.scaled",
               layer + "self_attention.scores");
  expect_taken(SwitchOff{What::Norm, layer + "attention_norm"}, layer + "attention_norm.output",
               "decoder.layers.0.feed_forward_residual");
  expect_taken(SwitchOff{What::Residual, layer + "attention_residual"}, layer + "attention_residual",
               layer + "self_attention.output");
  expect_taken(SwitchOff{What::Sublayer, layer + "feed_forward_residual"}, layer + "feed_forward_residual",
               layer + "attention_residual");
  expect_taken(SwitchOff{What::Positions}, "target.input", "target.embedding");
}

TEST(Switches, OfWhatIsNoSuchPartAreRefused) {
  const std::string layer = "decoder.layers.0.";
  const auto refusal = [](What what, const std::string& name) {
    return error_text<std::invalid_argument>([&] { traced({SwitchOff{what, name}}); });
  };
  for (const char* name : {"self_attention.mask", "self_attention.weights", "feed_forward.output"})
    for (What what : {What::Residual, What::Sublayer})
      EXPECT_EQ(refusal(what, layer + name),
                "\"" + layer + name + "\" is not a residual sum: names of residual sums end in _residual");
  EXPECT_EQ(refusal(What::Residual, "target.positions").substr(0, 18), "\"target.positions\"");
  EXPECT_EQ(refusal(What::Norm, layer + "self_attention"),
            "no norm " + layer + "self_attention: this tensor is not a norm");
  EXPECT_NE(refusal(What::Norm, layer + "norm").find("did you mean"), std::string::npos);
}

TEST(Switches, OfASublayerThatThereIsNotAreRefused) {
  std::vector<std::string> options = kSmall;
  options.push_back("feed_forward=0");
  const TracedPreset preset("characters", options);
  const SwitchOff off{What::Sublayer, "decoder.layers.0.feed_forward_residual"};
  const std::string error =
      error_text<std::invalid_argument>([&] { preset.trace({.target = "the owl", .edits = {off}}); });
  EXPECT_NE(error.find("decoder.layers.0.attention_residual"), std::string::npos) << error;
}

TEST(Switches, OneWildcardMeansThemAll) {
  const TracePtr trace = traced({SwitchOff{What::Norm, "*.attention_norm"}});
  for (Index i = 0; i < 2; ++i)
    EXPECT_TRUE(trace->at("decoder.layers." + std::to_string(i) + ".attention_norm.output").edited);
  EXPECT_EQ(value(*trace, "decoder.layers.1.attention_norm.output"),
            value(*trace, "decoder.layers.0.feed_forward_residual"));
}

TEST(Switches, ANormWhoseStepsAreEditedIsFoundAllTheSame) {
  const std::string norm = "decoder.layers.1.attention_norm";
  const TracePtr trace =
      traced({CellEdit{{norm + ".normalized", {0, 1, 2}}, CellEdit::How::Set, 3},
              CellEdit{{norm + ".output", {0, 1, 2}}, CellEdit::How::Set, 3}, SwitchOff{What::Norm, norm}});
  EXPECT_EQ(value(*trace, norm + ".output"), value(*trace, "decoder.layers.0.feed_forward_residual"));
}

TEST(Switches, FollowOtherEditsOfTheSameTensor) {
  const std::string sum = "decoder.layers.0.attention_residual";
  const TracePtr trace =
      traced({CellEdit{{sum, {0, 1, 2}}, CellEdit::How::Set, 3}, SwitchOff{What::Residual, sum},
              CellEdit{{sum, {0, 1, 3}}, CellEdit::How::Set, 4}});
  std::vector<Real> expected = value(*trace, "decoder.layers.0.self_attention.output");
  expected[8 + 3] = 4;
  EXPECT_EQ(value(*trace, sum), expected);
}

TEST(Switches, WithoutTheMaskThePastSeesTheFuture) {
  const std::string attention = "decoder.layers.0.self_attention";
  const TracePtr plain = traced({}), open = traced({SwitchOff{What::Mask, attention}});
  for (const Real cell : value(*open, attention + ".mask")) EXPECT_EQ(cell, 0);
  EXPECT_EQ(value(*plain, attention + ".weights")[1], 0);
  EXPECT_GT(value(*open, attention + ".weights")[1], 0);
}

/// Without positions and without masks, exchanging two tokens exchanges their outputs and nothing else.
void expect_permuted(const TracedPreset& preset, const std::vector<Edit>& edits) {
  const auto logits = [&](const char* text) {
    return value(*preset.trace({.target = text, .edits = edits}), "output.logits");
  };
  const std::vector<Real> straight = logits("abcd"), swapped = logits("acbd");
  const std::size_t n = straight.size() / 4;
  const std::size_t from[] = {0, 2, 1, 3};
  for (std::size_t t = 0; t < 4; ++t)
    for (std::size_t i = 0; i < n; ++i)
      EXPECT_NEAR(straight[t * n + i], swapped[from[t] * n + i], 1e-5) << t << " " << i;
}

TEST(Switches, WithoutPositionsOutputsOnlyPermute) {
  for (const char* positions : {"learned", "rotary", "alibi", "relative_bias", "sinusoidal"}) {
    std::vector<std::string> options = kSmall;
    options.push_back(std::string("model.positions=") + positions);
    const TracedPreset preset("characters", options);
    expect_permuted(preset,
                    {SwitchOff{What::Positions}, SwitchOff{What::Mask, "decoder.layers.0.self_attention"},
                     SwitchOff{What::Mask, "decoder.layers.1.self_attention"}});
  }
  std::vector<std::string> options = kSmall;
  options.push_back("model.positions=none");
  EXPECT_EQ(
      error_text<std::invalid_argument>([&] {
        TracedPreset("characters", options).trace({.target = "abc", .edits = {SwitchOff{What::Positions}}});
      }),
      "no positions: this model has no positions");
}

TEST(Tokens, AreReadInsteadAndTheTargetStays) {
  const TracePtr plain = traced({}), trace = traced({TokenEdit{false, 2, "a"}});
  EXPECT_EQ(trace->input_pieces[2].text, "a");
  EXPECT_EQ(trace->batch().target, plain->batch().target);
  const auto a = value(*traced({}, "tha owl"), "target.embedding"), b = value(*trace, "target.embedding");
  EXPECT_EQ(a, b);
  EXPECT_EQ(error_text<std::invalid_argument>([] {
              traced({TokenEdit{false, 9, "a"}});
            }),
            "token input[9]=a: the position is outside the 7 tokens that the model reads");
  EXPECT_EQ(error_text<std::invalid_argument>([] {
              traced({TokenEdit{false, 1, "ab"}});
            }),
            "\"ab\" is 2 tokens, but must be one token");
}

TEST(Tokens, OfASourceMayBeSpecial) {
  const TracedPreset preset("reverse", kSmall);
  const TracePtr trace =
      preset.trace({.source = "abc", .target = "cba", .edits = {TokenEdit{true, 1, "<eos>"}}});
  EXPECT_EQ(trace->source_pieces[1].text, "<eos>");
  EXPECT_EQ(trace->batch().source[1], trace->batch().source.back());
}

TEST(Patches, OfAnotherTextAreTraced) {
  const std::string stream = "decoder.layers.1.feed_forward_residual";
  const TracePtr other = traced({}, "an elk ran"),
                 trace = traced({parse_edit(stream + "[0,3,*] from an elk ran")});
  const auto a = value(*other, "output.logits"), b = value(*trace, "output.logits");
  const std::size_t n = b.size() / 7;
  EXPECT_TRUE(std::equal(b.begin() + 3 * static_cast<std::ptrdiff_t>(n),
                         b.begin() + 4 * static_cast<std::ptrdiff_t>(n),
                         a.begin() + 3 * static_cast<std::ptrdiff_t>(n)));
}

TEST(EditText, OfSwitchesAndTokensIsReadBack) {
  for (const char* text : {"no scaling a.b", "no mask a", "no norm x", "no residual y", "no sublayer z",
                           "no positions", "token source[2]=owl", "token input[0]= ", "a[0,*] from b c"})
    EXPECT_EQ(edit_text(parse_edit(text)), text);
  for (const char* text :
       {"no", "no thing", "no norm ", "no positions x", "token other[1]=a", "token input[1]=", "a[0] from "})
    EXPECT_THROW(parse_edit(text), std::invalid_argument) << text;
}

}  // namespace
}  // namespace attnlab::testing
