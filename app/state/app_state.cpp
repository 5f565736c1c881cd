// AppState: names of stages and attentions, and the tensors behind them.
#include "app/state/app_state.h"

#include <algorithm>
#include <stdexcept>

#include "core/config/nearest.h"
#include "core/layers/attention_sites.h"
#include "core/layers/block_sites.h"
#include "core/models/architecture_kind.h"
#include "core/models/model_sites.h"

namespace attnlab {

namespace {

constexpr std::array<std::string_view, kStageCount> kStages = {
    "query", "key", "value", "scores", "scaled", "masked", "softmax", "context", "output"};
constexpr std::array<const Site*, kStageCount> kStageSites = {
    &attention_sites::kQuery,   &attention_sites::kKey,     &attention_sites::kValue,
    &attention_sites::kScores,  &attention_sites::kScaled,  &attention_sites::kMasked,
    &attention_sites::kWeights, &attention_sites::kContext, &attention_sites::kOutput};
constexpr std::array<std::string_view, kAttentionCount> kAttentions = {"encoder_self", "decoder_self",
                                                                       "cross"};

template <typename Names>
std::size_t index_in(const Names& names, std::string_view what, std::string_view name) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return i;
  }
  throw std::invalid_argument("there is no " + std::string(what) + " " + std::string(name) +
                              did_you_mean(name, {names.begin(), names.end()}));
}

}  // namespace

std::vector<AttentionKind> attentions_of(const ModelConfig& config) {
  const ArchitectureKind& architecture = architecture_of(config);
  std::vector<AttentionKind> kinds;
  if (!architecture.has_blocks()) return kinds;
  if (architecture.source_stack) kinds.push_back(AttentionKind::EncoderSelf);
  if (architecture.target_stack) kinds.push_back(AttentionKind::DecoderSelf);
  if (architecture.has_two_stacks()) kinds.push_back(AttentionKind::Cross);
  return kinds;
}

const Site& stage_site(Stage stage) { return *kStageSites[static_cast<std::size_t>(stage)]; }
std::string_view stage_name(Stage stage) { return kStages[static_cast<std::size_t>(stage)]; }
Stage stage_from(std::string_view name) { return static_cast<Stage>(index_in(kStages, "stage", name)); }

std::string_view attention_name(AttentionKind kind) { return kAttentions[static_cast<std::size_t>(kind)]; }
AttentionKind attention_from(std::string_view name) {
  return static_cast<AttentionKind>(index_in(kAttentions, "attention", name));
}

Place attention_place(AttentionKind kind, Index layer) {
  const bool encoder = kind == AttentionKind::EncoderSelf, cross = kind == AttentionKind::Cross;
  return Place()
      .inside(encoder ? model_sites::kEncoder : model_sites::kDecoder)
      .inside(kLayers, layer)
      .inside(cross ? block_sites::kCrossAttention : block_sites::kSelfAttention);
}

std::string attention_prefix(const Selection& s) { return attention_place(s.attention, s.layer).name(); }

std::string scaling_edit(const Selection& selection) { return "no scaling " + attention_prefix(selection); }
std::string mask_edit(const Selection& selection) { return "no mask " + attention_prefix(selection); }
bool on_stage(const AppState& state, const ViewKind& view) {
  return state.view == &view || state.beside == &view;
}

bool has_edit(const AppState& state, const std::string& edit) {
  return std::ranges::find(state.edits, edit) != state.edits.end();
}

std::string stage_tensor(const Selection& selection, Stage stage) {
  return full_name(attention_place(selection.attention, selection.layer), stage_site(stage));
}

CellName selected_cell(const Selection& s, Stage stage) {
  const std::string tensor = stage_tensor(s, stage);
  switch (stage) {
    case Stage::Query:
    case Stage::Context: return {tensor, {0, s.head, s.query, s.feature}};
    case Stage::Key:
    case Stage::Value: return {tensor, {0, s.key_head(), s.key, s.feature}};
    case Stage::Output: return {tensor, {0, s.query, s.feature}};
    default: return {tensor, {0, s.head, s.query, s.key}};
  }
}

CellName chosen_cell(const AppState& state) {
  return state.shown.tensor.empty() ? selected_cell(state.selection, state.selection.stage) : state.shown;
}

CellName inspected_cell(const AppState& state) {
  return state.inspected.empty() ? chosen_cell(state) : state.inspected.back();
}

}  // namespace attnlab
