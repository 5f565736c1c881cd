// Probes on this text: the label of each token beside the prediction of the probe, and the probability that
// the probe of each layer gives to the correct label. Also the accuracies over training.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/probes/view_frame.h"
#include "app/views/common/hover.h"
#include "app/views/common/rest.h"
#include "app/views/runs/step_plot.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/heat_map.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// The values of one curve, at the steps that are computed.
struct ProbeCurve {
  std::string name;
  std::vector<double> shares;
};

/// The curves over the stored steps.
struct ProbeCourse {
  std::vector<double> steps;
  std::vector<ProbeCurve> layers;
  ProbeCurve control, majority;
};

ProbeCourse course_of(const ProbesFrame& frame) {
  ProbeCourse course;
  for (const ProbedLayer& layer : frame.report()->layers)
    course.layers.push_back({point_title(layer.point), {}});
  course.control.name = tr("control of {1}", course.layers[frame.at].name);
  course.majority.name = tr("most frequent class");
  for (const AtStep<ProbeReport>& at : frame.results.course) {
    if (!at.value || at.value->layers.size() != course.layers.size()) continue;
    course.steps.push_back(double(at.step));
    for (std::size_t i = 0; i < course.layers.size(); ++i)
      course.layers[i].shares.push_back(at.value->layers[i].accuracy);
    course.control.shares.push_back(at.value->layers[frame.at].control);
    course.majority.shares.push_back(at.value->majority);
  }
  return course;
}

std::vector<Series> course_series(const ProbesFrame& frame, const ProbeCourse& course) {
  std::vector<Series> all;
  const auto add = [&](const ProbeCurve& curve, Colour colour, float thickness) {
    all.push_back({.name = curve.name,
                   .x = course.steps,
                   .y = curve.shares,
                   .colour = colour,
                   .thickness = thickness,
                   .points = true});
  };
  for (std::size_t i = 0; i < course.layers.size(); ++i)
    add(course.layers[i], series_colour(static_cast<int>(i)), i == frame.at ? 2.8f : 1.7f);
  add(course.control, theme().palette.text_dim, 1.2f);
  add(course.majority, role_colour(Role::Gradient), 1.2f);
  return all;
}

/// "9 of 14 stored steps are computed."
std::string progress_words(const ProbesFrame& frame) {
  const std::size_t all = frame.results.course.size(), known = known_steps(frame.results.course).size();
  const std::string done = format_count(static_cast<std::int64_t>(known)),
                    steps = format_count(static_cast<std::int64_t>(all));
  return known < all && frame.choice.course ? tr("Computing: {1} of {2} stored steps…", done, steps)
                                            : tr("{1} of {2} stored steps are computed.", done, steps);
}

void draw_progress(const ProbesFrame& frame, float width) {
  bool course = frame.choice.course;
  if (toggle("probes.course", tr("compute past steps"), course,
             tr("Stop, or continue with the missing steps  (X)")))
    frame.choose("course", course ? "on" : "off");
  wrapped_text(fonts().ui, theme().palette.text_dim, progress_words(frame), width);
  const std::size_t all = frame.results.course.size(), known = known_steps(frame.results.course).size();
  if (known == all) return;
  const Box rail = reserve({std::min(width, em() * 30), std::ceil(em() * 0.5f)});
  window_canvas().fill(rail, theme().palette.raised, em() * 0.2f);
  const float share = float(known) / float(all);
  window_canvas().fill({rail.min, {rail.min.x + rail.width() * share, rail.max.y}}, theme().palette.accent,
                       em() * 0.2f);
}

}  // namespace

void draw_probes_training(const ProbesFrame& frame) {
  if (frame.results.course.empty()) return dim_text(tr("No past steps of this model are available."));
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float top = ImGui::GetCursorScreenPos().y;
  draw_progress(frame, room.x);
  const ProbeCourse course = course_of(frame);
  const std::vector<Series> series = course_series(frame, course);
  LinePlotOptions o;
  o.y_title = tr("accuracy");
  o.y_lo = 0;
  o.y_hi = 1;
  o.size = {room.x, std::max(room.y - (ImGui::GetCursorScreenPos().y - top) - em() * 0.5f, em() * 12)};
  o.target = "probes.over_training";
  step_plot(frame.model, "over_training", series, std::move(o), frame.emit);
}

