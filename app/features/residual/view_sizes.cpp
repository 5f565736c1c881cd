// Lengths at one token: of the stream after each sublayer, and of what the sublayer adds to it. Also the
// cosines between the sublayer outputs.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/residual/view_frame.h"
#include "app/state/made_commands.h"
#include "app/views/common/rest.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/heat_map.h"
#include "core/language/messages.h"
#include "core/layers/norm_placement.h"

namespace attnlab {
namespace {

/// The cosines of one pass and token, computed again for others.
struct KnownCosines {
  TracePtr trace;
  Index position = -1;
  std::uint64_t version = 0;
  std::vector<float> cells;
  std::vector<unsigned char> masked;
};

const KnownCosines& cosines_at(const ResidualFrame& frame) {
  KnownCosines& known = frame.model.remembered<KnownCosines>();
  if (known.trace == frame.pass.trace && known.position == frame.at.position) return known;
  KnownCosines next{frame.pass.trace, frame.at.position, known.version + 1, {}, {}};
  for (const double cosine : addition_cosines(frame.pass.states, frame.at.position)) {
    next.masked.push_back(!std::isfinite(cosine));
    next.cells.push_back(std::isfinite(cosine) ? float(cosine) : 0);
  }
  return known = std::move(next);
}

void cosine_tip(const ResidualFrame& frame, const MatrixView& matrix, Cell at) {
  const auto t = static_cast<std::size_t>(frame.at.position);
  const auto a = static_cast<std::size_t>(at.row), b = static_cast<std::size_t>(at.col);
  begin_tooltip();
  if (matrix.masked(at.row, at.col)) {
    dim_text(tr("A zero vector does not have a direction."));
  } else {
    value_line(tr("cosine"), format_fixed(double(matrix.at(at.row, at.col)), 4));
    value_line("‖a‖, " + frame.states[a], format_fixed(frame.pass.added[a][t], 4));
    value_line("‖b‖, " + frame.states[b], format_fixed(frame.pass.added[b][t], 4));
    dim_text("a·b / (‖a‖ ‖b‖)");
  }
  end_tooltip();
}

void take_cosine_click(const ResidualFrame& frame, const HeatMapResult& map) {
  const int state = map.clicked ? map.clicked->row : map.clicked_row_label;
  if (state >= 0) return frame.look(static_cast<std::size_t>(state), frame.at.position);
  if (map.clicked_col_label >= 0)
    frame.look(static_cast<std::size_t>(map.clicked_col_label), frame.at.position);
}

}  // namespace

void draw_residual_directions(const ResidualFrame& frame) {
  wrapped_text(
      fonts().ui, theme().palette.text_dim,
      tr("Each cell is the cosine between what two sublayers add to the stream at one token. Near 1, both "
         "write in the same direction. Near −1, one cancels what the other writes. Near 0, they write in "
         "unrelated directions. “embedding” is the stream before the layers."));
  draw_residual_tokens(frame);
  ImGui::Dummy({0, em() * 0.2f});
  const KnownCosines& known = cosines_at(frame);
  const auto count = static_cast<int>(frame.states.size());
  MatrixView matrix = matrix_view(known.cells.data(), count, count, known.version);
  matrix.mask = known.masked.data();
  HeatMapOptions o;
  o.title = tr("Cosines between sublayer outputs");
  o.scale = {Scale::Diverging, RangeMode::Fixed, {-1, 1}};
  o.rows = {.names = frame.states, .title = tr("output of")};
  o.cols = {.names = frame.states, .title = tr("output of")};
  o.size = {0, std::max(ImGui::GetContentRegionAvail().y, em() * 24)};
  o.tooltip = false;
  o.target = "residual.cosines";
  o.tensor = tr("cosine");
  o.highlight_row = static_cast<int>(frame.at.state);
  const HeatMapResult map = heat_map("cosines", matrix, o);
  if (map.hovered) cosine_tip(frame, matrix, *map.hovered);
  take_cosine_click(frame, map);
}

namespace {

/// One column of bars.
struct SizeColumn {
  const char* title;
  const char* formula;
  Role role;
  const std::vector<std::vector<double>>& sizes;
  float left = 0, right = 0;
};

double largest_size(const ResidualFrame& frame) {
  double most = 0;
  const auto t = static_cast<std::size_t>(frame.at.position);
  for (const auto* sizes : {&frame.pass.sizes, &frame.pass.added})
    for (const std::vector<double>& state : *sizes) most = std::max(most, state[t]);
  return most;
}

void draw_size_bar(const SizeColumn& column, double size, double most, const Box& row) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const float number = std::ceil(text_size(fonts().mono_small, "0000.000").x + em() * 0.4f);
  const Box rail{{column.left, row.min.y + em() * 0.4f}, {column.right - number, row.max.y - em() * 0.4f}};
  canvas.fill(rail, p.raised, em() * 0.1f);
  if (most > 0)
    canvas.fill({rail.min, {rail.min.x + rail.width() * float(size / most), rail.max.y}},
                role_colour(column.role));
  draw_text_in(canvas, fonts().mono_small, {{rail.max.x, row.min.y}, {column.right, row.max.y}}, p.text,
               format_number(size, widgets().digits), Align::Right);
}

Role role_of_addition(const ResidualFrame& frame, std::size_t state) {
  switch (part_before(frame.pass.states[state]).kind()) {
    case PartKind::Attention: return Role::Output;
    case PartKind::FeedForward: return Role::Value;
    case PartKind::Group:
    case PartKind::Input:
    case PartKind::Norm:
    case PartKind::Residual:
    case PartKind::Recurrent:
    case PartKind::Alignment:
    case PartKind::Output:
    case PartKind::Loss: return Role::Residual;
  }
  return Role::Residual;
}

void size_tip(const ResidualFrame& frame, std::size_t state, double size, double added) {
  begin_tooltip();
  const int digits = widgets().digits + 1;
  value_line(tr("‖x‖, residual stream"), format_number(size, digits), Role::Residual);
  if (!frame.pass.states[state].begins()) {
    value_line(tr("‖f(x)‖, sublayer output"), format_number(added, digits), role_of_addition(frame, state));
    if (size > 0) value_line("‖f(x)‖ / ‖x‖", format_percent(added / size));
  }
  dim_text(tr("square root of the sum of squares over the features of this token"));
  end_tooltip();
}

void draw_size_row(const ResidualFrame& frame, std::size_t state, const Box& box, float name,
                   std::span<const SizeColumn> columns, double most) {
  move_cursor(box.min);
  ImGui::PushID(static_cast<int>(state));
  if (ImGui::InvisibleButton("size", box.size())) frame.look(state, frame.at.position);
  const bool over = ImGui::IsItemHovered();
  ImGui::PopID();
  mark("residual.size[" + std::to_string(state) + ",0]", box);
  const Palette& p = theme().palette;
  if (over || state == frame.at.state)
    window_canvas().fill(box, state == frame.at.state ? p.accent_soft : p.raised, em() * 0.2f);
  draw_text_in(window_canvas(), fonts().ui,
               {{box.min.x + em() * 0.3f, box.min.y}, {box.min.x + name, box.max.y}}, p.text,
               frame.states[state]);
  const auto t = static_cast<std::size_t>(frame.at.position);
  const double size = frame.pass.sizes[state][t], added = frame.pass.added[state][t];
  draw_size_bar(columns[0], size, most, box);
  if (!frame.pass.states[state].begins()) {
    SizeColumn column = columns[1];
    column.role = role_of_addition(frame, state);
    draw_size_bar(column, added, most, box);
  }
  if (over) size_tip(frame, state, size, added);
}

std::string sizes_words(const ResidualFrame& frame) {
  const NormPlacement& placement = norm_placement(frame.trace().config().norm);
  return tr(
      "The length of the stream's vector at one token after each sublayer, and the length of what the "
      "sublayer adds. Lengths are measured {1}.",
      tr(placement.sentence));
}

}  // namespace

