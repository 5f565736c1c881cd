// The plan of a sweep: words, combinations and seeds in order, and refusals that name what is wrong.
#include "core/training/sweep/sweep.h"

#include <gtest/gtest.h>

#include "core/training/preset_options.h"
#include "tests/support/error_text.h"

namespace attnlab {
namespace {

using Words = std::vector<std::string>;

std::vector<std::string> names_of(const SweepPlan& plan) {
  std::vector<std::string> all;
  for (const SweepPoint& point : plan.points) all.push_back(point.name);
  return all;
}

std::string refused(const Words& words, std::size_t most = 100) {
  return testing::error_text<std::invalid_argument>(
      [&] { plan_sweep(find_preset("reverse"), parse_sweep(words), most); });
}

TEST(Sweep, TheLastAxisChangesFastestAndSeedsFollowThePresets) {
  Preset base = find_preset("reverse");
  base.training.seed = 7;
  const SweepPlan plan = plan_sweep(base, parse_sweep(Words{"heads=1,2", "steps=30", "seeds=2"}), 100);
  EXPECT_EQ(names_of(plan), (Words{"heads=1,steps=30,seed=7", "heads=1,steps=30,seed=8",
                                   "heads=2,steps=30,seed=7", "heads=2,steps=30,seed=8"}));
  EXPECT_EQ(plan.combinations(), 2u);
  EXPECT_EQ(plan.combination(1), 0u);
  EXPECT_EQ(plan.combination(2), 1u);
  EXPECT_EQ(plan.options().size(), 2u);
  EXPECT_EQ(plan.points[3].values, (Words{"2", "30", "8"}));
  EXPECT_EQ(plan.points[3].preset.model.heads, 2);
  EXPECT_EQ(plan.points[3].preset.training.seed, 8);
  EXPECT_EQ(plan.points[3].preset.training.steps, 30);
  EXPECT_EQ(varied_name(plan, 3), "heads=2,seed=8") << "without what all have";
}

TEST(Sweep, NamesOnScreenHaveSectionsWhereTheyTellOptionsApart) {
  const SweepPlan plan =
      plan_sweep(find_preset("reverse"), parse_sweep(Words{"model.heads=1,2", "training.batch=2,4"}), 9);
  EXPECT_EQ(plan.points[0].name, "model.heads=1,training.batch=2");
  EXPECT_EQ(varied_name(plan, 0), "heads=1,batch=2");
  SweepPlan twice = plan;
  twice.axes[1].key = "task.heads";
  EXPECT_EQ(varied_name(twice, 0), "model.heads=1,task.heads=2");
}

TEST(Sweep, PointsDifferInTheirOptionsAlone) {
  const SweepPlan plan = plan_sweep(find_preset("translate"), parse_sweep(Words{"positions=none,rotary"}), 9);
  EXPECT_EQ(differing_options({plan.points[0].preset, plan.points[1].preset}), (Words{"model.positions"}));
}

TEST(Sweep, WithoutOptionsItIsThePresetsOwnRun) {
  const SweepPlan plan = plan_sweep(find_preset("reverse"), {}, 1);
  ASSERT_EQ(plan.points.size(), 1u);
  EXPECT_EQ(plan.points[0].name, "");
  EXPECT_EQ(error_of(plan.points[0], "no"), "no");
  EXPECT_TRUE(differing_options({plan.points[0].preset, find_preset("reverse")}).empty());
}

TEST(Sweep, SeedsAloneAreASweep) {
  const SweepPlan plan = plan_sweep(find_preset("reverse"), parse_sweep(Words{"seeds=3"}), 9);
  EXPECT_EQ(names_of(plan), (Words{"seed=1", "seed=2", "seed=3"}));
  EXPECT_EQ(plan.combinations(), 1u);
  EXPECT_TRUE(plan.options().empty());
}

TEST(Sweep, WordsAreReadAndWrittenBack) {
  const Words words{"task.corpus=a\\,b.txt,c.txt", "width=16,32", "seeds=3", "at_once=2"};
  const SweepGrid grid = parse_sweep(words);
  EXPECT_EQ(grid.axes[0].values, (Words{"a,b.txt", "c.txt"}));
  EXPECT_EQ(grid.seeds, 3);
  EXPECT_EQ(grid.at_once, 2);
  EXPECT_EQ(sweep_words(grid), words);
  EXPECT_EQ(parse_sweep(sweep_words(grid)), grid);
}

TEST(Sweep, WhatIsWrongIsNamedInOneLine) {
  EXPECT_EQ(refused({}), "a sweep needs an option with its values, such as heads=1,2,4");
  EXPECT_EQ(refused({"heads"}), "heads does not have values: write key=value,value,…");
  EXPECT_EQ(refused({"heads=1,"}), "heads=1, has an empty value");
  EXPECT_EQ(refused({"heads=1,1"}), "heads=1,1 contains 1 twice");
  EXPECT_EQ(refused({"seeds=0"}), "seeds=0: write seeds=N, where N is a whole number from 1 to 1000");
  EXPECT_EQ(refused({"seeds=two"}), "seeds=two: write seeds=N, where N is a whole number from 1 to 1000");
  EXPECT_EQ(refused({"seeds=1,2"}), "seeds=1,2: write seeds=N, where N is a whole number from 1 to 1000");
  const std::string twice = "model.heads occurs twice: write all its values once, separated by commas";
  EXPECT_EQ(refused({"heads=1,2", "model.heads=4"}), twice);
  EXPECT_EQ(refused({"seed=1,2", "seeds=2"}),
            "seed occurs twice: write all its values once, separated by commas");
  EXPECT_EQ(refused({"heads=1,2", "seeds=4"}, 7),
            "the sweep has more than 7 runs: use fewer values or seeds");
  EXPECT_EQ(refused({"heads=1,2", "seeds=4"}, 8), "no error");
  EXPECT_TRUE(refused({"width=16,wide"}).starts_with("width=wide: model.width is wide"));
  EXPECT_NE(refused({"haeds=1,2"}).find("model.heads"), std::string::npos) << refused({"haeds=1,2"});
}

}  // namespace
}  // namespace attnlab
