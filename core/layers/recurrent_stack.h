// RecurrentStack: recurrent layers on top of one another, in one direction or in both.
#pragma once

#include <optional>
#include <vector>

#include "core/layers/recurrent_layer.h"

namespace attnlab {

/// The state of one layer in the tape's decoding cache; without a cache it does nothing. Takes the next slot.
class CachedState {
 public:
  CachedState(Tape& tape, const RecurrentLayer::Options& layer, Index batch);
  bool exists() const { return slot_ != nullptr; }
  /// The state before the first position: the cached one, or `start` while the cache is empty.
  CellState resume(const CellState& start) const;
  void store(const CellState& last) const;

 private:
  Tape& tape_;
  DecodingCache::Slot* slot_ = nullptr;
  Index batch_, width_;
  bool has_cell_;
};

/// L layers; the first reads I columns, each other the output of the layer below. In both directions each
/// layer has two cells of C columns, whose states lie side by side (Schuster and Paliwal 1997). Dropout is on
/// the outputs of all layers but the last, as in PyTorch.
class RecurrentStack {
 public:
  struct Options {
    RecurrentLayer::Options cell;  ///< of the first layer
    Index layers;                  ///< L
    bool bidirectional;
    double dropout;
    Index first = 0;  ///< number of the lowest layer, where layers below it are not of this stack
  };
  /// Parameters are under scope/layers/N, the second direction's under scope/layers/N/reverse.
  RecurrentStack(const ParameterScope& scope, const Options& options);

  /// What a pass makes: hidden states [B,T,C], or [B,T,2C] in both directions, and the states after the last
  /// position read, of each layer and direction in turn (empty with LastState::Skip).
  struct Output {
    Variable hidden;
    std::span<const CellState> last;
  };
  /// `start`: of each layer and direction, or empty for zeros. Where the tape carries a decoding cache,
  /// states go on from it.
  Output operator()(Tape& tape, Variable x, std::span<const CellState> start, std::span<const Index> lengths,
                    LastState ends) const;

  /// Columns of the stack's output.
  Index output_width() const { return options_.cell.width * (options_.bidirectional ? 2 : 1); }

 private:
  struct Level {
    RecurrentLayer forward;
    std::optional<RecurrentLayer> reverse;
  };
  Variable run_level(Tape& tape, const Level& level, Variable x, std::span<const CellState> start,
                     std::span<const Index> lengths, std::span<CellState> last) const;

  Options options_;
  std::vector<Level> levels_;
};

}  // namespace attnlab
