// A sentence as chips, one per token.
#pragma once

#include <span>
#include <string>

#include "app/widgets/base/draw.h"
#include "core/language/messages.h"

namespace attnlab {

struct TokenStripOptions {
  std::string label{};                       ///< before the chips, e.g. "source"
  std::span<const unsigned char> unknown{};  ///< optional: nonzero chips are unknown to the model
  std::span<const float> strength{};         ///< optional: 0 to 1, fills the chip from below
  std::string strength_name{tr("weight")};   ///< the meaning of `strength`, for the tooltip
  int selected = -1;
  int linked = -1;         ///< hovered elsewhere
  Role role = Role::None;  ///< colour of the selected chip
  bool positions = true;   ///< small indices above the chips
  float width = 0;         ///< wraps at this width; 0: the rest of the window
  std::string target{};    ///< chips are NAME[0,i] for scripts
};

struct TokenStripResult {
  Box bounds, selected;  ///< `selected`: the selected chip's; empty: there is none
  int hovered = -1, clicked = -1;
};

TokenStripResult token_strip(const char* id, std::span<const std::string> tokens,
                             const TokenStripOptions& options = {});

/// How many lines the chips take.
int token_strip_lines(std::span<const std::string> tokens, const TokenStripOptions& options);
/// The height of so many lines, in pixels.
float token_strip_height(int lines, const TokenStripOptions& options);

}  // namespace attnlab
