// Selection: names of stages and attentions, and the tensors and cells behind them.
#include "app/state/selection.h"

#include <array>
#include <stdexcept>

#include "core/config/nearest.h"
#include "core/language/messages.h"
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
constexpr std::array<std::string_view, 3> kAttentions = {"encoder_self", "decoder_self", "cross"};

template <typename Names>
std::size_t index_in(const Names& names, std::string_view no_such, std::string_view name) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return i;
  }
  throw std::invalid_argument(tr(no_such, name) + did_you_mean(name, {names.begin(), names.end()}));
}

Axis axis_from_end(Stage stage, std::size_t place) {
  const Axes& axes = stage_site(stage).axes;
  return axes[axes.size() - place];
}

/// The selected index on one axis of an attention's tensor. Heads may share their keys and values.
Index index_on(Axis axis, const Selection& s, bool of_keys) {
  switch (axis) {
    case Axis::Head: return of_keys ? s.key_head() : s.head;
    case Axis::Query: return s.query;
    case Axis::Key: return s.key;
    case Axis::HeadFeature:
    case Axis::Feature: return s.feature;
    default: return 0;
  }
}

Index from_end(const CellName& cell, std::size_t axis) {
  return axis <= cell.index.size() ? cell.index[cell.index.size() - axis] : 0;
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

Index layers_of(const ModelConfig& config, AttentionKind kind) {
  return kind == AttentionKind::EncoderSelf ? config.layers : config.decoder_depth();
}

const Site& stage_site(Stage stage) { return *kStageSites[static_cast<std::size_t>(stage)]; }
std::string_view stage_name(Stage stage) { return kStages[static_cast<std::size_t>(stage)]; }
Stage stage_from(std::string_view name) {
  return static_cast<Stage>(index_in(kStages, tr_mark("there is no stage {1}"), name));
}

std::optional<Stage> stage_of(const Site& site) {
  for (int i = 0; i < kStageCount; ++i)
    if (kStageSites[i] == &site) return static_cast<Stage>(i);
  return {};
}

bool rows_are_keys(Stage stage) { return axis_from_end(stage, 2) == Axis::Key; }
bool columns_are_keys(Stage stage) { return axis_from_end(stage, 1) == Axis::Key; }

std::string_view attention_name(AttentionKind kind) { return kAttentions[static_cast<std::size_t>(kind)]; }
AttentionKind attention_from(std::string_view name) {
  return static_cast<AttentionKind>(index_in(kAttentions, tr_mark("there is no attention {1}"), name));
}

Place attention_place(AttentionKind kind, Index layer) {
  const bool encoder = kind == AttentionKind::EncoderSelf, cross = kind == AttentionKind::Cross;
  return Place()
      .inside(encoder ? model_sites::kEncoder : model_sites::kDecoder)
      .inside(kLayers, layer)
      .inside(cross ? block_sites::kCrossAttention : block_sites::kSelfAttention);
}

AttentionKind attention_of(const Place& place) {
  if (place.part() == &block_sites::kCrossAttention) return AttentionKind::Cross;
  return place.text() == Text::Source ? AttentionKind::EncoderSelf : AttentionKind::DecoderSelf;
}

std::string attention_prefix(const Selection& s) { return attention_place(s.attention, s.layer).name(); }

std::string stage_tensor(const Selection& selection, Stage stage) {
  return full_name(attention_place(selection.attention, selection.layer), stage_site(stage));
}

CellName selected_cell(const Selection& s, Stage stage) {
  CellName cell{stage_tensor(s, stage), {}};
  const Axes& axes = stage_site(stage).axes;
  for (std::size_t i = 0; i < axes.size(); ++i)
    cell.index.push_back(index_on(axes[i], s, rows_are_keys(stage)));
  return cell;
}

CellName chosen_cell(const Selection& selection, const ChosenCell& chosen) {
  return chosen.shown ? *chosen.shown : selected_cell(selection, chosen.stage);
}

Index row_of(const CellName& cell) { return from_end(cell, 2); }
Index column_of(const CellName& cell) { return from_end(cell, 1); }

}  // namespace attnlab
