// Lens report: a CSV table.
#include <cmath>

#include "app/features/residual/cli_report.h"
#include "core/io/files/csv_lines.h"

namespace attnlab {

namespace {

/// An empty cell for what there is not.
void lens_number(CsvWriter& csv, double value) {
  if (std::isfinite(value)) return csv.number(static_cast<float>(value));
  csv.text("");
}

void write_titles(CsvWriter& csv, std::size_t words) {
  for (const char* title : {"step", "after", "stream", "position", "token", "right", "right_probability",
                            "right_rank", "right_logit", "entropy_bits", "size", "added"})
    csv.text(title);
  for (std::size_t i = 1; i <= words; ++i) {
    csv.text("word" + std::to_string(i));
    csv.text("probability" + std::to_string(i));
  }
  csv.end_line();
}

void write_cell(CsvWriter& csv, const LensReport& report, std::size_t row, std::size_t column) {
  const LensRow& at = report.lens.rows[row];
  const LensCell& cell = at.cells[column];
  csv.number(report.step);
  csv.text(csv_field(at.part.name()));
  csv.text(csv_field(at.stream));
  csv.number(column);
  csv.text(csv_field(report.pieces[column].text));
  csv.text(cell.has_right() ? csv_field(report.word(cell.right)) : "");
  lens_number(csv, cell.right_probability);
  csv.text(cell.has_right() ? std::to_string(cell.right_rank) : "");
  lens_number(csv, cell.right_logit);
  lens_number(csv, cell.entropy);
  lens_number(csv, report.size(row, column));
  lens_number(csv, report.added_size(row, column));
  for (const LensWord& word : cell.top) {
    csv.text(csv_field(report.word(word.token)));
    lens_number(csv, word.probability);
  }
  csv.end_line();
}

}  // namespace

void write_lens_table(const std::filesystem::path& file, const std::vector<LensReport>& steps) {
  CsvWriter csv(file);
  write_titles(csv, steps.front().lens.rows.front().cells.front().top.size());
  for (const LensReport& at : steps)
    for (std::size_t row = 0; row < at.lens.rows.size(); ++row)
      for (std::size_t column = 0; column < at.columns(); ++column) write_cell(csv, at, row, column);
  csv.close();
}

}  // namespace attnlab
