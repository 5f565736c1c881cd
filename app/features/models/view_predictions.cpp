// The predictions of both models at each position: token, probability, loss. Also the loss curves of both
// runs.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/base/format.h"
#include "app/features/models/view_frame.h"
#include "app/views/common/predictions.h"
#include "app/views/common/rest.h"
#include "app/views/runs/step_curves.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/plots/line_plot.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

constexpr double kModelsSmoothing = 0.9;

/// The metrics of both runs as curves.
struct TwoRunCurves {
  StepCurves mine{kModelsSmoothing}, other{kModelsSmoothing};
  MeasuredCurves my_measures, other_measures;
};

/// One curve of each run: a measurement, as shares in percent.
struct MeasuredPair {
  std::string_view column;  ///< of the record
  const char* title;
};
constexpr MeasuredPair kRightMeasures[] = {{"validation.tokens", tr_mark("token accuracy")},
                                           {"validation.sequences", tr_mark("exact match")}};

Series run_series(const std::string& name, const std::vector<double>& x, const std::vector<double>& y,
                  Colour colour, float thickness) {
  return {.name = name, .x = x, .y = y, .colour = colour, .thickness = thickness};
}

void add_loss(std::vector<Series>& all, const std::string& name, const Record& record,
              const StepCurves& steps, const MeasuredCurves& measures, Colour colour) {
  if (!steps.steps().empty()) all.push_back(run_series(name, steps.steps(), steps.smooth(), colour, 2));
  const std::vector<double>& held_out = measures.values(record.column("validation.loss"));
  if (held_out.empty()) return;
  all.push_back(
      run_series(tr("{1}, validation", name), measures.steps(), held_out, faded(colour, 0.7f), 1.4f));
  all.back().points = true;
}

void add_right(std::vector<Series>& all, std::string_view column, const std::string& name,
               const Record& record, const MeasuredCurves& measures, Colour colour) {
  const std::vector<double>& values = measures.values(record.column(column));
  if (std::ranges::none_of(values, [](double v) { return std::isfinite(v); })) return;
  all.push_back(run_series(name, measures.steps(), values, colour, 2));
  all.back().points = true;
}

LinePlotOptions curve_options(const char* y, ImVec2 size, const char* target) {
  LinePlotOptions o;
  o.x_title = tr("step");
  o.x_values = AxisValues::Whole;
  o.y_title = y;
  o.size = size;
  o.target = target;
  return o;
}

/// The accuracies: the first kind that either run has measured.
std::vector<Series> right_series(const ModelsFrame& frame, const TwoRunCurves& curves, const char*& title) {
  std::vector<Series> all;
  for (const MeasuredPair& measure : kRightMeasures) {
    add_right(all, measure.column, frame.my_name, *frame.model.record, curves.my_measures,
              my_run_colour(frame));
    add_right(all, measure.column, frame.other_name, frame.results.other->record, curves.other_measures,
              other_run_colour(frame));
    title = tr(measure.title);
    if (!all.empty()) break;
  }
  return all;
}

void draw_two_losses(const ModelsFrame& frame, const std::vector<Series>& series, ImVec2 size) {
  LinePlotOptions o = curve_options(tr("loss"), size, "models.loss");
  o.log_y = frame.choice.log_y;
  if (!o.log_y) o.y_lo = 0;
  line_plot("models.loss", series, o);
}

}  // namespace

void draw_models_curves(const ModelsFrame& frame) {
  if (!frame.model.record)
    return empty_note(tr("The run on screen does not have a training record, so there are no curves."));
  TwoRunCurves& curves = frame.model.remembered<TwoRunCurves>();
  const Record &mine = *frame.model.record, &other = frame.results.other->record;
  curves.mine.update(mine.steps);
  curves.other.update(other.steps);
  curves.my_measures.update(mine);
  curves.other_measures.update(other);
  std::vector<Series> losses;
  add_loss(losses, frame.my_name, mine, curves.mine, curves.my_measures, my_run_colour(frame));
  add_loss(losses, frame.other_name, other, curves.other, curves.other_measures, other_run_colour(frame));
  if (losses.empty())
    return empty_note(tr("Neither run has trained for a step yet, so there are no losses to draw."));
  bool log_y = frame.choice.log_y;
  if (!frame.model.figure && toggle("models.log_y", tr("logarithmic loss"), log_y))
    frame.choose("log_y", log_y ? "on" : "off");
  const char* title = "";
  std::vector<Series> right = right_series(frame, curves, title);
  const ImVec2 left_over = ImGui::GetContentRegionAvail();
  const ImVec2 room{left_over.x, std::max(left_over.y, em() * (right.empty() ? 10 : 20))};
  if (right.empty()) return draw_two_losses(frame, losses, room);
  const float gap = em() * 0.8f, high = std::floor((room.y - gap) * 0.55f);
  draw_two_losses(frame, losses, {room.x, high});
  ImGui::Dummy({0, gap - ImGui::GetStyle().ItemSpacing.y});
  LinePlotOptions o = curve_options(title, {room.x, room.y - high - gap - em() * 0.3f}, "models.right");
  o.y_lo = 0;
  o.y_hi = 1;
  line_plot("models.right", right, o);
}

