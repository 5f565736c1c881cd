// Bars of the parts of a logit: a waterfall in order of computation, or sorted by size. Also each part over
// the stored steps.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/contributions/choice.h"
#include "app/features/contributions/view_frame.h"
#include "app/views/common/hover.h"
#include "app/views/common/rest.h"
#include "app/views/runs/step_plot.h"
#include "app/widgets/base/controls.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// The most parts that have curves: those with the largest contribution at any step.
constexpr std::size_t kMostPartCurves = 10;

/// One curve a part, in order of computation; the arrays outlive the plot of the frame.
struct PartCurves {
  std::vector<double> steps, logit;
  std::vector<std::vector<double>> parts;
};

PartCurves curves_of(const ContributionsFrame& frame, const ContributionCourse& course) {
  PartCurves curves;
  curves.parts.resize(frame.all.parts.size());
  for (const AtStep<Contributions>& at : course.steps) {
    if (at.value->parts.size() != curves.parts.size()) continue;
    curves.steps.push_back(double(at.step));
    curves.logit.push_back(at.value->logit);
    for (std::size_t i = 0; i < curves.parts.size(); ++i) curves.parts[i].push_back(at.value->parts[i].value);
  }
  return curves;
}

double greatest(const std::vector<double>& values) {
  double most = 0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

/// The numbers of the parts that have curves: the largest, and the selected one.
std::vector<std::size_t> shown_parts(const ContributionsFrame& frame, const PartCurves& curves) {
  std::vector<std::size_t> order(curves.parts.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return greatest(curves.parts[a]) > greatest(curves.parts[b]);
  });
  const auto looked_at = [&](std::size_t i) { return &frame.all.parts[i] == frame.part; };
  std::vector<std::size_t> shown;
  for (std::size_t rank = 0; rank < order.size(); ++rank)
    if (rank < kMostPartCurves || looked_at(order[rank])) shown.push_back(order[rank]);
  std::ranges::sort(shown);
  return shown;
}

std::vector<Series> course_series(const ContributionsFrame& frame, const PartCurves& curves) {
  std::vector<Series> all;
  for (const std::size_t i : shown_parts(frame, curves)) {
    const bool selected = &frame.all.parts[i] == frame.part;
    const Colour colour = series_colour(static_cast<int>(i));
    all.push_back({.name = part_title(frame.all.parts[i]),
                   .x = curves.steps,
                   .y = curves.parts[i],
                   .colour = selected ? colour : faded(colour, 0.65f),
                   .thickness = selected ? 3.2f : 1.4f,
                   .points = selected});
  }
  all.push_back({.name = tr("logit"), .x = curves.steps, .y = curves.logit, .colour = theme().palette.text});
  return all;
}

/// "The 10 largest of 19 parts at 12 stored steps; the logit is the sum of all parts."
std::string course_words(const PartCurves& curves) {
  const std::string parts = std::to_string(curves.parts.size()), steps = std::to_string(curves.steps.size());
  if (curves.parts.size() > kMostPartCurves)
    return tr("The {1} largest of {2} parts at {3} stored steps; the logit is the sum of all parts.",
              std::to_string(kMostPartCurves), parts, steps);
  return tr("All {1} parts at {2} stored steps; the logit is their sum.", parts, steps);
}

void draw_curves(const ContributionsFrame& frame, ImVec2 size) {
  const ContributionCourse* const course = frame.model.found<ContributionCourse>();
  const PartCurves curves = course && course->of == frame.all.of ? curves_of(frame, *course) : PartCurves();
  const float top = ImGui::GetCursorScreenPos().y;
  if (curves.steps.size() < 2) {
    wrapped_text(fonts().ui, theme().palette.text_dim,
                 tr("Train the model to see the curves: they need at least two stored steps."), size.x);
    return;
  }
  wrapped_text(fonts().ui, theme().palette.text_dim, course_words(curves), size.x);
  LinePlotOptions o;
  o.y_title = tr("contribution");
  o.size = {size.x, std::max(size.y - (ImGui::GetCursorScreenPos().y - top), em() * 9)};
  o.target = "contributions.over_training";
  step_plot(frame.model, "contributions_over_training", course_series(frame, curves), std::move(o),
            frame.emit);
}

}  // namespace

