// The player sends the right input at the right time and ends with the right code.
#include "app/script/player.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <stdexcept>
#include <vector>

#include "app/script/imgui_input.h"
#include "app/widgets/base/context.h"

namespace attnlab {
namespace {

struct RecordedInput : InputSink {
  std::vector<std::string> log;
  float x = 0, y = 0;
  void move_mouse(float to_x, float to_y) override { x = to_x, y = to_y; }
  void mouse_button(bool down) override {
    log.push_back((down ? "down " : "up ") + std::to_string(static_cast<int>(x)) + "," +
                  std::to_string(static_cast<int>(y)));
  }
  void key(const KeyChord& chord, bool down) override {
    log.push_back((down ? "key " : "release ") + key_name(chord));
  }
  void text(const std::string& utf8) override { log.push_back("text " + utf8); }
  void hold(const KeyChord& modifiers) override { log.push_back(modifiers.ctrl ? "hold Ctrl" : "hold none"); }
  void wheel(float lines) override { log.push_back("wheel " + std::to_string(static_cast<int>(lines))); }
};

struct PlayedStage {
  WidgetContext context;
  const WidgetsInUse in_use{context};
  RecordedInput sink;
  std::int64_t steps = 0;
  bool idle = true;
  std::vector<std::string> commands, screenshots;
  std::pair<int, int> size{1600, 1000};
  bool can_resize = true;
  std::vector<std::pair<std::string, TargetRect>> targets;

  ScriptHost host() {
    return {[this] { return steps; },
            [this] { return idle; },
            ExpressionSource{[this](const std::string& e) -> std::string {
              if (e == "steps") return std::to_string(steps);
              if (e == "loss") return "0.25";
              if (e == "name") return "cat";
              throw std::invalid_argument("unknown expression \"" + e + "\"");
            }},
            [this](const std::string& c) {
              if (c == "fail") throw std::invalid_argument("no such thing");
              commands.push_back(c);
            },
            [this](const std::string& f) {
              if (f == "bad.png") throw std::runtime_error("bad.png cannot be written");
              screenshots.push_back(f);
            },
            [this](int width, int height) {
              if (can_resize) size = {width, height};
            },
            [this](int width, int height) { return size == std::pair(width, height); },
            [] { return std::vector<std::string>{"weights"}; },
            [this] { return size; }};
  }

