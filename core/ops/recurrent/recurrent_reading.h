// Reading: the order in which a recurrent network reads positions, and which of them are padding.
#pragma once

#include <algorithm>
#include <span>

#include "core/autograd/tape.h"

namespace attnlab {

/// One sequence length T for B rows. Trivially copyable, so that operations can store it.
struct Reading {
  Index batch = 0;      ///< B
  Index positions = 0;  ///< T
  bool reverse = false;
  const Index* lengths = nullptr;  ///< [B]; null: no padding

  /// `lengths` are copied into the tape's arena. Throws std::invalid_argument if they are not one a row.
  static Reading make(Tape& tape, Index batch, Index positions, bool reverse, std::span<const Index> lengths);

  /// The position that is read in step `step`, 0 first.
  Index position(Index step) const { return reverse ? positions - 1 - step : step; }
  Index last() const { return position(positions - 1); }
  /// The position read before `t`; outside of 0 … T−1 for the first.
  Index previous(Index t) const { return reverse ? t + 1 : t - 1; }
  bool is_first(Index t) const { return t == position(0); }
  /// A padded position leaves the state as it is.
  bool padded(Index b, Index t) const { return lengths && t >= lengths[b]; }

  /// Whether any position is padding.
  bool pads() const {
    return lengths && std::any_of(lengths, lengths + batch, [this](Index n) { return n < positions; });
  }
  /// Appends the arguments by which a program that repeats a step skips padding, where there is any.
  void append_padding(CallArguments& arguments) const {
    if (!pads()) return;
    arguments.push_back({"t", CallArgument::Position{}});
    arguments.push_back({"lengths", constants<Index>(Shape{batch}, lengths)});
  }

  /// Cells of position t of [B,T,width], and what lies between them where there are several rows.
  CellSpan cells_at(Index t, Index width) const {
    return {t * width, 1, ((batch - 1) * positions + 1) * width};
  }
  /// The position of cell `offset` of [B,T,width].
  Index position_of(Index offset, Index width) const { return offset / width % positions; }

  /// Row b of position t in a tensor [B,T,width], and of a state [B,width].
  template <typename Cell>
  Cell* at(Cell* data, Index b, Index t, Index width) const {
    return data + (b * positions + t) * width;
  }
};

}  // namespace attnlab
