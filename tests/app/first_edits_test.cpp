// The edits that are offered take away what there is.
#include <gtest/gtest.h>

#include <cfloat>

#include "app/views/common/hover.h"
#include "app/views/common/views.h"
#include "tests/app/drawn_panel.h"
#include "tests/support/lab_fixture.h"

namespace attnlab {
namespace {

struct FirstEdits : LabTest {
  bool offers(const char* button) const {
    FrameMemory memory;
    ViewModel model = lab->view();
    model.memory = &memory;
    bool found = false;
    testing::drawn_panel({1000, 700}, 3, [&] {
      found = find_target(button).has_value();  // in the frame before
      begin_hover({-FLT_MAX, -FLT_MAX});
      draw_stage(model, [](const Command&) {});
    });
    return found;
  }
};

TEST_F(FirstEdits, TakeAMaskAwayOnlyWhereItHidesAKey) {
  open();
  say_and_settle("view compare");
  say_and_settle("select.attention encoder_self");
  EXPECT_TRUE(offers("compare.first.scaling"));
  EXPECT_FALSE(offers("compare.first.mask"));
  say_and_settle("select.attention decoder_self");
  EXPECT_TRUE(offers("compare.first.mask"));
}

}  // namespace
}  // namespace attnlab
