// Metrics of a run as CSV, for other programs and for saved runs.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/training/record.h"

namespace attnlab {

inline constexpr std::array<std::string_view, 6> kMetricsColumns{"step",          "loss",   "gradient_norm",
                                                                 "learning_rate", "tokens", "seconds"};

/// A row a step. Throws std::runtime_error as OutputFile, as the others do.
void write_metrics_csv(const std::filesystem::path& file, const AppendLog<StepMetrics>::View& rows);
/// A row for each time that something was measured, and a column a name; an empty cell: not measured.
void write_measurements_csv(const std::filesystem::path& file, const Record& record);

/// Both: "loss.csv" has the steps, "loss-measured.csv" beside it the measurements. Each takes an old file's
/// place when it is whole. Returns "saved …".
std::string write_metrics_files(const std::filesystem::path& file, const Record& record);

}  // namespace attnlab