void draw_residual_sizes(const ResidualFrame& frame) {
  wrapped_text(fonts().ui, theme().palette.text_dim, sizes_words(frame));
  draw_residual_tokens(frame);
  ImGui::Dummy({0, em() * 0.2f});
  const RestOfView rest("residual sizes", 12);
  const float width = std::min(rest.room().x, em() * 70), left = ImGui::GetCursorScreenPos().x;
  float name = 0;
  for (const std::string& state : frame.states) name = std::max(name, text_size(fonts().ui, state).x);
  name = std::ceil(name + em() * 1.2f);
  const float each = (width - name - em()) / 2;
  const SizeColumn columns[] = {
      {tr("stream"), "‖x‖", Role::Residual, frame.pass.sizes, left + name, left + name + each},
      {tr("sublayer output"), "‖f(x)‖", Role::Output, frame.pass.added, left + name + each + em(),
       left + width}};
  const Box heads = reserve({width, std::ceil(em() * 1.4f)});
  for (const SizeColumn& column : columns)
    draw_text_in(window_canvas(), fonts().small, {{column.left, heads.min.y}, {column.right, heads.max.y}},
                 theme().palette.text_dim, std::string(column.title) + " " + column.formula);
  const double most = largest_size(frame);
  const float line = std::ceil(em() * 1.7f);
  for (std::size_t i = 0; i < frame.states.size(); ++i) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_size_row(frame, i, box_at(at, {width, line}), name, columns, most);
    move_cursor({at.x, at.y + line});
  }
  ImGui::Dummy({width, em() * 0.5f});
}

}  // namespace attnlab