namespace {

/// The probes applied to the text on screen, computed again for another forward pass or other probes.
struct ProbedTokens {
  TraceKey trace{};
  std::shared_ptr<const ProbeReport> report{};
  std::vector<ProbedToken> tokens{};
  std::vector<Index> labelled{};  ///< [N] the tokens that have a label
  std::vector<float> of_right{};  ///< [layers, N] probability of the label
  std::vector<std::string> names{}, layers{};
};

const ProbedTokens& probed_tokens(const ProbesFrame& frame) {
  ProbedTokens& known = frame.model.remembered<ProbedTokens>();
  if (known.trace == frame.model.trace_key() && known.report == frame.results.now.value) return known;
  known = {frame.model.trace_key(), frame.results.now.value,
           probe_text(frame.trace, *frame.model.vocabularies, frame.stack, *frame.report())};
  for (const ProbedLayer& layer : frame.report()->layers) known.layers.push_back(point_title(layer.point));
  for (std::size_t t = 0; t < known.tokens.size(); ++t) {
    const ProbedToken& token = known.tokens[t];
    if (token.right.empty() || std::isnan(token.of_right.front())) continue;
    known.labelled.push_back(static_cast<Index>(t));
    known.names.push_back(token.text);
  }
  for (std::size_t i = 0; i < known.layers.size(); ++i)
    for (const Index t : known.labelled) known.of_right.push_back(float(known.tokens[t].of_right[i]));
  return known;
}

const std::string& said_class(const ProbesFrame& frame, const ProbedToken& token, std::size_t layer) {
  return frame.report()->classes[token.said[layer]];
}

bool is_right(const ProbesFrame& frame, const ProbedToken& token, std::size_t layer) {
  return frame.report()->class_of(token.right) == token.said[layer];
}

std::string chip_tip(const ProbesFrame& frame, const ProbedToken& token) {
  const std::string text = display_token(token.text),
                    probability = format_percent(token.probability[frame.at]);
  const std::string& said = said_class(frame, token, frame.at);
  if (token.right.empty()) return tr("{1}: no label; the probe predicts {2} ({3})", text, said, probability);
  return tr("{1}: label {2}; the probe predicts {3} ({4})", text, token.right, said, probability);
}

/// A token, its label and the prediction of the probe, one below the other.
void draw_probed_chip(const ProbesFrame& frame, const ProbedToken& token, Index t, const Box& box) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  move_cursor(box.min);
  ImGui::PushID(static_cast<int>(t));
  if (ImGui::InvisibleButton("token", box.size())) frame.select_token(frame.at, t);
  const bool hovered_now = ImGui::IsItemHovered();
  const std::string& said = said_class(frame, token, frame.at);
  tip(chip_tip(frame, token));
  ImGui::PopID();
  mark("probes.token[" + std::to_string(t) + ",0]", box);
  HoverGrid grid;
  grid.box = box;
  grid.query_source = frame.stack.text == Text::Source;
  grid.first_query = static_cast<int>(t + rows_before_text(frame.trace.config(), frame.stack.text));
  hover_grid(grid);
  canvas.fill(box, hovered_now ? p.raised_hover : p.raised, em() * 0.25f);
  const float line = box.height() / 3;
  const auto line_box = [&](float number) {
    return Box{{box.min.x, box.min.y + line * number}, {box.max.x, box.min.y + line * (number + 1)}};
  };
  draw_text_in(canvas, fonts().ui_bold, line_box(0), p.text, display_token(token.text), Align::Centre,
               Cut::Meant);
  if (token.right.empty()) {
    draw_text_in(canvas, fonts().small, line_box(1), p.text_dim, "–", Align::Centre);
  } else {
    const bool right = is_right(frame, token, frame.at);
    draw_text_in(canvas, fonts().small, line_box(1), p.text_dim, display_token(token.right), Align::Centre,
                 Cut::Meant);
    draw_text_in(canvas, fonts().small, line_box(2), right ? p.good : p.bad,
                 (right ? "✓ " : "✗ ") + display_token(said), Align::Centre, Cut::Meant);
  }
  if (t == frame.token()) draw_outline(canvas, box, p.accent, em() / 8);
}

