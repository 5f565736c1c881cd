// The part with the points: controls, an explanation of the plot, the points, the panel beside or below them.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/vectors/choice.h"
#include "app/features/vectors/view_frame.h"
#include "app/features/vectors/view_plot.h"
#include "app/views/common/choose_row.h"
#include "app/views/runs/past_steps.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/stepper.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

struct VectorsBy {
  std::string_view name;
  const char* title;
};
constexpr VectorsBy kVectorsBy[] = {{"pca", tr_mark("components")},
                                    {"directions", tr_mark("directions")},
                                    {"neighbours", tr_mark("neighbors")}};

/// The text of fields while they have the keyboard.
struct VectorFields {
  struct Field {
    std::string text;
    bool active = false;
  };
  Field search, from, to, low, high;
};

/// The next item goes on the same line if `width` fits there.
void vector_item_beside(float width) { next_on_line(width, em() * 0.8f); }

void vector_field(const VectorsFrame& frame, const char* option, const char* hint, const std::string& now,
                  VectorFields::Field& field, float width) {
  if (!field.active) field.text = now;
  bool changed = false;
  text_field(("vectors." + std::string(option)).c_str(), field.text, hint, width, &changed);
  field.active = ImGui::IsItemActive();
  if (changed) frame.choose(option, field.text);
}

