// Real positions: the lengths of the text that a part of a model reads.
#include "core/models/real_positions.h"

#include "core/models/model_sites.h"

namespace attnlab {

RealPositions::RealPositions(const ModelConfig& config)
    : source_states_(has_source(format_of(config))), before_source_(has_class_token(config) ? 1 : 0) {}

Index RealPositions::before_text(const Place& place) const {
  return place.within(model_sites::kEncoder) ? before_source_ : 0;
}

Index RealPositions::count(const Batch& batch, const Place& place, Index row, Index positions) const {
  const bool encoder = place.within(model_sites::kEncoder);
  const bool source = encoder || (source_states_ && place.within(model_sites::kRecurrent));
  const std::vector<Index>& lengths = source ? batch.source_lengths : batch.input_lengths;
  if (lengths.empty()) return positions;
  return lengths[row] + before_text(place);
}

}  // namespace attnlab
