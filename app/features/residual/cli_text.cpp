// Lens report: tables on standard output.
#include <cmath>

#include "app/base/by_prediction.h"
#include "app/base/print.h"
#include "app/base/printable.h"
#include "app/base/text_table.h"
#include "app/features/residual/cli_report.h"
#include "core/language/messages.h"

namespace attnlab::residual {
namespace {

using namespace std::string_literals;

std::string share_cell(double probability) { return number_cell(100 * probability, 0) + " %"; }

std::string said_cell(const Report& report, const LensCell& cell) {
  const LensWord& first = cell.top.front();
  return quoted_piece(report.word(first.token)) + " " + share_cell(first.probability) +
         (cell.is_right() ? " *" : "");
}

std::string rank_cell(const LensCell& cell) {
  return cell.has_right() ? std::to_string(cell.right_rank) : "–";
}

std::string words_cell(const Report& report, const LensCell& cell) {
  std::string words;
  for (const LensWord& word : cell.top)
    words += (words.empty() ? "" : ", ") + quoted_piece(report.word(word.token)) + " " +
             share_cell(word.probability);
  return words;
}

void print_right_words(const Report& report, TextTable& table) {
  std::vector<std::string> right{tr("correct")};
  for (const LensCell& cell : report.lens.rows.back().cells)
    right.push_back(cell.has_right() ? quoted_piece(report.word(cell.right)) : "–");
  table.add(std::move(right));
}

void print_cosines(const Report& report, Index position) {
  const std::vector<double> cosines = addition_cosines(report.states, position);
  std::vector<std::string> titles{tr("cosine between outputs")};
  for (std::size_t i = 0; i < report.states.size(); ++i) titles.push_back(std::to_string(i));
  TextTable table(titles);
  for (std::size_t i = 0; i < report.states.size(); ++i) {
    std::vector<std::string> row{std::to_string(i) + " " + state_title(report.lens.rows[i].part)};
    for (std::size_t j = 0; j < report.states.size(); ++j)
      row.push_back(number_cell(cosines[i * report.states.size() + j], 2));
    table.add(std::move(row));
  }
  print("\n" + table.text());
}

std::string at_words(const Report& report, Index position) {
  const LensCell& cell = report.lens.rows.back().cells[static_cast<std::size_t>(position)];
  const std::string at = std::to_string(position),
                    token = quoted_piece(report.pieces[static_cast<std::size_t>(position)].text);
  if (cell.has_right())
    return tr("position {1}, {2}; correct: {3}", at, token, quoted_piece(report.word(cell.right)));
  return by_prediction(report.format(), tr("position {1}, {2}; the correct token is unknown", at, token),
                       tr("position {1}, {2}; without a label", at, token),
                       tr("{1}; the correct class is unknown", token));
}

}  // namespace

void print_text(const Report& report) {
  print(lens_sentence(report.trace->config()) + "\n");
  std::vector<std::string> titles{tr("after")};
  for (const Piece& piece : report.pieces) titles.push_back(quoted_piece(piece.text));
  TextTable table(titles);
  for (const LensRow& row : report.lens.rows) {
    std::vector<std::string> cells{state_title(row.part)};
    for (const LensCell& cell : row.cells) cells.push_back(said_cell(report, cell));
    table.add(std::move(cells));
  }
  print_right_words(report, table);
  print(table.text() +
        by_prediction(report.format(), tr("* the correct token"), tr("* the correct label"),
                      tr("* the correct class")) +
        "\n");
}

void print_at(const Report& report, Index position) {
  const auto t = static_cast<std::size_t>(position);
  print(at_words(report, position) + "\n");
  TextTable table({tr("after"), tr("correct"), tr("rank"), tr("bits"), "‖x‖", "‖f(x)‖", tr("predictions")});
  for (std::size_t i = 0; i < report.lens.rows.size(); ++i) {
    const LensCell& cell = report.lens.rows[i].cells[t];
    table.add({state_title(report.lens.rows[i].part), number_cell(cell.right_probability, 4), rank_cell(cell),
               number_cell(cell.entropy, 2), number_cell(report.size(i, t), 3),
               number_cell(report.added_size(i, t), 3)},
              words_cell(report, cell));
  }
  print(table.text());
  if (!report.lens.pooled) print_cosines(report, position);
}

void print_course(const std::vector<Report>& steps, Index position) {
  const Report& newest = steps.back();
  print(at_words(newest, position) + "\n");
  std::vector<std::string> titles{tr("step")};
  for (const LensRow& row : newest.lens.rows) titles.push_back(state_title(row.part));
  TextTable table(titles);
  for (const Report& at : steps) {
    std::vector<std::string> cells{std::to_string(at.step)};
    for (const LensRow& row : at.lens.rows) {
      const LensCell& cell = row.cells[static_cast<std::size_t>(position)];
      cells.push_back(cell.has_right() ? share_cell(cell.right_probability) + " #" + rank_cell(cell)
                                       : said_cell(at, cell));
    }
    table.add(std::move(cells));
  }
  print(table.text());
  if (newest.lens.rows.back().cells[static_cast<std::size_t>(position)].has_right())
    print(by_prediction(
              newest.format(),
              tr("Each cell shows the probability of the correct token and its rank in the vocabulary."),
              tr("Each cell shows the probability of the correct label and its rank among all labels."),
              tr("Each cell shows the probability of the correct class and its rank among all classes.")) +
          "\n"s);
}

}  // namespace attnlab::residual
