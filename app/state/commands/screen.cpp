// Commands about the screen, which have no undo.
#include <optional>

#include "app/base/languages.h"
#include "app/state/commands/command_table.h"
#include "app/state/settings/desktop_follow.h"
#include "core/language/messages.h"

namespace attnlab::commands {

namespace {

struct NamedTheme {
  std::string_view name;
  std::optional<bool> dark;  ///< none: the other one
};
constexpr NamedTheme kThemes[] = {{"dark", true}, {"light", false}, {"toggle", {}}};

struct ShownPanel {
  std::string_view name;
  bool Screen::*shown;
};
constexpr ShownPanel kShownPanels[] = {{"map", &Screen::show_map},
                                       {"inspector", &Screen::show_inspector},
                                       {"bottom", &Screen::show_bottom},
                                       {"edits", &Screen::show_edits}};

void theme(Target& d, const Arguments& a, const Limits&) {
  d.screen.dark = a.row(0, kThemes).dark.value_or(!d.screen.dark);
  d.screen.dark_follows = false;
}
void contrast(Target& d, const Arguments& a, const Limits&) {
  d.screen.high_contrast = a.flag(0, d.screen.high_contrast);
  d.screen.contrast_follows = false;
}
void text_size(Target& d, const Arguments& a, const Limits&) {
  d.screen.text_percent = a.whole(0, kLeastTextPercent, kMostTextPercent);
  d.screen.text_follows = false;
}
void digits(Target& d, const Arguments& a, const Limits&) { d.screen.digits = a.whole(0, 2, 7); }
void motion(Target& d, const Arguments& a, const Limits&) {
  d.screen.motion = a.flag(0, d.screen.motion);
  d.screen.motion_follows = false;
}
/// Throws std::invalid_argument for a language that does not exist, std::runtime_error for a bad file.
void language(Target& d, const Arguments& a, const Limits&) {
  const std::string name = a.joined();
  d.screen.language = name == "system" ? "" : name;
  if (!d.screen.language.empty()) language_named(d.screen.language);
}
/// What the desktop says is taken between two frames: see Lab::follow().
void follow(Target& d, const Arguments& a, const Limits&) {
  bool& follows = d.screen.*a.row(0, following_options()).is_followed;
  follows = a.flag(1, follows);
}
void pass_budget(Target& d, const Arguments& a, const Limits&) {
  d.screen.pass_megabytes = a.whole(0, 1, kMostPass);
}
void panel(Target& d, const Arguments& a, const Limits&) {
  bool& shown = d.screen.*a.row(0, kShownPanels).shown;
  shown = a.flag(1, shown);
}
/// Shows the stage alone, or with the panels that were shown before.
void stage_alone(Target& d, const Arguments& a, const Limits&) {
  d.screen.stage_only = a.flag(0, d.screen.stage_only);
}
void present(Target& d, const Arguments& a, const Limits&) {
  d.screen.presenting = a.flag(0, d.screen.presenting);
}
void only_panel(Target& d, const Arguments& a, const Limits&) {
  d.screen.only = a.row(0, kFramePanels).panel;
}
void lesson_bar(Target& d, const Arguments& a, const Limits&) {
  d.screen.lesson_bar = a.flag(0, d.screen.lesson_bar);
}
void welcome(Target& d, const Arguments& a, const Limits&) { d.screen.welcome = a.flag(0, d.screen.welcome); }
/// Sizes as nobody chose them, and the panels that are there at first.
void reset_layout(Target& d, const Arguments&, const Limits&) {
  const Screen standard;
  for (const ShownPanel& panel : kShownPanels) d.screen.*panel.shown = standard.*panel.shown;
  for (const SizedPanel& panel : kSizedPanels) d.screen.*panel.size = standard.*panel.size;
  d.screen.stage_only = standard.stage_only;
  d.screen.lesson_bar = standard.lesson_bar;
  d.screen.first_minute = standard.first_minute;
  d.screen.presenting = standard.presenting;
  d.screen.only = standard.only;
}
void panel_size(Target& d, const Arguments& a, const Limits&) {
  double& size = d.screen.*a.row(0, kSizedPanels).size;
  size = a.number(1, 0, 10000);
}
}  // namespace

std::span<const Entry> screen() {
  static constexpr Entry kEntries[] = {
      {{"theme", "dark|light|toggle", tr_mark("choose the colors of the window"), Sender::RandomInput,
        Undo::None},
       theme},
      {{"contrast", "on|off|toggle", tr_mark("high contrast for a projector"), Sender::RandomInput,
        Undo::None},
       contrast},
      {{"text_size", "PERCENT", tr_mark("set the text size, 75 to 300"), Sender::RandomInput, Undo::None},
       text_size},
      {{"digits", "N", tr_mark("set the digits of numbers, 2 to 7"), Sender::RandomInput, Undo::None},
       digits},
      {{"motion", "on|off|toggle", tr_mark("switch animations on or off"), Sender::RandomInput, Undo::None},
       motion},
      {{"language", "CODE|FILE.mo|system", tr_mark("set the language of messages and numbers"), Sender::User,
        Undo::None},
       language},
      {{"follow", "theme|contrast|text_size|motion on|off|toggle",
        tr_mark("follow the desktop's setting until it is changed here"), Sender::RandomInput, Undo::None},
       follow},
      {{"pass.budget", "MEGABYTES",
        tr_mark("set the memory for a pass; beyond it, gradients are computed when shown, and values are "
                "stored in a file"),
        Sender::RandomInput, Undo::None},
       pass_budget},
      {{"panel", "map|inspector|bottom|edits on|off|toggle", tr_mark("show or hide a panel"), Sender::Lessons,
        Undo::None},
       panel},
      {{"stage.alone", "on|off|toggle", tr_mark("show the stage alone in the window"), Sender::Lessons,
        Undo::None},
       stage_alone},
      {{"panel.size", "map|inspector|bottom|training|beside|lesson|lesson_bar POINTS",
        tr_mark("resize a panel; a point is a pixel at a scale of 100 %; 0 restores the default"),
        Sender::RandomInput, Undo::None},
       panel_size},
      {{"panel.only", "lesson|text|map|stage|inspector|steps|training",
        tr_mark("choose the panel to show when only one fits"), Sender::RandomInput, Undo::None},
       only_panel},
      {{"present", "on|off|toggle", tr_mark("present the stage alone, with large text and high contrast"),
        Sender::RandomInput, Undo::None},
       present},
      {{"lesson.bar", "on|off|toggle",
        tr_mark("put the lesson below the other panels instead of beside them"), Sender::RandomInput,
        Undo::None},
       lesson_bar},
      {{"welcome", "on|off|toggle", tr_mark("show the welcome page"), Sender::RandomInput, Undo::None},
       welcome},
      {{"layout.reset", "", tr_mark("restore the default layout of the panels"), Sender::RandomInput,
        Undo::None},
       reset_layout},
  };
  return kEntries;
}

}  // namespace attnlab::commands
