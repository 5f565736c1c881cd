// AdamW over flat buffers, in ranges that may run side by side.
#pragma once

#include <functional>
#include <vector>

#include "core/autograd/parameters.h"
#include "core/tensor/tensor.h"
#include "core/training/training_config.h"

namespace attnlab {

/// Adam's moments, one cell for each cell of a parameter that learns, in the order of the flat buffer.
struct OptimizerState {
  AlignedBuffer mean;    ///< m, decaying mean of the gradient
  AlignedBuffer square;  ///< v, decaying mean of its square
  Index updates = 0;     ///< t, for the bias correction
};

/// What one update does with every cell.
struct UpdateScales {
  Real gradient;  ///< from clipping
  Real learning_rate;
};

/// What clipping multiplies the whole gradient by: min(1, clip / (‖g‖ + 1e-6)), as PyTorch's clip_grad_norm_,
/// where 1e-6 keeps the quotient finite; 1 where `config.clip` is 0.
double clip_factor(const TrainingConfig& config, double gradient_norm);

/// What corrects the moments after `updates` updates, which begin at 0: m̂ = m/mean, √v̂ = √v·root.
struct MomentCorrections {
  double mean;  ///< 1 − β₁ᵗ
  double root;  ///< 1/√(1 − β₂ᵗ)
};
MomentCorrections moment_corrections(const TrainingConfig& config, Index updates);

/// Decoupled weight decay (Loshchilov and Hutter 2019): w ← w·(1 − lr·decay) − lr·m̂/(√v̂ + ε), with
/// m̂ = m/(1−β₁ᵗ) and v̂ = v/(1−β₂ᵗ). Decay is for matrices only.
class AdamW {
 public:
  /// For the parameters of `layout`, which only the constructor reads.
  AdamW(const ParameterLayout& layout, const TrainingConfig& config);

  /// Changes the settings from the next update on; the moments stay.
  void change(const TrainingConfig& config) { config_ = config; }

  /// Counts one update and prepares its bias correction; then `update_range` must cover every cell once.
  /// Those that do not learn stay. `weights` are of all cells, `gradient` of those from `first` on.
  void begin_update() { ++state_.updates; }
  void update_range(Index begin, Index end, const Real* gradient, UpdateScales scales, Real* weights,
                    Index first = 0);

  OptimizerState& state() { return state_; }
  const OptimizerState& state() const { return state_; }

 private:
  struct Run {
    Index begin, end;
    bool decays;
    Index moments;  // the first of them
  };
  /// A part of a run: its cells of each buffer.
  struct Piece {
    Index count;
    const Real* gradient;
    Real *weights, *mean, *square;
  };
  void update_piece(const Piece& piece, Real decay, UpdateScales scales);

  TrainingConfig config_;
  std::vector<Run> runs_;  // neighboring parameters that learn, with the same decay
  OptimizerState state_;
};

}  // namespace attnlab
