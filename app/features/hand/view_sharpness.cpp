// Sharpness: the weights of a query by β, from a soft look-up to a hard one. Also scores by the number of
// features. Script names: hand.sharpness is the plot, in which β can be dragged; hand.asks[0,i] the queries;
// hand.again draws other vectors, hand.keys.less and .more change the number of keys; hand.variance,
// hand.entropy and hand.largest are the plots.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/hand/view_frame.h"
#include "app/state/limits.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/stepper.h"
#include "app/widgets/plots/line_plot.h"
#include "app/widgets/tokens/token_text.h"
#include "core/analysis/experiments/hand_experiments.h"
#include "core/analysis/saturation.h"
#include "core/io/hand/hand_numbers.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// The points of one seed.
struct SaturationOnScreen {
  SaturationSettings of{.keys = 0};
  std::vector<SaturationPoint> points;
};

const std::vector<SaturationPoint>& points_on_screen(const HandFrame& frame) {
  SaturationOnScreen& now = frame.model.remembered<SaturationOnScreen>();
  const SaturationSettings wanted{.keys = frame.choice.keys,
                                  .seed = static_cast<std::uint64_t>(frame.choice.seed)};
  if (now.of != wanted) now = {wanted, saturation(wanted)};
  return now.points;
}

/// One plot: a measure of plain and of scaled scores, and what is expected of it.
struct WidthPlot {
  const char* title;
  const char* target;
  double ScoreSpread::*measure;
  bool log_y;
};
constexpr WidthPlot kWidthPlots[] = {
    {tr_mark("variance of the scores"), "hand.variance", &ScoreSpread::variance, true},
    {tr_mark("entropy of the weights, bits"), "hand.entropy", &ScoreSpread::entropy, false},
    {tr_mark("largest weight"), "hand.largest", &ScoreSpread::largest, false}};

/// Least width of a plot beside others, in em.
constexpr float kLeastWidthPlot = 18;

void draw_width_plot(const std::vector<SaturationPoint>& points, const WidthPlot& plot, ImVec2 size) {
  std::vector<double> x, plain, scaled;
  for (const SaturationPoint& point : points) {
    x.push_back(double(point.features));
    plain.push_back(point.plain.*plot.measure);
    scaled.push_back(point.scaled.*plot.measure);
  }
  std::vector<Series> series{{.name = "q·k",
                              .x = x,
                              .y = plain,
                              .colour = role_colour(Role::Gradient),
                              .thickness = 2.2f,
                              .points = true},
                             {.name = "q·k/√d_k",
                              .x = x,
                              .y = scaled,
                              .colour = role_colour(Role::Value),
                              .thickness = 2.2f,
                              .points = true}};
  if (plot.measure == &ScoreSpread::variance)
    series.push_back(
        {.name = "d_k", .x = x, .y = x, .colour = theme().palette.text_faint, .thickness = 1.2f});
  LinePlotOptions o{.x_title = tr("features d_k"),
                    .y_title = tr(plot.title),
                    .size = size,
                    .log_x = true,
                    .log_y = plot.log_y,
                    .target = plot.target};
  if (!plot.log_y) o.y_lo = 0;
  line_plot(plot.target, series, o);
}

std::string width_words(const HandFrame& frame, const SaturationPoint& last) {
  const Index keys = frame.choice.keys;
  return tr("With {1} features and {2} keys, the scores have variance {3}. On average, the weights of a "
            "query have entropy {4} and the largest weight is {5}: softmax is saturated.",
            std::to_string(last.features), std::to_string(keys), format_number(last.plain.variance, 3),
            format_entropy(last.plain.entropy, keys), format_fixed(last.plain.largest, 2)) +
         " " +
         tr("Divided by √d_k, the scores have variance {1}. On average, the weights then have entropy {2} "
            "and the largest weight is {3}.",
            format_number(last.scaled.variance, 3), format_entropy(last.scaled.entropy, keys),
            format_fixed(last.scaled.largest, 2));
}

void draw_width_controls(const HandFrame& frame) {
  if (frame.model.figure) return;
  if (text_button("hand.again", Icon::Reset, tr("Draw again"), tr("Draws other random vectors")))
    frame.choose("seed", std::to_string(frame.choice.seed + 1));
  ImGui::SameLine(0, em() * 1.4f);
  const Index now = frame.choice.keys;
  const Index chosen =
      stepper("hand.keys", tr("keys"), now,
              {.less = std::max<Index>(now / 2, 2), .more = std::min<Index>(now * 2, kMostWidthKeys)});
  if (chosen != now) frame.choose("keys", std::to_string(chosen));
}

}  // namespace

