// Tokens as chips in columns: what the model reads, and below it what it says next.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/widgets/base/draw.h"

namespace attnlab {

/// Whether a prediction is what should come.
enum class Verdict { None, Right, Wrong };

struct TokenColumn {
  std::string token{};  ///< shown through display_token()
  bool unknown = false;
  bool lit = false;     ///< under the pointer in some view
  float attention = 0;  ///< 0 to 1: fills the chip from below in the colour of keys
  std::string said{};   ///< the prediction at this position
  float probability = 0;
  Verdict verdict = Verdict::None;
  std::string wanted{};  ///< what should come, where the verdict is Wrong
};

struct TokenColumnsOptions {
  std::string reads{}, says{};  ///< dim labels of the two rows; no second row if `says` is empty
  int query = -1, key = -1;     ///< outlined in their roles' colours
  float width = 0;              ///< wraps to this width
  float label_width = 0;        ///< room for the labels; 0: as much as they need
  bool percents = true;         ///< probabilities below the predictions
  std::string target{};         ///< chips are NAME[0,i], predictions NAME.said[0,i] for scripts
};

struct TokenColumnsResult {
  Box bounds;
  std::vector<Box> chips;  ///< one for each column
  int clicked = -1;        ///< chip pressed in this frame
  int said_clicked = -1;   ///< prediction pressed in this frame
};

/// Draws the columns at the cursor and advances it.
TokenColumnsResult token_columns(const char* id, std::span<const TokenColumn> columns,
                                 const TokenColumnsOptions& options);

}  // namespace attnlab
