// What comes out: the options, and tables as CSV.
#include "app/cli/groups/output_options.h"

#include <CLI/CLI.hpp>
#include <stdexcept>
#include <vector>

#include "app/base/print.h"
#include "app/cli/groups/model_options.h"
#include "app/cli/groups/values.h"
#include "app/state/figure_request.h"
#include "core/io/files/file.h"
#include "core/language/messages.h"

namespace attnlab {

CLI::Option* add_csv_option(CLI::App& command, CsvOption& option, const OutputGroup& group) {
  const std::string place = group.tables ? "FOLDER" : "FILE";
  return command
      .add_option_function<std::string>(
          "--csv",
          [&option](const std::string& given) {
            option.asked = true;
            option.place = given;
          },
          group.tables ? tr("Print CSV, or write one file per table to this folder: {1}", tr(group.csv))
                       : tr("Print CSV, or write it to this file: {1}", tr(group.csv)))
      ->type_name(place)
      ->expected(0, 1);
}

namespace {

/// Refuses a file that is not a figure before anything is computed.
CLI::Validator figure_file() {
  return {[](std::string& file) -> std::string {
            try {
              validate(parse_figure_request(std::vector{file}));
            } catch (const std::invalid_argument& error) {
              return error.what();
            }
            return "";
          },
          ""};
}

/// The window shows presets as they are, pictures of the task, and the questions that the task knows.
void add_figure_option(CLI::App& command, std::string& file, const char* what) {
  CLI::Option* const figure =
      command.add_option("--figure", file, tr("Draw a figure into this file: {1}", tr(what)))
          ->type_name("FILE.svg|FILE.png")
          ->check(path_name())
          ->check(figure_file());
  for (const char* unknown : {"--set", "--image", "--question"})
    if (CLI::Option* const option = command.get_option_no_throw(unknown)) figure->excludes(option);
}

}  // namespace

void add_output_options(CLI::App& command, OutputOptions& options, const OutputGroup& group) {
  if (group.json) command.add_flag("--json", options.json, tr(group.json));
  if (group.csv) add_csv_option(command, options.csv, group);
  if (group.figure) add_figure_option(command, options.figure, group.figure);
  if (group.json && group.csv)
    command.parse_complete_callback([&options] {
      if (options.json && options.csv.asked && !options.csv.writes())
        throw CLI::ExcludesError(tr("--csv without a value"), "--json");
    });
}

void print_step_line(Index step) { print(tr("step {1}", std::to_string(step)) + "\n"); }

void put_out_csv(const CsvOption& option, const std::string& csv) {
  if (!option.writes()) return print(csv);
  OutputFile file(option.place);
  file.write(std::string_view(csv));
  file.close();
}

void print_csv(std::span<const Table> tables) {
  for (const Table& table : tables) put_out_csv({}, (&table == &tables.front() ? "" : "\n") + table.csv());
}

void write_csv(const std::filesystem::path& place, std::span<const Table> tables, const FolderKind& kind) {
  AtomicFolder folder(place, kind);
  for (const Table& table : tables) table.write_csv(folder.path() / (table.name() + ".csv"));
  folder.commit();
}

void TablesOfSteps::add(Index step, std::vector<Table> tables) {
  if (option_.writes())
    write_csv(by_step_ ? path_of_step(option_.place, step) : option_.place, tables, kind_);
  else
    add_tables(printed_, std::move(tables), by_step_ ? std::optional(step) : std::nullopt);
}

}  // namespace attnlab
