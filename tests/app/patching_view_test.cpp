// The view Patching: proposed and typed pairs, the grid in the background, and cells as edits of the pass.
#include <gtest/gtest.h>

#include "app/features/patching/choice.h"
#include "app/figure/save.h"
#include "core/analysis/patching/edits.h"
#include "core/analysis/patching/words.h"
#include "tests/support/expect_has.h"
#include "tests/support/lab_fixture.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

using testing::expect_has;

struct PatchingView : LabTest {
  void show(const std::string& preset) {
    open(preset);
    say_and_settle("view patching");
  }
  PatchingResults results() const { return *lab->view().analyses->of<PatchingResults>(); }
  const std::vector<std::string> edits() const { return lab->view().state.edits; }
  PatchingChoice choice() const { return lab->view().state.choices.of<PatchingChoice>(); }
  /// The metric of the compared prediction of the pass on screen.
  double metric_on_screen(const PatchingResult& result) const {
    const ViewModel view = lab->view();
    const TraceTensor& logits = view.trace->at("output.logits");
    const auto width = static_cast<std::size_t>(logits.shape.last());
    return patch_metric(result.question.metric)
        .of(logits.value.subspan(static_cast<std::size_t>(result.pair.place) * width, width),
            result.pair.clean_answer, result.pair.changed_answer);
  }
  /// As a click on the cell does.
  void take(const PatchingResult& result, const PatchBlock& block, std::size_t cell) {
    const CellRegion cells = patched_region(result, block, cell).value();
    const PatchPair& pair = result.question.pair;
    lab->apply_or_throw({"patch.take",
                         {cells.tensor + places_text(cells), pair.clean.text, pair.changed.text,
                          pair.clean.answer, pair.changed.answer}});
    settle();
  }
};

TEST_F(PatchingView, ProposesAPairAndWorksItsGridOut) {
  open("reverse");
  EXPECT_EQ(lab->view().analyses->of<PatchingResults>(), nullptr) << "nobody looks";
  show("reverse");
  ASSERT_TRUE(results().result) << results().error;
  EXPECT_EQ(results().error, "");
  EXPECT_FALSE(results().busy);
  EXPECT_EQ(results().result->blocks.size(), 2U);
  EXPECT_GT(results().proposals, 1U);
  const PatchPair first = results().pair;
  say_and_settle("patch.propose");
  EXPECT_NE(results().pair, first);
  EXPECT_EQ(results().result->question.pair, results().pair);
  say_and_settle("undo");
  EXPECT_EQ(results().pair, first);
}

TEST_F(PatchingView, ShowsTheTextsThatAreTyped) {
  show("reverse");
  say_and_settle("patch.texts abc abd cba dba");
  EXPECT_EQ(results().pair, (PatchPair{{"abc", "cba"}, {"abd", "dba"}}));
  ASSERT_EQ(results().error, "");
  EXPECT_EQ(results().result->pair.clean_word, "c");
  say_and_settle("patch.texts abc ab cba ba");
  EXPECT_EQ(results().error,
            "the clean and the corrupted text have different lengths, 3 and 2 tokens: patching needs the "
            "same number "
            "in both");
  say_and_settle("patch.propose");
  EXPECT_EQ(results().error, "");
  EXPECT_FALSE(choice().has_pair());
}

TEST_F(PatchingView, ChangesWithItsChoices) {
  show("reverse");
  for (const char* what : {"attention", "feed_forward", "heads", "path"}) {
    say_and_settle(std::string("choose patching.what ") + what);
    ASSERT_EQ(results().error, "");
    EXPECT_EQ(results().result->question.what, what);
  }
  say_and_settle("choose patching.into value");
  EXPECT_EQ(results().result->question.into, "value");
  say_and_settle("choose patching.metric loss");
  EXPECT_EQ(results().result->question.metric, "loss");
  say_and_settle("choose patching.what heads");
  say_and_settle("choose patching.position 1");
  EXPECT_EQ(results().result->question.at, (PatchPosition{Text::Target, 1}));
}

