// Commands of the maps of matrices: which part of them is seen. A map is named as in scripts.
#include <algorithm>
#include <stdexcept>
#include <utility>

#include "app/base/matrix_look.h"
#include "app/state/commands/command_table.h"

namespace attnlab::commands {

namespace {

/// Of matrices of any size.
MatrixLook look_of(const Target& d, const std::string& map) {
  const MatrixLook* kept = find_look(d.screen.looks, map);
  return kept ? MatrixLook{.map = map, .across = kept->across, .down = kept->down} : MatrixLook{.map = map};
}

/// By so many views; no more than the matrix is seen.
void move(AxisLook& axis, double views) {
  const double margin = 0.5 / axis.zoom;
  axis.middle = std::clamp(axis.middle + views / axis.zoom, margin, 1 - margin);
}

void zoom_matrix(Target& d, const Arguments& a, const Limits&) {
  MatrixLook look = look_of(d, a.text(0));
  look.across.zoom = look.down.zoom = a.number(1, 1, kMostMatrixZoom);
  move(look.across, 0);
  move(look.down, 0);
  keep_look(d.screen.looks, std::move(look));
}

void fit_matrix(Target& d, const Arguments& a, const Limits&) {
  keep_look(d.screen.looks, MatrixLook{.map = a.text(0)});
}

void pan_matrix(Target& d, const Arguments& a, const Limits&) {
  MatrixLook look = look_of(d, a.text(0));
  if (!find_look(d.screen.looks, look.map))
    throw std::invalid_argument("the map " + look.map + " is not zoomed: matrix.zoom " + look.map + " 4");
  move(look.across, a.number(1, -100, 100));
  move(look.down, a.number(2, -100, 100));
  keep_look(d.screen.looks, std::move(look));
}

void look_at_matrix(Target& d, const Arguments& a, const Limits&) {
  constexpr Index kMost = 1 << 24;
  MatrixLook look{.map = a.text(0)};
  look.across = {a.number(1, 1, kMostMatrixZoom), a.number(2, 0, 1)};
  look.down = {a.number(3, 1, kMostMatrixZoom), a.number(4, 0, 1)};
  if (a.has(5)) look.rows = a.whole(5, 0, kMost);
  if (a.has(6)) look.columns = a.whole(6, 0, kMost);
  keep_look(d.screen.looks, std::move(look));
}

}  // namespace

std::span<const Entry> matrix() {
  static constexpr Entry kEntries[] = {
      {{"matrix.zoom", "MAP TIMES", "zoom the map of a matrix: matrix.zoom stage.result 4; 1 shows all",
        false},
       zoom_matrix},
      {{"matrix.fit", "MAP", "the whole matrix", false}, fit_matrix},
      {{"matrix.pan", "MAP RIGHT DOWN", "move over a zoomed matrix, by shares of what is seen", false},
       pan_matrix},
      {{"matrix.look", "MAP TIMES X TIMES Y [ROWS] [COLUMNS]",
        "choose zoom and middle of each axis, for matrices of this size", false},
       look_at_matrix},
  };
  return kEntries;
}

}  // namespace attnlab::commands
