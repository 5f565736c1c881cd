// Commands of the maps of matrices: which part of a map is visible. Maps have their script names.
#include <algorithm>
#include <stdexcept>
#include <utility>

#include "app/base/matrix_look.h"
#include "app/state/commands/command_table.h"
#include "core/language/messages.h"

namespace attnlab::commands {

namespace {

/// The present look of a map, for matrices of any size.
MatrixLook look_of(const Target& d, const std::string& map) {
  const MatrixLook* old = find_look(d.screen.looks, map);
  return old ? MatrixLook{.map = map, .across = old->across, .down = old->down} : MatrixLook{.map = map};
}

/// Moves the visible part by so many times its own length, within the matrix.
void move(AxisLook& axis, double views) {
  const double margin = 0.5 / axis.zoom;
  axis.middle = std::clamp(axis.middle + views / axis.zoom, margin, 1 - margin);
}

void zoom_matrix(Target& d, const Arguments& a, const Limits&) {
  MatrixLook look = look_of(d, a.text(0));
  look.across.zoom = look.down.zoom = a.number(1, 1, kMostMatrixZoom);
  move(look.across, 0);
  move(look.down, 0);
  remember_look(d.screen.looks, std::move(look));
}

void fit_matrix(Target& d, const Arguments& a, const Limits&) {
  remember_look(d.screen.looks, MatrixLook{.map = a.text(0)});
}

void pan_matrix(Target& d, const Arguments& a, const Limits&) {
  MatrixLook look = look_of(d, a.text(0));
  if (!find_look(d.screen.looks, look.map))
    throw std::invalid_argument(tr("the map {1} is not zoomed: use matrix.zoom {1} 4", look.map));
  move(look.across, a.number(1, -100, 100));
  move(look.down, a.number(2, -100, 100));
  remember_look(d.screen.looks, std::move(look));
}

void look_at_matrix(Target& d, const Arguments& a, const Limits&) {
  constexpr Index kMost = 1 << 24;
  MatrixLook look{.map = a.text(0)};
  look.across = {a.number(1, 1, kMostMatrixZoom), a.number(2, 0, 1)};
  look.down = {a.number(3, 1, kMostMatrixZoom), a.number(4, 0, 1)};
  if (a.has(5)) look.rows = a.whole(5, 0, kMost);
  if (a.has(6)) look.columns = a.whole(6, 0, kMost);
  remember_look(d.screen.looks, std::move(look));
}

}  // namespace

std::span<const Entry> matrix() {
  static constexpr Entry kEntries[] = {
      {{"matrix.zoom", "MAP TIMES",
        tr_mark("zoom the map of a matrix: matrix.zoom stage.result 4; 1 shows all"), Sender::Lessons,
        Undo::None},
       zoom_matrix},
      {{"matrix.fit", "MAP", tr_mark("show the whole matrix"), Sender::Lessons, Undo::None}, fit_matrix},
      {{"matrix.pan", "MAP RIGHT DOWN", tr_mark("pan a zoomed matrix, by fractions of the visible part"),
        Sender::Lessons, Undo::None},
       pan_matrix},
      {{"matrix.look", "MAP TIMES X TIMES Y [ROWS] [COLUMNS]",
        tr_mark("set the zoom and center of each axis, for matrices of this size"), Sender::Lessons,
        Undo::None},
       look_at_matrix},
  };
  return kEntries;
}

}  // namespace attnlab::commands
