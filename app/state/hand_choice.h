// What is chosen in attention by hand, and the numbers that the user typed.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/trace/derivation.h"
#include "core/trace/hand_attention.h"

namespace attnlab {

/// The cells chosen in one of the typed matrices: from the cursor's to another corner.
struct HandCursor {
  std::string matrix = "q";         ///< of hand_matrices()
  Index row = 0, column = 0;        ///< the cursor
  Index to_row = 0, to_column = 0;  ///< the other corner; the cursor's own cell where one cell is chosen
  friend bool operator==(const HandCursor&, const HandCursor&) = default;
};

/// The place of a person before a number was followed in the inspector.
struct HandFollowed {
  CellName explained;
  std::string step;
  Index query = 0, key = 0, feature = 0;
  friend bool operator==(const HandFollowed&, const HandFollowed&) = default;
};

/// The numbers that the view opens with: the first of hand_examples().
HandAttention first_hand_numbers();

/// By hand: attention on typed numbers.
struct HandChoice {
  std::string part = "numbers";           ///< of hand_parts()
  std::string step = "scores";            ///< the step on the stage: the name of a tensor of the pass
  Index query = 0, key = 0, feature = 0;  ///< the selected places, in all steps
  HandAttention numbers = first_hand_numbers();
  HandCursor cursor;
  Index draws = 0;                  ///< the seed of the newest random numbers
  bool explained = false;           ///< the inspector explains these numbers, and not the model's
  std::vector<HandFollowed> trail;  ///< the way back from followed numbers, newest last
  std::optional<CellName> aside;    ///< what the inspector explains instead of the selected cell
  Index order = 0;                  ///< part order: which other order of the keys
  Index seed = 1;                   ///< part widths: of the random vectors
  Index keys = 64;                  ///< part widths: how many keys a query has
  friend bool operator==(const HandChoice&, const HandChoice&) = default;
};
inline constexpr double kMostSharpness = 1000;
inline constexpr Index kMostWidthKeys = 256;

/// A part of the view.
struct HandPart {
  std::string_view name;     ///< in the option "part"
  const char* title;         ///< on screen
  std::string_view example;  ///< of hand_examples(): opening it shows the part; "": none
};
std::span<const HandPart> hand_parts();

}  // namespace attnlab
