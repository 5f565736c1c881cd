// Why √d_k: scores of random vectors by their number of features. Script names: hand.again draws other
// vectors, hand.keys.less and .more change how many keys there are; hand.variance, hand.entropy and
// hand.largest are the plots.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/hand/view_frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/stepper.h"
#include "app/widgets/plots/line_plot.h"
#include "core/analysis/saturation.h"

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
    {"variance of the scores", "hand.variance", &ScoreSpread::variance, true},
    {"entropy of the weights, bits", "hand.entropy", &ScoreSpread::entropy, false},
    {"largest weight", "hand.largest", &ScoreSpread::largest, false}};

/// Least width of a plot beside others, in em.
constexpr float kLeastWidthPlot = 18;

void draw_width_plot(const std::vector<SaturationPoint>& points, const WidthPlot& plot, ImVec2 size) {
  std::vector<double> x, plain, scaled;
  for (const SaturationPoint& point : points) {
    x.push_back(static_cast<double>(point.features));
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
  LinePlotOptions o{.x_title = "features d_k",
                    .y_title = plot.title,
                    .size = size,
                    .log_x = true,
                    .log_y = plot.log_y,
                    .target = plot.target};
  if (!plot.log_y) o.y_lo = 0;
  line_plot(plot.target, series, o);
}

std::string spread_words(const ScoreSpread& spread, Index keys) {
  return format_number(spread.variance, 3) + ", the entropy of a query's weights " +
         format_entropy(spread.entropy, keys) + " and its largest weight " + format_fixed(spread.largest, 2) +
         " on average";
}

std::string width_words(const HandFrame& frame, const SaturationPoint& last) {
  return "With " + std::to_string(last.features) + " features and " + std::to_string(frame.choice.keys) +
         " keys the variance of the scores is " + spread_words(last.plain, frame.choice.keys) +
         ": softmax is saturated. Divided by √d_k, " + "the variance is " +
         spread_words(last.scaled, frame.choice.keys) + ".";
}

void draw_width_controls(const HandFrame& frame) {
  if (frame.model.figure) return;
  if (text_button("hand.again", Icon::Reset, "Draw again", "Other random vectors"))
    frame.choose("seed", std::to_string(frame.choice.seed + 1));
  ImGui::SameLine(0, em() * 1.4f);
  const Index now = frame.choice.keys;
  const Index chosen =
      stepper("hand.keys", "keys", now,
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
  const ImVec2 size{
      std::floor((room.x - gap * static_cast<float>(across - 1)) / static_cast<float>(across)),
      std::max(std::floor((room.y - gap * static_cast<float>(down - 1)) / static_cast<float>(down)),
               em() * 13)};
  for (std::size_t i = 0; i < std::size(kWidthPlots); ++i) {
    move_cursor({start.x + (size.x + gap) * static_cast<float>(i % across),
                 start.y + (size.y + gap) * static_cast<float>(i / across)});
    draw_width_plot(points, kWidthPlots[i], size);
  }
  ImGui::EndChild();
}

}  // namespace attnlab
