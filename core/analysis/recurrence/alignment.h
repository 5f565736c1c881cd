// Alignment: what a recurrent decoder takes from its source in a pass, position by position.
#pragma once

#include <span>
#include <vector>

#include "core/layers/alignment_kind.h"
#include "core/trace/trace.h"

namespace attnlab {

/// Whether a recurrent decoder follows a recurrent encoder: it may look back at the encoder's states.
bool is_recurrent_pair(const ModelConfig& config);
/// Throws std::invalid_argument if it does not.
void require_recurrent_pair(const ModelConfig& config);

/// One state in a pass: a row of a tensor [1,T,C].
struct StateRow {
  const TraceTensor* tensor = nullptr;
  Index row = 0;

  std::span<const Real> values() const;
  CellName cell(Index feature) const { return {tensor->name, {0, row, feature}}; }
};

/// The states of encoder and decoder in one pass, and what ties them. Points into the trace. Positions of the
/// decoder are counted from 0: i reads the token before the one that it predicts.
struct AlignedPass {
  const AlignmentKind* kind = nullptr;
  const TraceTensor* encoder = nullptr;      ///< [1,n,M] h: states of the top layer, of both directions
  const TraceTensor* decoder = nullptr;      ///< [1,m,C] s: states of the layer that looks back, else the top
  const TraceTensor* scores = nullptr;       ///< [1,m,n] e; null, as what follows, where nothing looks back
  const TraceTensor* weights = nullptr;      ///< [1,m,n] α: each row sums to 1
  const TraceTensor* context = nullptr;      ///< [1,m,M] c_i = Σ_j α_ij·h_j
  const TraceTensor* attentional = nullptr;  ///< [1,m,C] made of context and state; null before each step
  StateRow start;                            ///< s before position 0

  Index sources() const { return encoder->shape[1]; }    ///< n, <eos> included
  Index positions() const { return decoder->shape[1]; }  ///< m
  double score(Index i, Index j) const;
  double weight(Index i, Index j) const;
  /// The source position with the largest weight.
  Index strongest(Index i) const;
  /// The decoder's state before position i.
  StateRow before(Index i) const { return i > 0 ? StateRow{decoder, i - 1} : start; }
  StateRow after(Index i) const { return {decoder, i}; }
  /// The state that the scores of position i are made of: before its step, or after it.
  StateRow asking(Index i) const;
};

/// Of a pass over one example. Throws std::invalid_argument where the model is no is_recurrent_pair().
AlignedPass aligned_pass(const Trace& trace);

/// What the encoder hands over to one layer of the decoder, whatever the length of the source.
struct HandedState {
  Index layer = 0;
  bool is_cell = false;  ///< an LSTM's cell state, not its hidden state
  StateRow made;         ///< the state from which the decoder's layer starts, [C] numbers
  StateRow forward;      ///< the encoder's last state; `made` itself where one direction reads
  StateRow reverse{};    ///< of the other direction, its state at the first token; no tensor: there is none
};
/// In the order of layers, hidden before cell states. Throws as aligned_pass().
std::vector<HandedState> handed_states(const Trace& trace);

/// How many numbers a decoder can read of a source.
struct SourceNumbers {
  Index handed = 0;  ///< in the states that it starts from
  Index states = 0;  ///< in the encoder states that it looks back at; 0 where it does not
};
/// Of a source of so many tokens, <eos> included.
SourceNumbers source_numbers(const ModelConfig& config, Index tokens);

}  // namespace attnlab
