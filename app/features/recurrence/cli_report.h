// Recurrence report: what the subcommand recurrence found, as text, as JSON and as tables.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/base/table.h"
#include "core/analysis/recurrence/cell_comparison.h"
#include "core/analysis/text_features.h"

namespace attnlab::recurrence {

/// The recurrent weights of a gate; without eigenvalues if they were not requested.
struct ReportedMatrix {
  RecurrentMatrix matrix;
  std::optional<Eigenvalues> eigenvalues;
};

/// A recurrent network and one text, or its weights alone.
struct Report {
  ModelConfig config{};
  Index step = 0;
  TracePtr trace{};  ///< of the text; null: none was given
  std::vector<RecurrentCell> cells{};
  std::vector<std::vector<MemoryBand>> bands{};  ///< of each cell
  std::optional<Index> unit{};                   ///< whose numbers are printed; none: means over the units
  const TextFeature* follow = nullptr;           ///< what units are sorted by; null: nothing
  Index top = 5;                                 ///< how many units of each end are listed
  std::optional<Index> target{};                 ///< whose loss the gradients are of; none: the whole loss
  std::vector<TimeGradient> gradients{};
  std::vector<ReportedMatrix> matrices{};
  std::optional<CellComparison> comparison{};
};

void print_text(const Report& report);

/// {"step", "cell", "pattern", "cells": […], "matrices": […], "compared": […]}.
void print_json(const Report& report);

/// "matrices", a row a matrix; of a text "states", a row for each unit of each cell at each position; with
/// gradients "gradients", with eigenvalues "eigenvalues", of compared cells "compared".
std::vector<Table> tables(const Report& report);

/// The units of a cell by the feature of the report, with its positions' tokens; see units_following().
std::vector<FollowingUnit> following_units(const Report& report, const RecurrentCell& cell);

/// "f", "i" and so on: the gates of a kind, without one that is the state itself.
std::vector<std::size_t> reported_gates(const RecurrentCell& cell);

}  // namespace attnlab::recurrence
