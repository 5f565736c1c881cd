// AlignedRecurrentLayer: query, scores, weights and context, then the cell, for each position.
#include "core/layers/recurrent_alignment.h"

#include "core/layers/alignment_sites.h"
#include "core/ops/recurrent/recurrent_alignment.h"

namespace attnlab {

namespace {

/// A copy in the tape's arena, to which operations point.
std::span<const Index> copy_lengths(Tape& tape, std::span<const Index> lengths) {
  Index* copy = tape.arena().array<Index>(count_of(lengths));
  std::ranges::copy(lengths, copy);
  return {copy, lengths.size()};
}

}  // namespace

AlignedRecurrentLayer::AlignedRecurrentLayer(const ParameterScope& alignment, const ParameterScope& layer,
                                             const RecurrentLayer::Options& cell)
    : layer_(layer, cell) {
  const Index c = cell.width, m = cell.context;
  query_ =
      LinearLayer::without_bias(alignment, alignment_sites::kQueryWeight, c, c, Initializer::glorot(c, c));
  key_ = LinearLayer::without_bias(alignment, alignment_sites::kKeyWeight, m, c, Initializer::glorot(m, c));
  vector_ = alignment.add(alignment_sites::kScoreWeight, {1, c}, Initializer::glorot(c, 1));
}

Variable AlignedRecurrentLayer::operator()(Tape& tape, Variable x, Variable memory,
                                           std::span<const Index> given_lengths, const CellState& start,
                                           const Place& place) const {
  const Index batch = x.shape()[0], positions = x.shape()[1], c = layer_.options().width;
  const std::span<const Index> lengths = copy_lengths(tape, given_lengths);
  const Reading reading{.batch = batch, .positions = positions};
  const CachedState cached(tape, layer_.options(), batch);
  const CellState from = cached.resume(start);
  const Variable v = tape.parameter(vector_);
  Variable key;
  Positions query, scores, weights, context;
  {
    const Scope scope(tape, alignment_sites::kAlignment);
    key = tape.name(key_(tape, memory), alignment_sites::kKey);
    query = tape.begin_positions({batch, positions, c}, alignment_sites::kQuery);
    scores = tape.begin_positions({batch, positions, memory.shape()[1]}, alignment_sites::kScores);
    weights = tape.begin_positions(scores.made.shape(), alignment_sites::kWeights);
    context = tape.begin_positions({batch, positions, memory.shape().last()}, alignment_sites::kContext);
  }
  const Scope scope(tape, place);
  CellSteps cell = layer_.steps(tape, x, from, reading, context.value);
  const GateInputs state{
      .states = cell.hidden(), .start = from.hidden, .recurrent_weight = tape.parameter(query_.weight)};
  for (Index t = 0; t < positions; ++t) {
    gate_step(tape, query.made, state, GateFunction::None, reading, t, Padding::Zero);
    tape.made_position(query, t);
    score_step(tape, scores.made, query.value, key, v, t);
    tape.made_position(scores, t);
    weights_step(tape, weights.made, scores.value, lengths, t);
    tape.made_position(weights, t);
    context_step(tape, context.made, weights.value, memory, t);
    tape.made_position(context, t);
    cell.step(t);
  }
  for (const Positions& made : {query, scores, weights, context}) tape.end_positions(made);
  cell.finish();
  if (cached.exists()) cached.store(cell.last());
  return cell.hidden();
}

}  // namespace attnlab
