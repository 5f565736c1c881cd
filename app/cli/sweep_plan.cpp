// Sweep plan: the grid, the names of folders, and their content.
#include "app/cli/sweep_plan.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/io/run_summary.h"
#include "core/training/teacher_forcing.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostRuns = 1000;

/// Splits at commas without a backslash before them.
std::vector<std::string> split_values(const std::string& text) {
  std::vector<std::string> values(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == ',')
      values.back() += text[++i];
    else if (text[i] == ',')
      values.emplace_back();
    else
      values.back() += text[i];
  }
  return values;
}

std::vector<SweepAxis> axes_of(const SweepOptions& options) {
  std::vector<SweepAxis> axes;
  std::size_t runs = 1;
  for (const std::string& text : options.axes) {
    axes.push_back(parse_axis(text));
    const std::string& key = axes.back().key;
    if (std::ranges::count(axes, key, &SweepAxis::key) > 1)
      throw std::invalid_argument("--set " + key + " is given twice: write all values in one, with commas");
    runs *= axes.back().values.size();
    if (runs > kMostRuns)
      throw std::invalid_argument("these are more than " + std::to_string(kMostRuns) + " runs");
  }
  return axes;
}

/// A path in a value becomes part of a name.
std::string as_file_name(std::string text) {
  std::ranges::replace(text, '/', '_');
  return text;
}

/// The content of the run's folder, which may hold only this run.
SweepRun::Start start_of(const SweepRun& run) {
  if (run.train.out.empty() || !is_checkpoint(run.train.out)) return SweepRun::Start::New;
  const RunSummary stored = summarize_run(run.train.out);
  const bool same = preset_to_json(stored.preset) == preset_to_json(run.preset) &&
                    settings_difference(first_settings(run.preset), stored.settings).empty();
  if (!same)
    throw std::invalid_argument(run.train.out + " holds a run with other options: give another --out");
  return stored.steps >= run.until ? SweepRun::Start::Finished : SweepRun::Start::GoOn;
}

SweepRun make_run(const SweepOptions& options, const std::vector<SweepAxis>& axes,
                  std::vector<std::string> values) {
  SweepRun run{.name = "", .values = std::move(values), .preset = {}, .train = options.train};
  run.train.set.clear();
  for (std::size_t i = 0; i < axes.size(); ++i) {
    run.train.set.push_back(axes[i].key + "=" + run.values[i]);
    run.name += (i > 0 ? "," : "") + as_file_name(run.train.set.back());
  }
  if (run.name.empty()) run.name = options.train.preset;
  if (!options.out.empty()) run.train.out = fs::path(options.out) / run.name;
  const Preset preset = new_preset(run.train);
  const Experiment experiment = make_experiment(preset);
  check_teacher_forcing(preset.training, experiment.preset.model);
  run.preset = experiment.preset;
  run.until = options.train.steps.value_or(preset.training.steps);
  run.start = start_of(run);
  return run;
}

}  // namespace

SweepAxis parse_axis(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    throw std::invalid_argument("--set " + text + " has no values: write key=value,value,…");
  SweepAxis axis{text.substr(0, equals), split_values(text.substr(equals + 1))};
  for (const std::string& value : axis.values) {
    if (value.empty()) throw std::invalid_argument("--set " + text + " has a value that is empty");
    if (std::ranges::count(axis.values, value) > 1)
      throw std::invalid_argument("--set " + text + " has " + value + " twice");
  }
  return axis;
}

std::vector<SweepRun> plan_sweep(const SweepOptions& options) {
  const std::vector<SweepAxis> axes = axes_of(options);
  std::vector<SweepRun> runs;
  std::vector<std::size_t> at(axes.size(), 0);
  for (bool more = true; more;) {
    std::vector<std::string> values;
    for (std::size_t i = 0; i < axes.size(); ++i) values.push_back(axes[i].values[at[i]]);
    std::string name;
    for (std::size_t i = 0; i < axes.size(); ++i) name += (i > 0 ? "," : "") + axes[i].key + "=" + values[i];
    try {
      runs.push_back(make_run(options, axes, std::move(values)));
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument((name.empty() ? "" : name + ": ") + error.what());
    }
    more = false;
    for (std::size_t i = axes.size(); i-- > 0 && !more;) {
      more = ++at[i] < axes[i].values.size();
      if (!more) at[i] = 0;
    }
  }
  for (const SweepRun& run : runs) {
    if (std::ranges::count(runs, run.name, &SweepRun::name) > 1)
      throw std::invalid_argument("two runs would both be called " + run.name);
    if (!run.train.out.empty()) check_can_save(run.train.out);
  }
  return runs;
}

}  // namespace attnlab
