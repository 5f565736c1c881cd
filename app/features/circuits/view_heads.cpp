// Heads with their scores as a table, and a score of all heads over training.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/circuits/view_frame.h"
#include "app/views/common/choose_row.h"
#include "app/views/runs/step_plot.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/visual_order.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

constexpr int kShownDecimals = 2;

/// The title of a score as choose_row() wants it.
struct MeasureChoice {
  std::string_view name;
  const char* title;
};
constexpr MeasureChoice kMeasures[] = {{"induction", tr_mark("induction")},
                                       {"previous", tr_mark("previous token")},
                                       {"duplicate", tr_mark("duplicate token")},
                                       {"copying", tr_mark("copying")}};

/// The heads with a number first, the highest at the top; then the others in order of computation.
std::vector<const ScoredHead*> heads_by(const HeadScores& scores, const HeadScoreKind& kind) {
  std::vector<const ScoredHead*> sorted;
  for (const ScoredHead& head : scores.heads) sorted.push_back(&head);
  const auto value = [&](const ScoredHead* head) {
    const double found = kind.value(*head);
    return std::isfinite(found) ? found : -2;
  };
  std::ranges::stable_sort(sorted, std::greater(), value);
  return sorted;
}

/// Where the name and the scores are in a row.
struct ScoreColumns {
  float left = 0, names = 0, each = 0;
  Box cell(const Box& row, std::size_t number) const {
    const float x = left + names + each * float(number);
    return {{x, row.min.y}, {x + each - em() * 0.6f, row.max.y}};
  }
};

void draw_score_cell(const Box& cell, double value, bool chosen) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  if (!std::isfinite(value))
    return void(draw_text_in(canvas, fonts().mono_small, cell, p.text_dim, "–", Align::Right));
  const float pad = std::floor(cell.height() * 0.2f);
  const float number = text_size(fonts().mono_small, "−0.00").x + em() * 0.3f;
  const Box rail{{cell.min.x, cell.min.y + pad}, {cell.max.x - number, cell.max.y - pad}};
  canvas.fill(rail, p.raised, em() * 0.1f);
  const auto share = float(std::clamp(std::abs(value), 0.0, 1.0));
  const Colour colour = value < 0 ? role_colour(Role::Gradient) : chosen ? p.accent : series_colour(0);
  if (share > 0)
    canvas.fill({rail.min, {rail.min.x + std::max(1.0f, rail.width() * share), rail.max.y}}, colour);
  draw_text_in(canvas, fonts().mono_small, cell, p.text, format_fixed(value, kShownDecimals), Align::Right);
}

/// The head's whole name and its scores with more digits.
std::string score_tip(const ScoredHead& head) {
  std::string words = head_words(head.head());
  for (const HeadScoreKind& kind : head_score_kinds())
    if (std::isfinite(kind.value(head)))
      words += "\n" + std::string(tr(kind.title)) + " " + format_fixed(kind.value(head), 4);
  return words;
}

void draw_score_row(const CircuitsFrame& frame, const ScoredHead& head, const Box& row,
                    const ScoreColumns& columns) {
  const auto number = static_cast<int>(std::ranges::find(frame.heads, head.head()) - frame.heads.begin());
  move_cursor(row.min);
  ImGui::PushID(number);
  if (ImGui::InvisibleButton("score", row.size())) select_circuit_head(frame, head.head());
  const bool over = ImGui::IsItemHovered();
  tip(score_tip(head));
  ImGui::PopID();
  mark("circuits.score[" + std::to_string(number) + ",0]", row);
  const Palette& p = theme().palette;
  const bool selected = head.head() == frame.head;
  if (selected || over) window_canvas().fill(row, selected ? p.accent_soft : p.raised, em() * 0.2f);
  draw_text_in(window_canvas(), fonts().mono_small,
               {{row.min.x + em() * 0.3f, row.min.y}, {row.min.x + columns.names, row.max.y}}, p.text,
               brief_head(frame, head.head()));
  std::size_t column = 0;
  for (const HeadScoreKind& kind : head_score_kinds())
    draw_score_cell(columns.cell(row, column++), kind.value(head), frame.choice.measure == kind.name);
}

