// Settings are restored, a bad value costs only itself, and the file is written completely.
#include "app/state/settings/settings.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/state/settings/settings_store.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;
using testing::read_bytes;
using testing::TempFolder;
using testing::write_bytes;
using Clock = SettingsStore::Clock;

/// Settings without a default value.
Settings other() {
  Settings s;
  s.screen = {false, true,    150,       5,    false, "de", false, false, false, false, false,
              false, false,   true,      true, 210,   320,  190,   400,   500,   600,   true,
              350,   nullptr, "forward", 2,    false, 0.5,  30,    64,    1024,  2048};
  s.window_width = 1280;
  s.window_height = 720;
  s.preset = "reverse";
  s.recent = {{RecentFile::Kind::Text, "/home/ada/tale.txt"},
              {RecentFile::Kind::Pictures, "/home/ada/pets"},
              {RecentFile::Kind::Model, "/home/ada/models/größe"}};
  return s;
}

TEST(Settings, ComeBackAsTheyWere) {
  for (const Settings& settings : {Settings{}, other()}) {
    const ReadSettings read = settings_from_text(settings_text(settings));
    EXPECT_EQ(read.problem, "");
    EXPECT_TRUE(read.settings == settings) << settings_text(settings);
  }
}

TEST(Settings, EveryOptionOfTheScreenIsWritten) {
  const auto standard = nlohmann::json::parse(settings_text(Settings{}))["screen"];
  const auto changed = nlohmann::json::parse(settings_text(other()))["screen"];
  EXPECT_EQ(standard.size(), 30u);
  for (const auto& [name, value] : standard.items()) EXPECT_NE(value, changed[name]) << name;
}

TEST(Settings, ABadValueCostsOnlyItself) {
  auto json = nlohmann::json::parse(settings_text(other()));
  json["screen"]["text_percent"] = 4000;
  json["start"]["height"] = "tall";
  json["recent"][0] = 7;
  const ReadSettings read = settings_from_text(json.dump());
  Settings wanted = other();
  wanted.screen.text_percent = 100;
  wanted.window_height = 1000;
  wanted.recent.erase(wanted.recent.begin());
  EXPECT_TRUE(read.settings == wanted) << settings_text(read.settings);
  EXPECT_NE(read.problem.find("screen.text_percent is 4000"), std::string::npos) << read.problem;
  EXPECT_EQ(read.problem.find('\n'), std::string::npos);
}

TEST(Settings, WhatIsNoFileOfSettingsGivesTheStandards) {
  const std::string nested = std::string(500, '[');
  for (const std::string& text :
       {std::string(), std::string("{"), std::string("[]"), std::string("\0\1", 2), nested,
        std::string("{\"version\": 99, \"screen\": {\"dark\": false}}"), std::string("{\"version\": \"1\"}"),
        std::string("{\"version\":1,\"version\":1}")}) {
    const ReadSettings read = settings_from_text(text);
    EXPECT_NE(read.problem, "") << text;
    EXPECT_TRUE(read.settings == Settings{}) << text;
  }
  EXPECT_NE(settings_from_text("{\"version\": 99}").problem.find("version 99"), std::string::npos);
}

TEST(Settings, LieWhereTheDesktopSays) {
  const char* const home = std::getenv("HOME");
  const std::string kept = home ? home : "";
  setenv("HOME", "/home/ada", 1);
  setenv("XDG_CONFIG_HOME", "/etc/ada", 1);
  EXPECT_EQ(standard_settings_file(), "/etc/ada/attention-lab/settings.json");
  setenv("XDG_CONFIG_HOME", "relative", 1);  // to be ignored, says the specification
  EXPECT_EQ(standard_settings_file(), "/home/ada/.config/attention-lab/settings.json");
  unsetenv("XDG_CONFIG_HOME");
  EXPECT_EQ(standard_settings_file(), "/home/ada/.config/attention-lab/settings.json");
  unsetenv("HOME");
  EXPECT_EQ(standard_settings_file(), "");
  setenv("HOME", kept.c_str(), 1);
}

TEST(RecentFiles, AreNewestFirstAndHeldOnce) {
  std::vector<RecentFile> files;
  for (int i = 0; i < 14; ++i) note_recent(files, {RecentFile::Kind::Text, std::to_string(i)});
  note_recent(files, {RecentFile::Kind::Text, "9"});
  ASSERT_EQ(files.size(), kMostRecent);
  EXPECT_EQ(files[0].path, "9");
  EXPECT_EQ(files[1].path, "13");
  EXPECT_EQ(files.back().path, "4");
}

