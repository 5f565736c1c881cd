// Text fields: what is typed, pasted, copied and undone has the letters that the keyboard and the clipboard
// have, those beyond 16 bits and of the private use area among them.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/theme/fonts.h"
#include "app/theme/stand_ins.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/field_undo.h"
#include "app/widgets/base/input_queue.h"
#include "app/widgets/base/text_area.h"
#include "core/text/utf8.h"
#include "tests/app/without_window.h"

namespace attnlab {
namespace {

/// Emoji; CJK extension B; a flag of two letters; a family joined by U+200D; private use of three planes; CJK
/// extension A and a noncharacter, which stand-ins are made of; and all of them among other letters.
const std::vector<std::u32string> kOddTexts = {U"\U0001F600",
                                               U"\U00020000\U00020BB7",
                                               U"\U0001F1E9\U0001F1EA",
                                               U"\U0001F469\u200D\U0001F469\u200D\U0001F467\uFE0F",
                                               U"\uE000\uF8FF\U000F0000\U0010FFFD",
                                               U"\u3400\u4DBF\uFDEF\uFDD0",
                                               U"a\U0001F600é \uE0A0日\uFDEF\U0001F600z"};

std::string as_utf8(std::u32string_view letters) {
  std::string text;
  for (const char32_t letter : letters) text += encode_utf8(letter);
  return text;
}

/// A number that tests print.
unsigned code_of(char32_t letter) { return static_cast<unsigned>(letter); }

class FieldLetters : public ::testing::TestWithParam<bool> {
 protected:
  FieldLetters() : context_(ImGui::CreateContext()), in_use_(widgets_) {
    use_clipboard(copied_);
    build_fonts(*testing::begin_without_window({400, 300}, 0.1f).Fonts, 1);
    focus();
  }
  ~FieldLetters() override { ImGui::DestroyContext(context_); }

  void type(std::u32string_view letters) {
    for (const char32_t letter : letters)
      queue_.add({.kind = InputEvent::Kind::Character, .code = static_cast<int>(letter)});
    settle();
  }
  void press(const std::string& chord) {
    KeyChord held = parse_key(chord);
    const int code = std::exchange(held.key, 0);
    for (const bool down : {true, false})
      queue_.add({.kind = InputEvent::Kind::Key, .code = code, .down = down, .modifiers = held});
    settle();
  }
  void focus() {
    opening_ = true;
    settle();
  }
  /// The field's text from outside, as a script or a lesson sets it, while the field has no keyboard.
  void set(const std::string& text) {
    leave_field();
    text_ = text;
    settle();
  }
  void settle() {
    for (int i = 0; i < 100 && queue_.waits(); ++i) frame();
    for (int i = 0; i < 8; ++i) frame();
  }
  void frame() {
    queue_.begin_frame();
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::Begin("window", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings);
    if (opening_) focus_next_field();
    opening_ = false;
    GetParam() ? text_area("area", text_, 3) : text_field("field", text_, "");
    ImGui::End();
    ImGui::EndFrame();
  }

