// What comes out: --json, --csv and --figure.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "app/base/table.h"
#include "app/cli/groups/model_options.h"
#include "core/io/files/atomic_folder.h"
#include "core/language/messages.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace attnlab {

/// --csv alone prints tables, --csv PLACE writes them.
struct CsvOption {
  bool asked = false;
  std::string place{};  ///< "": standard output

  bool writes() const { return !place.empty(); }
};

struct OutputOptions {
  bool json = false;
  CsvOption csv{};
  std::string figure{};

  /// Whether text is printed: nothing else was asked for.
  bool as_text() const { return !json && !csv.asked; }
};

/// What a subcommand can put out instead of text. All are messages.
struct OutputGroup {
  const char* json = tr_mark("Print one JSON object");
  const char* csv = nullptr;     ///< what the rows are: "one row per part"; null: it does not have tables
  bool tables = false;           ///< there are several, so that the place is a folder
  const char* figure = nullptr;  ///< what is drawn: "the view Probes"; null: nothing is
};

/// Prints "step 64" on a line of its own, above what is printed of one step of several.
void print_step_line(Index step);

void add_output_options(CLI::App& command, OutputOptions& options, const OutputGroup& group);
/// --csv alone.
CLI::Option* add_csv_option(CLI::App& command, CsvOption& option, const OutputGroup& group);

/// Prints text of one table, or writes it into the file of the option.
void put_out_csv(const CsvOption& option, const std::string& csv);

/// Prints the tables, with an empty line between them.
void print_csv(std::span<const Table> tables);

/// Writes NAME.csv for each table into `place`. Throws std::runtime_error with one line where it holds
/// something else than tables of this kind, or cannot be written to.
void write_csv(const std::filesystem::path& place, std::span<const Table> tables, const FolderKind& kind);

/// The tables of steps one after another: printed together, each row with its step where several are asked
/// for, or written into FOLDER, of several steps FOLDER-STEP.
class TablesOfSteps {
 public:
  TablesOfSteps(const CsvOption& option, const FolderKind& kind, bool by_step)
      : option_(option), kind_(kind), by_step_(by_step) {}

  /// Writes the tables, or keeps them to be printed.
  void add(Index step, std::vector<Table> tables);
  void print() const { print_csv(printed_); }

 private:
  const CsvOption& option_;
  const FolderKind& kind_;
  bool by_step_;
  std::vector<Table> printed_{};
};

/// Puts out what `report_of` finds of each model as it is found. A report has its step, and tables(),
/// print_json() and print_text() beside it in its namespace.
template <typename ReportOf>
void put_out_each(const ModelOptions& model, const OutputOptions& output, const FolderKind& kind,
                  std::span<const Checkpoint> steps, const ReportOf& report_of) {
  TablesOfSteps csv(output.csv, kind, model.by_step());
  for (const Checkpoint& step : steps) {
    const auto report = report_of(step);
    if (output.csv.asked) csv.add(report.step, tables(report));
    if (output.json) print_json(report);
    if (!output.as_text()) continue;
    if (model.by_step()) print_step_line(report.step);
    print_text(report);
  }
  csv.print();
}

}  // namespace attnlab
