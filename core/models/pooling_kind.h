// Poolings: the ways to make one vector of many, to classify, one row each.
#pragma once

#include <span>
#include <string_view>

#include "core/layers/recurrent_stack.h"

namespace attnlab {

/// The states of a text or picture, from which one vector is made.
struct PooledStates {
  Variable states{};                  ///< [B,T,C]
  std::span<const Index> lengths{};   ///< [B], real positions; empty: all
  std::span<const CellState> last{};  ///< of recurrent layers: after the last position, in each direction
};

/// One pooling.
struct PoolingKind {
  std::string_view name;             ///< as options write it: "cls"
  std::string_view title;            ///< on screen
  bool class_vector = false;         ///< a learned vector goes before the text, and its output is read
  bool first_row = false;            ///< the first position alone is read
  std::string_view not_of_blocks{};  ///< why no Transformer pools so; "" where they do
  std::string_view not_of_cells{};   ///< why no recurrent network pools so; "" where they do
  Variable (*pool)(Tape& tape, const PooledStates& pooled);  ///< [B,1,C]
};

std::span<const PoolingKind> pooling_kinds();
/// Throws std::invalid_argument with near names.
const PoolingKind& pooling_kind(std::string_view name);

}  // namespace attnlab
