// Expressions of the open model, and of the user's choices.
#include <algorithm>
#include <filesystem>
#include <sstream>
#include <stdexcept>

#include "app/state/expressions/expression_table.h"
#include "app/state/hand_cell.h"
#include "app/state/settings/settings.h"
#include "core/language/messages.h"

namespace attnlab::expressions {

namespace {

const Selection& selection(const Asked& a) { return a.view.state.selection; }

std::string beside(const Asked& a) {
  const Feature* const view = a.view.state.beside;
  return view ? std::string(view->name) : "none";
}

/// The value of an option of a view: "choice heads.average".
std::string chosen_option(const Asked& a) {
  Choices choices = a.view.state.choices;
  const std::string name = a.argument(0);
  const std::size_t dot = std::min(name.find('.'), name.size());
  for (const Field& field : choice_fields(choices, find_feature(name.substr(0, dot))))
    if (field.name == name.substr(std::min(dot + 1, name.size()))) return field_text(field);
  throw std::invalid_argument(tr("there is no option {1} of a view", name));
}

std::string drafted(const Asked& a) {
  std::string text;
  for (const std::string& change : a.view.state.draft) text += (text.empty() ? "" : " ") + change;
  return text;
}

/// A recent file by its number; without a number, how many there are.
std::string recent(const Asked& a) {
  const std::vector<RecentFile>& files = *a.view.recent;
  if (a.arguments.empty()) return std::to_string(files.size());
  const Index at = number_in(a.argument(0));
  if (at < 1 || at > std::ssize(files)) return "none";
  return std::filesystem::path(files[static_cast<std::size_t>(at - 1)].path).filename().string();
}

std::string zoom(const Asked& a) {
  const MatrixLook* look = find_look(a.view.screen.looks, a.argument(0));
  if (!look || (look->across.zoom <= 1 && look->down.zoom <= 1)) return "whole";
  std::ostringstream text;
  text.precision(3);
  text << look->across.zoom << " by " << look->down.zoom;
  return text.str();
}

std::string plays(const Asked& a, std::string_view view) {
  const Feature* const now = a.view.screen.plays;
  return yes_or_no(now && now->name == view);
}

}  // namespace

std::span<const ScriptExpression> choice() {
  static constexpr ScriptExpression kRows[] = {
      {"title", "", "the name of what is open: a preset, a text, or a folder of a model",
       [](const Asked& a) { return a.view.title; }},
      {"preset", "", "the open preset", [](const Asked& a) { return a.view.preset; }},
      {"recent", "[N]", "the number of recent files, or the name of the N-th; 1 is the newest", recent},
      {"source", "", "the text that the model reads", [](const Asked& a) { return a.view.state.source; }},
      {"target", "", "the text that the model continues, or the correct output",
       [](const Asked& a) { return a.view.state.target; }},
      {"picture", "", "the number of the picture on screen",
       [](const Asked& a) { return std::to_string(a.view.state.picture); }},
      {"picture.own", "", "your own picture, if it is on screen instead, or `none`",
       [](const Asked& a) {
         return a.view.state.own.picture ? a.view.state.own.words() : std::string("none");
       }},
      {"view", "", "the view on the stage",
       [](const Asked& a) { return std::string(a.view.state.view->name); }},
      {"beside", "", "the second view, beside it, or `none`", beside},
      {"choice", "VIEW.OPTION", "an option of a view, which `choose` sets", chosen_option},
      {"stage", "", "the stage of the selected attention",
       [](const Asked& a) { return std::string(stage_name(a.view.state.chosen.stage)); }},
      {"attention", "", "the selected attention",
       [](const Asked& a) { return std::string(attention_name(selection(a).attention)); }},
      {"layer", "", "the selected layer, from 0",
       [](const Asked& a) { return std::to_string(selection(a).layer); }},
      {"head", "", "the selected head, from 0",
       [](const Asked& a) { return std::to_string(selection(a).head); }},
      {"query", "", "position of the selected query, from 0",
       [](const Asked& a) { return std::to_string(selection(a).query); }},
      {"key", "", "position of the selected key, from 0",
       [](const Asked& a) { return std::to_string(selection(a).key); }},
      {"feature", "", "the selected column of queries, keys and values, from 0",
       [](const Asked& a) { return std::to_string(selection(a).feature); }},
      {"tensor", "", "the tensor on the stage; empty for a stage of the attention",
       [](const Asked& a) { return a.view.state.chosen.shown_tensor(); }},
      {"cell", "", "the inspected cell, NAME[I,J,…]",
       [](const Asked& a) { return explained_cell(a.view.state).cell.text(); }},
      {"draft", "", "the options that the draft changes", drafted},
      {"undo", "", "the change that undo would revert", [](const Asked& a) { return a.view.undo_label; }},
      {"back", "", "the change that `history.back` would revert",
       [](const Asked& a) { return a.view.back_label; }},
      {"notice", "", "the last notice", [](const Asked& a) { return a.view.notice; }},
      {"error", "", "why the text on screen has no trace", [](const Asked& a) { return a.view.trace_error; }},
      {"theme", "", "`dark` or `light`",
       [](const Asked& a) -> std::string { return a.view.screen.dark ? "dark" : "light"; }},
      {"screen", "OPTION", "an option of the screen, named as in the settings file",
       [](const Asked& a) { return screen_option(a.view.screen, a.argument(0)); }},
      {"zoom", "MAP", "`2.07 by 1.5`, across and down, or `whole`", zoom},
      {"walking", "", "whether the walk through the pass is playing: `yes` or `no`",
       [](const Asked& a) { return plays(a, "steps"); }},
      {"tiling", "", "whether the blocks of tiled attention are playing: `yes` or `no`",
       [](const Asked& a) { return plays(a, "tiles"); }},
      {"merging", "", "whether the merges of byte pairs are playing: `yes` or `no`",
       [](const Asked& a) { return plays(a, "tokens"); }},
      {"aligning", "", "whether the positions of a recurrent decoder are playing: `yes` or `no`",
       [](const Asked& a) { return plays(a, "alignment"); }},
  };
  return kRows;
}

}  // namespace attnlab::expressions