float chip_width(const ProbesFrame& frame, const ProbedToken& token) {
  float width = text_size(fonts().ui_bold, display_token(token.text)).x;
  width = std::max(width, text_size(fonts().small, display_token(token.right)).x);
  if (!token.right.empty())
    width =
        std::max(width, text_size(fonts().small, "✗ " + display_token(said_class(frame, token, frame.at))).x);
  return std::ceil(width + em() * 0.8f);
}

/// The tokens wrap at `width`.
void draw_token_chips(const ProbesFrame& frame, const std::vector<ProbedToken>& tokens, float width) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float height = std::ceil(em() * 4.2f), gap = em() * 0.3f;
  ImVec2 at = start;
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    const float chip = std::min(chip_width(frame, tokens[t]), width);
    if (at.x + chip > start.x + width && at.x > start.x) at = {start.x, at.y + height + gap};
    const Box box = box_at(at, {chip, height});
    if (ImGui::IsRectVisible(box.min, box.max))
      draw_probed_chip(frame, tokens[t], static_cast<Index>(t), box);
    at.x += chip + gap;
  }
  move_cursor({start.x, at.y + height + em() * 0.4f});
  ImGui::Dummy({width, em() * 0.2f});
}

void draw_right_map(const ProbesFrame& frame, const ProbedTokens& known, float width) {
  if (known.labelled.empty()) return;
  HeatMapOptions o;
  o.title = tr("Probability of the correct label");
  o.scale = {Scale::Sequential, RangeMode::Fixed, {0, 1}};
  o.rows = {.names = known.layers, .title = tr("read from")};
  o.cols = {.names = known.names, .title = reads_patches(frame) ? tr("patches") : tr("tokens with a label")};
  o.target = "probes.right";
  o.tensor = tr("probability");
  o.square = false;
  const auto chosen = std::ranges::find(known.labelled, frame.token());
  if (chosen != known.labelled.end())
    o.selected = {static_cast<int>(frame.at), static_cast<int>(chosen - known.labelled.begin())};
  const int rows = static_cast<int>(known.layers.size()), cols = static_cast<int>(known.labelled.size());
  o.size = {width, em() * (6.5f + 2.2f * float(rows))};
  const HeatMapResult map = heat_map("right labels", matrix_view(known.of_right.data(), rows, cols), o);
  if (map.clicked)
    frame.select_token(static_cast<std::size_t>(map.clicked->row), known.labelled[map.clicked->col]);
  if (map.clicked_row_label >= 0) frame.select_layer(static_cast<std::size_t>(map.clicked_row_label));
}

/// "Below each token are its label and the prediction of the probe at layer 1: 5 of 7 predictions are
/// correct."
std::string found_words(const ProbesFrame& frame, const std::vector<ProbedToken>& tokens) {
  Index found = 0, labelled = 0;
  for (const ProbedToken& token : tokens) {
    if (token.right.empty()) continue;
    ++labelled;
    found += is_right(frame, token, frame.at);
  }
  const char* message = tr_mark(
      "Below each token are its label and the prediction of the probe at {1}: {2} of {3} predictions are "
      "correct.");
  if (reads_patches(frame))
    message = tr_mark(
        "Below each patch are its label and the prediction of the probe at {1}: {2} of {3} predictions are "
        "correct.");
  return tr(message, point_title(frame.layer().point), format_count(found), format_count(labelled));
}

}  // namespace

void draw_probes_text(const ProbesFrame& frame) {
  const ProbedTokens& known = probed_tokens(frame);
  if (known.tokens.empty()) return dim_text(tr("This text has no tokens that the probes could read."));
  wrapped_text(fonts().ui, theme().palette.text_dim, found_words(frame, known.tokens));
  ImGui::Dummy({0, em() * 0.2f});
  const RestOfView rest("probes text", 16);
  const float width = rest.room().x;
  ImGui::Dummy({0, em() * 0.2f});
  draw_token_chips(frame, known.tokens, width);
  draw_right_map(frame, known, width);
  wrapped_text(fonts().ui, theme().palette.text_dim, judged_words(frame), width);
}

}  // namespace attnlab