namespace {

std::string said_word(const ModelsFrame& frame, Index token) {
  return display_token(
      prediction_words(frame.model.format, frame.model.vocabularies->target, static_cast<TokenId>(token)));
}

std::string loss_text(double loss) { return std::isfinite(loss) ? format_fixed(loss, 3) : "–"; }

/// Edges of the columns: input, correct, this run, the other run, divergence.
struct PredictionColumns {
  std::array<float, 6> x{};
  explicit PredictionColumns(float left, float width) {
    const std::array<float, 5> parts{0.13f, 0.13f, 0.31f, 0.31f, 0.12f};
    x[0] = left;
    for (std::size_t i = 0; i < parts.size(); ++i) x[i + 1] = std::floor(x[i] + width * parts[i]);
  }
  Box cell(std::size_t column, float top, float bottom) const {
    return {{x[column] + em() * 0.3f, top}, {x[column + 1] - em() * 0.3f, bottom}};
  }
};

/// The width of a probability and a loss after a token.
struct SaidWidths {
  float loss = text_size(fonts().mono_small, "00.000").x + em() * 0.4f;
  float share = text_size(fonts().mono_small, "100 %").x + em() * 0.3f;
};

/// "translate, step 800        loss": above the predictions of one model.
void draw_said_head(const std::string& name, Colour colour, const Box& cell) {
  const float loss = SaidWidths().loss;
  draw_text_in(window_canvas(), fonts().small, {cell.min, {cell.max.x - loss, cell.max.y}}, colour, name,
               Align::Left, Cut::Meant);
  draw_text_in(window_canvas(), fonts().small, {{cell.max.x - loss, cell.min.y}, cell.max},
               theme().palette.text_dim, tr("loss"), Align::Right);
}

void draw_prediction_heads(const ModelsFrame& frame, const PredictionColumns& columns, const Box& line) {
  const Colour dim = theme().palette.text_dim;
  const auto cell = [&](std::size_t i) { return columns.cell(i, line.min.y, line.max.y); };
  draw_text_in(window_canvas(), fonts().small, cell(0), dim, tr("input"));
  draw_text_in(window_canvas(), fonts().small, cell(1), dim, tr("correct"));
  draw_said_head(frame.mine, my_run_colour(frame), cell(2));
  draw_said_head(frame.other, other_run_colour(frame), cell(3));
  draw_text_in(window_canvas(), fonts().small, cell(4), dim, tr("divergence"), Align::Right);
  tip_term("divergence", cell(4));
}

/// "word ▆▆▆▆ 83 % 0.19": the prediction of one model.
void draw_said(const ModelsFrame& frame, const SaidAtPosition& said, bool right, Colour colour,
               const Box& cell) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const auto [loss, share] = SaidWidths();
  const float numbers = loss + share, word = std::max(std::floor((cell.width() - numbers) * 0.55f), em());
  const Box text{cell.min, {cell.min.x + word, cell.max.y}};
  draw_text_in(canvas, fonts().mono, text, right ? p.good : p.text, said_word(frame, said.best[0].token),
               Align::Left, Cut::Meant);
  const Box rail{{text.max.x + em() * 0.2f, cell.min.y + em() * 0.55f},
                 {cell.max.x - numbers, cell.max.y - em() * 0.55f}};
  if (rail.width() > em()) {
    canvas.fill(rail, p.raised, em() * 0.1f);
    canvas.fill({rail.min, {rail.min.x + rail.width() * float(said.best[0].probability), rail.max.y}}, colour,
                em() * 0.1f);
  }
  draw_text_in(canvas, fonts().mono_small,
               {{cell.max.x - numbers, cell.min.y}, {cell.max.x - loss, cell.max.y}}, p.text,
               format_percent(said.best[0].probability, 0), Align::Right);
  draw_text_in(canvas, fonts().mono_small, {{cell.max.x - loss, cell.min.y}, cell.max}, p.text_dim,
               loss_text(said.loss), Align::Right);
}

void best_lines(const ModelsFrame& frame, const std::string& name, const SaidAtPosition& said) {
  dim_text(name);
  for (const TokenProbability& p : said.best)
    value_line(said_word(frame, p.token), format_percent(p.probability, 2));
  if (std::isfinite(said.loss)) value_line(tr("loss"), format_fixed(said.loss, 4));
}

