// Lens report: JSON on standard output.
#include <nlohmann/json.hpp>

#include "app/cli/json_lines.h"
#include "app/features/residual/cli_report.h"
#include "core/language/language.h"

namespace attnlab::residual {
namespace {

using Json = nlohmann::ordered_json;

Json right_json(const Report& report, const LensCell& cell) {
  return cell.has_right() ? Json(report.word(cell.right)) : Json(nullptr);
}

Json words_json(const Report& report, const LensCell& cell) {
  Json words = Json::array();
  for (const LensWord& word : cell.top)
    words.push_back(
        {{"token", report.word(word.token)}, {"probability", word.probability}, {"logit", word.logit}});
  return words;
}

Json cell_json(const Report& report, std::size_t row, std::size_t column) {
  const LensCell& cell = report.lens.rows[row].cells[column];
  Json json = {{"right_probability", finite_or_null(cell.right_probability)},
               {"right_logit", finite_or_null(cell.right_logit)},
               {"right_rank", cell.has_right() ? Json(cell.right_rank) : Json(nullptr)},
               {"entropy_bits", cell.entropy},
               {"size", finite_or_null(report.size(row, column))},
               {"added", finite_or_null(report.added_size(row, column))}};
  json["words"] = words_json(report, cell);
  return json;
}

Json state_json(const Report& report, std::size_t row) {
  const LensRow& at = report.lens.rows[row];
  return {{"after", at.part.name()}, {"stream", at.stream}};
}

Json tokens_json(const Report& report) {
  Json tokens = Json::array();
  for (std::size_t t = 0; t < report.columns(); ++t)
    tokens.push_back({{"position", t},
                      {"token", report.pieces[t].text},
                      {"right", right_json(report, report.lens.rows.back().cells[t])}});
  return tokens;
}

}  // namespace

void print_json(const Report& report) {
  const InEnglish for_programs;
  Json json = {{"step", report.step},
               {"loss", finite_or_null(report.trace->loss())},
               {"reads", lens_sentence(report.trace->config())}};
  json["tokens"] = tokens_json(report);
  Json states = Json::array();
  for (std::size_t i = 0; i < report.lens.rows.size(); ++i) {
    Json state = state_json(report, i), cells = Json::array();
    for (std::size_t t = 0; t < report.columns(); ++t) cells.push_back(cell_json(report, i, t));
    state["cells"] = cells;
    states.push_back(state);
  }
  json["states"] = states;
  print_json_object(json);
}

void print_course_json(const std::vector<Report>& steps, Index position) {
  const auto t = static_cast<std::size_t>(position);
  Json json = {{"position", position}, {"token", steps.back().pieces[t].text}};
  Json course = Json::array();
  for (const Report& at : steps) {
    Json states = Json::array();
    for (std::size_t i = 0; i < at.lens.rows.size(); ++i) {
      Json state = state_json(at, i);
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

}  // namespace attnlab::residual