  /// Plays until the end or for `most` frames; returns the frames used.
  int play(ScriptPlayer& player, int most = 400) {
    int frame = 0;
    for (; frame < most && !player.finished(); ++frame) {
      begin_target_frame();
      for (const auto& [name, rect] : targets) mark_target(name, rect);
      player.before_frame(sink);
      player.after_frame();
      ++steps;
    }
    return frame;
  }
};

ScriptPlayer player_for(PlayedStage& stage, const std::string& text) {
  ScriptPlayer player(parse_script(text, "s"), stage.host());
  player.hunt = std::chrono::milliseconds(0);
  return player;
}

TEST(Player, ResizesTheWindowAndWaitsForIt) {
  PlayedStage stage;
  ScriptPlayer player = player_for(stage, "window 1280 720\nquit");
  player.hunt = std::chrono::seconds(60);
  stage.play(player);
  EXPECT_EQ(player.error(), "");
  EXPECT_EQ(stage.size, std::pair(1280, 720));
}

TEST(Player, AWindowThatKeepsItsSizeIsAnError) {
  PlayedStage stage;
  stage.can_resize = false;
  ScriptPlayer player = player_for(stage, "window 1280 720\nquit");
  player.patience = std::chrono::seconds(0);
  stage.play(player);
  EXPECT_EQ(player.exit_code(), 1);
  EXPECT_NE(player.error().find("s:1: the window"), std::string::npos) << player.error();
}

TEST(Player, WaitsUntilAnExpressionHasItsValue) {
  PlayedStage stage;
  ScriptPlayer player = player_for(stage, "wait_until steps 30\nquit");
  EXPECT_EQ(stage.play(player), 31);
  EXPECT_EQ(player.error(), "");
}

TEST(Player, AValueThatNeverComesIsAnError) {
  PlayedStage stage;
  ScriptPlayer player = player_for(stage, "wait_until name dog\nquit");
  player.patience = std::chrono::seconds(0);
  stage.play(player);
  EXPECT_EQ(player.exit_code(), 1);
  EXPECT_EQ(player.error(), "s:1: expected name to be dog, but it is cat");
}

TEST(Player, LooksForAWidgetForAWhile) {
  PlayedStage stage;
  ScriptPlayer player = player_for(stage, "click late\nquit");
  player.hunt = std::chrono::seconds(60);
  stage.play(player, 200);
  EXPECT_FALSE(player.finished());  // many frames, little time
  stage.targets = {{"late", {10, 20, 30, 40}}};
  stage.play(player);
  EXPECT_EQ(player.error(), "");
}

/// The frame loop hurries but while a script waits, and renders the frames of which a picture is taken.
TEST(Player, SaysWhenItWaitsAndTakesAPicture) {
  PlayedStage stage;
  stage.idle = false;
  ScriptPlayer player = player_for(stage, "wait_frames 2\nwait_idle\nscreenshot a.png\nwait_steps 100\nquit");
  const auto frame = [&] { player.before_frame(stage.sink); };
  for (int i = 0; i < 5; ++i, frame()) EXPECT_FALSE(player.waits()) << i;
  frame();
  EXPECT_TRUE(player.waits()) << "something goes on";
  EXPECT_FALSE(player.takes_picture());
  stage.idle = true;
  frame(), frame();
  EXPECT_FALSE(player.waits());
  EXPECT_TRUE(player.takes_picture());
  player.after_frame();
  EXPECT_FALSE(player.takes_picture());
  frame();
  EXPECT_TRUE(player.waits()) << "for steps";
  stage.steps = 100;
  frame();
  EXPECT_TRUE(player.finished());
  EXPECT_FALSE(player.waits());
}

TEST(Player, AFrameIsASixtiethOfASecond) {
  ImGuiContext* const context = ImGui::CreateContext();
  ImGui::GetIO().DeltaTime = 3;
  ImGuiInput().apply();
  EXPECT_FLOAT_EQ(ImGui::GetIO().DeltaTime, 1 / 60.0f);
  ImGui::DestroyContext(context);
}

/// A text that another program copies meanwhile is not what the script pastes.
TEST(Player, HasAClipboardOfItsOwn) {
  ImGuiContext* const context = ImGui::CreateContext();
  ImGui::GetIO().SetClipboardTextFn = [](void*, const char*) { FAIL() << "copied for all programs"; };
  ImGui::GetIO().GetClipboardTextFn = [](void*) { return "of another program"; };
  ImGuiInput input;
  input.own_clipboard();
  EXPECT_STREQ(ImGui::GetClipboardText(), "");
  ImGui::SetClipboardText("copied");
  EXPECT_STREQ(ImGui::GetClipboardText(), "copied");
  ImGui::DestroyContext(context);
}

TEST(Player, ClicksTheMiddleOfATarget) {
  PlayedStage stage;
  stage.targets = {{"train.play", {10, 20, 30, 40}}};
  ScriptPlayer player = player_for(stage, "wait_frames 2\nclick train.play\nquit 5");
  stage.play(player);
  EXPECT_EQ(player.error(), "");
  EXPECT_EQ(player.exit_code(), 5);
  EXPECT_EQ(stage.sink.log, (std::vector<std::string>{"down 20,30", "up 20,30"}));
}

TEST(Player, DragEndsWhereItSays) {
  PlayedStage stage;
  stage.targets = {{"split", {0, 0, 10, 10}}};
  ScriptPlayer player = player_for(stage, "drag split 40 -3");
  stage.play(player);
  ASSERT_EQ(stage.sink.log.size(), 2u);
  EXPECT_EQ(stage.sink.log[0], "down 5,5");
  EXPECT_NEAR(stage.sink.x, 45, 1e-3);
  EXPECT_NEAR(stage.sink.y, 2, 1e-3);
}

TEST(Player, TheWheelTurnsOnceOverItsTarget) {
  PlayedStage stage;
  stage.targets = {{"map", {100, 100, 140, 120}}};
  ScriptPlayer player(parse_script("hold Ctrl\nwheel map -3\nhold none", "a.txt"), stage.host());
  stage.play(player);
  EXPECT_EQ(stage.sink.log, (std::vector<std::string>{"hold Ctrl", "wheel -3", "hold none"}));
  EXPECT_EQ(stage.sink.x, 120);
  EXPECT_EQ(stage.sink.y, 110);
}

TEST(Player, HoverPressesNothing) {
  PlayedStage stage;
  stage.targets = {{"cell", {0, 0, 10, 10}}};
  ScriptPlayer player = player_for(stage, "hover cell");
  stage.play(player);
  EXPECT_TRUE(stage.sink.log.empty());
  EXPECT_EQ(stage.sink.x, 5);
}

TEST(Player, WaitsForATargetThatComesLater) {
  PlayedStage stage;
  ScriptPlayer player = player_for(stage, "click late");
  stage.play(player, 10);
  EXPECT_FALSE(player.finished());
  stage.targets = {{"late", {0, 0, 2, 2}}};
  stage.play(player);
  EXPECT_EQ(player.exit_code(), 0);
  EXPECT_EQ(stage.sink.log.size(), 2u);
}

TEST(Player, UnknownTargetFailsAndListsNearNames) {
  PlayedStage stage;
  stage.targets = {{"train.play", {0, 0, 2, 2}}, {"train.step", {0, 0, 2, 2}}, {"zzz", {0, 0, 1, 1}}};
  ScriptPlayer player = player_for(stage, "\nclick train.plya");
  stage.play(player);
  EXPECT_EQ(player.exit_code(), 1);
  EXPECT_EQ(player.error().find("s:2: "), 0u) << player.error();
  EXPECT_NE(player.error().find("similar names: train.play, "), std::string::npos) << player.error();
}

TEST(Player, HiddenTargetSaysSo) {
  PlayedStage stage;
  stage.targets = {{"below", {0, 0, 0, 0}}};
  ScriptPlayer player = player_for(stage, "click below");
  stage.play(player);
  EXPECT_NE(player.error().find("scrolled out of sight"), std::string::npos);
}

TEST(Player, KeysAndText) {
  PlayedStage stage;
  ScriptPlayer player = player_for(stage, "key Ctrl+K\nkey [\ntype the cat");
  stage.play(player);
  EXPECT_EQ(stage.sink.log, (std::vector<std::string>{"key Ctrl+K", "release Ctrl+K", "key [", "text [",
                                                      "release [", "text the cat"}));
}

TEST(Player, ExpectPassesAndFails) {
  PlayedStage stage;
  ScriptPlayer good = player_for(stage, "expect loss 0.250\nexpect name cat\nquit");
  stage.play(good);
  EXPECT_EQ(good.exit_code(), 0) << good.error();
  ScriptPlayer bad = player_for(stage, "expect name dog");
  stage.play(bad);
  EXPECT_EQ(bad.exit_code(), 1);
  EXPECT_EQ(bad.error(), "s:1: expected name to be dog, but it is cat");
  ScriptPlayer condition = player_for(stage, "expect loss < 0.5 and name = \"cat\"\nquit");
  stage.play(condition);
  EXPECT_EQ(condition.error(), "");
  ScriptPlayer missed = player_for(stage, "expect loss > 0.5 or name = \"dog\"");
  stage.play(missed);
  EXPECT_EQ(missed.error(), "s:1: expected loss > 0.5 or name = \"dog\", but loss is 0.25, name is cat");
  ScriptPlayer unknown = player_for(stage, "expect what 1");
  stage.play(unknown);
  EXPECT_EQ(unknown.exit_code(), 1);
}

TEST(Player, WaitsForSteps) {
  PlayedStage stage;
  ScriptPlayer player = player_for(stage, "wait_steps 50\ncommand now");
  EXPECT_GE(stage.play(player), 50);
  EXPECT_EQ(stage.commands, std::vector<std::string>{"command now"});
}

TEST(Player, LosesPatience) {
  PlayedStage stage;
  stage.idle = false;
  ScriptPlayer player = player_for(stage, "wait_idle");
  player.patience = std::chrono::seconds(-1);
  stage.play(player);
  EXPECT_EQ(player.exit_code(), 1);
  EXPECT_NE(player.error().find("waited longer"), std::string::npos);
}

TEST(Player, ScreenshotComesAfterTheFrameAndErrorsStay) {
  PlayedStage stage;
  ScriptPlayer player = player_for(stage, "theme dark\nscreenshot a.png\nscreenshot bad.png\ntheme light");
  stage.play(player);
  EXPECT_EQ(stage.screenshots, std::vector<std::string>{"a.png"});
  EXPECT_EQ(stage.commands, std::vector<std::string>{"theme dark"});
  EXPECT_EQ(player.error(), "s:3: bad.png cannot be written");
}

TEST(Player, CommandErrorsNameTheLine) {
  PlayedStage stage;
  ScriptPlayer player = player_for(stage, "fine\nfail");
  stage.play(player);
  EXPECT_EQ(player.error(), "s:2: no such thing");
}

std::vector<std::string> random_commands(const std::string& line, std::vector<std::string>* log = nullptr) {
  PlayedStage stage;
  ScriptPlayer player = player_for(stage, line + "\nquit");
  stage.play(player, 2000);
  EXPECT_EQ(player.error(), "");
  EXPECT_TRUE(player.finished());
  if (log) *log = stage.sink.log;
  return stage.commands;
}

TEST(Player, RandomInputIsGivenByItsSeed) {
  std::vector<std::string> log, again;
  const auto commands = random_commands("random 1 300", &log);
  EXPECT_EQ(commands, random_commands("random 1 300", &again));
  EXPECT_EQ(log, again);
  EXPECT_NE(commands, random_commands("random 2 300"));
  EXPECT_GT(commands.size(), 150u);
  EXPECT_GT(log.size(), 50u);
  for (const std::string& command : commands) EXPECT_FALSE(command.starts_with("quit")) << command;
}

TEST(Player, ARandomCommandMayBeRefusedButNotBreak) {
  PlayedStage stage;
  ScriptHost host = stage.host();
  int called = 0;
  host.command = [&](const std::string&) {
    if (++called == 1) throw std::invalid_argument("no");
    throw std::out_of_range("vector");
  };
  ScriptPlayer player(parse_script("random 1 300", "s"), host);
  stage.play(player, 2000);
  EXPECT_EQ(called, 2);
  EXPECT_NE(player.error().find(": vector"), std::string::npos) << player.error();
}

TEST(Targets, GridCells) {
  WidgetContext context;
  const WidgetsInUse in_use(context);
  begin_target_frame();
  mark_target_grid("scores", {0, 0, 40, 30}, {0, 0, 40, 20}, 3, 4);
  begin_target_frame();
  ASSERT_TRUE(find_target("scores[1,3]"));
  EXPECT_FLOAT_EQ(find_target("scores[1,3]")->centre_x(), 35);
  EXPECT_FLOAT_EQ(find_target("scores[1,3]")->centre_y(), 15);
  EXPECT_TRUE(find_target("scores[2,0]")->empty());
  EXPECT_FALSE(find_target("scores[3,0]"));
  EXPECT_FALSE(find_target("scores[1]"));
  EXPECT_FALSE(find_target("other[1,1]"));
  begin_target_frame();
  EXPECT_FALSE(find_target("scores"));
}

TEST(Player, ComparesNumbersAsNumbers) {
  EXPECT_TRUE(values_match("1.0", "1"));
  EXPECT_TRUE(values_match("0.3333333", "0.33333334"));
  EXPECT_FALSE(values_match("0.3", "0.31"));
  EXPECT_FALSE(values_match("cat", "dog"));
  EXPECT_TRUE(values_match("nan", "nan"));
}

}  // namespace
}  // namespace attnlab
