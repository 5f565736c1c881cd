// The commands of a map that is zoomed and moved.
#pragma once

#include <algorithm>

#include "app/state/commands/command_table.h"
#include "app/state/zoomed_map.h"

namespace attnlab::commands {

constexpr double kMapZoomStep = 1.25;

/// `Choice`: a ZoomedMap with its kMostZoom.
template <typename Choice>
void zoom_map(Target& d, const Arguments& a, const Limits&) {
  Choice& c = d.state.choices.of<Choice>();
  const std::string& word = a.text(0);
  const double wanted = word == "in"    ? c.zoom * kMapZoomStep
                        : word == "out" ? c.zoom / kMapZoomStep
                                        : a.number(0, 100, Choice::kMostZoom);
  c.zoom = std::clamp(wanted, 100.0, Choice::kMostZoom);
  c.keep_within();
}

template <typename Choice>
void fit_map(Target& d, const Arguments&, const Limits&) {
  d.state.choices.of<Choice>().fit();
}

template <typename Choice>
void pan_map(Target& d, const Arguments& a, const Limits&) {
  Choice& c = d.state.choices.of<Choice>();
  c.x += a.number(0, -100, 100) * 100 / c.zoom;
  c.y += a.number(1, -100, 100) * 100 / c.zoom;
  c.keep_within();
}

template <typename Choice>
void look_at_map(Target& d, const Arguments& a, const Limits&) {
  Choice& c = d.state.choices.of<Choice>();
  c.zoom = a.number(0, 100, Choice::kMostZoom);
  c.x = a.number(1, 0, 1);
  c.y = a.number(2, 0, 1);
}

}  // namespace attnlab::commands
