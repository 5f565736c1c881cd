// Metrics of a run as CSV, for other programs and for saved runs.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/training/run/record.h"

namespace attnlab {

inline constexpr std::array<std::string_view, 6> kMetricsColumns{"step",          "loss",   "gradient_norm",
                                                                 "learning_rate", "tokens", "seconds"};

/// Writes a row a step. Throws std::runtime_error as OutputFile, like the functions below.
void write_metrics_csv(const std::filesystem::path& file, const AppendLog<StepMetrics>::View& rows);
/// Writes a row for each measurement, and a column a name; an empty cell: not measured.
void write_measurements_csv(const std::filesystem::path& file, const Record& record);

/// Writes both: "loss.csv" with the steps, "loss-measured.csv" beside it with the measurements. Each replaces
/// an old file once it is complete. Returns the path of the second.
std::filesystem::path write_metrics_files(const std::filesystem::path& file, const Record& record);

}  // namespace attnlab
