// Checkpoint: metrics.csv and measurements.csv.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <optional>
#include <stdexcept>

#include "core/io/checkpoint_files.h"
#include "core/io/files/csv_lines.h"
#include "core/io/metrics_csv.h"
#include "core/training/run/probe.h"

namespace attnlab::checkpoint_files {
namespace {

namespace fs = std::filesystem;
using Cells = std::span<const std::string_view>;

/// Reads a file of `rows` rows (not known: as many as there are) whose first cell is a step, which rises to
/// `last` at most. An unreadable row ends the reading, with a remark.
void read_rows(const fs::path& folder, std::string_view name, Index last, std::optional<Index> rows,
               std::vector<std::string>& remarks, const std::function<void(Cells)>& header,
               const std::function<void(Index, Cells)>& row) {
  Index done = 0, before = -1;
  std::size_t line = 0;
  try {
    CsvReader reader(folder / name);
    line = 1;
    const auto first = reader.next();
    if (!first) throw std::runtime_error("the file is empty");
    header(*first);
    while (true) {
      line = reader.line() + 1;
      const auto cells = reader.next();
      if (!cells && done < rows.value_or(0)) throw std::runtime_error("the file ends before its last row");
      if (!cells) return;
      if (done >= rows.value_or(last + 1))
        throw std::runtime_error("the file has more rows than timeline.json states");
      if (cells->size() != first->size())
        throw std::runtime_error("the row has " + std::to_string(cells->size()) +
                                 " columns, but the header has " + std::to_string(first->size()));
      const auto step = csv_number<Index>((*cells)[0]);
      if (step <= before || step > last)
        throw std::runtime_error("step " + std::to_string(step) +
                                 " is out of order or after the last step, " + std::to_string(last));
      row(step, *cells);
      before = step;
      ++done;
    }
  } catch (const std::exception& error) {
    remarks.push_back(std::string(name) + (line > 0 ? ", line " + std::to_string(line) : "") + ": " +
                      error.what() + "; " + std::to_string(done) + " rows before it are kept");
  }
}

double finite(std::string_view cell) {
  const auto value = csv_number<double>(cell);
  if (!std::isfinite(value)) throw std::runtime_error(quoted(cell) + " is not a finite number");
  return value;
}

/// Entropies were once measured in nats, in columns without a unit.
constexpr std::string_view kNats = "entropy.";
bool is_in_nats(std::string_view column) { return column.starts_with(kNats); }

/// What the column is called now.
std::string present_name(std::string_view column) {
  if (!is_in_nats(column)) return std::string(column);
  return std::string(kEntropy) + std::string(column.substr(kNats.size()));
}

template <typename T>
T not_negative(T value) {
  if (value < 0) throw std::runtime_error("a count or a time must not be negative");
  return value;
}

}  // namespace

void write_metrics(const fs::path& folder, const AppendLog<StepMetrics>::View& rows) {
  write_metrics_csv(folder / kMetrics, rows);
}

AppendLog<StepMetrics>::View read_metrics(const fs::path& folder, Index last, std::optional<Index> rows,
                                          std::vector<std::string>& remarks) {
  AppendLog<StepMetrics> log;
  const auto header = [](Cells cells) {
    if (!std::ranges::equal(cells, kMetricsColumns))
      throw std::runtime_error("the columns differ from this program's columns");
  };
  read_rows(folder, kMetrics, last, rows, remarks, header, [&](Index step, Cells cells) {
    log.append({step, finite(cells[1]), finite(cells[2]), finite(cells[3]),
                not_negative(csv_number<Index>(cells[4])), not_negative(finite(cells[5]))});
  });
  return log.view();
}

void write_measurements(const fs::path& folder, const Record& record) {
  write_measurements_csv(folder / kMeasurements, record);
}

void read_measurements(const fs::path& folder, Index last, std::optional<Index> rows, Record& record,
                       std::vector<std::string>& remarks) {
  AppendLog<Measurement> log;
  std::vector<float> units;
  const auto header = [&](Cells cells) {
    if (cells[0] != "step") throw std::runtime_error("the first column must be step");
    record.names.clear();
    for (const std::string_view name : cells.subspan(1)) {
      units.push_back(is_in_nats(name) ? std::numbers::log2e_v<float> : 1);
      record.names.push_back(present_name(name));
    }
  };
  read_rows(folder, kMeasurements, last, rows, remarks, header, [&](Index step, Cells cells) {
    Measurement row{step, {}};
    for (std::size_t i = 0; i < units.size(); ++i) {
      const std::string_view cell = cells[i + 1];
      row.values.push_back(cell.empty() ? std::numeric_limits<float>::quiet_NaN()
                                        : csv_number<float>(cell) * units[i]);
    }
    log.append(std::move(row));
  });
  record.measurements = log.view();
}

}  // namespace attnlab::checkpoint_files