/// The titles of the scores, in as many lines as the columns need.
void draw_score_titles(const CircuitsFrame& frame, float width, const ScoreColumns& columns) {
  const Palette& p = theme().palette;
  const float line = std::ceil(em() * 1.1f);
  std::vector<std::vector<std::string_view>> titles;
  std::size_t most = 1;
  for (const HeadScoreKind& kind : head_score_kinds()) {
    titles.push_back(broken_lines(fonts().small, tr(kind.title), columns.cell({}, 0).width()));
    most = std::max(most, titles.back().size());
  }
  const Box row = reserve({width, std::ceil(em() * 0.2f) + line * float(most)});
  draw_text_in(window_canvas(), fonts().small, {{row.min.x + em() * 0.3f, row.max.y - line}, row.max},
               p.text_dim, tr("head"), Align::Left);
  std::size_t column = 0;
  for (const HeadScoreKind& kind : head_score_kinds()) {
    const Box cell = columns.cell(row, column++);
    const bool chosen = frame.choice.measure == kind.name;
    const std::vector<std::string_view>& lines = titles[column - 1];
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const float top = cell.max.y - line * float(lines.size() - i);
      draw_text_in(window_canvas(), fonts().small, {{cell.min.x, top}, {cell.max.x, top + line}},
                   chosen ? p.text : p.text_dim, lines[i], Align::Left, Cut::Meant);
    }
    tip_term(kind.term, cell);
  }
}

void draw_score_table(const CircuitsFrame& frame, float width) {
  const HeadScores& scores = *frame.results.scores.value;
  const float line = std::ceil(em() * 1.6f);
  ScoreColumns columns{
      .left = ImGui::GetCursorScreenPos().x,
      .names = text_size(fonts().mono_small, brief_head(frame, frame.heads.back())).x + em() * 1.5f};
  columns.each = (width - columns.names) / float(head_score_kinds().size());
  draw_score_titles(frame, width, columns);
  for (const ScoredHead* head : heads_by(scores, head_score_kind(frame.choice.measure))) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_score_row(frame, *head, box_at(at, {width, line - 2}), columns);
    move_cursor({at.x, at.y + line});
  }
  ImGui::Dummy({width, 1});
}

/// One curve a head; the arrays outlive the plot of the frame.
struct CourseCurves {
  std::vector<double> steps;
  std::vector<std::vector<double>> heads;
};

CourseCurves course_of(const CircuitsFrame& frame, const HeadScoreKind& kind) {
  CourseCurves curves;
  curves.heads.resize(frame.heads.size());
  for (const AtStep<HeadScores>& at : frame.results.course) {
    if (at.value->heads.size() != frame.heads.size()) continue;
    curves.steps.push_back(double(at.step));
    for (std::size_t i = 0; i < frame.heads.size(); ++i)
      curves.heads[i].push_back(kind.value(at.value->heads[i]));
  }
  return curves;
}

bool has_number(const std::vector<double>& values) {
  return std::ranges::any_of(values, [](double value) { return std::isfinite(value); });
}

std::vector<Series> course_series(const CircuitsFrame& frame, const CourseCurves& curves) {
  constexpr std::size_t kMostInLegend = 12;
  std::vector<Series> all;
  for (std::size_t i = 0; i < curves.heads.size(); ++i) {
    if (!has_number(curves.heads[i])) continue;
    const bool selected = frame.heads[i] == frame.head;
    const Colour colour = series_colour(static_cast<int>(i));
    all.push_back({.name = brief_head(frame, frame.heads[i]),
                   .x = curves.steps,
                   .y = curves.heads[i],
                   .colour = selected ? colour : faded(colour, 0.65f),
                   .thickness = selected ? 3.2f : 1.4f,
                   .points = selected,
                   .in_legend = selected || curves.heads.size() <= kMostInLegend});
  }
  return all;
}

