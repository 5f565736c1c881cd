// Loss landscape: the loss over a plane of weights as a map or as hills, and the path of training over it.
// Also the path of training. Script names: landscape.plane[0,i], landscape.look[0,i], landscape.log,
// landscape.size, landscape.seed, landscape.reach (.less and .more each), landscape.measure, landscape.stop;
// more in frame.h.
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/base/format.h"
#include "app/features/landscape/choice.h"
#include "app/features/landscape/view_frame.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/view_page.h"
#include "app/views/runs/past_steps.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/stepper.h"
#include "core/language/messages.h"

namespace attnlab {

double LandscapeFrame::shown_loss(double loss) const {
  if (!std::isfinite(loss) || (choice.log && loss <= 0)) return static_cast<double>(cells.range.lo);
  return choice.log ? std::log10(loss) : loss;
}

ImVec2 LandscapeFrame::place(WeightPoint point) const {
  const auto along = [&](const std::vector<double>& points, double value) {
    const double way = points.back() - points.front();
    const double last = static_cast<double>(points.size()) - 1;
    return way != 0 ? (value - points.front()) / way * last : last / 2;
  };
  const double last = static_cast<double>(landscape.b.size()) - 1;
  return {static_cast<float>(along(landscape.a, point.a)),
          static_cast<float>(last - along(landscape.b, point.b))};
}

namespace {

/// The index of the path's point on screen: the past step on screen, or the last step.
std::size_t point_on_screen(const LandscapeFrame& frame) {
  const auto& path = frame.landscape.path;
  if (!frame.model.state.rewound) return path.size() - 1;
  const Index step = *frame.model.state.rewound;
  const auto distance = [&](const StatePoint& p) { return std::abs(p.step - step); };
  return static_cast<std::size_t>(std::ranges::min_element(path, {}, distance) - path.begin());
}

/// A tooltip with step, place and loss of a point of the path.
void path_point_tip(const LandscapeFrame& frame, const StatePoint& point) {
  const int digits = widgets().digits;
  begin_tooltip();
  ImGui::TextUnformatted(tr("step {1}", format_count(point.step)).c_str());
  value_line(tr("loss of these weights"), format_number(point.loss, digits));
  value_line("a", format_number(point.at.a, digits));
  value_line("b", format_number(point.at.b, digits));
  if (has_timeline(frame.model)) dim_text(tr("Click to go to this step."));
  end_tooltip();
}

}  // namespace

std::string landscape_axis(const char* name, double share) {
  return std::string(name) + " · " + format_percent(share, 1);
}

namespace {

void draw_path_point(const LandscapeFrame& frame, std::size_t i, ImVec2 at, bool on_screen) {
  const Palette& p = theme().palette;
  const float radius = em() * (on_screen ? 0.38f : 0.2f);
  const Canvas canvas = window_canvas();
  canvas.disc(at, radius + 1.5f, p.panel);
  canvas.disc(at, radius, on_screen ? role_colour(Role::Gradient) : p.text);
  const float reach = em() * 0.45f;
  const Box box{{at.x - reach, at.y - reach}, {at.x + reach, at.y + reach}};
  move_cursor(box.min);
  ImGui::PushID(static_cast<int>(i));
  const bool pressed = ImGui::InvisibleButton("path", box.size());
  const bool over = ImGui::IsItemHovered();
  ImGui::PopID();
  mark("landscape.path[" + std::to_string(i) + ",0]", box);
  if (over) path_point_tip(frame, frame.landscape.path[i]);
  if (pressed && has_timeline(frame.model)) go_to_step(frame.model, frame.landscape.path[i].step, frame.emit);
}

/// "step 800" beside a point.
void draw_path_label(const LandscapeFrame& frame, std::size_t i, ImVec2 at) {
  const std::string text = tr("step {1}", format_count(frame.landscape.path[i].step));
  const ImVec2 size = text_size(fonts().small, text);
  const Box face =
      box_at({at.x + em() * 0.6f, at.y - size.y - em() * 0.3f}, {size.x + em() * 0.5f, size.y + 2});
  window_canvas().fill(face, faded(theme().palette.panel, 0.8f), em() * 0.2f);
  draw_text_in(window_canvas(), fonts().small, face, theme().palette.text, text, Align::Centre);
}

}  // namespace

void draw_landscape_path(const LandscapeFrame& frame, const std::vector<ImVec2>& at) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  for (const auto& [width, colour] : {std::pair{4.5f, p.panel}, {2.0f, p.text}}) {
    for (const ImVec2& point : at) canvas.line_to(point);
    canvas.stroke(colour, width);
  }
  const std::size_t now = point_on_screen(frame);
  for (std::size_t i = 0; i < at.size(); ++i)
    if (i != now) draw_path_point(frame, i, at[i], false);
  draw_path_point(frame, now, at[now], true);
  if (now != 0) draw_path_label(frame, 0, at.front());
  draw_path_label(frame, now, at[now]);
}

