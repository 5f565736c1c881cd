// Alignment: finds the states of encoder and decoder in a pass by their sites.
#include "core/analysis/recurrence/alignment.h"

#include <algorithm>
#include <stdexcept>

#include "core/language/messages.h"
#include "core/layers/alignment_sites.h"
#include "core/layers/recurrent_sites.h"
#include "core/models/architecture_kind.h"
#include "core/models/model_sites.h"
#include "core/ops/recurrent/cell_kind.h"
#include "core/ops/recurrent/cell_sites.h"

namespace attnlab {

namespace {

Place layer_of(const Part& stack, Index layer) {
  return Place().inside(stack).inside(kRecurrentLayers, layer);
}

const Place& alignment_place() {
  static const Place place = Place().inside(alignment_sites::kAlignment);
  return place;
}

const TraceTensor& needed(const Trace& trace, const Place& place, const Site& site) {
  if (const TraceTensor* const tensor = trace.find(place, site)) return *tensor;
  throw std::invalid_argument(tr("this forward pass does not contain {1}", full_name(place, site)));
}

double entry(const TraceTensor& tensor, Index row, Index column) {
  return double(tensor.value[row * tensor.shape.last() + column]);
}

/// The layer of the decoder whose states look back; the top one where none does.
Index asking_layer(const AlignmentKind& kind, const ModelConfig& config) {
  return kind.when == AlignmentKind::When::BeforeEachStep ? 0 : config.layers - 1;
}

/// What the encoder's layer passes on to the decoder's: `bridge` makes it of both directions.
HandedState handed(const Trace& trace, Index layer, const Site& state, const Site& bridge) {
  const Place encoder = layer_of(model_sites::kEncoder, layer);
  const TraceTensor& forward = needed(trace, encoder, state);
  const StateRow last{&forward, forward.shape[1] - 1};
  HandedState found{.layer = layer, .is_cell = &state == &cell_sites::kCell, .made = last, .forward = last};
  if (!trace.config().bidirectional) return found;
  found.made = {&needed(trace, layer_of(model_sites::kDecoder, layer), bridge), 0};
  found.reverse = {&needed(trace, encoder.inside(recurrent_sites::kReverse), state), 0};
  return found;
}

HandedState handed_hidden(const Trace& trace, Index layer) {
  return handed(trace, layer, cell_sites::kHidden, model_sites::kInitialHidden);
}

}  // namespace

bool is_recurrent_pair(const ModelConfig& config) {
  const ArchitectureKind& architecture = architecture_of(config);
  return architecture.has_cells() && architecture.has_two_stacks();
}

void require_recurrent_pair(const ModelConfig& config) {
  if (!is_recurrent_pair(config))
    throw std::invalid_argument(tr("alignment needs a recurrent encoder–decoder, which this model is not"));
}

std::span<const Real> StateRow::values() const {
  const Index width = tensor->shape.last();
  return tensor->value.subspan(row * width, width);
}

double AlignedPass::score(Index i, Index j) const { return entry(*scores, i, j); }
double AlignedPass::weight(Index i, Index j) const { return entry(*weights, i, j); }

Index AlignedPass::strongest(Index i) const {
  const std::span<const Real> row = StateRow{weights, i}.values();
  return static_cast<Index>(std::ranges::max_element(row) - row.begin());
}

StateRow AlignedPass::asking(Index i) const {
  return kind->when == AlignmentKind::When::BeforeEachStep ? before(i) : after(i);
}

AlignedPass aligned_pass(const Trace& trace) {
  const ModelConfig& config = trace.config();
  require_recurrent_pair(config);
  AlignedPass pass;
  pass.kind = &alignment_kind(config.alignment);
  const Index asking = asking_layer(*pass.kind, config);
  const Place top = layer_of(model_sites::kEncoder, config.layers - 1);
  pass.encoder = &needed(trace, top, config.bidirectional ? recurrent_sites::kOutput : cell_sites::kHidden);
  pass.decoder = &needed(trace, layer_of(model_sites::kDecoder, asking), cell_sites::kHidden);
  pass.start = handed_hidden(trace, asking).made;
  if (!pass.kind->looks_back()) return pass;
  pass.scores = &needed(trace, alignment_place(), alignment_sites::kScores);
  pass.weights = &needed(trace, alignment_place(), alignment_sites::kWeights);
  pass.context = &needed(trace, alignment_place(), alignment_sites::kContext);
  pass.attentional = trace.find(alignment_place(), alignment_sites::kAttentional);
  return pass;
}

std::vector<HandedState> handed_states(const Trace& trace) {
  const ModelConfig& config = trace.config();
  require_recurrent_pair(config);
  std::vector<HandedState> states;
  for (Index layer = 0; layer < config.layers; ++layer) {
    states.push_back(handed_hidden(trace, layer));
    if (cell_kind(config.cell).has_cell)
      states.push_back(handed(trace, layer, cell_sites::kCell, model_sites::kInitialCell));
  }
  return states;
}

SourceNumbers source_numbers(const ModelConfig& config, Index tokens) {
  require_recurrent_pair(config);
  const Index directions = config.bidirectional ? 2 : 1;
  const bool looks_back = alignment_kind(config.alignment).looks_back();
  return {.handed = config.layers * config.width * cell_kind(config.cell).state_count(),
          .states = looks_back ? tokens * directions * config.width : 0};
}

}  // namespace attnlab
