// Metrics as CSV.
#include "core/io/metrics_csv.h"

#include <cmath>

#include "core/io/files/csv_lines.h"
#include "core/io/files/replace_file.h"

namespace attnlab {

namespace fs = std::filesystem;

void write_metrics_csv(const fs::path& file, const AppendLog<StepMetrics>::View& rows) {
  CsvWriter csv(file);
  for (const std::string_view column : kMetricsColumns) csv.text(column);
  csv.end_line();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const StepMetrics& row = rows[i];
    csv.number(row.step);
    for (const double value : {row.loss, row.gradient_norm, row.learning_rate}) csv.number(value);
    csv.number(row.tokens);
    csv.number(row.seconds);
    csv.end_line();
  }
  csv.close();
}

void write_measurements_csv(const fs::path& file, const Record& record) {
  CsvWriter csv(file);
  csv.text("step");
  for (const std::string& name : record.names) csv.text(name);
  csv.end_line();
  for (std::size_t i = 0; i < record.measurements.size(); ++i) {
    const Measurement& row = record.measurements[i];
    csv.number(row.step);
    for (const float value : row.values) std::isnan(value) ? csv.text("") : csv.number(value);
    csv.end_line();
  }
  csv.close();
}

fs::path write_metrics_files(const fs::path& file, const Record& record) {
  fs::path measured = file;
  measured.replace_filename(file.stem().string() + "-measured" + file.extension().string());
  replace_file(file, [&](const fs::path& path) { write_metrics_csv(path, record.steps); });
  replace_file(measured, [&](const fs::path& path) { write_measurements_csv(path, record); });
  return measured;
}

}  // namespace attnlab