namespace {

struct LandscapeLook {
  std::string_view name;  ///< in the option "look"
  const char* title;
  void (*draw)(const LandscapeFrame& frame, ImVec2 size);
};
constexpr LandscapeLook kLandscapeLooks[] = {{"map", tr_mark("Map"), draw_landscape_map},
                                             {"hills", tr_mark("Hills"), draw_landscape_hills}};

constexpr Index kLandscapeSizeStep = 4;

/// The drawn value of a loss; NaN if it cannot be drawn.
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
void landscape_item_beside(float width) { next_on_line(width, em()); }

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
    if (text_button("landscape.stop", Icon::Close, tr("Stop"), tr("Keeps the points measured so far")))
      emit({"landscape.stop", {}});
  } else if (text_button("landscape.measure", Icon::Reset, tr("Measure again"),
                         tr("With the path up to the newest stored state"))) {
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
  choose_number(emit, "size", tr("points"), size, std::max(size - kLandscapeSizeStep, kLeastLandscape),
                std::min(size + kLandscapeSizeStep, kMostLandscape));
  if (!plane.of_path)
    choose_number(emit, "seed", tr("seed"), c.settings.seed, std::max<Index>(c.settings.seed - 1, 0),
                  c.settings.seed + 1);
  bool log = c.log;
  landscape_item_beside(em() * 9);
  if (toggle("landscape.log", tr("logarithmic"), log,
             tr("Colors and heights show the logarithm of the loss")))
    emit_landscape_option(emit, "log", log ? "on" : "off");
  draw_landscape_measure(results, emit);
  return look;
}

/// "120 of 505 points measured…"; "" if all are.
std::string words_of_progress(const LossLandscape& l, const LandscapeResults& results) {
  if (l.finished) return "";
  const std::string done = format_count(l.done), all = format_count(l.all);
  return results.measuring ? tr("{1} of {2} points measured…", done, all)
                           : tr("The measurement was stopped after {1} of {2} points.", done, all);
}

std::string landscape_words(const LossLandscape& l, const LandscapeResults& results) {
  const LandscapePlane& plane = landscape_plane(l.settings.plane);
  const std::string a = format_percent(l.plane->share_x, 1), b = format_percent(l.plane->share_y, 1);
  std::string words(tr(plane.sentence));
  words +=
      " " + (plane.of_path ? tr("Directions a and b explain {1} and {2} of the variance of the path.", a, b)
                           : tr("Directions a and b explain {1} and {2} of the variance of the path, so this "
                                "plane shows little of the path.",
                                a, b));
  words +=
      " " + tr("The loss is the mean over {1} targets of {2} held-out examples. The plane goes through the "
               "weights of step {3}.",
               format_count(l.targets), format_count(l.examples), format_count(l.path.back().step));
  const std::string progress = words_of_progress(l, results);
  return progress.empty() ? words : words + " " + progress;
}

void draw_no_landscape(const LandscapeResults& results) {
  if (results.error.empty())
    return empty_note(tr("Measuring the loss…"),
                      tr("Each point of the plane is a forward pass over held-out examples."));
  empty_note(tr("Could not measure the landscape: {1}.", results.error),
             tr("Train the model for some steps, or choose random directions."));
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
  return std::string(tr(landscape::kFeature.title)) + (model.title.empty() ? "" : " · " + model.title);
}

}  // namespace

namespace landscape {
extern const ViewPage kPage = {
    .draw = draw_landscape, .figure_title = landscape_figure_title, .of_pass = false};
}

}  // namespace attnlab
