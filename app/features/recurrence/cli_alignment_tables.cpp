// Alignment report: CSV tables in a folder.
#include <array>

#include "app/features/recurrence/cli_alignment_report.h"
#include "core/io/files/atomic_folder.h"
#include "core/io/files/csv_lines.h"

namespace attnlab {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kAlignmentTable = "alignment.csv", kPairStatesTable = "states.csv",
                           kLengthsTable = "lengths.csv", kAlignmentBegin = "position,reads,target,";
constexpr std::array kAlignmentTables{kAlignmentTable, kPairStatesTable, kLengthsTable};

bool is_alignment_folder(const fs::path& folder) {
  std::error_code error;
  const fs::path table = folder / kAlignmentTable;
  if (!fs::is_regular_file(table, error)) return false;
  InputFile file(table);
  std::string begin(kAlignmentBegin.size(), ' ');
  if (file.size() < begin.size()) return false;
  file.read(0, std::as_writable_bytes(std::span(begin)));
  return begin == kAlignmentBegin;
}

void table_titles(CsvWriter& csv, std::initializer_list<const char*> titles) {
  for (const char* title : titles) csv.text(title);
  csv.end_line();
}

void write_pairs(const fs::path& file, const AlignmentReport& report) {
  CsvWriter csv(file);
  table_titles(csv, {"position", "reads", "target", "state", "source", "score", "weight"});
  const bool any = report.pass && report.pass->weights;
  for (Index i = 0; any && i < report.pass->positions(); ++i)
    for (Index j = 0; j < report.pass->sources(); ++j) {
      csv.number(i);
      csv.text(csv_field(report.read(i)));
      csv.text(csv_field(report.says(i)));
      csv.number(j);
      csv.text(csv_field(report.source(j)));
      csv.number(static_cast<float>(report.pass->score(i, j)));
      csv.number(static_cast<float>(report.pass->weight(i, j)));
      csv.end_line();
    }
  csv.close();
}

void write_state(CsvWriter& csv, const char* what, Index position, const StateRow& state) {
  Index feature = 0;
  for (const Real value : state.values()) {
    csv.text(what);
    csv.number(position);
    csv.number(feature++);
    csv.number(value);
    csv.end_line();
  }
}

void write_states(const fs::path& file, const AlignmentReport& report) {
  const AlignedPass& pass = *report.pass;
  CsvWriter csv(file);
  table_titles(csv, {"vector", "position", "feature", "value"});
  for (Index j = 0; j < pass.sources(); ++j) write_state(csv, "encoder", j, {pass.encoder, j});
  write_state(csv, "start", 0, pass.start);
  for (Index i = 0; i < pass.positions(); ++i) {
    if (pass.context) write_state(csv, "context", i, {pass.context, i});
    write_state(csv, "decoder", i, pass.after(i));
    if (pass.attentional) write_state(csv, "attentional", i, {pass.attentional, i});
  }
  csv.close();
}

void write_bands(CsvWriter& csv, std::string_view alignment, Index step, const std::vector<LengthBand>& bands,
                 const std::vector<Counts>& counts) {
  for (std::size_t i = 0; i < counts.size(); ++i) {
    csv.text(alignment);
    for (const Index number :
         {step, bands[i].shortest, bands[i].longest, counts[i].rows, counts[i].right_rows})
      csv.number(number);
    csv.end_line();
  }
}

void write_lengths(const fs::path& file, const AlignmentReport& report) {
  CsvWriter csv(file);
  table_titles(csv, {"alignment", "step", "shortest", "longest", "examples", "right"});
  write_bands(csv, report.kind().name, report.step, report.bands, report.counts);
  if (report.experiment)
    for (const LengthRun& run : report.experiment->runs)
      for (std::size_t k = 0; k < run.at.size(); ++k)
        write_bands(csv, run.alignment->name, run.at[k], report.experiment->bands, run.counts[k]);
  csv.close();
}

}  // namespace

void write_alignment_tables(const fs::path& folder, const AlignmentReport& report) {
  AtomicFolder place(folder, {"folder of tables of an alignment", kAlignmentTables, is_alignment_folder});
  write_pairs(place.path() / kAlignmentTable, report);
  if (report.trace) write_states(place.path() / kPairStatesTable, report);
  if (!report.bands.empty() || report.experiment) write_lengths(place.path() / kLengthsTable, report);
  place.commit();
}

}  // namespace attnlab
