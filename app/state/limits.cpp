// Counting and clamping.
#include "app/state/limits.h"

#include <algorithm>
#include <stdexcept>

#include "app/state/tensor_groups.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

bool keys_from_encoder(const Selection& s) { return s.attention != AttentionKind::DecoderSelf; }

}  // namespace

const Trace& trace_on_screen(const Limits& limits) {
  if (!limits.trace) throw std::invalid_argument(tr(kNoPassYet));
  return *limits.trace;
}

Index query_count(const Selection& s, const Limits& limits) {
  const bool encoder = s.attention == AttentionKind::EncoderSelf || !limits.has_decoder;
  return encoder ? limits.source_tokens : limits.target_tokens;
}
Index key_count(const Selection& s, const Limits& limits) {
  return keys_from_encoder(s) ? limits.source_tokens : limits.target_tokens;
}
Index feature_count(Stage stage, const Limits& limits) {
  return stage == Stage::Output ? limits.width : limits.head_size;
}

Index clamp_index(Index value, Index count) {
  return std::clamp<Index>(value, 0, std::max<Index>(count - 1, 0));
}

void clamp_selection(Selection& s, const ChosenCell& chosen, const Limits& limits) {
  if (!limits.has_encoder) s.attention = AttentionKind::DecoderSelf;
  if (!limits.has_decoder) s.attention = AttentionKind::EncoderSelf;
  s.layer = clamp_index(s.layer, limits.config ? layers_of(*limits.config, s.attention) : limits.layers);
  s.head = clamp_index(s.head, limits.heads);
  s.query = clamp_index(s.query, query_count(s, limits));
  s.key = clamp_index(s.key, key_count(s, limits));
  s.feature = clamp_index(s.feature, feature_count(chosen.stage, limits));
}

void clamp_views(AppState& state, const Limits& limits) {
  if (!is_offered(*state.view, limits.config)) state.view = features().front();
  const bool stays = state.beside && state.beside != state.view && is_offered(*state.beside, limits.config);
  if (!stays) state.beside = nullptr;
}

void clamp_rewound(std::optional<Index>& rewound, const Limits& limits) {
  if (!rewound || !limits.timeline || limits.timeline->states.empty()) return;
  rewound = limits.timeline->nearest(*rewound)->step();
  if (*rewound >= limits.step) rewound.reset();
}

void clamp_chosen(ChosenCell& chosen, const Limits& limits) {
  if (!chosen.shown || !limits.trace) return;
  CellName& cell = *chosen.shown;
  const TraceTensor* tensor = limits.trace->find(value_name(cell.tensor));
  if (!tensor) return;
  const bool same_rank = cell.index.size() == static_cast<std::size_t>(tensor->shape.rank());
  if (!same_rank) cell.index = cell_at(*tensor, row_of(cell), column_of(cell)).index;
  for (std::size_t i = 0; i < cell.index.size(); ++i)
    cell.index[i] = clamp_index(cell.index[i], tensor->shape[static_cast<int>(i)]);
}

}  // namespace attnlab