/// "First above 0.5 at step 320: head 1.2."
std::string formed_words(const CircuitsFrame& frame, const HeadScoreKind& kind) {
  constexpr double kFormed = 0.5;
  for (const AtStep<HeadScores>& at : frame.results.course)
    if (const ScoredHead* const best = best_head(*at.value, kind); best && kind.value(*best) > kFormed)
      return tr("First above 0.5 at step {1}: head {2}.", format_count(at.step),
                brief_head(frame, best->head()));
  return tr("No head is above 0.5 at the steps so far.");
}

void draw_course(const CircuitsFrame& frame, const HeadScoreKind& kind, ImVec2 size) {
  const float top = ImGui::GetCursorScreenPos().y;
  const Box title = reserve({size.x, std::ceil(em() * 1.4f)});
  draw_text_in(window_canvas(), fonts().ui_bold, title, theme().palette.text,
               tr("{1} over training", tr(kind.title)));
  tip_term(kind.term, title);
  const CourseCurves curves = course_of(frame, kind);
  const std::vector<Series> series = course_series(frame, curves);
  if (curves.steps.size() < 2 || series.empty())
    return circuit_words_line(tr("The curves appear once training has stored a few steps."), size.x);
  circuit_words_line(formed_words(frame, kind), size.x);
  LinePlotOptions o;
  o.y_title = tr("score");
  o.y_hi = 1;
  o.y_lo = kind.least;
  o.size = {size.x, std::max(size.y - (ImGui::GetCursorScreenPos().y - top), em() * 9)};
  o.target = "circuits.over_training";
  step_plot(frame.model, "circuits_over_training", series, std::move(o), frame.emit);
}

std::string measured_words(const CircuitsFrame& frame) {
  const RepeatedSequences& measured = frame.results.scores.value->measured;
  if (measured.tokens <= 0) return std::string(tr(why_no_repeats(frame.config, *frame.model.vocabularies)));
  return joined_sentences({tr("Measured at step {1} on {2} sequences of {3} random tokens that appear twice. "
                              "The sequences are always the same.",
                              format_count(frame.results.scores.step), format_count(measured.sequences),
                              format_count(measured.tokens)),
                           frame.model.state.edits.empty() ? "" : tr("Edits do not apply to these scores.")});
}

/// Models that read pictures may not have any score.
bool has_scores(const HeadScores& scores) {
  return std::ranges::any_of(head_score_kinds(),
                             [&](const HeadScoreKind& kind) { return best_head(scores, kind) != nullptr; });
}

}  // namespace

void draw_circuit_heads(const CircuitsFrame& frame) {
  choose_row("circuits.measure", kMeasures, frame.choice.measure,
             [&](const std::string& name) { frame.choose("measure", name); });
  const HeadScoreKind& kind = head_score_kind(frame.choice.measure);
  if (!frame.results.scores.value) return draw_circuits_wait(frame, tr("Measuring heads…"));
  circuit_words_line(joined_sentences({std::string(tr(kind.sentence)), measured_words(frame)}));
  if (!has_scores(*frame.results.scores.value))
    return circuit_words_line(tr("The part “composition” needs only the weights of the heads."));
  ImGui::Dummy({0, em() * 0.2f});
  const RestOfView rest("circuits heads", 14);
  const ImVec2 room = rest.room(), at = ImGui::GetCursorScreenPos();
  const float gap = em() * 1.5f, inside = room.x;
  const bool beside = inside > em() * 60;
  const float width = beside ? std::floor((inside - gap) / 2) : inside;
  ImGui::BeginGroup();
  draw_score_table(frame, width);
  ImGui::EndGroup();
  if (beside) move_cursor({at.x + width + gap, at.y});
  ImGui::BeginGroup();
  draw_course(frame, kind, {width, beside ? std::clamp(room.y - em(), em() * 14, em() * 26) : em() * 16});
  ImGui::EndGroup();
  ImGui::Dummy({0, em() * 0.4f});
}

}  // namespace attnlab
