// Loss landscape: the loss over a plane of weights as a map or as hills, and the path of training over it.
// Script names: landscape.plane[0,i], landscape.look[0,i], landscape.log, landscape.size, landscape.seed,
// landscape.reach (.less and .more each), landscape.measure, landscape.stop; more in frame.h.
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/base/format.h"
#include "app/features/landscape/choice.h"
#include "app/features/landscape/view_frame.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/view_page.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/stepper.h"

namespace attnlab {
namespace {

struct LandscapeLook {
  std::string_view name;  ///< in the option "look"
  const char* title;
  void (*draw)(const LandscapeFrame& frame, ImVec2 size);
};
constexpr LandscapeLook kLandscapeLooks[] = {{"map", "Map", draw_landscape_map},
                                             {"hills", "Hills", draw_landscape_hills}};

constexpr Index kLandscapeSizeStep = 4;

/// What is drawn of a loss; NaN where it cannot be drawn.
double drawn_loss(double loss, bool log) {
  if (!std::isfinite(loss) || (log && loss <= 0)) return std::numeric_limits<double>::quiet_NaN();
  return log ? std::log10(loss) : loss;
}

void widen(ValueRange& range, double value) {
  if (!std::isfinite(value)) return;
  range.lo = std::min(range.lo, static_cast<float>(value));
  range.hi = std::max(range.hi, static_cast<float>(value));
}

LandscapeCells cells_of_landscape(const LossLandscape& l, bool log, std::uint64_t version) {
  constexpr float kFar = std::numeric_limits<float>::max();
  LandscapeCells made{version, log, {}, {}, {kFar, -kFar}};
  const auto size = static_cast<Index>(l.a.size());
  for (Index row = size - 1; row >= 0; --row)
    for (Index column = 0; column < size; ++column) {
      const double value = drawn_loss(l.at(row, column), log);
      widen(made.range, value);
      made.cells.push_back(std::isfinite(value) ? static_cast<float>(value) : 0.0f);
      made.hidden.push_back(!std::isfinite(value));
    }
  for (const StatePoint& point : l.path) widen(made.range, drawn_loss(point.loss, log));
  if (made.range.lo > made.range.hi) made.range = {0, 1};
  if (made.range.lo == made.range.hi) made.range.hi += 1;
  return made;
}

const LandscapeCells& landscape_cells(const ViewModel& model, const LandscapeResults& results) {
  LandscapeCells& cells = model.remembered<LandscapeCells>();
  const bool log = model.state.choices.of<LandscapeChoice>().log;
  if (cells.of != results.landscape || cells.log != log) {
    cells = cells_of_landscape(*results.landscape, log, results.version);
    cells.of = results.landscape;
  }
  return cells;
}

/// The next item stays on the line if `width` fits there.
void landscape_item_beside(float width) {
  ImGui::SameLine(0, em());
  if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
}

void emit_landscape_option(const Emit& emit, const char* option, const std::string& value) {
  emit({"choose", {std::string("landscape.") + option, value}});
}

void choose_number(const Emit& emit, const char* option, const char* label, Index now, Index less,
                   Index more) {
  landscape_item_beside(text_size(fonts().ui, label).x + em() * 7);
  const Index chosen = stepper(std::string("landscape.") + option, label, now, {.less = less, .more = more});
  if (chosen != now) emit_landscape_option(emit, option, std::to_string(chosen));
}

void draw_landscape_measure(const LandscapeResults& results, const Emit& emit) {
  landscape_item_beside(em() * 9);
  if (results.measuring) {
    if (text_button("landscape.stop", Icon::Close, "Stop", "What is measured stays"))
      emit({"landscape.stop", {}});
  } else if (text_button("landscape.measure", Icon::Reset, "Measure again",
                         "With the path up to the newest stored state")) {
    emit({"landscape.measure", {}});
  }
}

const LandscapeLook& draw_landscape_controls(const ViewModel& model, const LandscapeResults& results,
                                             const Emit& emit) {
  const LandscapeChoice& c = model.state.choices.of<LandscapeChoice>();
  const LandscapeLook& look =
      choose_row("landscape.look", kLandscapeLooks, c.look,
                 [&](const std::string& name) { emit_landscape_option(emit, "look", name); });
  landscape_item_beside(em() * 18);
  const LandscapePlane& plane =
      choose_row("landscape.plane", kLandscapePlanes, c.settings.plane,
                 [&](const std::string& name) { emit_landscape_option(emit, "plane", name); });
  const Index size = c.settings.size;
  choose_number(emit, "size", "points", size, std::max(size - kLandscapeSizeStep, kLeastLandscape),
                std::min(size + kLandscapeSizeStep, kMostLandscape));
  if (!plane.of_path)
    choose_number(emit, "seed", "seed", c.settings.seed, std::max<Index>(c.settings.seed - 1, 0),
                  c.settings.seed + 1);
  bool log = c.log;
  landscape_item_beside(em() * 9);
  if (toggle("landscape.log", "logarithmic", log, "Colours and heights by the logarithm of the loss"))
    emit_landscape_option(emit, "log", log ? "on" : "off");
  draw_landscape_measure(results, emit);
  return look;
}

/// "Measured: 120 of 505."
std::string words_of_progress(const LossLandscape& l, const LandscapeResults& results) {
  if (l.finished) return "";
  return " " + format_count(l.done) + " of " + format_count(l.all) + " points are measured" +
         (results.measuring ? " …" : ": stopped.");
}

std::string landscape_words(const LossLandscape& l, const LandscapeResults& results) {
  const LandscapePlane& plane = landscape_plane(l.settings.plane);
  std::string words = std::string(plane.sentence) + " Directions a and b have " +
                      format_percent(l.plane->share_x, 1) + " and " + format_percent(l.plane->share_y, 1) +
                      " of the variance of the path";
  words += plane.of_path ? ". " : ", so of the way little is seen in this plane. ";
  words += "Loss: the mean over " + format_count(l.targets) + " targets of " + format_count(l.examples) +
           " held-out examples; the plane goes through the weights of step " +
           format_count(l.path.back().step) + ".";
  return words + words_of_progress(l, results);
}

void draw_no_landscape(const LandscapeResults& results) {
  if (results.error.empty())
    return empty_note("The loss is being measured …",
                      "Each point of the plane is one pass over held-out examples.");
  empty_note("There is no landscape: " + results.error + ".",
             "Let the model learn some steps, or choose random directions.");
}

void draw_landscape(const ViewModel& model, const Emit& emit) {
  const LandscapeResults none{};
  const LandscapeResults* const known = model.found<LandscapeResults>();
  const LandscapeResults& results = known ? *known : none;
  const LandscapeChoice& choice = model.state.choices.of<LandscapeChoice>();
  const LandscapeLook& look = draw_landscape_controls(model, results, emit);
  if (!results.landscape) return draw_no_landscape(results);
  const LossLandscape& l = *results.landscape;
  wrapped_text(fonts().ui, theme().palette.text_dim, landscape_words(l, results));
  ImGui::Dummy({0, em() * 0.2f});
  const LandscapeFrame frame{model, emit, choice, results, l, landscape_cells(model, results)};
  look.draw(frame, ImGui::GetContentRegionAvail());
}

std::string landscape_figure_title(const ViewModel& model) {
  return std::string(landscape::kFeature.title) + (model.title.empty() ? "" : " · " + model.title);
}

}  // namespace

namespace landscape {
extern const ViewPage kPage = {
    .draw = draw_landscape, .figure_title = landscape_figure_title, .of_pass = false};
}

}  // namespace attnlab
