// attention-lab runs: the saved runs in a folder, and their differences.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/base/print.h"
#include "app/base/text_table.h"
#include "app/cli/help.h"
#include "app/cli/json_lines.h"
#include "app/cli/subcommands.h"
#include "core/config/nearest.h"
#include "core/io/run_summary.h"
#include "core/language/messages.h"
#include "core/training/preset_options.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct RunsOptions {
  std::string folder, sort = "name";
  bool json = false;
};

/// A saved run, or why it cannot be read.
struct ListedRun {
  std::string name;  ///< the folder's path relative to the listed folder
  fs::path folder;
  RunSummary run{};
  std::string error{};
};

std::string name_of(const fs::path& run, const fs::path& listed) {
  const fs::path inner = run.lexically_relative(listed);
  const fs::path name = inner.empty() || inner == "." ? fs::weakly_canonical(run).filename() : inner;
  return name.string();
}

std::vector<ListedRun> read_rows(const fs::path& folder) {
  std::vector<ListedRun> rows;
  for (const fs::path& path : find_runs(folder)) {
    ListedRun row{name_of(path, folder), path};
    try {
      row.run = summarize_run(path);
    } catch (const std::exception& error) {
      row.error = error.what();
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

/// Options in which runs of one preset differ; runs of different presets differ in nearly all.
std::vector<std::string> varying_options(const std::vector<ListedRun>& rows) {
  std::map<std::string, std::vector<Preset>> by_name;
  for (const ListedRun& row : rows)
    if (row.error.empty()) by_name[row.run.preset.name].push_back(row.run.preset);
  std::vector<std::string> names;
  for (const auto& [name, presets] : by_name)
    for (const std::string& option : differing_options(presets))
      if (std::ranges::find(names, option) == names.end()) names.push_back(option);
  return names;
}

/// A column: its title, its name for --sort, and its cell for a run.
struct ListColumn {
  std::string title, key;
  std::function<std::string(const ListedRun&)> cell;
};

std::string optional_number(const std::optional<double>& value, int digits) {
  return value ? number_cell(*value, digits) : "";
}

std::vector<ListColumn> columns_for(const std::vector<ListedRun>& rows) {
  std::vector<ListColumn> columns{
      {tr("name"), "name", [](const ListedRun& row) { return row.name; }},
      {tr("preset"), "preset", [](const ListedRun& row) { return row.run.preset.name; }},
      {tr("steps"), "steps", [](const ListedRun& row) { return std::to_string(row.run.steps); }},
      {tr("mean train loss"), "train_loss",
       [](const ListedRun& row) { return optional_number(row.run.train_loss, 4); }},
      {tr("validation loss"), "validation_loss",
       [](const ListedRun& row) { return optional_number(row.run.validation_loss, 4); }},
      {tr("exact match %"), "accuracy",
       [](const ListedRun& row) { return row.run.accuracy ? number_cell(*row.run.accuracy * 100, 1) : ""; }},
      {tr("seconds"), "seconds", [](const ListedRun& row) { return optional_number(row.run.seconds, 1); }},
  };
  for (const std::string& option : varying_options(rows))
    columns.push_back(
        {option, option, [option](const ListedRun& row) { return option_value(row.run.preset, option); }});
  return columns;
}

/// The column of --sort; the section of an option may be left out.
const ListColumn& column_named(const std::vector<ListColumn>& columns, const std::string& name) {
  std::vector<std::string> keys;
  for (const ListColumn& column : columns) {
    if (column.key == name || column.key.ends_with("." + name)) return column;
    keys.push_back(column.key);
  }
  throw std::invalid_argument(tr("there is no column {1} to sort by", name) + did_you_mean(name, keys));
}

/// Runs that cannot be read come last.
void sort_rows(std::vector<ListedRun>& rows, const ListColumn& column) {
  std::ranges::stable_sort(rows, [&](const ListedRun& a, const ListedRun& b) {
    if (a.error.empty() != b.error.empty()) return a.error.empty();
    return a.error.empty() && cell_before(column.cell(a), column.cell(b));
  });
}

Json value_or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

void print_json(const std::vector<ListedRun>& rows) {
  const std::vector<std::string> options = varying_options(rows);
  Json list = Json::array();
  for (const ListedRun& row : rows) {
    Json json = {{"name", row.name}, {"folder", row.folder.string()}};
    if (!row.error.empty()) {
      json["error"] = row.error;
    } else {
      json.update({{"preset", row.run.preset.name},
                   {"steps", row.run.steps},
                   {"train_loss", value_or_null(row.run.train_loss)},
                   {"validation_loss", value_or_null(row.run.validation_loss)},
                   {"accuracy", value_or_null(row.run.accuracy)},
                   {"seconds", value_or_null(row.run.seconds)},
                   {"remarks", row.run.remarks}});
      json["options"] = Json::object();
      for (const std::string& option : options)
        json["options"][option] = option_value(row.run.preset, option);
    }
    list.push_back(std::move(json));
  }
  print_json_object(list, 2);
}

void print_table(const std::vector<ListedRun>& rows, const std::vector<ListColumn>& columns) {
  std::vector<std::string> titles;
  for (const ListColumn& column : columns) titles.push_back(column.title);
  TextTable table(titles);
  std::string unreadable;
  for (const ListedRun& row : rows) {
    if (!row.error.empty()) {
      unreadable += row.name + "  " + tr("cannot be read: {1}", row.error) + "\n";
      continue;
    }
    std::vector<std::string> cells;
    for (const ListColumn& column : columns) cells.push_back(column.cell(row));
    std::string note;
    for (const std::string& remark : row.run.remarks) note += "(" + remark + ")";
    table.add(std::move(cells), note);
  }
  print(table.text() + unreadable);
}

int list_runs(const RunsOptions& options) {
  clear_left_overs_in(options.folder);
  std::vector<ListedRun> rows = read_rows(options.folder);
  const std::vector<ListColumn> columns = columns_for(rows);
  sort_rows(rows, column_named(columns, options.sort));
  if (options.json)
    print_json(rows);
  else if (rows.empty())
    print(tr("there are no saved runs in {1}", options.folder) + "\n");
  else
    print_table(rows, columns);
  return kDone;
}

Action declare_runs(CLI::App& command) {
  const auto options = std::make_shared<RunsOptions>();
  command.add_option("folder", options->folder, tr("A saved run, or a folder with runs in it"))
      ->type_name("FOLDER")
      ->required();
  command
      .add_option("--sort", options->sort,
                  tr("Column to sort by: {1}, or an option",
                     "name, preset, steps, train_loss, validation_loss, accuracy, seconds"))
      ->type_name("COLUMN")
      ->capture_default_str();
  command.add_flag("--json", options->json, tr("Print a JSON array"));
  command.footer(
      help_end({tr("The train loss is the mean over the last 100 steps. The validation loss and the exact "
                   "match, on distinct held-out examples, are the last ones measured in training. The "
                   "seconds are the time spent in steps. Options that differ between runs of one preset have "
                   "their own columns. For a run that cannot be read, a line gives the reason.")},
               "  attention-lab runs experiments\n"
               "  attention-lab runs experiments --sort validation_loss\n"
               "  attention-lab runs experiments --sort heads --json"));
  return [options] { return list_runs(*options); };
}

}  // namespace

extern const Subcommand kRunsSubcommand = {
    .name = "runs", .sentence = tr_mark("List saved runs and how they differ"), .declare = declare_runs};

}  // namespace attnlab
