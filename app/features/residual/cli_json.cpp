// Lens report: JSON on standard output.
#include <nlohmann/json.hpp>

#include "app/cli/json_lines.h"
#include "app/features/residual/cli_report.h"

namespace attnlab {

namespace {

using LensJson = nlohmann::ordered_json;

LensJson right_json(const LensReport& report, const LensCell& cell) {
  return cell.has_right() ? LensJson(report.word(cell.right)) : LensJson(nullptr);
}

LensJson words_json(const LensReport& report, const LensCell& cell) {
  LensJson words = LensJson::array();
  for (const LensWord& word : cell.top)
    words.push_back(
        {{"token", report.word(word.token)}, {"probability", word.probability}, {"logit", word.logit}});
  return words;
}

LensJson cell_json(const LensReport& report, std::size_t row, std::size_t column) {
  const LensCell& cell = report.lens.rows[row].cells[column];
  LensJson json = {{"right_probability", finite_or_null(cell.right_probability)},
                   {"right_logit", finite_or_null(cell.right_logit)},
                   {"right_rank", cell.has_right() ? LensJson(cell.right_rank) : LensJson(nullptr)},
                   {"entropy_bits", cell.entropy},
                   {"size", finite_or_null(report.size(row, column))},
                   {"added", finite_or_null(report.added_size(row, column))}};
  json["words"] = words_json(report, cell);
  return json;
}

LensJson state_json(const LensReport& report, std::size_t row) {
  const LensRow& at = report.lens.rows[row];
  return {{"after", at.part.name()}, {"stream", at.stream}};
}

LensJson tokens_json(const LensReport& report) {
  LensJson tokens = LensJson::array();
  for (std::size_t t = 0; t < report.columns(); ++t)
    tokens.push_back({{"position", t},
                      {"token", report.pieces[t].text},
                      {"right", right_json(report, report.lens.rows.back().cells[t])}});
  return tokens;
}

}  // namespace

void print_lens_json(const LensReport& report) {
  LensJson json = {{"step", report.step},
                   {"loss", finite_or_null(report.trace->loss())},
                   {"reads", lens_sentence(report.trace->config())}};
  json["tokens"] = tokens_json(report);
  LensJson states = LensJson::array();
  for (std::size_t i = 0; i < report.lens.rows.size(); ++i) {
    LensJson state = state_json(report, i), cells = LensJson::array();
    for (std::size_t t = 0; t < report.columns(); ++t) cells.push_back(cell_json(report, i, t));
    state["cells"] = cells;
    states.push_back(state);
  }
  json["states"] = states;
  print_json_object(json);
}

void print_lens_course_json(const std::vector<LensReport>& steps, Index position) {
  const auto t = static_cast<std::size_t>(position);
  LensJson json = {{"position", position}, {"token", steps.back().pieces[t].text}};
  LensJson course = LensJson::array();
  for (const LensReport& at : steps) {
    LensJson states = LensJson::array();
    for (std::size_t i = 0; i < at.lens.rows.size(); ++i) {
      LensJson state = state_json(at, i);
      state.update(cell_json(at, i, t));
      states.push_back(state);
    }
    course.push_back({{"step", at.step},
                      {"loss", finite_or_null(at.trace->loss())},
                      {"right", right_json(at, at.lens.rows.back().cells[t])},
                      {"states", states}});
  }
  json["steps"] = course;
  print_json_object(json);
}

}  // namespace attnlab
