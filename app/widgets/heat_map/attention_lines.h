// Attention as lines from tokens at the left to tokens at the right.
#pragma once

#include <span>
#include <string>

#include "app/widgets/base/draw.h"
#include "app/widgets/heat_map/matrix_view.h"
#include "core/language/messages.h"

namespace attnlab {

struct AttentionLinesOptions {
  std::span<const std::string> left{}, right{};  ///< row names and column names of the weights
  std::span<const unsigned char> left_unknown{}, right_unknown{};
  std::string left_title{tr("queries")}, right_title{tr("keys")};
  Role left_role = Role::Query, right_role = Role::Key;
  int selected_left = -1;             ///< only this token's lines stay strong
  int lit_left = -1, lit_right = -1;  ///< tokens hovered in another widget
  ImVec2 size{0, 0};
  float threshold = 0.01f;        ///< weights below are not drawn
  std::size_t most_lines = 1500;  ///< the strongest visible lines
  std::string target{};           ///< tokens are NAME.left[i,0] and NAME.right[i,0] for scripts
};

struct AttentionLinesResult {
  Box bounds, left_tokens, right_tokens;  ///< everything, and the two columns
  int hovered_left = -1, hovered_right = -1;
  int clicked_left = -1, clicked_right = -1;
};

/// `weights` is [Tq,Tk]: a line's weight is its thickness and strength.
AttentionLinesResult attention_lines(const char* id, const MatrixView& weights,
                                     const AttentionLinesOptions& options = {});

}  // namespace attnlab
