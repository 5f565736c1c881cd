// Alignment report: tables on standard output.
#include "app/base/print.h"
#include "app/base/printable.h"
#include "app/base/text_table.h"
#include "app/features/alignment/cli_report.h"
#include "core/language/messages.h"

namespace attnlab::alignment {
namespace {

std::string exact_match(const Counts& counts) {
  if (counts.rows == 0) return "–";
  return tr("{1} % ({2} of {3})", number_cell(100 * counts.shares().sequences, 1),
            std::to_string(counts.right_rows), std::to_string(counts.rows));
}

/// The vector that the decoder reads: "additive", or "fixed vector".
std::string kind_title(const AlignmentKind& kind) {
  return kind.looks_back() ? std::string(tr(kind.title)) : std::string(tr("fixed vector"));
}

void print_line(std::string_view text) { print(std::string(text) + "\n"); }

/// One table: each position of the decoder, and a number for each encoder state.
void print_pairs(const Report& report, const char* what, double (AlignedPass::*value)(Index, Index) const,
                 int digits) {
  const AlignedPass& pass = *report.pass;
  std::vector<std::string> titles{tr("position"), tr("after"), tr("target")};
  for (Index j = 0; j < pass.sources(); ++j) titles.push_back(quoted_piece(report.source(j)));
  TextTable table(titles);
  for (Index i = 0; i < pass.positions(); ++i) {
    std::vector<std::string> row{std::to_string(i + 1), quoted_piece(report.read(i)),
                                 quoted_piece(report.says(i))};
    for (Index j = 0; j < pass.sources(); ++j) row.push_back(number_cell((pass.*value)(i, j), digits));
    table.add(std::move(row));
  }
  print("\n" + std::string(what) + "\n" + table.text());
}

void print_handed(const Report& report) {
  const SourceNumbers numbers = source_numbers(report.config, report.pass->sources());
  const std::string handed = std::to_string(numbers.handed);
  print_line(numbers.states > 0
                 ? tr("the decoder starts from {1} numbers for a source of any length, and attends to {3} "
                      "encoder states with {2} numbers",
                      handed, std::to_string(numbers.states), std::to_string(report.pass->sources()))
                 : tr("the decoder starts from {1} numbers for a source of any length", handed));
}

void print_aligned_text(const Report& report) {
  print_line(tr("loss of the text {1}", number_cell(report.trace->loss(), 4)));
  print_handed(report);
  if (!report.pass->weights) return;
  print_pairs(report, tr("weights: each row sums to 1"), &AlignedPass::weight, 3);
  print_pairs(report, tr("scores"), &AlignedPass::score, 3);
}

void print_by_length(const Report& report) {
  TextTable table({tr("source tokens"), tr("exact match")});
  for (std::size_t band = 0; band < report.bands.size(); ++band)
    table.add({report.bands[band].name(), exact_match(report.counts[band])});
  print("\n");
  print_line(tr("exact match of this model on held-out examples, by source length"));
  print(table.text());
}

void print_compared_lengths(const LengthExperiment& e) {
  std::vector<std::string> titles{tr("source tokens")};
  for (const LengthRun& run : e.runs) titles.push_back(kind_title(*run.alignment));
  TextTable table(titles);
  for (std::size_t band = 0; band < e.bands.size(); ++band) {
    std::vector<std::string> row{e.bands[band].name()};
    for (const LengthRun& run : e.runs)
      row.push_back(run.counts.empty() ? "–" : exact_match(run.counts.back()[band]));
    table.add(std::move(row));
  }
  print("\n");
  print_line(tr("exact match on held-out examples after {1} training steps on the task {2}, with {3} units",
                std::to_string(e.settings.steps), e.preset.task.name, std::to_string(e.settings.width)));
  print(table.text());
  for (const LengthRun& run : e.runs)
    if (!run.failure.empty()) print_line(std::string(run.alignment->name) + ": " + run.failure);
}

}  // namespace

void print_text(const Report& report) {
  const AlignmentKind& kind = report.kind();
  print_line(tr("alignment {1} ({2})", kind.name, kind.paper));
  print_line(tr(kind.sentence));
  if (report.trace) print_aligned_text(report);
  if (!report.bands.empty()) print_by_length(report);
  if (report.experiment) print_compared_lengths(*report.experiment);
}

}  // namespace attnlab::alignment
