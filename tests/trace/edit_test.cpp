// Edits: the effect of each on the pass, and their text.
#include "core/trace/edit.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/trace/edit_forms.h"
#include "tests/support/error_text.h"
#include "tests/support/expect_has.h"
#include "tests/trace/traced_preset.h"

namespace attnlab::testing {
namespace {

const std::string kAttention = "decoder.layers.1.self_attention";

TracePtr edited(const std::string& text, const std::vector<Edit>& edits) {
  return small_gpt().trace({.target = text, .edits = edits});
}

Real cell(const Trace& trace, const std::string& name, const std::vector<Index>& index) {
  const TraceTensor& tensor = trace.at(name);
  return tensor.value[static_cast<std::size_t>(tensor.shape.offset(index))];
}

/// Expects every cell to equal `expected` of its index and its value without the edit.
template <typename Expected>
void expect_cells(const Trace& after, const std::string& name, Expected expected) {
  const TracePtr before = edited("the owl", {});
  const TraceTensor& tensor = after.at(name);
  for (Index i = 0; i < tensor.shape.size(); ++i) {
    const auto index = tensor.shape.index_of(i);
    const auto at = static_cast<std::size_t>(i);
    EXPECT_EQ(tensor.value[at], expected(index, before->at(name).value[at])) << i;
  }
  EXPECT_TRUE(tensor.edited);
}

TEST(Edits, SetAddAndScaleCellsAndRows) {
  const std::string name = "decoder.layers.0.feed_forward.output";
  expect_cells(*edited("the owl", {CellEdit{{name, {0, 2, 5}}, CellEdit::How::Set, 0.5}}), name,
               [](auto i, Real old) { return i[1] == 2 && i[2] == 5 ? Real(0.5) : old; });
  expect_cells(*edited("the owl", {CellEdit{{name, {0, 2, CellRegion::kWhole}}, CellEdit::How::Add, 2}}),
               name, [](auto i, Real old) { return i[1] == 2 ? old + 2 : old; });
  expect_cells(
      *edited("the owl", {CellEdit{{name, {CellRegion::kWhole, CellRegion::kWhole, CellRegion::kWhole}},
                                   CellEdit::How::Scale,
                                   -3}}),
      name, [](auto, Real old) { return old * -3; });
}

TEST(Edits, AMaskCellHidesAKey) {
  const double hidden = -std::numeric_limits<double>::infinity();
  const TracePtr trace =
      edited("the owl", {CellEdit{{kAttention + ".mask", {0, 4, 1}}, CellEdit::How::Set, hidden},
                         CellEdit{{kAttention + ".mask", {0, 0, 3}}, CellEdit::How::Set, 0}});
  EXPECT_EQ(cell(*trace, kAttention + ".weights", {0, 1, 4, 1}), 0);
  EXPECT_GT(cell(*trace, kAttention + ".weights", {0, 1, 4, 2}), 0);
  EXPECT_GT(cell(*trace, kAttention + ".weights", {0, 1, 0, 3}), 0) << "the first position sees ahead";
}

TEST(Edits, HeadsAreRemovedIsolatedAndSwapped) {
  const std::string name = kAttention + ".context";
  const auto with = [&](HeadEdit::How how, std::vector<Index> heads) {
    return edited("the owl", {HeadEdit{kAttention, std::move(heads), how}});
  };
  expect_cells(*with(HeadEdit::How::Zero, {0}), name,
               [](auto i, Real old) { return i[1] == 0 ? Real(0) : old; });
  expect_cells(*with(HeadEdit::How::Only, {0}), name,
               [](auto i, Real old) { return i[1] == 0 ? old : Real(0); });
  expect_cells(*with(HeadEdit::How::Zero, {}), name, [](auto, Real) { return Real(0); });
  expect_cells(*with(HeadEdit::How::Zero, {0, 1}), name, [](auto, Real) { return Real(0); });
  expect_cells(*with(HeadEdit::How::Only, {0, 1}), name, [](auto, Real old) { return old; });
  const TracePtr plain = edited("the owl", {}), swapped = with(HeadEdit::How::Swap, {0, 1}),
                 mean = with(HeadEdit::How::Mean, {0});
  for (Index t = 0; t < 7; ++t) {
    EXPECT_EQ(cell(*swapped, name, {0, 0, t, 2}), cell(*plain, name, {0, 1, t, 2}));
    EXPECT_EQ(cell(*swapped, name, {0, 1, t, 2}), cell(*plain, name, {0, 0, t, 2}));
    EXPECT_EQ(cell(*mean, name, {0, 0, t, 2}), cell(*mean, name, {0, 0, 0, 2}));
    EXPECT_EQ(cell(*mean, name, {0, 1, t, 2}), cell(*plain, name, {0, 1, t, 2}));
  }
  double sum = 0;
  for (Index t = 0; t < 7; ++t) sum += static_cast<double>(cell(*plain, name, {0, 0, t, 2}));
  EXPECT_NEAR(static_cast<double>(cell(*mean, name, {0, 0, 3, 2})), sum / 7, 1e-6);
}

TEST(Edits, ARangeIsItsCellsOneByOne) {
  const std::string name = "target.input";
  const TracePtr range = edited("the owl", {parse_edit(name + "[0,2:5,1:3]=0.5")});
  expect_cells(*range, name, [](auto i, Real old) {
    return i[1] >= 2 && i[1] < 5 && i[2] >= 1 && i[2] < 3 ? Real(0.5) : old;
  });
  expect_cells(*edited("the owl", {parse_edit(name + "[0,0:7,*]=0")}), name,
               [](auto, Real) { return Real(0); });
}

TEST(Edits, ForcedAttentionCarriesTheKeysValue) {
  const TracePtr trace = edited("the owl", {ForceAttention{kAttention, 1, 5, 2}});
  for (Index d = 0; d < 4; ++d)
    EXPECT_EQ(cell(*trace, kAttention + ".context", {0, 1, 5, d}),
              cell(*trace, kAttention + ".value", {0, 1, 2, d}));
  EXPECT_EQ(cell(*trace, kAttention + ".weights", {0, 0, 5, 2}),
            cell(*edited("the owl", {}), kAttention + ".weights", {0, 0, 5, 2}));
}

TEST(Edits, APatchFromAnotherTextMakesItsPrediction) {
  const TracePtr other = edited("an elk ran", {});
  const std::string stream = "decoder.layers.1.feed_forward_residual";
  const TracePtr patched = edited("the owl", {PatchEdit{{stream, {0, 3, CellRegion::kWhole}}, other}});
  for (Index token = 0; token < 5; ++token) {
    EXPECT_EQ(cell(*patched, "output.logits", {0, 3, token}), cell(*other, "output.logits", {0, 3, token}));
    EXPECT_NE(cell(*patched, "output.logits", {0, 4, token}), cell(*other, "output.logits", {0, 4, token}));
  }
}

std::string edits_refusal(const std::vector<Edit>& edits) {
  return error_text<std::invalid_argument>([&] { edited("the owl", edits); });
}

TEST(Edits, WhatIsNotThereIsRefused) {
  EXPECT_EQ(edits_refusal({HeadEdit{kAttention, {2}}}), kAttention + " does not have a head 2");
  EXPECT_EQ(edits_refusal({HeadEdit{kAttention, {0, 5}, HeadEdit::How::Swap}}),
            kAttention + " does not have a head 5");
  EXPECT_EQ(edits_refusal({ForceAttention{kAttention, CellRegion::kWhole, CellRegion::kWhole, 7}}),
            kAttention + ".weights does not have a key 7");
  EXPECT_EQ(edits_refusal({CellEdit{{"output.logits", {0, 7, 0}}}}),
            "cells [0,7,0] are outside output.logits, whose shape is " +
                edited("the owl", {})->at("output.logits").shape.text());
  expect_has(edits_refusal({CellEdit{{"output.logits", {0, {5, 8}, 0}}}}), "cells [0,5:8,0] are outside");
  expect_has(edits_refusal({HeadEdit{kAttention, {0}, HeadEdit::How::Swap}}), "swap needs two heads, not 1");
  EXPECT_EQ(edits_refusal(
                {PatchEdit{{"target.input", {0, CellRegion::kWhole, CellRegion::kWhole}}, edited("an", {})}}),
            "in the other pass, target.input has shape [1,2,8], which does not contain all cells of "
            "target.input[0,*,*] from another text");
  EXPECT_NE(edits_refusal({HeadEdit{"decoder.layers.2.self_attention", {0}}}).find("did you mean"),
            std::string::npos);
}

TEST(EditText, IsReadBackAsItWasWritten) {
  for (const char* text :
       {"target.input[0,*,2]=0.5", "a.b[1]+=-0.1", "a.*.b[*,*]*=1e-09", "loss.mean[]=0", "x[0,1]=-inf",
        "zero a.self_attention#1", "mean a#0", "only a#3", "swap a#0,1", "force a#*[2,0]", "force a#1[*,4]",
        "a[0,9:12,*]=0", "zero a", "mean a.*.self_attention", "zero a#0,2", "only a#1,3", "no expert a#2",
        "no expert a.*.feed_forward#0,3"})
    EXPECT_EQ(edit_text(parse_edit(text)), text);
}

TEST(EditText, ARangeOfOnePlaceIsThePlace) { EXPECT_EQ(edit_text(parse_edit("a[2:3]=1")), "a[2]=1"); }

TEST(EditText, NoMaskIsAMaskToo) {
  EXPECT_EQ(edit_text(parse_edit("mask a none")), "no mask a");
  EXPECT_THROW(parse_edit("mask a#2 none"), std::invalid_argument);
}

TEST(EditText, EveryFormIsRead) {
  for (const EditForm& form : edit_forms()) EXPECT_NO_THROW(parse_edit(form.text)) << form.text;
}

/// Requests with the same edits must be equal.
TEST(EditText, EqualTextsAreEqualEditsAndOthersAreNot) {
  const std::vector<std::string> texts = {"a.b[0,2]=0.5",
                                          "a.b[0,2]=-0.5",
                                          "a.b[0,2]=nan",
                                          "a.b[0,3]=0.5",
                                          "a.c[0,2]=0.5",
                                          "a.b[0,2]+=0.5",
                                          "a.b[0,2] from an owl",
                                          "a.b[0,2] from an elk",
                                          "zero a#1",
                                          "mean a#1",
                                          "zero a#2",
                                          "zero a",
                                          "zero a#1,2",
                                          "a.b[0,2:4]=0.5",
                                          "a.b[0,*]=0.5",
                                          "swap a#0,1",
                                          "swap a#0,2",
                                          "force a#1[2,0]",
                                          "force a#1[2,1]",
                                          "no scaling a",
                                          "no mask a",
                                          "no positions",
                                          "mask a causal",
                                          "mask a window 3",
                                          "mask a window 4",
                                          "mask a 10/11",
                                          "mask a 11/11",
                                          "mask a#2 causal",
                                          "no expert a#1",
                                          "no expert a#2",
                                          "no expert a#1,2",
                                          "no expert b#1",
                                          "token input[0]=a",
                                          "token input[1]=a",
                                          "token source[0]=a"};
  for (const std::string& one : texts)
    for (const std::string& other : texts)
      EXPECT_EQ(parse_edit(one) == parse_edit(other), one == other) << one << ", " << other;
}

TEST(EditText, RowsOfAMaskAreReadByThemselves) {
  EXPECT_EQ(parse_mask_rows("100/110"), (std::vector<std::string>{"100", "110"}));
  for (const char* text : {"", "10/1", "round", "10/", "12"})
    EXPECT_THROW(parse_mask_rows(text), std::invalid_argument) << text;
}

TEST(EditText, WhatIsNoEditSaysWhatWasExpected) {
  const auto beginning = [](const char* text) {
    const std::string message = error_text<std::invalid_argument>([&] { parse_edit(text); });
    return message.substr(0, message.find(';'));
  };
  EXPECT_EQ(beginning("a[0,1"), "edit \"a[0,1\": expected \"]\" at \"\"");
  EXPECT_EQ(beginning("a[0]:3"), "edit \"a[0]:3\": expected \"=\" at \":3\"");
  EXPECT_EQ(beginning("a[0]=x"), "edit \"a[0]=x\": expected a number at \"x\"");
  EXPECT_EQ(beginning("a[-2]=1"), "edit \"a[-2]=1\": expected an index, counted from 0 at \"-2]=1\"");
  EXPECT_EQ(beginning("only a"), "edit \"only a\": expected a name and then # at \"a\"");
  EXPECT_EQ(beginning("zero "), "edit \"zero \": expected the name of an attention at \"\"");
  EXPECT_EQ(beginning("a[3:3]=1"), "edit \"a[3:3]=1\": expected an end greater than 3 at \"3]=1\"");
  EXPECT_EQ(beginning("a[3:]=1"), "edit \"a[3:]=1\": expected an index, counted from 0 at \"]=1\"");
  EXPECT_EQ(beginning("swap a#1"), "edit \"swap a#1\": expected \",\" at \"\"");
  EXPECT_EQ(beginning("no expert a"), "edit \"no expert a\": expected a name and then # at \"a\"");
  EXPECT_EQ(beginning("zero a#1 b"), "edit \"zero a#1 b\": expected the end at \" b\"");
  EXPECT_EQ(beginning(""), "edit \"\": expected a name and then [ at \"\"");
}

}  // namespace
}  // namespace attnlab::testing