void vector_label(const char* text) {
  const Box box = reserve({text_size(fonts().ui, text).x + em() * 0.1f, ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().ui, box, theme().palette.text_dim, text, Align::Left, Cut::Meant);
  ImGui::SameLine(0, em() * 0.4f);
}

/// "across [king] to [queen]".
void draw_direction(const VectorsFrame& frame, const char* label, std::pair<const char*, const char*> names,
                    std::pair<const std::string*, const std::string*> now,
                    std::pair<VectorFields::Field*, VectorFields::Field*> fields) {
  const float width = em() * 6;
  vector_label(label);
  vector_field(frame, names.first, tr("vector at 0"), *now.first, *fields.first, width);
  ImGui::SameLine(0, em() * 0.3f);
  vector_label("→");
  vector_field(frame, names.second, tr("vector at 1"), *now.second, *fields.second, width);
}

void draw_directions(const VectorsFrame& frame) {
  VectorFields& f = frame.model.remembered<VectorFields>();
  const VectorsChoice& c = frame.choice;
  draw_direction(frame, tr("across"), {"from", "to"}, {&c.from, &c.to}, {&f.from, &f.to});
  vector_item_beside(em() * 19);
  draw_direction(frame, tr("up"), {"low", "high"}, {&c.low, &c.high}, {&f.low, &f.high});
}

void draw_component(const VectorsFrame& frame, const char* option, const char* label, Index now) {
  const auto width = static_cast<Index>(frame.set().rows.width);
  const Index value = std::clamp(static_cast<Index>(now), Index{1}, width);
  const Index wanted = stepper("vectors." + std::string(option), label, value,
                               {.less = std::max(value - 1, Index{1}), .more = std::min(value + 1, width)});
  if (wanted != value) frame.choose(option, std::to_string(wanted));
}

void draw_components(const VectorsFrame& frame) {
  draw_component(frame, "across", tr("across: PC"), frame.choice.across);
  vector_item_beside(em() * 9);
  draw_component(frame, "up", tr("up: PC"), frame.choice.up);
}

void draw_paths_control(const VectorsFrame& frame) {
  if (!has_timeline(frame.model) || !frame.table().changes() || frame.choice.by == "neighbours") return;
  vector_item_beside(em() * 6);
  bool paths = frame.choice.paths;
  if (toggle("vectors.paths", tr("paths"), paths, tr("Paths of the selection over the stored steps  (P)")))
    frame.choose("paths", paths ? "on" : "off");
  ImGui::SameLine(0, em() * 0.5f);
  const bool plays = frame.model.screen.timeline_plays;
  if (icon_button("vectors.play", plays ? Icon::Pause : Icon::Play, tr("Play the stored steps  (K)"),
                  {.toggled = plays}))
    frame.emit({"timeline.play", {"toggle"}});
}

/// Which axes, the search, lasso, paths. Script names: vectors.by[0,i], vectors.from, vectors.to,
/// vectors.low, vectors.high, vectors.search, vectors.lasso, vectors.paths, vectors.play, vectors.across,
/// vectors.up.
void draw_vector_controls(const VectorsFrame& frame) {
  choose_row("vectors.by", kVectorsBy, frame.choice.by,
             [&](const std::string& name) { frame.choose("by", name); });
  if (frame.choice.by == "pca" && frame.set().rows.width > 2) {  // two numbers are the axes themselves
    vector_item_beside(em() * 18);
    draw_components(frame);
  }
  if (frame.choice.by == "directions") {
    vector_item_beside(em() * 19);
    draw_directions(frame);
  }
  vector_item_beside(em() * 9);
  VectorFields& fields = frame.model.remembered<VectorFields>();
  vector_field(frame, "search", tr("search"), frame.choice.search, fields.search, em() * 8);
  next_on_line(em() * 6, em() * 0.8f);
  bool lasso = frame.choice.lasso;
  if (toggle("vectors.lasso", tr("lasso"), lasso, tr("Drag around points to select them  (Shift)")))
    frame.choose("lasso", lasso ? "on" : "off");
  draw_paths_control(frame);
}

constexpr float kPanelBeside = 44;  // em() of width from which the panel is beside the points

/// Which step the axes are from, if there are points of other steps.
std::string axes_text(const VectorsFrame& frame) {
  const VectorResults& r = frame.results();
  if (!frame.table().changes()) return "";
  if (r.axes_step == r.step && r.paths.empty()) return "";
  return tr("All steps share the axes of step {1}, so that their points can be compared.",
            format_count(r.axes_step));
}

std::string components_text(const VectorsFrame& frame) {
  const VectorResults& r = frame.results();
  const ShownAxis &x = r.shown[0], &y = r.shown[1];
  if (x.number && y.number)
    return tr("The vectors have two dimensions, which are the axes. Arrows start at the origin.");
  const double share = x.component == y.component ? x.share : x.share + y.share;
  return tr(
      "These components explain {1} of the variance in {2} dimensions. Points that are close here may differ "
      "in the other components.",
      format_percent(share, 1), format_count(r.set.rows.width));
}

std::string directions_text(const VectorsFrame& frame) {
  const VectorResults& r = frame.results();
  std::string text =
      tr("Vectors are projected onto the line through two of them: 0 at the first, 1 at the second.");
  if (!r.shown[0].direction && !r.shown[1].direction)
    text += std::string(" ") + tr("Until you enter two vectors, the axes are principal components.");
  if (r.direction_cosine)
    text += " " + tr("The cosine of the two directions is {1}.", format_fixed(*r.direction_cosine, 3));
  return text;
}

std::string plot_text(const VectorsFrame& frame) {
  const VectorResults& r = frame.results();
  if (r.by == "neighbours")
    return tr(
        "The distance from the center is the angle to the selected vector: 0° is the same direction, and 90° "
        "is a cosine of 0. The direction from the center comes from the first two principal components of "
        "the parts that are perpendicular to the selected vector.");
  const std::string text = r.by == "pca" ? components_text(frame) : directions_text(frame),
                    axes = axes_text(frame);
  return axes.empty() ? text : text + " " + axes;
}

/// A dot and what it means.
void legend_item(Colour colour, const std::string& text, float right) {
  const float width = text_size(fonts().small, text).x + em() * 1.2f;
  if (ImGui::GetCursorScreenPos().x + width > right) ImGui::NewLine();
  const Box box = reserve({width, std::ceil(em() * 1.2f)});
  window_canvas().disc({box.min.x + em() * 0.4f, box.centre().y}, em() * 0.24f, colour);
  draw_text_in(window_canvas(), fonts().small, {{box.min.x + em() * 0.85f, box.min.y}, box.max},
               theme().palette.text_dim, text, Align::Left, Cut::Meant);
  ImGui::SameLine(0, em() * 0.6f);
}

void draw_points_legend(const VectorsFrame& frame) {
  const Palette& p = theme().palette;
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  if (frame.focus >= 0) legend_item(p.accent, tr("selected"), right);
  if (!frame.chosen.empty())
    legend_item(series_colour(1), tr("{1} in the selection", format_count(std::ssize(frame.chosen))), right);
  if (!frame.in_text.empty()) legend_item(role_colour(Role::Key), tr("in the text"), right);
  const PlottedPoints& plotted = frame.model.remembered<PlottedPoints>();
  if (!frame.choice.search.empty() && plotted.key.of == frame.kept)
    legend_item(p.good, tr("{1} found", format_count(static_cast<std::int64_t>(plotted.matches))), right);
  const auto paths = std::ssize(frame.results().paths);
  if (paths > 0)
    legend_item(series_colour(1),
                tr_plural("{1} path over {2} stored steps", "{1} paths over {2} stored steps", paths,
                          format_count(paths), format_count(frame.results().path_steps)),
                right);
  else if (frame.choice.paths && frame.chosen.empty() && frame.choice.by != "neighbours")
    legend_item(p.text_faint, tr("paths appear for the vectors in the selection"), right);
  legend_item(p.text_dim, tr("others, labeled if there is room"), right);
  ImGui::NewLine();
}

}  // namespace

void draw_vector_map(const VectorsFrame& frame) {
  if (!frame.model.figure) draw_vector_controls(frame);
  wrapped_text(fonts().ui, theme().palette.text_dim, plot_text(frame));
  draw_points_legend(frame);
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const bool beside = room.x > em() * kPanelBeside;
  const float gap = em(), panel = beside ? std::min(em() * 17, room.x * 0.34f) : room.x;
  const float below = beside ? 0 : std::min(em() * 12, room.y * 0.4f);
  const Box points = box_at(at, {beside ? room.x - panel - gap : room.x,
                                 std::max(room.y - (beside ? 0 : below + gap * 0.5f), em() * 10)});
  draw_vector_points(frame, points);
  if (beside)
    draw_vector_panel(frame,
                      {{points.max.x + gap, at.y}, {at.x + room.x, at.y + std::max(room.y, em() * 10)}});
  else if (below > em() * 4)
    draw_vector_panel(
        frame, {{at.x, points.max.y + gap * 0.5f}, {at.x + room.x, points.max.y + gap * 0.5f + below}});
}

}  // namespace attnlab
