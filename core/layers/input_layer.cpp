// InputLayer: look up and scale, then positions and dropout.
#include "core/layers/input_layer.h"

namespace attnlab {

InputLayer::InputLayer(const ParameterScope& scope, const Part& part, ParameterId table,
                       const Options& options)
    : part_(&part), factor_(options.factor), table_(table), sequence_(scope / part, options.sequence) {}

Variable InputLayer::operator()(Tape& tape, std::span<const TokenId> ids, Index batch,
                                Index positions) const {
  const Scope scope(tape, *part_);
  const Variable tokens = embedding(tape, tape.parameter(table_), ids, {batch, positions}, factor_);
  return sequence_(tape, tape.name(tokens, input_sites::kEmbedding));
}

}  // namespace attnlab
