// Every view that is offered to a preset's model: nothing empty, no label cut, no number that is not finite.
#include <gtest/gtest.h>

#include <string>

#include "app/feature/features.h"
#include "app/features/compare/choice.h"
#include "app/features/landscape/choice.h"
#include "core/training/preset.h"
#include "tests/gui/played.h"
#include "tests/support/temp_folder.h"
#include "tests/trace/preset_traces.h"

namespace attnlab {
namespace {

std::string script_of(const std::string& name) {
  const Preset preset = find_preset(name);
  std::string s = "window 1280 720\nmotion off\nwait_idle\ntrain.step 2\nwait_idle\n";
  for (const Feature* view : offered_views(&preset.model)) {
    if (view == &compare::kFeature) s += "compare.weights\nwait_idle\n";
    if (view == &landscape::kFeature) s += "choose landscape.size 9\n";
    s += "view " + std::string(view->name) +
         "\nwait_idle\nwait_frames 3\nexpect cut none\nexpect not_finite none\nexpect empty stage no\n";
  }
  return s + "quit\n";
}

class OfferedViews : public ::testing::TestWithParam<std::string> {};

TEST_P(OfferedViews, ShowSomethingWholeAndFinite) {
  const testing::TempFolder folder;
  testing::write_bytes(folder / "views.txt", script_of(GetParam()));
  testing::expect_played(folder / "views.txt", folder.path(), {"--preset", GetParam()});
}

INSTANTIATE_TEST_SUITE_P(Chosen, OfferedViews, ::testing::ValuesIn(testing::chosen_presets()),
                         [](const auto& preset) { return testing::test_name(preset.param); });
INSTANTIATE_TEST_SUITE_P(Every, OfferedViews, ::testing::ValuesIn(testing::other_presets()),
                         [](const auto& preset) { return testing::test_name(preset.param); });

}  // namespace
}  // namespace attnlab
