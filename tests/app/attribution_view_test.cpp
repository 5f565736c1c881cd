// The view Attribution: which prediction is asked about, how keys and commands move, and what is worked out.
#include <gtest/gtest.h>

#include <cmath>

#include "app/features/attribution/choice.h"
#include "app/figure/save.h"
#include "tests/support/expect_has.h"
#include "tests/support/lab_fixture.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

using testing::expect_has;

struct AttributionView : LabTest {
  void show(const std::string& preset, const std::string& text) {
    open(preset);
    say_and_settle("view attribution");
    if (!text.empty())
      say_and_settle((has_source(lab->view().format) ? "text.source " : "text.target ") + text);
  }
  const Attributions& attributions() const {
    return *lab->view().analyses->of<AttributionResults>()->attribution;
  }
  ChosenPrediction prediction() const {
    const ViewModel view = lab->view();
    return attributed_prediction(view.state.choices.of<AttributionChoice>(), *view.trace);
  }
  std::string figure() const {
    const testing::TempFolder folder;
    const std::string file = (folder / "figure.svg").string();
    save_figure(lab->view(), {.file = file});
    return testing::read_bytes(file);
  }
};

TEST_F(AttributionView, BeginsWithTheLastWordOfATextAndTheFirstOfAnAnswer) {
  show("characters", "The owl");
  EXPECT_EQ(prediction().position, 5) << "nothing is known to follow the last letter";
  EXPECT_EQ(attributions().settings.prediction.position, 5);
  EXPECT_TRUE(attributions().finished());
  EXPECT_EQ(attributions().methods.size(), 4u);
  show("translate", "the red house");
  EXPECT_EQ(prediction().position, 0);
  EXPECT_EQ(attributions().inputs.size(), 2u);
}

TEST_F(AttributionView, KeysMoveOverPredictionsAndWords) {
  show("characters", "The owl");
  say_and_settle("attribution.previous");
  EXPECT_EQ(prediction().position, 4);
  EXPECT_EQ(attributions().settings.prediction.position, 4);
  for (int i = 0; i < 9; ++i) say("attribution.previous");
  EXPECT_EQ(prediction().position, 0);
  say("attribution.next");
  EXPECT_EQ(prediction().position, 1);
  const TokenId likeliest = prediction().word;
  say("attribution.unlikelier");
  const TokenId second = prediction().word;
  EXPECT_NE(second, likeliest);
  say("attribution.likelier");
  EXPECT_EQ(prediction().word, likeliest);
  say("history.back");
  EXPECT_EQ(prediction().word, second);
}

TEST_F(AttributionView, WordsAreChosenByTheirText) {
  show("characters", "The owl");
  say_and_settle("attribution.word e");
  EXPECT_EQ(lab->view().vocabularies->target.entry(attributions().settings.prediction.word), "e");
  say_and_settle("attribution.against s");
  EXPECT_EQ(attributions().settings.metric, "difference");
  EXPECT_EQ(lab->view().vocabularies->target.entry(attributions().settings.prediction.against), "s");
  expect_has(figure(), "Attribution of");
  expect_has(refusal("attribution.word zebra"), "\"zebra\" is not in the vocabulary of the predictions");
  expect_has(refusal("attribution.at 7000"), "is not from 0 to");
  say("attribution.word");
  EXPECT_EQ(lab->view().state.choices.of<AttributionChoice>().word, -1);
}

TEST_F(AttributionView, SharesOutWhatTheBaselineTakesAway) {
  show("translate", "the red house");
  say_and_settle("choose attribution.steps 256");
  const MethodValues* const integrated = attributions().of("integrated");
  EXPECT_LT(std::abs(attributions().completeness_error(*integrated)),
            1e-2 * std::max(std::abs(attributions().difference()), 0.1));
  say_and_settle("choose attribution.baseline mean");
  EXPECT_EQ(attributions().settings.baseline, "mean");
  const double whole = attributions().metric;
  say_and_settle("edit zero encoder.layers.0.self_attention#0");
  EXPECT_NE(attributions().metric, whole) << "edits take part";
}

TEST_F(AttributionView, IsDrawnForWordsPicturesAndCells) {
  show("gru", "The owl");
  expect_has(figure(), "integrated");
  EXPECT_EQ(figure().find("rollout"), std::string::npos);
  show("digits", "");
  expect_has(figure(), "attention rollout");
  EXPECT_EQ(figure().find("Attribution of each token"), std::string::npos)
      << "patches are drawn over the picture";
  show("describe", "");
  expect_has(figure(), "Attribution of each token");
  open("word-vectors");
  expect_has(refusal("view attribution"), "it compares pairs of words and does not predict tokens");
}

}  // namespace
}  // namespace attnlab
