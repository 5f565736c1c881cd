// Frame share: long work on what is drawn is divided among frames, so that none of them is late.
#pragma once

#include <cstddef>

namespace attnlab {

/// Whether a later frame can finish what this one leaves: not where a figure is drawn, which has one frame.
bool has_later_frames();

/// Matrices up to this many cells are worked on as a whole, whatever else a frame has to do.
inline constexpr std::size_t kSmallMatrix = std::size_t{1} << 14;

/// How many cells of large matrices this frame may still turn into colours, all widgets together. Who works
/// on cells takes them away; a kind of work that is so many times as fast takes so many times fewer.
std::size_t& cells_left();

/// What `cells` that are only looked through, and get no colour, take of the share.
constexpr std::size_t measured_cells(std::size_t cells) { return cells / 4 + 1; }

/// Says that something in this frame is unfinished and goes on in the next frame, which this asks for.
void go_on_next_frame();

/// Whether the frame drawn last left something unfinished.
bool frame_is_unfinished();

}  // namespace attnlab
