// Variants: changes to a preset, and those that make a model.
#include "core/training/sweep/variants.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/layers/alignment_kind.h"
#include "core/layers/norm_placement.h"
#include "core/layers/position_scheme.h"
#include "core/models/architecture_kind.h"
#include "core/ops/recurrent/cell_kind.h"

namespace attnlab {
namespace {

using Variants = std::vector<Variant>;

/// Adds `preset` if it makes a model.
void add(Variants& all, std::string name, Preset preset) {
  try {
    check_model_options(preset);
  } catch (const std::invalid_argument&) {
    return;
  }
  all.push_back({std::move(name), std::move(preset)});
}

void add_with(Variants& all, std::string name, const Preset& preset, const std::string& option) {
  Preset changed = preset;
  set_option(changed, option);
  add(all, std::move(name), std::move(changed));
}

Variants norm_places(const Preset& preset) {
  Variants all;
  for (const NormPlacement& placement : norm_placements())
    if (placement.has_norms())
      add_with(all, std::string(placement.term), preset, "model.norm=" + std::string(placement.name));
  return all;
}

Variants scalings(const Preset& preset) {
  Variants all;
  add_with(all, tr_mark("with √d_k"), preset, "model.scaled_scores=true");
  add_with(all, tr_mark("without √d_k"), preset, "model.scaled_scores=false");
  return all;
}

Variants with_and_without_positions(const Preset& preset) {
  Variants all;
  const std::string& own = preset.model.positions;
  const std::string with = position_scheme(own).encodes_positions() ? own : ModelConfig().positions;
  add_with(all, tr_mark("with positions"), preset, "model.positions=" + with);
  add_with(all, tr_mark("without positions"), preset, "model.positions=none");
  return all;
}

Variants kinds_of_positions(const Preset& preset) {
  Variants all;
  for (const PositionScheme& scheme : position_schemes())
    add_with(all, std::string(scheme.title), preset, "model.positions=" + std::string(scheme.name));
  return all;
}

Variants head_counts(const Preset& preset) {
  Variants all;
  constexpr std::pair<Index, const char*> kCounts[] = {
      {1, tr_mark("1 head")}, {2, tr_mark("2 heads")}, {4, tr_mark("4 heads")}, {8, tr_mark("8 heads")}};
  for (const auto& [count, name] : kCounts) {
    Preset changed = preset;
    changed.model.heads = count;
    changed.model.key_value_heads = 0;
    add(all, name, std::move(changed));
  }
  return all;
}

/// The options of `from` that all architectures of its format have; the others by default.
ModelConfig with_architecture(const ModelConfig& from, std::string_view architecture) {
  ModelConfig config;
  config.architecture = architecture;
  config.output = from.output;
  config.layers = from.layers;
  config.width = from.width;
  config.context = from.context;
  config.source_vocabulary = from.source_vocabulary;
  config.target_vocabulary = from.target_vocabulary;
  config.bias = from.bias;
  config.tied_output = from.tied_output;
  config.dropout = from.dropout;
  config.initialization = "glorot";
  config.picture_size = from.picture_size;
  config.picture_channels = from.picture_channels;
  return config;
}

/// The architecture of such layers that reads and predicts this; null if there is none.
const ArchitectureKind* architecture_for(Format format, ArchitectureKind::Layers layers) {
  for (const ArchitectureKind& kind : architecture_kinds())
    if (kind.layers == layers && kind.output_of(format)) return &kind;
  return nullptr;
}

/// The first cell of each family.
std::vector<const CellKind*> compared_cells() {
  std::vector<const CellKind*> cells;
  for (const CellKind& kind : cell_kinds())
    if (std::ranges::none_of(cells, [&](const CellKind* cell) { return cell->family == kind.family; }))
      cells.push_back(&kind);
  return cells;
}

/// "RNN, LSTM, GRU, Transformer".
std::string cells_title() {
  std::string title;
  for (const CellKind* cell : compared_cells()) title += std::string(cell->family) + ", ";
  return title + "Transformer";
}

bool has_counterpart(const ModelConfig& config) {
  const Format format = format_of(config);
  return architecture_for(format, ArchitectureKind::Layers::Cells) &&
         architecture_for(format, ArchitectureKind::Layers::Blocks);
}

Variants networks_of_cells(const Preset& preset) {
  Variants all;
  const Format format = format_of(preset.model);
  const ArchitectureKind* const network = architecture_for(format, ArchitectureKind::Layers::Cells);
  const ArchitectureKind* const transformer = architecture_for(format, ArchitectureKind::Layers::Blocks);
  const bool own_network = !is_transformer(preset.model);
  for (const CellKind* cell : compared_cells()) {
    Preset changed = preset;
    if (!own_network) changed.model = with_architecture(preset.model, network->name);
    changed.model.cell = cell->name;
    add(all, std::string(cell->family), std::move(changed));
  }
  Preset changed = preset;
  if (own_network) {
    changed.model = with_architecture(preset.model, transformer->name);
    changed.model.feed_forward = 4 * changed.model.width;
  }
  add(all, "Transformer", std::move(changed));
  return all;
}

bool has_alignment(const ModelConfig& config) {
  const ArchitectureKind& architecture = architecture_of(config);
  return architecture.has_cells() && architecture.has_two_stacks();
}

Variants alignments(const Preset& preset) {
  Variants all;
  for (const AlignmentKind& kind : alignment_kinds())
    add_with(all, kind.looks_back() ? std::string(kind.title) : tr_mark("fixed vector"), preset,
             "model.alignment=" + std::string(kind.name));
  return all;
}

}  // namespace

std::span<const VariantKind> variant_kinds() {
  static const std::string kCellsTitle = cells_title();
  static const VariantKind kKinds[] = {
      {.name = "norm",
       .title = tr_mark("Pre-norm or post-norm"),
       .asks = tr_mark("Should the norm be before or after each sublayer?"),
       .fits = is_transformer,
       .variants = norm_places},
      {.name = "scaling",
       .title = tr_mark("With or without √d_k"),
       .asks = tr_mark("What happens to training if scores are not divided by √d_k?"),
       .fits = is_transformer,
       .variants = scalings},
      {.name = "positions",
       .title = tr_mark("With or without positions"),
       .asks = tr_mark("What can a model learn if it does not know the order of the tokens?"),
       .fits = is_transformer,
       .variants = with_and_without_positions},
      {.name = "position_kinds",
       .title = tr_mark("Each kind of positions"),
       .asks = tr_mark("Which kind generalizes to texts longer than the training texts?"),
       .fits = is_transformer,
       .variants = kinds_of_positions},
      {.name = "heads",
       .title = tr_mark("1, 2, 4 or 8 heads"),
       .asks = tr_mark("How many heads does this task need?"),
       .fits = is_transformer,
       .variants = head_counts},
      {.name = "cells",
       .title = kCellsTitle,
       .asks = tr_mark("What does each architecture improve?"),
       .fits = has_counterpart,
       .variants = networks_of_cells},
      {.name = "alignment",
       .title = tr_mark("Fixed vector or attention"),
       .asks = tr_mark("How much does attention to the source help a recurrent decoder?"),
       .fits = has_alignment,
       .variants = alignments},
  };
  return kKinds;
}

const VariantKind& variant_kind(std::string_view name) {
  return row_named(variant_kinds(), "experiment", name);
}

std::vector<Variant> variants_of(const VariantKind& kind, const Preset& preset) {
  if (!kind.fits(preset.model)) return {};
  Variants all = kind.variants(preset);
  return all.size() > 1 ? all : Variants{};
}

std::vector<Variant> variants_of(std::string_view kind, const Preset& preset) {
  return variants_of(variant_kind(kind), preset);
}

}  // namespace attnlab
