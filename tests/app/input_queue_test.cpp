// Keyboard and mouse at slow frames: each event within one frame is seen, in order, with its own modifiers.
#include "app/widgets/base/input_queue.h"

#include <gtest/gtest.h>
#include <imgui.h>
// ImGui's string functions need its main header before them.
#include <imgui_stdlib.h>

#include <string>
#include <utility>

#include "app/widgets/base/context.h"
#include "app/widgets/base/field_undo.h"
#include "tests/app/without_window.h"

namespace attnlab {
namespace {

using EventKind = InputEvent::Kind;
constexpr int kControl = 341, kShiftKey = 340;

/// An ImGui without a window, at whose frames of 300 ms events arrive all at once.
class SlowFrames : public ::testing::Test {
 protected:
  SlowFrames() : context_(ImGui::CreateContext()), in_use_(widgets_) {
    testing::begin_without_window({400, 300}, 0.3f).Fonts->Build();
    frame();
  }
  ~SlowFrames() override { ImGui::DestroyContext(context_); }

  void key(const std::string& chord, bool down) {
    KeyChord held = parse_key(chord);
    const int code = std::exchange(held.key, 0);
    queue_.add({.kind = EventKind::Key, .code = code, .down = down, .modifiers = held});
    if (const std::string typed = key_text(parse_key(chord)); down && !typed.empty())
      queue_.add({.kind = EventKind::Character, .code = typed[0]});
  }
  void press(const std::string& chord) { key(chord, true), key(chord, false); }
  void control(bool down) { queue_.add({.kind = EventKind::Key, .code = kControl, .down = down}); }
  void button(float x, float y, bool down) {
    queue_.add({.kind = EventKind::Move, .x = x, .y = y});
    queue_.add({.kind = EventKind::Button, .code = 0, .down = down});
  }

  /// Draws until no event waits, and a requested field has the keyboard.
  void settle() {
    for (int i = 0; i < 100 && queue_.waits(); ++i) frame();
    EXPECT_FALSE(queue_.waits());
    for (int i = 0; i < 8; ++i) frame();
  }

  void frame() {
    queue_.begin_frame();
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::Begin("window", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings);
    if (opening_) focus_next_field();
    opening_ = false;
    if (field_) ImGui::InputText("##field", &text_);
    ImGui::End();
    note();
    ImGui::EndFrame();
  }

  std::string log_;       ///< the events that the program saw, in order
  std::string text_;      ///< of the field
  bool field_ = false;    ///< there is one
  bool opening_ = false;  ///< it takes the keyboard
  InputQueue queue_;

 private:
  /// As Ctrl+K in the program: a field opens with the next frame.
  void note() {
    for (const char* chord : {"2", "3", "Space", "Backspace", "Ctrl+K", "K", "P", "Ctrl+A", "A"})
      if (chord_pressed(parse_key(chord), false)) log_ += std::string(chord) + " ";
    if (ImGui::GetIO().KeyCtrl && key_pressed(parse_key("Z").key, false))
      log_ += field_undoes() ? "field " : "program ";
    if (ImGui::GetIO().KeyCtrl && key_pressed(parse_key("Y").key, false))
      log_ += field_redoes() ? "field again " : "program again ";
    note_field_undo();
    if (ImGui::IsMouseClicked(0)) log_ += "down:" + place();
    if (ImGui::IsMouseReleased(0)) log_ += "up:" + place();
    if (!log_.ends_with("Ctrl+K ") || field_) return;
    field_ = opening_ = true;
    hold_keys();
  }
  static std::string place() {
    const ImVec2 at = ImGui::GetIO().MousePos;
    return std::to_string(static_cast<int>(at.x)) + "," + std::to_string(static_cast<int>(at.y)) + " ";
  }

