// Commands about the screen; none is undone.
#include "app/state/commands/command_table.h"

namespace attnlab::commands {

namespace {

void theme(Target& d, const Arguments& a, const Limits&) {
  if (a.text(0) == "toggle") {
    d.screen.dark = !d.screen.dark;
  } else if (a.text(0) == "dark" || a.text(0) == "light") {
    d.screen.dark = a.text(0) == "dark";
  } else {
    a.fail();
  }
}
void contrast(Target& d, const Arguments& a, const Limits&) {
  d.screen.high_contrast = a.flag(0, d.screen.high_contrast);
}
void text_size(Target& d, const Arguments& a, const Limits&) { d.screen.text_percent = a.whole(0, 75, 300); }
void digits(Target& d, const Arguments& a, const Limits&) { d.screen.digits = a.whole(0, 2, 7); }
void motion(Target& d, const Arguments& a, const Limits&) { d.screen.motion = a.flag(0, d.screen.motion); }
void panel(Target& d, const Arguments& a, const Limits&) {
  bool* const shown = a.text(0) == "map"         ? &d.screen.show_map
                      : a.text(0) == "inspector" ? &d.screen.show_inspector
                      : a.text(0) == "bottom"    ? &d.screen.show_bottom
                      : a.text(0) == "edits"     ? &d.screen.show_edits
                                                 : nullptr;
  if (!shown) a.fail();
  *shown = a.flag(1, *shown);
}
/// The stage alone, or with the panels that were there.
void stage_alone(Target& d, const Arguments& a, const Limits&) {
  d.screen.stage_only = a.flag(0, d.screen.stage_only);
}
void panel_size(Target& d, const Arguments& a, const Limits&) {
  double* const size = a.text(0) == "map"         ? &d.screen.map_width
                       : a.text(0) == "inspector" ? &d.screen.inspector_width
                       : a.text(0) == "bottom"    ? &d.screen.bottom_height
                       : a.text(0) == "training"  ? &d.screen.training_width
                       : a.text(0) == "beside"    ? &d.screen.beside_width
                                                  : nullptr;
  if (!size) a.fail();
  *size = a.number(1, 0, 10000);
}
}  // namespace

std::span<const Entry> screen() {
  static constexpr Entry kEntries[] = {
      {{"theme", "dark|light|toggle", "colours of the window", false}, theme},
      {{"contrast", "on|off|toggle", "high contrast for a projector", false}, contrast},
      {{"text_size", "PERCENT", "size of text, 75 to 300", false}, text_size},
      {{"digits", "N", "digits of numbers, 2 to 7", false}, digits},
      {{"motion", "on|off|toggle", "animations", false}, motion},
      {{"panel", "map|inspector|bottom|edits on|off|toggle", "show or hide a panel", false}, panel},
      {{"stage.alone", "on|off|toggle", "the stage has the window to itself", false}, stage_alone},
      {{"panel.size", "map|inspector|bottom|training|beside PIXELS", "resize a panel", false}, panel_size},
  };
  return kEntries;
}

}  // namespace attnlab::commands