void draw_contribution_course(const ContributionsFrame& frame) {
  const RestOfView rest("contributions course", 14);
  const ImVec2 room = rest.room(), at = ImGui::GetCursorScreenPos();
  const float gap = em() * 1.6f, inside = room.x;
  const bool beside = inside > em() * 59;
  const float list = beside ? std::floor(std::min(inside * 0.45f, em() * 36)) : inside;
  const float plot = beside ? inside - list - gap : inside;
  ImGui::BeginGroup();
  draw_curves(frame, {plot, beside ? std::clamp(room.y - em(), em() * 14, em() * 30) : em() * 18});
  ImGui::EndGroup();
  if (beside) move_cursor({at.x + plot + gap, at.y});
  ImGui::BeginGroup();
  draw_contribution_bars(frame, list);
  ImGui::EndGroup();
}

namespace {

/// The parts in the chosen order, and where the bar of each begins.
struct BarRow {
  std::size_t number;  ///< of the part, in order of computation
  double from, to;
};

std::vector<BarRow> bar_rows(const ContributionsFrame& frame) {
  std::vector<BarRow> rows;
  double sum = 0;
  for (std::size_t i = 0; i < frame.all.parts.size(); ++i) {
    const double value = frame.all.parts[i].value;
    rows.push_back({i, frame.choice.by_size() ? 0 : sum, frame.choice.by_size() ? value : sum + value});
    sum += value;
  }
  if (frame.choice.by_size())
    std::ranges::stable_sort(
        rows, [](const BarRow& a, const BarRow& b) { return std::abs(a.to) > std::abs(b.to); });
  return rows;
}

float widest_title() {
  float width = 0;
  for (const char* const title : {tr("contribution"), tr("left out"), tr("divisor")})
    width = std::max(width, text_size(fonts().small, title).x);
  return width;
}

/// Places of the columns, and of a value on the rail.
struct BarColumns {
  float title, rail, value, left_out, divisor, end;
  double low = 0, high = 1;

