// What the parts of the view By hand share.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/state/command.h"
#include "app/state/hand_choice.h"
#include "app/state/view_model.h"

namespace attnlab {

/// Whether choices are side by side if they fit, or menus, which leave more height for matrices.
enum class HandRoom { Ample, Low };

/// One frame of the view.
struct HandFrame {
  const ViewModel& model;
  const Emit& emit;
  const HandChoice& choice;
  const HandAttention& numbers;
  HandRoom room = HandRoom::Ample;

  /// Sends a command of attention by hand: "score", {"cosine"}.
  void say(const char* verb, std::vector<std::string> arguments) const {
    emit({std::string("hand.") + verb, std::move(arguments)});
  }
  /// Sets an option of the view.
  void choose(const char* option, const std::string& value) const {
    emit({"choose", {std::string("hand.") + option, value}});
  }
};

/// A menu of choices or actions.
struct HandMenu {
  const char* name;   ///< script name of the button; entries are ENTRY[0,i]
  const char* entry;  ///< script name of the entries
  std::string_view label;
  const char* tip;
};
/// Draws the button of a menu; returns the entry that is pressed, −1 for none.
int draw_hand_menu(const HandMenu& menu, std::span<const char* const> titles);

/// Draws choices side by side, or as a menu if they do not fit. Returns the choice.
int choose_by_hand(const HandMenu& menu, std::span<const char* const> titles, int chosen,
                   HandRoom room = HandRoom::Ample);

/// Continues on the line after a gap, or on a new line if `width` more pixels do not fit.
void go_on_in_line(float width);

/// The widths that all typed matrices share, so that their columns line up; in pixels.
struct HandSheetPlan {
  float labels = 0, cell = 0;
  float width = 0;  ///< of the widest matrix with its labels, or title
};
/// Plans the matrices for `room` pixels. Cells get narrower to fit, down to a least width.
HandSheetPlan plan_hand_sheets(const HandFrame& frame, float room);
/// Draws the typed matrices one below the other, and the mask if there is one.
void draw_hand_sheets(const HandFrame& frame, const HandSheetPlan& plan);

/// Draws the choice of the step, and the step with its real matrices.
void draw_hand_steps(const HandFrame& frame);

/// Draws attention with its rows in another order.
void draw_hand_order(const HandFrame& frame);
/// Draws the weights of the selected query by β.
void draw_hand_sharpness(const HandFrame& frame);
/// Draws variance and entropy by the number of features.
void draw_hand_widths(const HandFrame& frame);

}  // namespace attnlab
