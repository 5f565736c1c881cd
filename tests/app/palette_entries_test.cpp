// The palette finds every action of the window, and the names of views, presets, options, tensors and terms.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>

#include "app/views/frame/command_palette.h"
#include "app/views/frame/dialog_rows.h"
#include "app/widgets/base/glossary.h"
#include "core/models/model_config.h"
#include "core/training/training_state.h"
#include "tests/app/traced.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

struct PaletteEntries : ::testing::Test {
  ViewModel model;
  std::vector<PresetEntry> presets;
  std::vector<CommandEntry> entries;

  PaletteEntries() {
    model.trace = traced("translate", "the black cat", "le chat noir");
    for (const Preset& preset : builtin_presets()) presets.push_back({preset.name, preset.description});
    model.presets = &presets;
    entries = palette_entries(model);
  }
  bool finds(const std::string& typed, const std::string& line) const {
    const auto found = find_entries(typed, entries);
    return std::ranges::any_of(found, [&](std::size_t i) { return entries[i].line == line; });
  }
};

TEST_F(PaletteEntries, WhatPeopleTypeIsFound) {
  EXPECT_TRUE(finds("shuffle", "choose positions.shuffle"));
  EXPECT_TRUE(finds("translate", "preset translate"));
  EXPECT_TRUE(finds("neighbors", "preset word-vectors"));
  EXPECT_TRUE(finds("cross-attention weights", "select.tensor decoder.layers.0.cross_attention.weights"));
  EXPECT_TRUE(finds("preset tr", "preset translate"));
  EXPECT_TRUE(finds("walk.to output", "walk.to output.logits"));
  EXPECT_TRUE(finds("choose heads.badge ", "choose heads.badge entropy"));
  EXPECT_TRUE(finds("model.set norm ", "model.set norm pre"));
  EXPECT_TRUE(finds("attention.mask c", "attention.mask causal"));
}

TEST_F(PaletteEntries, HaveEveryCommandViewPresetOptionAndTerm) {
  for (const CommandInfo& info : Dispatcher::commands())
    EXPECT_TRUE(finds(std::string(info.verb), std::string(info.verb))) << info.verb;
  for (const Feature* view : offered_views(&model.trace->config()))
    EXPECT_TRUE(finds(std::string(view->title), "view " + std::string(view->name))) << view->name;
  for (const PresetEntry& preset : presets)
    EXPECT_TRUE(finds(preset.name, "preset " + preset.name)) << preset.name;
  for (const Term& term : glossary())
    EXPECT_TRUE(finds(std::string(term.name), std::string(term.name))) << term.name;
  Choices choices;
  for (const Feature* view : features())
    for (const Field& field : choice_fields(choices, *view)) {
      const std::string name = std::string(view->name) + "." + std::string(field.name);
      EXPECT_TRUE(finds(name, "choose " + name)) << name;
    }
  TrainingSettings settings;
  for (const Field& field : settings_fields(settings))
    EXPECT_TRUE(finds(std::string(field.name), "train.set " + std::string(field.name))) << field.name;
  ModelConfig config = model.trace->config();
  for (const Field& field : used_model_fields(config))
    EXPECT_TRUE(finds(std::string(field.name), "model.set " + std::string(field.name))) << field.name;
}

TEST_F(PaletteEntries, AreOfViewsThatTheModelHas) {
  model.trace = traced("lstm", "", "the cat");
  entries = palette_entries(model);
  EXPECT_TRUE(finds("view ", "view steps"));
  EXPECT_FALSE(finds("view ", "view heads"));
  EXPECT_FALSE(finds("view.beside ", "view.beside heads"));
  EXPECT_TRUE(finds("view.beside ", "view.beside none"));
}

/// The first group of each match in the sources of the menus.
std::vector<std::string> in_menus(const std::string& pattern) {
  std::vector<std::string> found;
  for (const char* file : {"frame/menu.cpp", "frame/menu_items.cpp", "lesson/panel_parts.cpp"}) {
    const std::string text =
        testing::read_bytes(std::filesystem::path(ATTNLAB_SOURCE_DIR "/app/views") / file);
    const std::regex wanted(pattern);
    for (std::sregex_iterator at(text.begin(), text.end(), wanted), end; at != end; ++at)
      found.push_back((*at)[1]);
  }
  return found;
}

TEST_F(PaletteEntries, HaveEveryEntryOfTheMenus) {
  const std::vector<std::string> labels = in_menus(R"x(menu_item\("menu\.[a-z.]+", tr\("([^"]+)")x");
  EXPECT_FALSE(labels.empty());
  for (std::string label : labels) {
    if (const std::size_t dots = label.find("…"); dots != std::string::npos) label.resize(dots);
    if (label == "Commands") continue;  // the palette itself
    EXPECT_TRUE(finds(label, label)) << label;
  }
  std::size_t dialogs = 0;
  for (const DialogRow& row : dialog_rows()) {
    if (!row.entry) continue;
    EXPECT_TRUE(finds(row.entry, row.entry)) << row.entry;
    ++dialogs;
  }
  const std::vector<std::string> named =
      in_menus(R"x(dialog_item\("[a-z.]*menu\.[a-z.]+", Dialog::([A-Za-z]+))x");
  EXPECT_EQ(std::set<std::string>(named.begin(), named.end()).size(), dialogs);
  const std::vector<std::string> commands =
      in_menus(R"x(command_item\([^;]*?"([a-z_]+[a-z_.]*( [a-z0-9]+)*)",\s*emit)x");
  EXPECT_GT(commands.size(), 20u);
  for (const std::string& line : commands) {
    const std::string verb = parse_command(line).verb;
    EXPECT_TRUE(finds(verb, verb)) << line;
  }
}

}  // namespace
}  // namespace attnlab
