// Patching: every cell against the tracer's patch edits, what is refused, words and proposals.
#include "core/analysis/patching/patching.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/analysis/patching/edits.h"
#include "core/analysis/patching/proposals.h"
#include "core/analysis/patching/words.h"
#include "core/layers/attention_sites.h"
#include "core/layers/block_sites.h"
#include "core/layers/feed_forward_sites.h"
#include "core/tasks/base/encode.h"
#include "core/trace/tracer.h"
#include "core/training/preset.h"
#include "tests/support/error_text.h"
#include "tests/support/expect_has.h"

namespace attnlab::testing {
namespace {

/// An untrained small model of a preset.
struct PatchedModel {
  Experiment experiment;
  SnapshotPtr weights;

  explicit PatchedModel(const std::string& name, const std::vector<std::string>& options = {}) {
    Preset preset = find_preset(name);
    for (const char* option : {"width=8", "heads=2", "layers=2", "feed_forward=12"})
      set_option(preset, option);
    for (const std::string& option : options) set_option(preset, option);
    experiment = make_experiment(preset);
    weights = first_snapshot(*experiment.model, 5);
  }

  PatchingResult patched(const PatchQuestion& question, const PatchProgress& goes_on = {}) const {
    return run_patching(*experiment.model, *experiment.vocabularies, weights->weights, question, nullptr,
                        goes_on);
  }
  Tracer tracer() const { return {experiment.model, experiment.vocabularies}; }
  Format format() const { return format_of(experiment.model->config()); }

