// Tokens as chips in columns: the model's input, and below it the predictions.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/widgets/base/draw.h"

namespace attnlab {

/// Whether a prediction is correct.
enum class Verdict { None, Right, Wrong };

struct TokenColumn {
  std::string token{};  ///< shown through display_token()
  bool unknown = false;
  bool lit = false;     ///< under the pointer in some view
  float attention = 0;  ///< 0 to 1: fills the chip from below in the colour of keys
  std::string said{};   ///< the prediction at this position; "": there is none
  float probability = 0;
  Verdict verdict = Verdict::None;
  std::string wanted{};  ///< the correct token if the verdict is Wrong
};

struct TokenColumnsOptions {
  std::string reads{}, says{};  ///< dim labels of the two rows; no second row if `says` is empty
  int query = -1, key = -1;     ///< outlined in their roles' colours
  float width = 0;              ///< wraps at this width
  float label_width = 0;        ///< room for the labels; 0: as wide as they are
  bool percents = true;         ///< probabilities below the predictions
  std::string target{};         ///< chips are NAME[0,i], predictions NAME.said[0,i] for scripts
  bool legend = false;          ///< what the predictions' colours mean, behind the last column where it fits
  std::string said_hint{};      ///< a last line of the predictions' tips
};

struct TokenColumnsResult {
  Box bounds;
  std::vector<Box> chips;  ///< one for each column
  int clicked = -1;        ///< chip pressed in this frame
  int said_clicked = -1;   ///< prediction pressed in this frame
  int said_menu = -1;      ///< prediction pressed by the right button in this frame
};

/// Draws the columns at the cursor and advances it.
TokenColumnsResult token_columns(const char* id, std::span<const TokenColumn> columns,
                                 const TokenColumnsOptions& options);

}  // namespace attnlab
