// Parameter groups: every cell of every preset is in one group, and groups are what their names say.
#include "core/training/parameters/parameter_groups.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/models/model.h"
#include "core/training/preset.h"

namespace attnlab::testing {
namespace {

std::vector<std::string> names_of(const std::vector<ParameterGroup>& groups) {
  std::vector<std::string> names;
  for (const ParameterGroup& group : groups) names.push_back(group.name);
  return names;
}

std::vector<ParameterGroup> groups_of(const std::string& preset) {
  return parameter_groups(make_model(with_vocabularies(find_preset(preset)).model)->parameters());
}

TEST(ParameterGroups, CoverEveryCellOfEveryPresetOnce) {
  for (const Preset& preset : builtin_presets()) {
    const auto model = make_model(with_vocabularies(preset).model);
    const ParameterLayout& layout = model->parameters();
    std::vector<int> times(static_cast<std::size_t>(layout.size()));
    Index before = -1;
    for (const ParameterGroup& group : parameter_groups(layout)) {
      EXPECT_GT(group.ranges.at(0).begin, before) << preset.name << ": " << group.name << " is out of order";
      before = group.ranges[0].begin;
      for (const FlatRange& range : group.ranges)
        for (Index i = range.begin; i < range.end; ++i) ++times[static_cast<std::size_t>(i)];
    }
    EXPECT_TRUE(std::ranges::all_of(times, [](int n) { return n == 1; })) << preset.name;
  }
}

TEST(ParameterGroups, AreTheBlocksAndWhatIsAroundThem) {
  EXPECT_EQ(names_of(groups_of("nanogpt-cpu")),
            (std::vector<std::string>{"target", "decoder.layers.0", "decoder.layers.1", "decoder.layers.2",
                                      "decoder.layers.3", "decoder.norm"}));
  EXPECT_EQ(names_of(groups_of("word-vectors")), (std::vector<std::string>{"source", "candidates"}));
  const std::vector<std::string> aligned = names_of(groups_of("seq2seq-attention"));
  EXPECT_EQ(std::ranges::count(aligned, "alignment"), 1);
  EXPECT_EQ(std::ranges::count(aligned, "decoder.layers.0"), 1);
}

TEST(ParameterGroups, NormsAreOverTheirCellsAlone) {
  const std::vector<Real> before = {9, 3, 0, 9, 4}, after = {7, 3, 1, 2, 6};
  const ParameterGroup group{"", {{1, 3}, {4, 5}}};
  EXPECT_DOUBLE_EQ(norm(group, before), 5);
  EXPECT_DOUBLE_EQ(difference_norm(group, before, after), std::sqrt(5.0));
}

}  // namespace
}  // namespace attnlab::testing
