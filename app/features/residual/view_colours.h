// What colours the words of the lens: one row for each choice.
#pragma once

#include "app/features/residual/view_frame.h"
#include "app/widgets/heat_map/value_range.h"

namespace attnlab {

/// What a cell's colour means.
struct LensColour {
  std::string_view name;           ///< in the option "colour"
  std::string_view title, legend;  ///< "{word}" is what the model says
  bool of_right;                   ///< cells without a right word have none
  float (*value)(const LensCell& cell);
  std::string (*text)(const LensCell& cell);  ///< below the word
  float (*most)(Index words);                 ///< the value at the scale's end, of a vocabulary of so many
};

/// Draws the choice. Script names: residual.colour[0,i].
const LensColour& choose_lens_colour(const ResidualFrame& frame);

/// From 0 to the colour's own end.
ColourScale lens_scale(const ResidualFrame& frame, const LensColour& colour);

}  // namespace attnlab
