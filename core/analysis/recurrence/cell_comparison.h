// Cell comparison: recurrent cells of one size on one text, and how far back the loss reaches in each.
#pragma once

#include <functional>

#include "core/analysis/recurrence/recurrent_eigenvalues.h"
#include "core/analysis/recurrence/time_gradients.h"
#include "core/config/stop.h"
#include "core/training/preset.h"

namespace attnlab {

struct CellComparisonSettings {
  Index steps = 0;                ///< for which each network is trained before; 0: as its seed makes it
  std::optional<Index> target{};  ///< the position whose target alone counts; none: the mean over all targets
  friend bool operator==(const CellComparisonSettings&, const CellComparisonSettings&) = default;
};

/// One of the networks.
struct ComparedCell {
  const CellKind* kind = nullptr;
  Index parameters = 0;  ///< of the whole network: gates make it larger at the same width
  Index step = 0;        ///< for which it was trained
  double loss = 0;       ///< of the text, over the targets that count
  std::vector<TimeGradient> gradients;
  std::string failure;  ///< why it could not be trained further; "" where it could
};

struct CellComparison {
  CellComparisonSettings settings;
  std::vector<ComparedCell> cells;  ///< in the order of the experiment "cells"
  bool finished = false;            ///< all steps were made
};

/// Whether the model has recurrent cells, and the experiment "cells" of variant_kinds() fits it.
bool has_cells_to_compare(const ModelConfig& model);

/// The recurrent networks of the experiment "cells": one of each family, with the sizes, task, training and
/// seed of `preset`.
std::vector<Preset> compared_networks(const Preset& preset);

/// Makes each network, trains it for so many steps with the same batches on one thread, and traces `request`
/// with gradients; its edits must be none, as gates have other names in other cells. Deterministic.
/// `progress` is called after every few steps with the passes of that moment; ends early where `stop` asks.
/// Throws as make_experiment() and Tracer::trace(), and std::invalid_argument for a model without recurrent
/// cells or, where it is to be trained, without a task.
CellComparison compare_cells(const Experiment& open, const TraceRequest& request,
                             const CellComparisonSettings& settings, const StopToken& stop = {},
                             const std::function<void(const CellComparison&)>& progress = {});

}  // namespace attnlab