  ImGuiContext* context_;
  WidgetContext widgets_;
  WidgetsInUse in_use_;
};

TEST_F(SlowFrames, AShortPressIsSeenOnce) {
  for (const char* chord : {"2", "Space", "Backspace"}) press(chord);
  settle();
  EXPECT_EQ(log_, "2 Space Backspace ");
}

TEST_F(SlowFrames, ManyPressesOfOneKeyAreAsMany) {
  for (int i = 0; i < 3; ++i) press("2");
  press("3");
  press("2");
  settle();
  EXPECT_EQ(log_, "2 2 2 3 2 ");
}

TEST_F(SlowFrames, AKeyHasTheModifiersOfItsOwnMoment) {
  control(true);
  press("Ctrl+A");
  control(false);
  press("A");
  control(true);
  press("Ctrl+A");
  control(false);
  settle();
  EXPECT_EQ(log_, "Ctrl+A A Ctrl+A ");
  EXPECT_FALSE(ImGui::GetIO().KeyCtrl);
}

/// Keys of a French keyboard, by their places on a US one.
TEST_F(SlowFrames, AKeyIsWhatTheLayoutTypes) {
  const auto place = [&](char key, char32_t types, bool down, const KeyChord& held = {}, int typed = 0) {
    queue_.add({.kind = EventKind::Key, .code = key, .down = down, .types = types, .modifiers = held});
    if (typed != 0) queue_.add({.kind = EventKind::Character, .code = typed});
  };
  constexpr KeyChord kHeldControl{0, true, false, false}, kHeldShift{0, false, true, false};
  control(true);
  place('Q', U'a', true, kHeldControl);
  place('Q', U'a', false, kHeldControl);
  control(false);
  settle();
  EXPECT_EQ(log_, "Ctrl+A ");
  EXPECT_FALSE(key_down('A')) << "what was pressed is released";
  queue_.add({.kind = EventKind::Key, .code = kShiftKey, .down = true});
  place('2', U'é', true, kHeldShift, '2');
  settle();
  EXPECT_EQ(log_, "Ctrl+A 2 ") << "Shift chose the digit, and is no part of the shortcut";
  place('2', U'é', false, kHeldShift);
  settle();
  EXPECT_TRUE(ImGui::GetIO().KeyShift) << "it is held all the same";
}

TEST_F(SlowFrames, AModifierHeldBeforeTheWindowHadTheKeyboardCounts) {
  press("Ctrl+A");
  settle();
  EXPECT_EQ(log_, "Ctrl+A ");
}

TEST_F(SlowFrames, WhatIsTypedAfterAKeyThatOpensAFieldGoesThere) {
  control(true);
  press("Ctrl+K");
  control(false);
  for (const char* letter : {"P", "A", "P", "P", "Space", "2"}) press(letter);
  settle();
  EXPECT_EQ(log_, "Ctrl+K ");
  EXPECT_EQ(text_, "papp 2");
}

TEST_F(SlowFrames, AFieldSeesLettersAndKeysInOrder) {
  opening_ = field_ = true;
  frame();
  for (const char* chord : {"A", "A", "Backspace", "P", "P", "Backspace", "K"}) press(chord);
  settle();
  EXPECT_EQ(text_, "apk");
  control(true);
  press("Ctrl+A");
  control(false);
  press("2");
  settle();
  EXPECT_EQ(text_, "2");
  EXPECT_EQ(log_, "");
}

TEST_F(SlowFrames, AKeyAfterEnterIsTheProgramsAgain) {
  opening_ = field_ = true;
  frame();
  press("A");
  press("Enter");
  press("2");
  settle();
  EXPECT_EQ(text_, "a");
  EXPECT_EQ(log_, "2 ");
}

TEST_F(SlowFrames, UndoIsTheFieldsUntilItHasNothingLeft) {
  press("Ctrl+Z");
  opening_ = field_ = true;
  frame();
  press("A");
  press("P");
  for (const char* chord : {"Ctrl+Z", "Ctrl+Z", "Ctrl+Z", "Ctrl+Y", "Ctrl+Y", "Ctrl+Y"}) press(chord);
  settle();
  EXPECT_EQ(log_, "program field field program field again field again program again ");
  EXPECT_EQ(text_, "ap");
}

TEST_F(SlowFrames, AClickIsWhereTheMouseWas) {
  queue_.add({.kind = EventKind::Move, .x = 1, .y = 1});
  button(10, 20, true);
  button(10, 20, false);
  button(30, 40, true);
  queue_.add({.kind = EventKind::Move, .x = 50, .y = 60});
  queue_.add({.kind = EventKind::Leave});
  button(-70, 80, false);
  queue_.add({.kind = EventKind::Leave});
  settle();
  EXPECT_EQ(log_, "down:10,20 up:10,20 down:30,40 up:-70,80 ");
  EXPECT_FALSE(ImGui::IsMousePosValid());
}

TEST_F(SlowFrames, ClicksAndKeysKeepTheirOrder) {
  press("2");
  button(10, 20, true);
  press("3");
  button(10, 20, false);
  press("2");
  settle();
  EXPECT_EQ(log_, "2 down:10,20 3 up:10,20 2 ");
}

TEST_F(SlowFrames, NothingIsHeldAfterTheWindowLostTheKeyboard) {
  control(true);
  key("Ctrl+K", true);
  queue_.add({.kind = EventKind::FocusLost});
  field_ = true;  // it opens nothing
  settle();
  EXPECT_FALSE(ImGui::GetIO().KeyCtrl);
  EXPECT_FALSE(key_down(parse_key("K").key));
}

TEST_F(SlowFrames, WhatIsForgottenIsNotDealtOut) {
  press("2");
  button(10, 20, true);
  queue_.add({.kind = EventKind::FocusLost});
  queue_.clear();
  EXPECT_FALSE(queue_.waits());
  settle();
  EXPECT_EQ(log_, "");
}

TEST_F(SlowFrames, OneFrameTakesAllThatItCanTellApart) {
  queue_.add({.kind = EventKind::Move, .x = 5, .y = 6});
  for (int i = 0; i < 3; ++i) queue_.add({.kind = EventKind::Wheel, .y = 1});
  queue_.begin_frame();
  EXPECT_FALSE(queue_.waits());
  ImGui::NewFrame();
  EXPECT_EQ(ImGui::GetIO().MouseWheel, 3);
  ImGui::EndFrame();
  opening_ = field_ = true;
  settle();
  for (const char* letter : {"P", "2", "A"}) press(letter);
  queue_.begin_frame();
  EXPECT_FALSE(queue_.waits()) << "letters that a field takes need no frame each";
}

}  // namespace
}  // namespace attnlab
