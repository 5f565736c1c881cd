// Directions at one token: cosines between what the sublayers add to the stream.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/residual/view_frame.h"
#include "app/state/made_commands.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/heat_map.h"

namespace attnlab {

namespace {

/// The cosines of one pass and token, worked out anew for others.
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
    next.cells.push_back(std::isfinite(cosine) ? static_cast<float>(cosine) : 0);
  }
  return known = std::move(next);
}

void cosine_tip(const ResidualFrame& frame, const MatrixView& matrix, Cell at) {
  const auto t = static_cast<std::size_t>(frame.at.position);
  const auto a = static_cast<std::size_t>(at.row), b = static_cast<std::size_t>(at.col);
  begin_tooltip();
  if (matrix.masked(at.row, at.col)) {
    dim_text("a vector of zeros has no direction");
  } else {
    value_line("cosine", format_fixed(static_cast<double>(matrix.at(at.row, at.col)), 4));
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
  wrapped_text(fonts().ui, theme().palette.text_dim,
               "At one token: the cosine between what each two sublayers add. Near 1 they write the same "
               "direction, near −1 one takes back what the other wrote, near 0 they write into different "
               "directions. “embedding” is the stream before the layers.");
  draw_residual_tokens(frame);
  ImGui::Dummy({0, em() * 0.2f});
  const KnownCosines& known = cosines_at(frame);
  const auto count = static_cast<int>(frame.states.size());
  MatrixView matrix = matrix_view(known.cells.data(), count, count, known.version);
  matrix.mask = known.masked.data();
  HeatMapOptions o;
  o.title = "Cosines between additions";
  o.scale = {Scale::Diverging, RangeMode::Fixed, {-1, 1}};
  o.rows = {.names = frame.states, .title = "added by"};
  o.cols = {.names = frame.states, .title = "added by"};
  o.size = {0, std::max(ImGui::GetContentRegionAvail().y, em() * 24)};
  o.tooltip = false;
  o.target = "residual.cosines";
  o.tensor = "cosine";
  o.highlight_row = static_cast<int>(frame.at.state);
  const HeatMapResult map = heat_map("cosines", matrix, o);
  if (map.hovered) cosine_tip(frame, matrix, *map.hovered);
  take_cosine_click(frame, map);
}

}  // namespace attnlab
