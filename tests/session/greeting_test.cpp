// The first start: the pass from its words on, and only what the first minute needs.
#include "tests/support/lab_fixture.h"

namespace attnlab {
namespace {

struct Greeting : LabTest {};

TEST_F(Greeting, BeginsAtTheWordsAndWaits) {
  lab->greet();
  open();
  const ViewModel view = lab->view();
  EXPECT_TRUE(view.state.choices.steps.ids);
  EXPECT_TRUE(view.state.chosen.shows("source.embedding")) << view.state.chosen.shown_tensor();
  EXPECT_EQ(view.training.state, TrainingView::State::Paused);
  EXPECT_FALSE(view.can_undo);
  EXPECT_NE(view.notice, "");
}

TEST_F(Greeting, EndsWhereSomethingIsLookedAtCloser) {
  lab->greet();
  open();
  lab->apply(parse_command("train.step"));
  lab->apply(parse_command("stage.next"));
  settle();
  EXPECT_FALSE(lab->view().screen.show_inspector);
  EXPECT_TRUE(lab->settings().screen == Screen{}) << "nobody chose that";
  lab->apply(parse_command("select.head 1"));
  EXPECT_TRUE(lab->view().screen == Screen{});
}

TEST_F(Greeting, APanelThatIsAskedForComes) {
  lab->greet();
  open();
  lab->apply(parse_command("panel map toggle"));
  EXPECT_TRUE(lab->view().screen.show_map);
  EXPECT_FALSE(lab->view().screen.first_minute);
}

TEST_F(Greeting, IsNotForWhoWasHereBefore) {
  open();
  EXPECT_FALSE(lab->view().screen.first_minute);
  EXPECT_FALSE(lab->view().state.choices.steps.ids);
}

}  // namespace
}  // namespace attnlab