  WidgetContext widgets_;
  ImGuiContext* context_;
  WidgetsInUse in_use_;
  InputQueue queue_;
  bool opening_ = false;
  testing::TestClipboard copied_;
  std::string text_, &clipboard_ = copied_.kept;
};

TEST_P(FieldLetters, AreThoseThatWereTyped) {
  std::string all;
  for (const std::u32string& letters : kOddTexts) {
    type(letters);
    all += as_utf8(letters);
    EXPECT_EQ(text_, all);
  }
}

TEST_P(FieldLetters, ArePastedCopiedAndCut) {
  for (const std::u32string& letters : kOddTexts) {
    const std::string bytes = as_utf8(letters);
    press("Ctrl+A");
    clipboard_ = bytes;
    press("Ctrl+V");
    EXPECT_EQ(text_, bytes);
    clipboard_ = "";
    press("Ctrl+A");
    press("Ctrl+C");
    EXPECT_EQ(clipboard_, bytes);
    clipboard_ = "";
    press("Ctrl+X");
    EXPECT_EQ(clipboard_, bytes);
    EXPECT_EQ(text_, "");
    type(letters);
  }
}

TEST_P(FieldLetters, AreUndoneAndDoneAgain) {
  type(U"a\U0001F600");
  clipboard_ = as_utf8(U"\U00020BB7\uE000");
  press("Ctrl+V");
  const std::string whole = as_utf8(U"a\U0001F600\U00020BB7\uE000");
  EXPECT_EQ(text_, whole);
  press("Ctrl+Z");
  EXPECT_EQ(text_, as_utf8(U"a\U0001F600"));
  press("Ctrl+Y");
  EXPECT_EQ(text_, whole);
  press("Backspace");
  EXPECT_EQ(text_, as_utf8(U"a\U0001F600\U00020BB7"));
  press("Ctrl+Z");
  EXPECT_EQ(text_, whole);
}

TEST_P(FieldLetters, OfATextThatIsThereStay) {
  const std::string bytes = as_utf8(kOddTexts.back());
  set(bytes);
  EXPECT_EQ(text_, bytes);
  focus();
  press("End");
  type(U"!\U0001F600");
  EXPECT_EQ(text_, bytes + as_utf8(U"!\U0001F600"));
  press("Home");
  type(U"\uF8FF");
  EXPECT_EQ(text_, as_utf8(U"\uF8FF") + bytes + as_utf8(U"!\U0001F600"));
}

INSTANTIATE_TEST_SUITE_P(LinesAndAreas, FieldLetters, ::testing::Bool());

TEST(StandIns, WhatCannotBeHeldStandsForItselfAgain) {
  StandIns stand_ins;
  for (const std::u32string& letters : kOddTexts) {
    const std::string bytes = as_utf8(letters), held = stand_ins.for_field(bytes);
    for (std::string_view rest = held; !rest.empty(); rest.remove_prefix(decode_utf8(rest).size)) {
      const char32_t c = decode_utf8(rest).value;
      EXPECT_TRUE(c <= 0xFFFF && (c < 0xE000 || c > 0xF8FF)) << code_of(c);
    }
    EXPECT_EQ(stand_ins.from_field(held), bytes);
  }
  EXPECT_EQ(stand_ins.for_field("the owl, \xff é日\n"), "the owl, \xff é日\n");
  for (const StandIn& each : stand_ins.made()) EXPECT_NE(code_of(each.at), code_of(each.letter));
}

TEST(StandIns, AreAsManyAsTheySay) {
  StandIns stand_ins;
  for (char32_t i = 0; i < StandIns::most(); ++i)
    ASSERT_NE(code_of(stand_ins.for_field(char32_t{0x20000} + i)), 0xFFFDu) << code_of(i);
  EXPECT_EQ(code_of(stand_ins.for_field(char32_t{0x1F600})), 0xFFFDu);
}

TEST(StandIns, AreDrawnAsBoxesWithTheirCodePoints) {
  ImFontAtlas atlas;
  const std::vector<StandIn> boxes = {{0xFDEF, 0x1F600}};
  const std::vector<char32_t> letters = {0xFDEF};
  build_fonts(atlas, 1, letters, boxes);
  ASSERT_TRUE(has_glyph(fonts().ui, 0xFDEF));
  const GlyphShape box = glyph_shape(fonts().ui, 0xFDEF);
  EXPECT_TRUE(box.visible);
  EXPECT_EQ(box.advance, static_cast<float>(box_side(font_size(fonts().ui)) + 1));
  const int side = box_side(16);
  const auto drawn = [&](char32_t letter) {
    std::vector<unsigned char> pixels(static_cast<std::size_t>(side * side));
    draw_code_point_box(letter, side, pixels.data(), side);
    return pixels;
  };
  EXPECT_EQ(std::ranges::count(drawn(0x1F600), 255), std::ranges::count(drawn(0xF6001), 255))
      << "the same digits in another order have as many dots";
  EXPECT_NE(drawn(0x1F600), drawn(0x1F601));
  EXPECT_EQ(drawn(0xE000)[0], 255) << "the frame";
}

}  // namespace
}  // namespace attnlab