void prediction_tip(const ModelsFrame& frame, const TwoPredictions& p) {
  begin_tooltip();
  best_lines(frame, frame.mine, p.mine);
  best_lines(frame, frame.other, p.other);
  value_line(tr("divergence"), tr("{1} nats", format_number(p.divergence, widgets().digits)));
  end_tooltip();
}

std::string piece_at(const std::vector<Piece>& pieces, std::size_t at) {
  return at < pieces.size() ? display_token(pieces[at].text) : "";
}

void draw_prediction_row(const ModelsFrame& frame, std::size_t at, const TwoPredictions& p,
                         const PredictionColumns& columns, const Box& line) {
  const Palette& palette = theme().palette;
  const Trace& mine = *frame.two()->mine;
  move_cursor(line.min);
  const std::string id = "models.prediction[" + std::to_string(at) + ",0]";
  const bool pressed = ImGui::InvisibleButton(id.c_str(), line.size());
  mark(id, line);
  const bool over = ImGui::IsItemHovered(),
             chosen = frame.model.state.selection.query == static_cast<Index>(at);
  if (chosen || over) window_canvas().fill(line, chosen ? palette.accent_soft : palette.raised, em() * 0.2f);
  if (!p.agree())
    window_canvas().fill({line.min, {line.min.x + em() * 0.15f, line.max.y}}, role_colour(Role::Gradient));
  const auto text = [&](std::size_t column, Colour colour, const std::string& words, Align align) {
    draw_text_in(window_canvas(), fonts().mono, columns.cell(column, line.min.y, line.max.y), colour, words,
                 align, Cut::Meant);
  };
  text(0, palette.text_dim, piece_at(mine.input_pieces, at), Align::Left);
  text(1, palette.text, p.counts() ? said_word(frame, p.wanted) : "", Align::Left);
  draw_said(frame, p.mine, p.counts() && p.mine.best[0].token == p.wanted, my_run_colour(frame),
            columns.cell(2, line.min.y, line.max.y));
  draw_said(frame, p.other, p.counts() && p.other.best[0].token == p.wanted, other_run_colour(frame),
            columns.cell(3, line.min.y, line.max.y));
  text(4, palette.text_dim, std::isfinite(p.divergence) ? format_number(p.divergence, 2) : "∞", Align::Right);
  if (over) prediction_tip(frame, p);
  if (pressed) frame.emit({"select.query", {std::to_string(at)}});
}

/// "Both models make the same prediction at 6 of 7 positions; …".
std::string agreement_words(const PredictionTotals& t) {
  const std::string agree = format_count(t.agree), positions = format_count(t.positions);
  if (!std::isfinite(t.divergence))
    return tr_plural("Both models make the same prediction at {1} of {2} position.",
                     "Both models make the same prediction at {1} of {2} positions.", t.positions, agree,
                     positions);
  return tr_plural(
      "Both models make the same prediction at {1} of {2} position; the mean Kullback–Leibler "
      "divergence is {3} nats.",
      "Both models make the same prediction at {1} of {2} positions; the mean Kullback–Leibler "
      "divergence is {3} nats.",
      t.positions, agree, positions, format_number(t.divergence, 3));
}

/// "In this run, the loss is 1.23 and 5 of 7 predictions are correct; …".
std::string totals_words(const ModelsFrame& frame, const PredictionTotals& t) {
  if (t.counted == 0) return agreement_words(t);
  return tr("{1}: loss {2}, {3} of {7} predictions correct. {4}: loss {5}, {6} of {7} predictions correct.",
            frame.mine, format_fixed(t.loss, 3), format_count(t.right), frame.other,
            format_fixed(t.other_loss, 3), format_count(t.other_right), format_count(t.counted)) +
         " " + agreement_words(t);
}

}  // namespace

void draw_models_predictions(const ModelsFrame& frame) {
  if (draw_no_passes(frame)) return;
  const std::vector<TwoPredictions>& all = frame.two()->predictions;
  if (all.empty())
    return empty_note(
        tr("The two models predict different kinds of output, so there is nothing to compare."));
  wrapped_text(fonts().ui, theme().palette.text, totals_words(frame, totals_of(all)));
  ImGui::Dummy({0, em() * 0.3f});
  const float line = std::ceil(em() * 1.8f), bar = ImGui::GetStyle().ScrollbarSize;
  const float width = std::min(ImGui::GetContentRegionAvail().x - bar, em() * 80);
  const PredictionColumns columns(ImGui::GetCursorScreenPos().x, width);
  draw_prediction_heads(frame, columns, reserve({width, std::ceil(em() * 1.3f)}));
  const RestOfView rest("models predictions", 10);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const Box sight = clip_box();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Box box = box_at({start.x, start.y + line * float(i)}, {width, line});
    if (!intersection(box, sight).empty()) draw_prediction_row(frame, i, all[i], columns, box);
  }
  move_cursor(start);
  ImGui::Dummy({width, line * float(all.size())});
}

}  // namespace attnlab
