// Sharpness: the weights of a query by β, from a soft look-up to a hard one. Script names: hand.sharpness is
// the plot, in which β can be dragged; hand.asks[0,i] the queries.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/hand/view_frame.h"
#include "app/state/limits.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/plots/line_plot.h"
#include "app/widgets/tokens/token_text.h"
#include "core/analysis/experiments/hand_experiments.h"
#include "core/io/hand/hand_numbers.h"

namespace attnlab {

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
  now.weights.resize(static_cast<std::size_t>(frame.numbers.key.rows));
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

/// What the query finds at the present β.
std::string sharpness_words(const HandFrame& frame, Index query) {
  const double beta = frame.numbers.sharpness;
  if (!(beta > 0)) return "With β = 0 every key gets the same weight.";
  const SharpnessPoint now = sharpness_curve(frame.numbers, query, beta, beta, 1).front();
  const auto best = std::ranges::max_element(now.weights);
  if (std::isnan(now.entropy) || std::isnan(*best))
    return "This query sees no key: its mask hides all of them.";
  const auto key = static_cast<std::size_t>(best - now.weights.begin());
  return "At β = " + format_number(beta, 3) + " the query “" +
         display_token(token_name(frame.numbers.query_names, static_cast<std::size_t>(query))) + "” gives " +
         format_fixed(*best, 4) + " of its attention to “" +
         display_token(token_name(frame.numbers.key_names, key)) + "”; the entropy of its weights is " +
         format_entropy(now.entropy, std::ssize(now.weights)) + ".";
}

void choose_asking(const HandFrame& frame, Index query) {
  if (frame.numbers.query.rows < 2 || frame.model.figure) return;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < static_cast<std::size_t>(frame.numbers.query.rows); ++i)
    names.push_back(display_token(token_name(frame.numbers.query_names, i)));
  std::vector<const char*> titles;
  for (const std::string& name : names) titles.push_back(name.c_str());
  const int now = static_cast<int>(query);
  const int chosen = choose_by_hand(
      {"hand.ask", "hand.asks", titles[static_cast<std::size_t>(now)], "Which query asks"}, titles, now);
  if (chosen != now) frame.say("query", {std::to_string(chosen)});
}

}  // namespace

void draw_hand_sharpness(const HandFrame& frame) {
  const Index query = clamp_index(frame.choice.query, frame.numbers.query.rows);
  choose_asking(frame, query);
  const bool cosine = score_kind(frame.numbers.score).has_sharpness;
  if (!cosine)
    dim_text("β is the sharpness of cosines, and these are their curves; the score is now another one.");
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
                    .y_title = "weight",
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
