// The form of a sweep becomes the command's words, and the newest sweep a table on screen.
#include <gtest/gtest.h>

#include <algorithm>
#include <cfloat>

#include "app/features/training/view_sweep_form.h"
#include "app/figure/offscreen.h"
#include "app/state/open_sweep.h"
#include "app/views/common/hover.h"
#include "app/views/common/views.h"
#include "tests/support/lab_fixture.h"

namespace attnlab {
namespace {

using TypedWords = std::vector<std::string>;

TEST(SweepForms, BecomeTheWordsOfTheCommand) {
  SweepForm form;
  EXPECT_EQ(typed_words(form, 1), TypedWords{});
  form.axes[0] = {"model.heads", " 1, 2 ,4 "};
  EXPECT_EQ(typed_words(form, 1), TypedWords{"model.heads=1,2,4"});
  form.axes[1] = {"training.learning_rate", "1e-3"};
  form.steps = "50";
  form.seeds = 3;
  EXPECT_EQ(typed_words(form, 32), (TypedWords{"model.heads=1,2,4", "training.learning_rate=1e-3",
                                               "training.steps=50", "seeds=3", "at_once=32"}));
  form.axes[0].values = "1,,2";
  EXPECT_EQ(typed_words(form, 1)[0], "model.heads=1,,2") << "a mistake stays, and is refused";
  SweepForm seeds;
  seeds.seeds = 2;
  EXPECT_EQ(typed_words(seeds, 1), TypedWords{"seeds=2"});
}

TEST(SweepForms, OfferOptionsWithValuesThatCanBeTrained) {
  const Preset preset = find_preset("translate");
  const std::vector<SweepOption> options = sweep_options(preset);
  const auto option = [&](std::string_view name) {
    const auto found = std::ranges::find(options, name, &SweepOption::name);
    return found == options.end() ? SweepOption{} : *found;
  };
  EXPECT_EQ(option("model.heads").values, "4, 8");
  EXPECT_EQ(option("model.scaled_scores").values, "true, false");
  EXPECT_EQ(option("model.scaled_scores").title, "scaled scores");
  EXPECT_NE(option("model.norm").values.find("pre"), std::string::npos);
  EXPECT_EQ(option("training.seed").name, "") << "the form has seeds of its own";
  EXPECT_EQ(option("model.target_vocabulary").name, "") << "the task finds it";
  for (const SweepOption& row : options) {
    EXPECT_FALSE(row.help.empty()) << row.name;
    EXPECT_FALSE(row.values.empty()) << row.name;
  }
  SweepForm form;
  form.axes[0] = {"model.heads", option("model.heads").values};
  form.axes[1] = {"training.batch", option("training.batch").values};
  EXPECT_EQ(plan_open_sweep(preset, parse_sweep(typed_words(form, 1))).points.size(), 4u);
}

struct SweepOnScreen : LabTest {
  /// All texts that the part “experiments” draws.
  std::vector<std::string> texts() {
    ViewModel model = lab->view();
    model.figure = true;
    model.memory = &memory;
    const Drawn drawn = draw_offscreen(
        [&] {
          begin_hover({-FLT_MAX, -FLT_MAX});
          draw_stage(model, [](const Command&) {});
        },
        {.width = 1800, .height = 1200, .paint = false});
    std::vector<std::string> all;
    for (const FigureItem& item : drawn.figure.items)
      if (const auto* const text = std::get_if<FigureText>(&item.shape)) all.push_back(text->text);
    return all;
  }
  FrameMemory memory;
};

TEST_F(SweepOnScreen, IsATableWithARowForEachValue) {
  open();
  say("sweep heads=1,2 layers=1 width=8 feed_forward=16 batch=4 steps=5 seeds=2");
  settle();
  ASSERT_TRUE(update_until([&] { return ask("sweep") == "4 of 4"; })) << ask("sweep");
  say_and_settle("view training");
  say_and_settle("choose training.part experiments");
  const std::vector<std::string> drawn = texts();
  const auto times = [&](std::string_view text) { return std::ranges::count(drawn, text); };
  EXPECT_EQ(times("4 of 4 runs have ended."), 1);
  EXPECT_EQ(times("heads"), 1) << "the one option that differs";
  EXPECT_EQ(times("layers"), 0);
  EXPECT_EQ(times("validation loss"), 1);
  EXPECT_EQ(times("exact match"), 1);
  EXPECT_EQ(times("2 of 2"), 2) << "seeds of both rows";
  EXPECT_EQ(times("best"), 1);
  const auto with_spread = std::ranges::count_if(
      drawn, [](const std::string& text) { return text.find(" ± ") != std::string::npos; });
  EXPECT_GE(with_spread, 4);
  say_and_settle("sweep.close");
  const std::vector<std::string> closed = texts();
  EXPECT_EQ(std::ranges::count(closed, std::string("validation loss")), 0);
}

}  // namespace
}  // namespace attnlab
