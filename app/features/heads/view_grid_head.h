// A head in the grid: its thumbnail, and its measure below.
#pragma once

#include <vector>

#include "app/features/heads/view_frame.h"
#include "app/features/heads/view_layout.h"
#include "app/views/common/trace_matrices.h"
#include "app/widgets/base/draw.h"

namespace attnlab {

/// The grid as it is drawn in this frame.
struct HeadGrid {
  const ViewModel& model;
  const Emit& emit;
  const HeadMeasure& measure;
  double largest = 0;    ///< over all heads, for a measure without a natural maximum
  std::size_t form = 0;  ///< the index of the longest form of measured words that fits all heads
};

/// The length of a head's bar, from 0 to 1.
float head_bar_share(const HeadGrid& grid, const KnownHead& head);
/// The longest of these forms that fits; "" where none does.
std::string longest_that_fits(const std::vector<std::string>& words, ImFont* font, float width);
/// The longest form of the badges that fits all heads with a number.
std::size_t badge_form_that_fits(const HeadGrid& grid, const std::vector<std::vector<KnownHead>>& groups,
                                 float thumb);

/// Draws the head's weights, and below them its badge, `badge` high. A click selects the head, a double click
/// opens it.
void draw_grid_head(const HeadGrid& grid, const KnownHead& head, ImVec2 at, ImVec2 size, float badge);

/// The tokens of one attention: beside its first head in each layer, and above each head of the last layer.
struct HeadTokens {
  TokenAxis queries, keys;
};

/// The tokens of each attention, if all of them fit beside cells of their height and width; `space` then
/// leaves room for them. Else none.
std::vector<HeadTokens> tokens_that_fit(const Trace& trace, const std::vector<AttentionKind>& kinds,
                                        HeadsSpace& space);

/// The queries, left of a thumbnail.
void draw_query_tokens(const TokenAxis& queries, const Box& thumbnail);
/// The keys, upwards above it.
void draw_key_tokens(const TokenAxis& keys, const Box& thumbnail);

}  // namespace attnlab
