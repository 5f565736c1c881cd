// Alignment report: tables on standard output.
#include <cstdio>

#include "app/base/printable.h"
#include "app/base/text_table.h"
#include "app/features/alignment/cli_report.h"

namespace attnlab::alignment {
namespace {

std::string right_share_words(const Counts& counts) {
  if (counts.rows == 0) return "–";
  return number_cell(100 * counts.shares().sequences, 1) + " % (" + std::to_string(counts.right_rows) +
         " of " + std::to_string(counts.rows) + ")";
}

/// One table: each position of the decoder, and a number for each encoder state.
void print_pairs(const Report& report, const char* what, double (AlignedPass::*value)(Index, Index) const,
                 int digits) {
  const AlignedPass& pass = *report.pass;
  std::vector<std::string> titles{"position", "after", "says"};
  for (Index j = 0; j < pass.sources(); ++j) titles.push_back(quoted_piece(report.source(j)));
  TextTable table(titles);
  for (Index i = 0; i < pass.positions(); ++i) {
    std::vector<std::string> row{std::to_string(i + 1), quoted_piece(report.read(i)),
                                 quoted_piece(report.says(i))};
    for (Index j = 0; j < pass.sources(); ++j) row.push_back(number_cell((pass.*value)(i, j), digits));
    table.add(std::move(row));
  }
  std::printf("\n%s\n%s", what, table.text().c_str());
}

void print_handed(const Report& report) {
  const SourceNumbers numbers = source_numbers(report.config, report.pass->sources());
  std::printf("the decoder starts from %lld numbers, whatever the length of the source",
              static_cast<long long>(numbers.handed));
  if (numbers.states > 0)
    std::printf(", and looks back at %lld in %lld encoder states", static_cast<long long>(numbers.states),
                static_cast<long long>(report.pass->sources()));
  std::printf("\n");
}

void print_aligned_text(const Report& report) {
  std::printf("loss of the text %s\n", number_cell(report.trace->loss(), 4).c_str());
  print_handed(report);
  if (!report.pass->weights) return;
  print_pairs(report, "weights: each row adds up to 1", &AlignedPass::weight, 3);
  print_pairs(report, "scores", &AlignedPass::score, 3);
}

void print_right_by_length(const Report& report) {
  TextTable table({"source tokens", "right"});
  for (std::size_t band = 0; band < report.bands.size(); ++band)
    table.add({report.bands[band].name(), right_share_words(report.counts[band])});
  std::printf("\nright held-out answers of this model by the length of their sources\n%s",
              table.text().c_str());
}

void print_compared_lengths(const LengthExperiment& e) {
  std::vector<std::string> titles{"source tokens"};
  for (const LengthRun& run : e.runs)
    titles.push_back(run.alignment->looks_back() ? std::string(run.alignment->title) : "fixed vector");
  TextTable table(titles);
  for (std::size_t band = 0; band < e.bands.size(); ++band) {
    std::vector<std::string> row{e.bands[band].name()};
    for (const LengthRun& run : e.runs)
      row.push_back(run.counts.empty() ? "–" : right_share_words(run.counts.back()[band]));
    table.add(std::move(row));
  }
  std::printf("\nright held-out answers after %lld steps of the task %s, %lld units\n%s",
              static_cast<long long>(e.settings.steps), e.preset.task.name.c_str(),
              static_cast<long long>(e.settings.width), table.text().c_str());
  for (const LengthRun& run : e.runs)
    if (!run.failure.empty())
      std::printf("%s: %s\n", std::string(run.alignment->name).c_str(), run.failure.c_str());
}

}  // namespace

void print_text(const Report& report) {
  const AlignmentKind& kind = report.kind();
  std::printf("alignment %s (%s)\n%s\n", std::string(kind.name).c_str(), std::string(kind.paper).c_str(),
              std::string(kind.sentence).c_str());
  if (report.trace) print_aligned_text(report);
  if (!report.bands.empty()) print_right_by_length(report);
  if (report.experiment) print_compared_lengths(*report.experiment);
}

}  // namespace attnlab::alignment
