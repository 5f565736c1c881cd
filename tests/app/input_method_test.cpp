// Fields with an input method: it takes keys, what is composed is shown and not yet in the text, and what it
// gives comes in its place among the keys.
#include "app/widgets/base/input_method.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <string>
#include <utility>

#include "app/theme/fonts.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/field_undo.h"
#include "app/widgets/base/imgui_versions.h"
#include "app/widgets/base/text_area.h"
#include "core/text/utf8.h"
#include "tests/app/without_window.h"

namespace attnlab {
namespace {

using EventKind = InputEvent::Kind;
constexpr int kSpace = 32, kBackspace = 259;

/// Letters become "好" when Space is pressed. It answers each key when it is asked for the nth time.
class Sounds : public InputMethod {
 public:
  void follow(const std::optional<Box>& caret) override { caret_ = caret; }
  Answer offer(const InputEvent& key, char32_t typed) override {
    if (++asked_ < answers_after) return Answer::Waits;
    asked_ = 0;
    return key.down && takes(key, typed) ? Answer::Takes : Answer::Leaves;
  }
  std::vector<InputEvent> take_events() override { return std::exchange(events_, {}); }
  ComposedText composed() const override { return {sounds_, sounds_.size()}; }

  void end_composing() override {
    if (!sounds_.empty()) commit();
  }

  int answers_after = 1;

 private:
  bool takes(const InputEvent& key, char32_t typed) {
    if (typed >= 'a' && typed <= 'z') return sounds_ += static_cast<char>(typed), true;
    if (sounds_.empty()) return false;
    if (key.code == kBackspace) return sounds_.pop_back(), true;
    commit();
    return key.code == kSpace;
  }
  void commit() {
    sounds_.clear();
    events_.push_back({.kind = EventKind::Character, .code = U'好'});
  }

  std::optional<Box> caret_;
  std::string sounds_;
  std::vector<InputEvent> events_;
  int asked_ = 0;
};

class Composing : public ::testing::TestWithParam<bool> {
 protected:
  Composing() : context_(ImGui::CreateContext()), in_use_(widgets_) {
    build_fonts(*testing::begin_without_window({400, 300}, 0.1f).Fonts, 1);
    queue_.use(&method_);
    opening_ = true;
    settle();
  }
  ~Composing() override { ImGui::DestroyContext(context_); }

  void press(int code, char32_t typed, EventKind kind = EventKind::Key) {
    queue_.add({.kind = kind, .code = code, .down = true});
    if (typed != 0) queue_.add({.kind = EventKind::Character, .code = static_cast<int>(typed)});
    if (kind == EventKind::Key) queue_.add({.kind = kind, .code = code, .down = false});
  }
  /// Keys of a US keyboard.
  void type(std::string_view letters) {
    for (const char letter : letters)
      press(letter >= 'a' && letter <= 'z' ? letter - 'a' + 'A' : letter, static_cast<char32_t>(letter));
  }
  void settle() {
    for (int i = 0; i < 200 && queue_.waits(); ++i) frame();
    EXPECT_FALSE(queue_.waits());
    for (int i = 0; i < 8; ++i) frame();
  }
  void frame() {
    queue_.begin_frame();
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({380, 200});
    ImGui::Begin("window", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings);
    if (opening_) focus_next_field();
    opening_ = false;
    if (GetParam()) {
      changes_ += text_area("area", text_, 3) ? 1 : 0;
    } else {
      bool changed = false;
      text_field("field", text_, "", 0, &changed);
      changes_ += changed ? 1 : 0;
    }
    ImGui::End();
    note_field_undo();
    drawn_ = ImGui::GetForegroundDrawList()->VtxBuffer.Size / 4;
    ImGui::EndFrame();
  }

  Sounds method_;
  WidgetContext widgets_;
  ImGuiContext* context_;
  WidgetsInUse in_use_;
  InputQueue queue_;
  bool opening_ = false;
  int changes_ = 0;  ///< of the text
  int drawn_ = 0;    ///< rectangles and letters over the field
  std::string text_;
};

TEST_P(Composing, IsShownAndIsNotTheText) {
  type("hao");
  settle();
  EXPECT_EQ(text_, "");
  EXPECT_EQ(composed_text(), (ComposedText{"hao", 3}));
  EXPECT_EQ(changes_, 0);
  EXPECT_FALSE(field_undoes());
  EXPECT_EQ(drawn_, 3 + 3) << "the line's ground, the underline and the caret; three letters";
  press(kSpace, ' ');
  settle();
  EXPECT_EQ(text_, "好");
  EXPECT_EQ(composed_text(), ComposedText{});
  EXPECT_EQ(changes_, 1);
  EXPECT_EQ(drawn_, 0);
}

TEST_P(Composing, HappensAtTheCaret) {
  queue_.use(nullptr);
  type("wx");
  press(263, 0);  // Left
  settle();
  queue_.use(&method_);
  type("hao");
  settle();
  EXPECT_EQ(text_, "wx");
  EXPECT_EQ(drawn_, 3 + 5) << "the letters around move apart";
  type(" ");
  settle();
  EXPECT_EQ(text_, "w好x");
}

TEST_P(Composing, TakesRepeatedKeys) {
  type("hao");
  press(kBackspace, 0);
  press(kBackspace, 0, EventKind::Repeat);
  press('N', 'n', EventKind::Repeat);
  settle();
  EXPECT_EQ(composed_text().text, "hn");
  EXPECT_EQ(text_, "");
}

TEST_P(Composing, EndsWhereTheMouseMovesTheCaret) {
  queue_.use(nullptr);
  type("wx");
  settle();
  queue_.use(&method_);
  type("hao");
  settle();
  queue_.add({.kind = EventKind::Move, .x = 10, .y = 18});
  for (const bool down : {true, false}) queue_.add({.kind = EventKind::Button, .code = 0, .down = down});
  type("1");
  settle();
  EXPECT_EQ(composed_text(), ComposedText{});
  EXPECT_EQ(text_, "1wx好");
}

TEST_P(Composing, LeavesKeysThatItDoesNotTake) {
  type("1 2");
  press(kBackspace, 0);
  settle();
  EXPECT_EQ(text_, "1 ");
}

/// However late the answers are, everything comes in the order of the keys.
TEST_P(Composing, KeepsTheOrderOfKeys) {
  for (const int frames : {1, 2, 7}) {
    method_.answers_after = frames;
    type("1hao,hao 2");
    settle();
    EXPECT_EQ(text_, "1好,好2") << frames;
    leave_field();
    settle();
    text_.clear();
    opening_ = true;
    settle();
  }
}

INSTANTIATE_TEST_SUITE_P(Fields, Composing, ::testing::Bool(),
                         [](const auto& test) { return test.param ? "Area" : "Line"; });

}  // namespace
}  // namespace attnlab
