// Run summary: config.json, training.json and the ends of the tables.
#include "core/io/run_summary.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/io/checkpoint_files.h"
#include "core/io/files/file.h"
#include "core/io/files/left_overs.h"
#include "core/training/run/train_loop.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;
using namespace checkpoint_files;

constexpr int kDeepest = 4;

/// The latest value of a column that has one.
std::optional<double> latest(const Record& record, std::string_view name) {
  const Index column = record.column(name);
  if (column < 0) return {};
  for (std::size_t i = record.measurements.size(); i-- > 0;) {
    const float value = record.measurements[i].values[column];
    if (!std::isnan(value)) return double(value);
  }
  return {};
}

/// Whether `folder` holds a run, even with a damaged config.json.
bool looks_like_run(const fs::path& folder) {
  std::error_code ignored;
  return has_config(folder) ||
         (fs::exists(folder / kTraining, ignored) && fs::exists(folder / kModel, ignored));
}

/// Runs, and places to which saves were killed.
struct FoundRuns {
  std::vector<fs::path> runs, left;
};

void collect(const fs::path& folder, int depth, FoundRuns& found) {
  if (looks_like_run(folder)) return found.runs.push_back(folder);
  if (depth == kDeepest) return;
  std::error_code error;
  for (auto entry = fs::directory_iterator(folder, error); !error && entry != fs::end(entry);
       entry.increment(error)) {
    std::error_code ignored;
    const bool enters = entry->is_directory(ignored) && !entry->is_symlink(ignored);
    if (!enters) continue;
    if (const auto place = place_of_left_over(entry->path()))
      found.left.push_back(*place);
    else
      collect(entry->path(), depth + 1, found);
  }
}

FoundRuns collect(const fs::path& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error))
    throw std::runtime_error(
        "cannot list the runs in " + quoted(folder) + ": " +
        (fs::exists(folder, error) ? "it is not a folder" : "the folder does not exist"));
  FoundRuns found;
  collect(folder, 0, found);
  std::ranges::sort(found.runs);
  return found;
}

/// The size of `file`; 0 if there is none.
std::uintmax_t bytes_of(const fs::path& file) {
  std::error_code error;
  const std::uintmax_t bytes = fs::file_size(file, error);
  return error ? 0 : bytes;
}

}  // namespace

std::optional<double> mean_loss(const AppendLog<StepMetrics>::View& steps) {
  if (steps.empty()) return {};
  const std::size_t averaged = std::min(steps.size(), kAveragedLosses);
  double loss = 0;
  for (std::size_t i = steps.size() - averaged; i < steps.size(); ++i) loss += steps[i].loss;
  return loss / double(averaged);
}

double total_seconds(const AppendLog<StepMetrics>::View& steps) {
  double seconds = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) seconds += steps[i].seconds;
  return seconds;
}

RunSummary summarize_run(const fs::path& folder) {
  const Config config = read_config(folder);
  const Progress progress = read_progress(folder, config);
  RunSummary run{config.preset, progress.settings, progress.steps, {}, {}, {}, {}, {}};
  if (!progress.damage.empty()) run.remarks.push_back(progress.damage);
  if (!progress.record) return run;
  const auto steps = read_metrics(folder, progress.steps, {}, run.remarks);
  run.train_loss = mean_loss(steps);
  run.seconds = total_seconds(steps);
  Record record;
  read_measurements(folder, progress.steps, {}, record, run.remarks);
  remark_tables(folder, progress.checksums, run.remarks);
  run.validation_loss = latest(record, "validation.loss");
  run.accuracy = latest(record, "validation.sequences");
  if (!run.accuracy) run.accuracy = latest(record, "validation.tokens");
  return run;
}

std::vector<fs::path> find_runs(const fs::path& folder) { return collect(folder).runs; }

RunSize size_of_run(const fs::path& folder) {
  std::error_code error;
  RunSize size;
  for (const std::string_view file : {kConfig, kModel, kTokenizer, kTraining, kOptimizer})
    size.model += bytes_of(folder / file);
  for (const std::string_view file : {kMetrics, kMeasurements, kTimeline})
    size.history += bytes_of(folder / file);
  for (auto entry = fs::directory_iterator(folder / kStates, error); !error && entry != fs::end(entry);
       entry.increment(error))
    if (is_state_file(entry->path().filename().string())) size.history += bytes_of(entry->path());
  return size;
}

void clear_left_overs_in(const fs::path& folder) {
  const FoundRuns found = collect(folder);
  for (const fs::path& place : found.left) clear_left_overs(place);
  for (const fs::path& run : found.runs) clear_left_overs(run);
}

}  // namespace attnlab
