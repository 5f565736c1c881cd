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
  bool offers(const std::string& what) const {
    FrameMemory memory;
    ViewModel model = lab->view();
    model.memory = &memory;
    return testing::drawn_panel({1000, 700}, 3,
                                [&] {
                                  begin_hover({-FLT_MAX, -FLT_MAX});
                                  draw_stage(model, [](const Command&) {});
                                })
        .has(what);
  }
};

TEST_F(FirstEdits, TakeAMaskAwayOnlyWhereItHidesAKey) {
  open();
  say_and_settle("view compare");
  say_and_settle("select.attention encoder_self");
  EXPECT_TRUE(offers("Do not divide scores by √d"));
  EXPECT_FALSE(offers("Take the mask away"));
  say_and_settle("select.attention decoder_self");
  EXPECT_TRUE(offers("Take the mask away"));
}

}  // namespace
}  // namespace attnlab
