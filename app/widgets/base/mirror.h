// Mirror: shows a frame that is laid out from left to right from right to left, for languages that are read
// so. Text, matrices, plots and formulas move to their mirrored places, but are not turned around in
// themselves.
#pragma once

#include <imgui.h>

#include <vector>

#include "app/widgets/base/box.h"

namespace attnlab {

/// All layout, input, and script names count from the left; only what is drawn and the pointer are mirrored.
class Mirror {
 public:
  bool on = false;

  /// What the draw list has from vertex `first` to before `last` keeps its direction within `box`.
  void keep(const ImDrawList* list, int first, int last, const Box& box);

  /// Mirrors what ImGui::Render() has made. Call it once a frame.
  void show(const ImDrawData& data);

  /// Where the layout has the point that is shown at `shown`, by the frame shown last. While a button of the
  /// mouse is `held`, all points belong to the part in which it was pressed.
  ImVec2 layout_point(ImVec2 shown, bool held);

  /// Where a box of the layout is shown.
  Box shown_box(const Box& box) const;

 private:
  struct Kept {
    const ImDrawList* list;
    int first, last;
    Box box;
  };
  /// Part of a frame that keeps its direction: its place in the layout, and how far it is moved to the right.
  struct Part {
    Box box;
    float by;
  };
  /// What a draw list covers on screen, and its parts.
  struct Layer {
    Box shown;
    std::vector<Part> parts;
  };

  Box mirrored(const Box& box) const;
  Part part_of(const Box& box) const;
  std::vector<Kept> kept_of(const ImDrawList& list) const;
  Layer show_list(ImDrawList& list) const;
  const Part* part_at(ImVec2 shown) const;

  float width_ = 0;
  int frame_ = -1;  ///< of kept_
  std::vector<Kept> kept_;
  std::vector<Layer> layers_;  ///< of the frame shown last, the lowest first
  bool held_ = false, held_in_part_ = false;
  float held_by_ = 0;
};

/// While one lives, the window that is being drawn keeps its direction, if there is a mirror.
class KeepsDirection {
 public:
  KeepsDirection();
  ~KeepsDirection();
  KeepsDirection(const KeepsDirection&) = delete;
  KeepsDirection& operator=(const KeepsDirection&) = delete;

  /// The box that it is drawn in; without it, the one around all that is drawn.
  void within(const Box& box) { box_ = box; }

 private:
  ImDrawList* list_;  ///< null: no mirror
  int first_ = 0;
  Box box_;
};

/// As KeepsDirection, for what `list` has got since vertex `first`.
void keep_direction(ImDrawList* list, int first);

}  // namespace attnlab