  TraceRequest request(const PatchText& text) const {
    if (format() == Format::Stream) return {.target = text.text + text.answer, .gradients = false};
    return {.source = text.text, .target = text.answer, .gradients = false};
  }
};

constexpr Index kAll = CellRegion::kWhole;

const PatchPair kLetters{{"qkvaq", "kva"}, {"qxvaq", "xva"}};
const PatchPair kPhrases{{"the red dog sleeps", "le chien rouge dort"},
                         {"the red cat sleeps", "le chat rouge dort"}};

/// The metric of the compared prediction of a trace.
double metric_in(const Trace& trace, const PatchingResult& result) {
  const TraceTensor& logits = trace.at("output.logits");
  const auto width = static_cast<std::size_t>(logits.shape.last());
  return patch_metric(result.question.metric)
      .of(logits.value.subspan(static_cast<std::size_t>(result.pair.place) * width, width),
          result.pair.clean_answer, result.pair.changed_answer);
}

/// Every cell is what a pass with the patch as an edit says.
void expect_as_edits(const PatchedModel& model, const PatchQuestion& question) {
  const PatchingResult result = model.patched(question);
  ASSERT_TRUE(result.complete);
  ASSERT_FALSE(result.blocks.empty());
  const Tracer tracer = model.tracer();
  const TracePtr clean = tracer.trace(model.weights, model.request(question.pair.clean));
  EXPECT_NEAR(metric_in(*clean, result), result.clean, 1e-5);
  TraceRequest request = model.request(question.pair.changed);
  EXPECT_NEAR(metric_in(*tracer.trace(model.weights, request), result), result.changed, 1e-5);
  for (const PatchBlock& block : result.blocks)
    for (std::size_t i = 0; i < block.cells.size(); ++i) {
      const CellRegion cells = patched_region(result, block, i).value();
      request.edits = {patch_edit(cells, question.pair.clean, model.format())};
      const double value = metric_in(*tracer.trace(model.weights, request), result);
      EXPECT_TRUE(block.cells[i].there);
      EXPECT_NEAR(block.cells[i].value, value, 1e-5) << cells.tensor << places_text(cells);
      EXPECT_NEAR(block.cells[i].share, (value - result.changed) / (result.clean - result.changed), 1e-2);
    }
}

PatchPair first_proposal(const PatchedModel& model) {
  return proposed_pairs(*model.experiment.model, *model.experiment.vocabularies, model.weights->weights,
                        model.experiment.task.get(), "")
      .at(0);
}

TEST(Patching, IsWhatEditsOfEachCellSay) {
  const PatchedModel gpt("induction"), pairs("translate"), reviews("sentiment"),
      cls("sentiment", {"pooling=cls"});
  for (const char* what : {"stream", "attention", "feed_forward", "heads"}) {
    SCOPED_TRACE(what);
    expect_as_edits(gpt, {.pair = kLetters, .what = what});
    expect_as_edits(pairs, {.pair = kPhrases, .what = what});
    expect_as_edits(reviews, {.pair = first_proposal(reviews), .what = what, .metric = "probability"});
    expect_as_edits(cls, {.pair = first_proposal(reviews), .what = what, .metric = "loss"});
  }
  expect_as_edits(gpt, {.pair = kLetters, .what = "heads", .at = PatchPosition{Text::Target, 3}});
  expect_as_edits(pairs, {.pair = kPhrases, .what = "heads", .at = PatchPosition{Text::Source, 2}});
}

TEST(Patching, OfExpertsAndOfModelsWithoutNormsOrWithNormsBehind) {
  expect_as_edits(PatchedModel("induction", {"experts=3"}), {.pair = kLetters, .what = "feed_forward"});
  expect_as_edits(PatchedModel("induction", {"norm=post", "initialization=glorot"}),
                  {.pair = kLetters, .what = "stream"});
  expect_as_edits(PatchedModel("induction", {"norm=none", "initialization=glorot"}),
                  {.pair = kLetters, .what = "stream"});
}

/// The whole answer comes back by the input of every position that differs, and by the last stream.
TEST(Patching, OfTheWholeStreamBringsTheWholeAnswerBack) {
  const PatchingResult result = PatchedModel("induction").patched({.pair = kLetters});
  const PatchBlock& block = result.blocks.at(0);
  ASSERT_EQ(block.rows.size(), 5U);
  ASSERT_EQ(block.columns.size(), 5U);
  EXPECT_NEAR(block.at(0, 1).share, 1, 1e-3) << "the only token that differs";
  EXPECT_NEAR(block.at(4, 4).share, 1, 1e-3) << "what the prediction is made of";
  EXPECT_NEAR(block.at(0, 0).share, 0, 1e-3) << "a token that does not differ";
  EXPECT_NEAR(block.at(4, 1).share, 0, 1e-3) << "nothing reads this any more";
  EXPECT_EQ(result.passes, 25);
  EXPECT_EQ(result.pair.clean_word, "k");
  EXPECT_EQ(result.pair.changed_word, "x");
}

/// Both passes of a path, by edits.
double by_edits(const PatchedModel& model, const PatchingResult& result, const PatchLine& from,
                const PatchLine& to) {
  const Tracer tracer = model.tracer();
  const PatchPair& pair = result.question.pair;
  const TracePtr clean = tracer.trace(model.weights, model.request(pair.clean));
  TraceRequest request = model.request(pair.changed);
  const TracePtr changed = tracer.trace(model.weights, request);
  for (const TraceTensor& tensor : changed->tensors())
    if (tensor.is(attention_sites::kContext) || tensor.is(feed_forward_sites::kOutput))
      request.edits.push_back(PatchEdit{
          {tensor.name, std::vector<AxisRange>(static_cast<std::size_t>(tensor.shape.rank()), kAll)},
          changed});
  request.edits.push_back(PatchEdit{{from.tensor, {0, from.index, kAll, kAll}}, clean});
  const TracePtr frozen = tracer.trace(model.weights, request);
  request.edits = {PatchEdit{{to.tensor, {0, to.index, kAll, kAll}}, frozen}};
  return metric_in(*tracer.trace(model.weights, request), result);
}

void expect_paths(const PatchedModel& model, const PatchPair& pair, const std::string& into, Index there) {
  const PatchingResult result = model.patched({.pair = pair, .what = "path", .into = into});
  const PatchBlock& block = result.blocks.at(0);
  Index found = 0;
  for (std::size_t i = 0; i < block.cells.size(); ++i) {
    if (!block.cells[i].there) continue;
    ++found;
    const PatchLine &from = block.rows[i / block.columns.size()],
                    &to = block.columns[i % block.columns.size()];
    EXPECT_NEAR(block.cells[i].value, by_edits(model, result, from, to), 1e-5)
        << cell_place(result, block, i);
  }
  EXPECT_EQ(found, there);
}

TEST(Patching, OfPathsIsWhatTwoPassesWithEditsSay) {
  const PatchedModel gpt("induction"), pairs("translate");
  for (const char* into : {"query", "key", "value"}) {
    SCOPED_TRACE(into);
    expect_paths(gpt, kLetters, into, 4);
  }
  // Decoder: 4 attentions one behind the other, 2 heads each; encoder: 2 attentions.
  expect_paths(pairs, kPhrases, "query", 4 + (3 + 2 + 1) * 4);
  // Keys: encoder 0 to encoder 1; both encoders to both cross-attentions; decoder self 0, cross 0 to self 1.
  expect_paths(pairs, kPhrases, "key", 4 + 4 * 4 + 2 * 4);
}

TEST(Patching, OfPathsIntoSharedKeys) {
  const PatchedModel model("induction", {"key_value_heads=1"});
  const PatchingResult result = model.patched({.pair = kLetters, .what = "path", .into = "key"});
  EXPECT_EQ(result.blocks.at(0).columns.size(), 1U);
  expect_paths(model, kLetters, "key", 2);
}

std::string refusal(const PatchedModel& model, const PatchQuestion& question) {
  return error_text<std::invalid_argument>([&] { model.patched(question); });
}

TEST(Patching, RefusesWhatCannotBeCompared) {
  const PatchedModel gpt("induction"), pairs("translate");
  EXPECT_EQ(refusal(gpt, {.pair = {{"abc", "d"}, {"ab", "e"}}}),
            "the clean and the corrupted text have different lengths, 3 and 2 tokens: patching needs the "
            "same number "
            "in both");
  EXPECT_EQ(refusal(gpt, {.pair = {{"abc", "d"}, {"abc", "e"}}}),
            "the clean and the corrupted text are the same: change a token of one");
  EXPECT_EQ(
      refusal(gpt, {.pair = {{"abc", "d"}, {"abx", "d"}}}),
      "both texts have the answer \"d\": change a token on which the answer depends, or give two answers");
  EXPECT_EQ(refusal(gpt, {.pair = {{"", "d"}, {"abx", "d"}}}),
            "the clean text is empty: enter at least one token");
  EXPECT_EQ(refusal(gpt, {.pair = {{"ab7", "d"}, {"abx", "e"}}}),
            "the clean text has \"7\", which the model does not know");
  expect_has(refusal(pairs, {.pair = {{"the dog sleeps", "wuff"}, {"the cat sleeps", "le"}}}),
             "the answer to the clean text has \"wuff\", which the model does not know");
  expect_has(refusal(gpt, {.pair = kLetters, .what = "residual"}), "there is no part to patch residual");
  expect_has(refusal(gpt, {.pair = kLetters, .metric = "accuracy"}),
             "there is no metric of patching accuracy");
  expect_has(refusal(gpt, {.pair = kLetters, .what = "heads", .at = PatchPosition{Text::Target, 5}}),
             "there is no position 5");
  EXPECT_EQ(refusal(PatchedModel("induction", {"layers=1"}), {.pair = kLetters, .what = "path"}),
            "no head of this model has a later head that reads it: open a model with at least two layers");
  EXPECT_EQ(
      refusal(PatchedModel("induction", {"feed_forward=0"}), {.pair = kLetters, .what = "feed_forward"}),
      "this model does not have feed-forward");
  EXPECT_FALSE(can_be_patched(make_experiment(find_preset("lstm")).model->config()));
}

TEST(Patching, OffersThePartsThatAModelHas) {
  ModelConfig config = find_preset("recall").model;
  config.feed_forward = 12;
  EXPECT_EQ(patched_parts_of(config).size(), patched_parts().size());
  config.feed_forward = 0;
  const std::vector<PatchedPart> parts = patched_parts_of(config);
  EXPECT_EQ(parts.size(), patched_parts().size() - 1);
  for (const PatchedPart& part : parts) EXPECT_NE(part.name, "feed_forward");
}

TEST(Patching, EndsEarlyWithWhatIsDone) {
  const PatchedModel model("induction");
  std::vector<Index> done;
  const PatchingResult result = model.patched({.pair = kLetters}, [&](Index now, Index all) {
    done.push_back(now);
    EXPECT_EQ(all, 25);
    return false;
  });
  EXPECT_EQ(done, std::vector<Index>{0});
  EXPECT_FALSE(result.complete);
  EXPECT_FALSE(result.blocks.at(0).cells[0].there);
}

TEST(Patching, WithoutAnswersTheModelSaysThem) {
  const PatchedModel model("induction");
  std::size_t found = 0;
  for (const PatchPair& pair : proposed_pairs(*model.experiment.model, *model.experiment.vocabularies,
                                              model.weights->weights, nullptr, "qkvaqabcdefghijk")) {
    const PatchingResult result = model.patched({.pair = pair});
    EXPECT_GT(result.clean, result.changed);
    EXPECT_NE(result.pair.clean_answer, result.pair.changed_answer);
    ++found;
  }
  EXPECT_GT(found, 0U) << "an untrained model says one letter whatever it reads";
}

TEST(Patching, ProposesPairsOfTasks) {
  for (const char* name : {"translate", "reverse", "addition", "sentiment", "induction", "dates"}) {
    SCOPED_TRACE(name);
    const PatchedModel model(name);
    const std::vector<PatchPair> pairs =
        proposed_pairs(*model.experiment.model, *model.experiment.vocabularies, model.weights->weights,
                       model.experiment.task.get(), "qkvaq");
    ASSERT_FALSE(pairs.empty());
    for (const PatchPair& pair : pairs)
      EXPECT_TRUE(model.patched({.pair = pair}).complete) << pair.clean.text;
  }
}

TEST(Patching, TasksSayTheAnswerToAnyText) {
  const auto answer = [](const char* preset, const char* text) {
    return make_experiment(find_preset(preset)).task->answer_to(text);
  };
  EXPECT_EQ(answer("reverse", "abc"), "cba");
  EXPECT_EQ(answer("sort", "cab"), "abc");
  EXPECT_EQ(answer("induction", "qkvaq"), "kva");
  EXPECT_EQ(answer("induction", "qkvav"), "a");
  EXPECT_EQ(answer("induction", "qkvab"), std::nullopt);
  EXPECT_EQ(answer("induction", ""), std::nullopt);
  EXPECT_EQ(answer("translate", "the dog"), std::nullopt);
}

TEST(Patching, SaysWhereACellIs) {
  const PatchedModel gpt("induction"), pairs("translate");
  const PatchingResult stream = gpt.patched({.pair = kLetters});
  const PatchBlock& block = stream.blocks[0];
  EXPECT_EQ(column_token(stream, block, 1), "k → x");
  EXPECT_EQ(column_token(stream, block, 2), "v");
  EXPECT_EQ(cell_place(stream, block, 1), "at “k”, input");
  EXPECT_EQ(cell_place(stream, block, 9), "at “q”, layer 0 after self-attention");
  EXPECT_EQ(cell_sentence(stream, block, 1), "At “k”, input: patching restores 1.00 of the clean answer.");
  EXPECT_EQ(cell_sentence(stream, block, 0), "At “q”, input: patching does not restore the clean answer.");
  EXPECT_EQ(line_brief(block.rows[0]) + "|" + line_brief(block.rows[2]), "in|0 ffn");
  EXPECT_EQ(strongest_cells(stream, 1).size(), 1U);
  const PatchingResult path = pairs.patched({.pair = kPhrases, .what = "path", .into = "key"});
  expect_has(cell_place(path, path.blocks[0], 0),
             "from head 0 of encoder layer 0 self-attention into the keys of head 0 of encoder layer 1 "
             "self-attention");
}

}  // namespace
}  // namespace attnlab::testing
