// SequenceInput: prepend, add positions, drop.
#include "core/layers/sequence_input.h"

#include <algorithm>
#include <stdexcept>

#include "core/layers/input_sites.h"
#include "core/ops/basic/add.h"
#include "core/ops/basic/dropout.h"
#include "core/ops/basic/pooling.h"

namespace attnlab {

SequenceInput::SequenceInput(const ParameterScope& scope, const Options& options) : options_(options) {
  const Index rows = options.length + (options.class_token ? 1 : 0) + (options.padded ? 1 : 0),
              width = options.width;
  if (options.class_token) class_token_ = scope.add(input_sites::kClassToken, {width}, options.initializer);
  if (options.positions)
    positions_ = options.positions(scope, {rows, width, options.initializer, options.sines});
  norm_ = NormLayer::make(scope / input_sites::kInputNorm, options.norm);
}

void SequenceInput::check_length(Tape& tape, Variable x) const {
  const Index first = tape.cache() ? tape.cache()->position() : 0;
  if (first + x.shape()[1] > options_.length)
    throw std::invalid_argument("the text has " + std::to_string(first + x.shape()[1]) +
                                " tokens, but the model's context is " + std::to_string(options_.length) +
                                ": shorten the text");
}

Variable SequenceInput::operator()(Tape& tape, Variable x) const {
  check_length(tape, x);
  if (options_.class_token)
    x = tape.name(prepend_row(tape, tape.parameter(class_token_), x), input_sites::kWithClass);
  if (positions_) {
    const Index first = tape.cache() ? tape.cache()->position() : 0;
    const Variable places = tape.name(positions_->rows(tape, first, x.shape()[1]), input_sites::kPositions);
    x = tape.name(add(tape, x, places), input_sites::kInput);
  }
  return dropout(tape, norm_(tape, x, input_sites::kInputNorm), options_.dropout);
}

/// Texts that all have the same places share one table, as those of a model without padding do.
Variable SequenceInput::positioned(Tape& tape, Variable x, std::span<const TokenId> places) const {
  const Index batch = x.shape()[0], length = x.shape()[1];
  const auto row = places.first(length);
  bool same = true;
  for (Index b = 1; same && b < batch; ++b)
    same = std::ranges::equal(row, places.subspan(b * length, length));
  const Variable codes =
      same ? tape.name(positions_->rows_at(tape, row, {length}), input_sites::kPositions)
           : tape.name(positions_->rows_at(tape, places, {batch, length}), input_sites::kPositionsOfTexts);
  return tape.name(add(tape, x, codes), input_sites::kInput);
}

Variable SequenceInput::operator()(Tape& tape, Variable x, std::span<const TokenId> places) const {
  check_length(tape, x);
  x = positioned(tape, x, places);
  return dropout(tape, norm_(tape, x, input_sites::kInputNorm), options_.dropout);
}

}  // namespace attnlab
