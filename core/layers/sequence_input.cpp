// SequenceInput: prepend, add positions, drop.
#include "core/layers/sequence_input.h"

#include <stdexcept>

#include "core/layers/input_sites.h"
#include "core/ops/basic/add.h"
#include "core/ops/basic/dropout.h"
#include "core/ops/basic/pooling.h"

namespace attnlab {

SequenceInput::SequenceInput(const ParameterScope& scope, const Options& options) : options_(options) {
  const Index rows = options.length + (options.class_token ? 1 : 0), width = options.width;
  if (options.class_token) class_token_ = scope.add(input_sites::kClassToken, {width}, options.initializer);
  if (options.positions)
    positions_ = options.positions(scope, {rows, width, options.initializer, options.sines});
  norm_ = NormLayer::make(scope / input_sites::kInputNorm, options.norm);
}

Variable SequenceInput::operator()(Tape& tape, Variable x) const {
  const Index first = tape.cache() ? tape.cache()->position() : 0;
  if (first + x.shape()[1] > options_.length)
    throw std::invalid_argument("the text has " + std::to_string(first + x.shape()[1]) +
                                " tokens, but the model's context is " + std::to_string(options_.length));
  if (options_.class_token)
    x = tape.name(prepend_row(tape, tape.parameter(class_token_), x), input_sites::kWithClass);
  if (positions_) {
    const Variable places = tape.name(positions_->rows(tape, first, x.shape()[1]), input_sites::kPositions);
    x = tape.name(add(tape, x, places), input_sites::kInput);
  }
  return dropout(tape, norm_(tape, x, input_sites::kInputNorm), options_.dropout);
}

}  // namespace attnlab
