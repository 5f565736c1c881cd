// InputLayer: look up, scale, add positions, drop.
#include "core/layers/input_layer.h"

#include <numeric>
#include <stdexcept>

#include "core/ops/add.h"
#include "core/ops/dropout.h"
#include "core/ops/positions.h"

namespace attnlab {

InputLayer::InputLayer(const ParameterScope& scope, std::string name, ParameterId table,
                       const Options& options)
    : name_(std::move(name)), options_(options), table_(table) {
  if (options.learned_positions) {
    position_table_ = (scope / name_ / "positions")
                          .add("weight", {options.context, options.width}, options.position_initializer);
    position_ids_.resize(static_cast<std::size_t>(options.context));
    std::iota(position_ids_.begin(), position_ids_.end(), 0);
  } else {
    sinusoids_ = sinusoid_table(options.context, options.width);
  }
}

Variable InputLayer::position_rows(Tape& tape, Index first, Index positions) const {
  if (position_table_ < 0) return sinusoidal_positions(tape, sinusoids_, first, positions);
  const std::span<const TokenId> ids(position_ids_.data() + first, static_cast<std::size_t>(positions));
  return embedding(tape, tape.parameter(position_table_), ids, {positions});
}

Variable InputLayer::operator()(Tape& tape, std::span<const TokenId> ids, Index batch,
                                Index positions) const {
  const Index first = tape.cache() ? tape.cache()->position() : 0;
  if (first + positions > options_.context) {
    throw std::invalid_argument("the text has " + std::to_string(first + positions) +
                                " tokens, but the model's context is " + std::to_string(options_.context));
  }
  const Scope scope(tape, name_);
  const Variable tokens = tape.name(
      embedding(tape, tape.parameter(table_), ids, {batch, positions}, options_.factor), "embedding");
  const Variable places = tape.name(position_rows(tape, first, positions), "positions");
  const Variable input = tape.name(add(tape, tokens, places), "input");
  return dropout(tape, input, options_.dropout);
}

}  // namespace attnlab