void draw_hand_widths(const HandFrame& frame) {
  draw_width_controls(frame);
  const std::vector<SaturationPoint>& points = points_on_screen(frame);
  wrapped_text(fonts().ui, theme().palette.text, width_words(frame, points.back()));
  ImGui::Dummy({0, em() * 0.3f});
  ImGui::BeginChild("widths", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  const ImVec2 room = ImGui::GetContentRegionAvail(), start = ImGui::GetCursorScreenPos();
  const auto across =
      static_cast<std::size_t>(std::clamp(static_cast<int>(room.x / (em() * kLeastWidthPlot)), 1, 3));
  const std::size_t down = (std::size(kWidthPlots) + across - 1) / across;
  const float gap = em() * 1.2f;
  const ImVec2 size{std::floor((room.x - gap * float(across - 1)) / float(across)),
                    std::max(std::floor((room.y - gap * float(down - 1)) / float(down)), em() * 13)};
  for (std::size_t i = 0; i < std::size(kWidthPlots); ++i) {
    move_cursor({start.x + (size.x + gap) * float(i % across), start.y + (size.y + gap) * float(i / across)});
    draw_width_plot(points, kWidthPlots[i], size);
  }
  ImGui::EndChild();
}

namespace {

constexpr double kLeastSharpness = 0.1;
constexpr Index kCurvePoints = 121;

/// The curves of a query, computed again for other numbers and another query.
struct SharpnessOnScreen {
  HandAttention of;
  Index query = -1;
  std::vector<double> x;
  std::vector<std::vector<double>> weights;  ///< by key
};

const SharpnessOnScreen& sharpness_on_screen(const HandFrame& frame, Index query) {
  SharpnessOnScreen& now = frame.model.remembered<SharpnessOnScreen>();
  if (now.query == query && now.of == frame.numbers) return now;
  now = {frame.numbers, query, {}, {}};
  now.weights.resize(frame.numbers.key.rows);
  for (const SharpnessPoint& point :
       sharpness_curve(frame.numbers, query, kLeastSharpness, kMostSharpness, kCurvePoints)) {
    now.x.push_back(point.sharpness);
    for (std::size_t k = 0; k < point.weights.size(); ++k) now.weights[k].push_back(point.weights[k]);
  }
  return now;
}

std::string token_name(const std::vector<std::string>& names, std::size_t place) {
  return names.empty() ? std::to_string(place) : names[place];
}

/// What the query finds at the current β.
std::string sharpness_words(const HandFrame& frame, Index query) {
  const double beta = frame.numbers.sharpness;
  if (!(beta > 0)) return tr("With β = 0, every key gets the same weight.");
  const SharpnessPoint now = sharpness_curve(frame.numbers, query, beta, beta, 1).front();
  const auto best = std::ranges::max_element(now.weights);
  if (std::isnan(now.entropy) || std::isnan(*best)) return tr("All keys of this query are masked.");
  const auto key = static_cast<std::size_t>(best - now.weights.begin());
  return tr(
      "At β = {1}, the largest weight of the query “{2}” is {3}, on “{4}”; the entropy of its weights is "
      "{5}.",
      format_number(beta, 3),
      display_token(token_name(frame.numbers.query_names, static_cast<std::size_t>(query))),
      format_fixed(*best, 4), display_token(token_name(frame.numbers.key_names, key)),
      format_entropy(now.entropy, std::ssize(now.weights)));
}

void choose_asking(const HandFrame& frame, Index query) {
  if (frame.numbers.query.rows < 2 || frame.model.figure) return;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < static_cast<std::size_t>(frame.numbers.query.rows); ++i)
    names.push_back(display_token(token_name(frame.numbers.query_names, i)));
  std::vector<const char*> titles;
  for (const std::string& name : names) titles.push_back(name.c_str());
  const int now = static_cast<int>(query);
  const int chosen = choose_by_hand({"hand.ask", "hand.asks", titles[now], tr("Query")}, titles, now);
  if (chosen != now) frame.say("query", {std::to_string(chosen)});
}

}  // namespace

void draw_hand_sharpness(const HandFrame& frame) {
  const Index query = clamp_index(frame.choice.query, frame.numbers.query.rows);
  choose_asking(frame, query);
  const bool cosine = score_kind(frame.numbers.score).has_sharpness;
  if (!cosine)
    dim_text(
        tr("β is the sharpness of the score cosine. The curves below are for that score, not for the current "
           "one."));
  wrapped_text(fonts().ui, theme().palette.text, sharpness_words(frame, query));
  ImGui::Dummy({0, em() * 0.3f});
  const SharpnessOnScreen& now = sharpness_on_screen(frame, query);
  std::vector<Series> series;
  for (std::size_t k = 0; k < now.weights.size(); ++k)
    series.push_back({.name = display_token(token_name(frame.numbers.key_names, k)),
                      .x = now.x,
                      .y = now.weights[k],
                      .colour = series_colour(static_cast<int>(k)),
                      .thickness = 2.2f});
  LinePlotOptions o{.x_title = "β",
                    .y_title = tr("weight"),
                    .log_x = true,
                    .y_lo = 0,
                    .y_hi = 1,
                    .x_lo = kLeastSharpness,
                    .x_hi = kMostSharpness,
                    .target = "hand.sharpness"};
  if (cosine && frame.numbers.sharpness > 0) o.marker = frame.numbers.sharpness;
  const LinePlotResult plot = line_plot("sharpness", series, o);
  if (!plot.picked_x || !cosine) return;
  const double picked = std::clamp(*plot.picked_x, kLeastSharpness, kMostSharpness);
  const double unit = std::pow(10, std::floor(std::log10(picked)) - 2),
               wanted = std::round(picked / unit) * unit;
  if (wanted != frame.numbers.sharpness) frame.say("beta", {hand_number_text(wanted)});
}

}  // namespace attnlab