TEST_F(PatchingView, ACellBecomesAnEditOfThePassOnScreen) {
  for (const char* preset : {"reverse", "induction"}) {
    show(preset);
    for (const char* what : {"stream", "attention", "heads"}) {
      SCOPED_TRACE(std::string(preset) + " " + what);
      say_and_settle("patch.propose");
      say_and_settle(std::string("choose patching.what ") + what);
      const PatchingResult result = *results().result;
      const PatchBlock& block = result.blocks.back();
      const std::vector<std::string> before = edits();
      take(result, block, 1);
      ASSERT_EQ(edits().size(), 1U);
      expect_has(edits()[0], " from " + result.question.pair.clean.text);
      EXPECT_EQ(lab->view().trace_error, "");
      EXPECT_NEAR(metric_on_screen(result), block.cells[1].value, 1e-4) << edits()[0];
      take(result, block, 2);
      ASSERT_EQ(edits().size(), 1U) << "one patch at a time";
      EXPECT_NEAR(metric_on_screen(result), block.cells[2].value, 1e-4);
      take(result, block, 2);
      EXPECT_TRUE(edits().empty()) << "the second click takes the patch back";
      EXPECT_NEAR(metric_on_screen(result), result.changed, 1e-4) << "the changed text stays";
      say_and_settle("undo");
      say_and_settle("undo");
      say_and_settle("undo");
      EXPECT_EQ(edits(), before);
    }
  }
}

TEST_F(PatchingView, IsOfThePastStepOnScreen) {
  show("induction");
  say_and_settle("train.step 4");
  EXPECT_EQ(results().step, 4);
  say_and_settle("timeline.to 0");
  EXPECT_EQ(results().step, 0);
}

TEST_F(PatchingView, IsStoppedAndTakenUpAgain) {
  show("induction");
  say_and_settle("choose patching.stopped on");
  say_and_settle("choose patching.what heads");
  EXPECT_EQ(results().result->question.what, "stream");
  say_and_settle("choose patching.stopped off");
  EXPECT_EQ(results().result->question.what, "heads");
}

TEST_F(PatchingView, CommandsRefuseWhatIsNotThere) {
  open("digits");
  expect_has(refusal("patch.propose"), "only Transformers that read texts");
  open("reverse");
  expect_has(refusal("patch.cell source.input[0,1,*]"), "choose two texts first: patch.texts CLEAN CHANGED");
  say("patch.texts abc abd cba dba");
  expect_has(refusal("patch.cell source.input"), "expected a name and then [");
}

TEST_F(PatchingView, IsDrawnAsAFigure) {
  show("reverse");
  const testing::TempFolder folder;
  const std::string file = (folder / "figure.svg").string();
  for (const char* what : {"stream", "heads", "path"}) {
    say_and_settle(std::string("choose patching.what ") + what);
    save_figure(lab->view(), {.file = file});
    expect_has(testing::read_bytes(file), "answer");
  }
}

TEST_F(PatchingView, TellsWhatItFoundOnceALessonsPredictionIsMade) {
  show("reverse");
  const std::string text =
      "---\nid: p\n---\n# P\n## S\n```setup\nview patching\n```\n"
      "```predict\nid: q\nask: w\n- {step = 0} a\n- {step != 0} b\nthen: view patching\n```\n";
  lab->open_lesson(std::make_shared<const Lesson>(read_lesson(text, "p.md")));
  settle();
  const testing::TempFolder folder;
  const auto waits = [&] {
    const std::string file = (folder / "figure.svg").string();
    save_figure(lab->view(), {.file = file});
    return testing::read_bytes(file).find("appears here after your prediction") != std::string::npos;
  };
  EXPECT_TRUE(waits());
  say_and_settle("lesson.answer q 0");
  EXPECT_FALSE(waits());
  say_and_settle("lesson.retry q");
  say("lesson.skip q");
  EXPECT_FALSE(waits());
}

}  // namespace
}  // namespace attnlab