/// Calls update() until the file is written, for at most a few seconds.
std::string settle(SettingsStore& store, const Settings& now, Clock::time_point time) {
  std::string error;
  for (int i = 0; i < 200 && error.empty(); ++i) {
    error = store.update(now, time);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return error;
}

TEST(SettingsStore, WritesASecondAfterAChange) {
  const TempFolder folder;
  const fs::path file = folder / "config/attention-lab/settings.json";
  SettingsStore store(file);
  const Clock::time_point start{};
  store.update(Settings{}, start);
  store.update(other(), start);
  store.update(other(), start + std::chrono::milliseconds(900));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_FALSE(fs::exists(file));
  EXPECT_EQ(settle(store, other(), start + std::chrono::milliseconds(1100)), "");
  EXPECT_TRUE(SettingsStore(file).start() == other());
}

TEST(SettingsStore, WritesAtTheEndWhatIsNotWrittenYet) {
  const TempFolder folder;
  const fs::path file = folder / "settings.json";
  SettingsStore store(file);
  store.update(other());
  EXPECT_EQ(store.finish(other()), "");
  EXPECT_TRUE(SettingsStore(file).start() == other());
}

TEST(SettingsStore, KnowsTheFirstStart) {
  const TempFolder folder;
  SettingsStore store(folder / "settings.json");
  EXPECT_TRUE(store.is_first());
  EXPECT_EQ(store.finish(other()), "");
  EXPECT_FALSE(SettingsStore(folder / "settings.json").is_first());
  EXPECT_FALSE(SettingsStore({}).is_first()) << "nothing is saved";
}

TEST(SettingsStore, WritesNothingWhereNothingChanged) {
  const TempFolder folder;
  SettingsStore store(folder / "settings.json");
  EXPECT_EQ(store.finish(store.start()), "");
  EXPECT_FALSE(fs::exists(folder / "settings.json"));
}

TEST(SettingsStore, KeepsAnOldFileThatItDidNotUnderstand) {
  const TempFolder folder;
  const fs::path file = folder / "settings.json";
  const std::string newer = "{\"version\": 2, \"glow\": true}";
  write_bytes(file, newer);
  SettingsStore store(file);
  EXPECT_NE(store.problem().find("version 2"), std::string::npos) << store.problem();
  EXPECT_NE(store.problem().find("settings.json"), std::string::npos) << store.problem();
  EXPECT_EQ(store.finish(store.start()), "");
  EXPECT_EQ(read_bytes(file), newer) << "unchanged settings must not replace it";
  EXPECT_EQ(store.finish(other()), "");
  EXPECT_EQ(read_bytes(folder / "settings.json.old"), newer);
  EXPECT_TRUE(SettingsStore(file).start() == other());
}

TEST(SettingsStore, ReportsOnceThatItCannotWrite) {
  const TempFolder folder;
  write_bytes(folder / "blocked", "a file where a folder should be");
  const fs::path file = folder / "blocked/settings.json";
  SettingsStore store(file);
  EXPECT_EQ(store.problem(), "");
  store.update(other(), Clock::time_point{});
  const std::string error = settle(store, other(), Clock::time_point{} + std::chrono::seconds(2));
  EXPECT_NE(error.find("the settings are not saved: cannot write"), std::string::npos) << error;
  EXPECT_EQ(error.find('\n'), std::string::npos);
  EXPECT_EQ(store.finish(Settings{}), "");
}

TEST(SettingsStore, AFolderThatMayNotBeWrittenCostsOneNotice) {
  if (geteuid() == 0) GTEST_SKIP() << "the superuser may write everywhere";
  const TempFolder folder;
  const fs::path locked = folder / "locked";
  fs::create_directory(locked);
  chmod(locked.c_str(), 0500);
  SettingsStore store(locked / "settings.json");
  EXPECT_NE(store.finish(other()), "");
  chmod(locked.c_str(), 0700);
}

TEST(SettingsStore, WithoutAFileItStoresNothing) {
  SettingsStore store{fs::path()};
  EXPECT_TRUE(store.start() == Settings{});
  EXPECT_EQ(store.finish(other()), "");
}

}  // namespace
}  // namespace attnlab
