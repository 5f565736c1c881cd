// Checkpoint: metrics.csv and measurements.csv.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>

#include "core/io/checkpoint_files.h"
#include "core/io/csv_lines.h"

namespace attnlab::checkpoint_files {
namespace {

namespace fs = std::filesystem;
using Cells = std::span<const std::string_view>;

constexpr std::array<std::string_view, 6> kColumns{"step",          "loss",   "gradient_norm",
                                                   "learning_rate", "tokens", "seconds"};

/// Reads a file of `rows` rows (not known: as many as there are) whose first cell is a step, which rises to
/// `last` at most. What cannot be read ends it, and is told.
void read_rows(const fs::path& folder, std::string_view name, Index last, std::optional<Index> rows,
               std::vector<std::string>& remarks, const std::function<void(Cells)>& header,
               const std::function<void(Index, Cells)>& row) {
  Index done = 0, before = -1;
  std::size_t line = 0;
  try {
    CsvReader reader(folder / name);
    line = 1;
    const auto first = reader.next();
    if (!first) throw std::runtime_error("it is empty");
    header(*first);
    while (true) {
      line = reader.line() + 1;
      const auto cells = reader.next();
      if (!cells && done < rows.value_or(0)) throw std::runtime_error("it ends before its last row");
      if (!cells) return;
      if (done >= rows.value_or(last + 1))
        throw std::runtime_error("it has more rows than timeline.json says");
      if (cells->size() != first->size())
        throw std::runtime_error("it has " + std::to_string(cells->size()) + " columns, not " +
                                 std::to_string(first->size()));
      const auto step = csv_number<Index>((*cells)[0]);
      if (step <= before || step > last)
        throw std::runtime_error("step " + std::to_string(step) + " cannot be there");
      row(step, *cells);
      before = step;
      ++done;
    }
  } catch (const std::exception& error) {
    remarks.push_back(std::string(name) + (line > 0 ? ", line " + std::to_string(line) : "") + ": " +
                      error.what() + "; " + std::to_string(done) + " rows of it are kept");
  }
}

double finite(std::string_view cell) {
  const auto value = csv_number<double>(cell);
  if (!std::isfinite(value)) throw std::runtime_error(quoted(cell) + " is not a finite number");
  return value;
}

}  // namespace

void write_metrics(const fs::path& folder, const AppendLog<StepMetrics>::View& rows) {
  CsvWriter csv(folder / kMetrics);
  for (const std::string_view column : kColumns) csv.text(column);
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

AppendLog<StepMetrics>::View read_metrics(const fs::path& folder, Index last, std::optional<Index> rows,
                                          std::vector<std::string>& remarks) {
  AppendLog<StepMetrics> log;
  const auto header = [](Cells cells) {
    if (!std::ranges::equal(cells, kColumns)) throw std::runtime_error("it has other columns");
  };
  read_rows(folder, kMetrics, last, rows, remarks, header, [&](Index step, Cells cells) {
    log.append({step, finite(cells[1]), finite(cells[2]), finite(cells[3]), csv_number<Index>(cells[4]),
                finite(cells[5])});
  });
  return log.view();
}

void write_measurements(const fs::path& folder, const Record& record) {
  CsvWriter csv(folder / kMeasurements);
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

void read_measurements(const fs::path& folder, Index last, std::optional<Index> rows, Record& record,
                       std::vector<std::string>& remarks) {
  AppendLog<Measurement> log;
  const auto header = [&](Cells cells) {
    if (cells[0] != "step") throw std::runtime_error("its first column must be step");
    record.names.assign(cells.begin() + 1, cells.end());
  };
  read_rows(folder, kMeasurements, last, rows, remarks, header, [&](Index step, Cells cells) {
    Measurement row{step, {}};
    for (const std::string_view cell : cells.subspan(1))
      row.values.push_back(cell.empty() ? std::numeric_limits<float>::quiet_NaN() : csv_number<float>(cell));
    log.append(std::move(row));
  });
  record.measurements = log.view();
}

}  // namespace attnlab::checkpoint_files
