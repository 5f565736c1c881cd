// Script lines are read; errors name file and line.
#include <gtest/gtest.h>

#include <stdexcept>

#include "app/script/script.h"

namespace attnlab {
namespace {

ScriptLine only(const std::string& text) {
  const Script script = parse_script(text, "a.txt");
  EXPECT_EQ(script.lines.size(), 1u) << text;
  return script.lines.empty() ? ScriptLine{} : script.lines[0];
}

std::string error_of(const std::string& text) {
  try {
    parse_script(text, "a.txt");
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(Script, SkipsBlankLinesAndComments) {
  const Script s = parse_script("\n# note\n  \r\n  wait_frames 3 \r\n\n quit", "a.txt");
  ASSERT_EQ(s.lines.size(), 2u);
  EXPECT_EQ(s.lines[0].action, ScriptAction::WaitFrames);
  EXPECT_EQ(s.lines[0].count, 3);
  EXPECT_EQ(s.lines[0].line, 4);
  EXPECT_EQ(s.lines[1].action, ScriptAction::Quit);
  EXPECT_EQ(s.lines[1].line, 6);
}

TEST(Script, ReadsEveryCommand) {
  EXPECT_EQ(only("wait_steps 200").count, 200);
  EXPECT_EQ(only("wait_idle").action, ScriptAction::WaitIdle);
  EXPECT_EQ(only("wait_until playing no").action, ScriptAction::WaitUntil);
  EXPECT_EQ(only("wait_until playing no").value, "no");
  EXPECT_EQ(only("click train.play").text, "train.play");
  EXPECT_EQ(only("hover stage.scores[2,1]").text, "stage.scores[2,1]");
  const ScriptLine drag = only("drag split -20 4.5");
  EXPECT_EQ(drag.text, "split");
  EXPECT_FLOAT_EQ(drag.dx, -20);
  EXPECT_FLOAT_EQ(drag.dy, 4.5f);
  EXPECT_EQ(drag.value, "");
  EXPECT_EQ(only("drag map[0,1] map[2,2]").value, "map[2,2]");
  EXPECT_EQ(only("wheel map[0,1] -3").text, "map[0,1]");
  EXPECT_FLOAT_EQ(only("wheel map[0,1] -3").dy, -3);
  EXPECT_EQ(only("hear on").count, 1);
  EXPECT_EQ(only("hear off").count, 0);
  EXPECT_EQ(only("hear desktop").count, kHearDesktop);
  EXPECT_TRUE(hears_desktop(parse_script("hear on\nhear desktop", "s")));
  EXPECT_FALSE(hears_desktop(parse_script("hear on\nhear off", "s")));
  EXPECT_TRUE(only("hold Ctrl").key.ctrl);
  EXPECT_EQ(only("hold none").key, KeyChord{});
  EXPECT_EQ(only("type the black cat").text, "the black cat");
  EXPECT_EQ(only("type \" spaces \"").text, " spaces ");
  EXPECT_EQ(only("screenshot out/a b.png").text, "out/a b.png");
  EXPECT_EQ(only("quit 3").count, 3);
}

TEST(Script, ExpectSplitsAtTheLastWordOrQuotedText) {
  const ScriptLine word = only("expect selected row 3");
  EXPECT_EQ(word.text, "selected row");
  EXPECT_EQ(word.value, "3");
  const ScriptLine quoted = only("expect output.text \"le chat noir\"");
  EXPECT_EQ(quoted.text, "output.text");
  EXPECT_EQ(quoted.value, "le chat noir");
}

TEST(Script, UnknownLinesAreTheApplications) {
  const ScriptLine line = only("select decoder.layers.0.self_attention.weights 2 1");
  EXPECT_EQ(line.action, ScriptAction::Command);
  EXPECT_EQ(line.text, "select decoder.layers.0.self_attention.weights 2 1");
}

TEST(Script, ErrorsNameFileAndLine) {
  EXPECT_EQ(error_of("quit\nwait_frames soon").find("a.txt:2: wait_frames:"), 0u);
  EXPECT_NE(error_of("wait_frames -1"), "");
  EXPECT_NE(error_of("wait_frames"), "");
  EXPECT_NE(error_of("wait_idle now"), "");
  EXPECT_NE(error_of("click"), "");
  EXPECT_NE(error_of("drag a"), "");
  EXPECT_NE(error_of("drag a x y"), "");
  EXPECT_NE(error_of("key Nothing"), "");
  EXPECT_NE(error_of("window 1280"), "");
  EXPECT_NE(error_of("window 0 720"), "");
  EXPECT_NE(error_of("expect alone"), "");
  EXPECT_NE(error_of("wait_until alone"), "");
  EXPECT_NE(error_of("quit now"), "");
}

TEST(Script, MissingFileIsNamed) {
  try {
    load_script("/nowhere/missing.script");
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("missing.script"), std::string::npos);
  }
}

TEST(Keys, NamesAndModifiers) {
  EXPECT_EQ(parse_key("Left"), (KeyChord{263, false, false, false}));
  EXPECT_EQ(parse_key("pagedown").key, 267);
  EXPECT_EQ(parse_key("[").key, 91);
  EXPECT_EQ(parse_key("]").key, 93);
  EXPECT_EQ(parse_key("Ctrl+K"), (KeyChord{'K', true, false, false}));
  EXPECT_EQ(parse_key("Ctrl+Shift+z"), (KeyChord{'Z', true, true, false}));
  EXPECT_EQ(parse_key("Ctrl++").key, 61);
  EXPECT_THROW(parse_key("Ctrl+Nope"), std::invalid_argument);
  EXPECT_THROW(parse_key(""), std::invalid_argument);
}

TEST(Keys, RoundTripThroughTheirNames) {
  for (const char* name : {"Ctrl+K", "Left", "PageUp", "Space", "[", "Ctrl+Shift+Z", "F5", "Alt+1"}) {
    EXPECT_EQ(key_name(parse_key(name)), name);
  }
}

TEST(Keys, TypeTheirLetter) {
  EXPECT_EQ(key_text(parse_key("a")), "a");
  EXPECT_EQ(key_text(parse_key("Shift+a")), "A");
  EXPECT_EQ(key_text(parse_key("Ctrl+a")), "");
  EXPECT_EQ(key_text(parse_key("Left")), "");
}

}  // namespace
}  // namespace attnlab