  BarColumns(const ContributionsFrame& frame, const std::vector<BarRow>& rows, float left, float width) {
    float names = text_size(fonts().ui_bold, tr("computed logit")).x;
    for (const ContributionPart& part : frame.all.parts)
      names = std::max(names, text_size(fonts().ui, part_title(part)).x);
    names = std::min(names + em() * 0.8f, width * 0.45f);
    const float number = std::ceil(text_size(fonts().mono_small, frame.signed_number(-frame.largest)).x),
                room = std::max(number, widest_title()) + em() * 0.6f;
    title = left + em() * 0.3f;
    rail = left + names;
    end = left + width - em() * 0.3f;
    const bool more = width > em() * 34, most = width > em() * 44 && frame.all.divisor > 0;
    divisor = most ? end - room : end;
    left_out = more ? divisor - room : divisor;
    value = left_out - room;
    low = std::min(0.0, frame.all.logit);
    high = std::max(0.0, frame.all.logit);
    for (const BarRow& row : rows) {
      low = std::min({low, row.from, row.to});
      high = std::max({high, row.from, row.to});
    }
    if (high - low < 1e-12) high = low + 1;
  }
  float x(double at) const {
    const float width = value - em() * 0.6f - rail;
    return rail + width * float((at - low) / (high - low));
  }
};

float bar_line() { return std::ceil(em() * 1.5f); }

void contribution_number(const Box& box, float from, float to, Colour colour, const std::string& text) {
  if (to - from < em()) return;
  draw_text_in(window_canvas(), fonts().mono_small, {{from, box.min.y}, {to, box.max.y}}, colour, text,
               Align::Right, Cut::Meant);
}

void draw_heads_of_columns(const BarColumns& c, const Box& box, bool divisor) {
  const Canvas canvas = window_canvas();
  const auto head = [&](float from, float to, const char* text) {
    if (to - from < em()) return;
    draw_text_in(canvas, fonts().small, {{from, box.min.y}, {to, box.max.y}}, theme().palette.text_dim, text,
                 Align::Right, Cut::Meant);
  };
  head(c.value - em(), c.left_out, tr("contribution"));
  head(c.left_out, c.divisor, tr("left out"));
  if (divisor) head(c.divisor, c.end, tr("divisor"));
}

void contribution_bar(const BarColumns& c, const Box& box, double from, double to, Colour colour) {
  const float a = c.x(std::min(from, to)), b = c.x(std::max(from, to));
  window_canvas().fill({{a, box.min.y + em() * 0.3f}, {std::max(b, a + 1), box.max.y - em() * 0.3f}}, colour,
                       em() * 0.1f);
}

/// A thin line where the next bar begins.
void waterfall_step(const BarColumns& c, const Box& box, double at) {
  const float x = std::round(c.x(at));
  window_canvas().fill({{x, box.max.y - em() * 0.3f}, {x + 1, box.max.y + em() * 0.3f}},
                       theme().palette.text_faint);
}

void waterfall_zero(const BarColumns& c, float top, float bottom) {
  const float x = std::round(c.x(0));
  window_canvas().fill({{x, top}, {x + 1, bottom}}, theme().palette.text_dim);
}

void draw_part_row(const ContributionsFrame& frame, const BarColumns& c, const BarRow& row, const Box& box) {
  const ContributionPart& part = frame.all.parts[row.number];
  const Palette& p = theme().palette;
  move_cursor(box.min);
  ImGui::PushID(static_cast<int>(row.number));
  if (ImGui::InvisibleButton("part", box.size())) frame.select_or_open(part);
  const bool over = ImGui::IsItemHovered(), selected = &part == frame.part;
  contribution_tip(frame, part);
  ImGui::PopID();
  mark("contributions.part[" + std::to_string(row.number) + ",0]", box);
  if (over || selected) window_canvas().fill(box, selected ? p.accent_soft : p.raised, em() * 0.2f);
  draw_text_in(window_canvas(), fonts().ui, {{c.title, box.min.y}, {c.rail - em() * 0.3f, box.max.y}}, p.text,
               part_title(part), Align::Left, Cut::Meant);
  contribution_bar(c, box, row.from, row.to, contribution_colour(part.value));
  if (!frame.choice.by_size()) waterfall_step(c, box, row.to);
  contribution_number(box, c.value, c.left_out, p.text, frame.signed_number(part.value));
  contribution_number(box, c.left_out, c.divisor, p.text_dim, frame.signed_number(part.left_out));
  if (part.divisor > 0) contribution_number(box, c.divisor, c.end, p.text_dim, frame.number(part.divisor));
}

/// The sum at the end, or the logit of the forward pass.
void draw_sum_row(const ContributionsFrame& frame, const BarColumns& c, const Box& box, const char* title,
                  double value) {
  const Palette& p = theme().palette;
  draw_text_in(window_canvas(), fonts().ui_bold, {{c.title, box.min.y}, {c.rail, box.max.y}}, p.text, title,
               Align::Left, Cut::Meant);
  contribution_bar(c, box, 0, value, p.text_faint);
  contribution_number(box, c.value, c.left_out, p.text, frame.signed_number(value));
  if (frame.all.divisor > 0)
    contribution_number(box, c.divisor, c.end, p.text_dim, frame.number(frame.all.divisor));
}

}  // namespace

void draw_contribution_bars(const ContributionsFrame& frame, float width) {
  const std::vector<BarRow> rows = bar_rows(frame);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const BarColumns columns(frame, rows, start.x, width);
  const float line = bar_line();
  draw_heads_of_columns(columns, box_at(start, {width, line}), frame.all.divisor > 0);
  float y = start.y + line;
  for (const BarRow& row : rows) {
    draw_part_row(frame, columns, row, box_at({start.x, y}, {width, line}));
    y += line;
  }
  waterfall_zero(columns, start.y + line, y + 2 * line);
  draw_sum_row(frame, columns, box_at({start.x, y}, {width, line}), tr("sum"), frame.all.sum());
  draw_sum_row(frame, columns, box_at({start.x, y + line}, {width, line}), tr("computed logit"),
               frame.all.logit);
  const Box whole{start, {start.x + width, y + 2 * line}};
  mark("contributions.bars", whole);
  mark_part("contributions.bars", tr("Contributions"), whole);
  move_cursor({start.x, y + 2 * line});
  ImGui::Dummy({width, em() * 0.3f});
}

}  // namespace attnlab
