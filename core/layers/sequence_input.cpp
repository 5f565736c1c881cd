// SequenceInput: prepend, add positions, drop.
#include "core/layers/sequence_input.h"

#include <numeric>
#include <stdexcept>

#include "core/layers/input_sites.h"
#include "core/ops/attention/positions.h"
#include "core/ops/basic/add.h"
#include "core/ops/basic/dropout.h"
#include "core/ops/basic/embedding.h"
#include "core/ops/basic/pooling.h"

namespace attnlab {

SequenceInput::SequenceInput(const ParameterScope& scope, const Options& options) : options_(options) {
  const Index rows = options.length + (options.class_token ? 1 : 0), width = options.width;
  if (options.class_token) class_token_ = scope.add(input_sites::kClassToken, {width}, options.initializer);
  if (options.positions == Positions::Learned) {
    position_table_ = scope.add(input_sites::kPositionsWeight, {rows, width}, options.initializer);
    position_ids_.resize(static_cast<std::size_t>(rows));
    std::iota(position_ids_.begin(), position_ids_.end(), 0);
  } else if (options.positions == Positions::Sinusoidal) {
    sinusoids_ = sinusoid_table(rows, width);
  }
}

Variable SequenceInput::position_rows(Tape& tape, Index first, Index positions) const {
  if (position_table_ < 0) return sinusoidal_positions(tape, sinusoids_, first, positions);
  const std::span<const TokenId> ids(position_ids_.data() + first, static_cast<std::size_t>(positions));
  return embedding(tape, tape.parameter(position_table_), ids, {positions});
}

Variable SequenceInput::operator()(Tape& tape, Variable x) const {
  const Index first = tape.cache() ? tape.cache()->position() : 0;
  if (first + x.shape()[1] > options_.length)
    throw std::invalid_argument("the text has " + std::to_string(first + x.shape()[1]) +
                                " tokens, but the model's context is " + std::to_string(options_.length));
  if (options_.class_token)
    x = tape.name(prepend_row(tape, tape.parameter(class_token_), x), input_sites::kWithClass);
  if (options_.positions != Positions::None) {
    const Variable places = tape.name(position_rows(tape, first, x.shape()[1]), input_sites::kPositions);
    x = tape.name(add(tape, x, places), input_sites::kInput);
  }
  return dropout(tape, x, options_.dropout);
}

}  // namespace attnlab
