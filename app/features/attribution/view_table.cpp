// The table of attributions: a row a method, a column a word of the source and of the target.
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/features/attribution/view_frame.h"
#include "app/views/common/hover.h"
#include "app/views/input_bar/token_marks.h"
#include "app/widgets/heat_map/heat_map.h"
#include "app/widgets/tokens/token_text.h"

namespace attnlab {

namespace {

/// The numbers of the table, which live until they are drawn.
struct AttributionCells {
  std::shared_ptr<const Attributions> of;
  std::vector<AttributedRow> columns;  ///< the words
  std::vector<std::string> words, methods;
  std::vector<float> cells;
  std::vector<unsigned char> mask;  ///< of methods that are not worked out yet

  MatrixView view() const {
    MatrixView view =
        matrix_view(cells.data(), static_cast<int>(methods.size()), static_cast<int>(columns.size()));
    view.mask = mask.data();
    return view;
  }
};

void add_columns(const AttributionFrame& frame, AttributionCells& table) {
  std::size_t value = 0;
  for (const AttributedInput& input : table.of->inputs)
    for (Index row = 0; row < input.rows(); ++row, ++value) {
      if (frame.is_drawn(input)) continue;
      table.columns.push_back({value, &input, row});
      table.words.push_back(table.columns.back().text());
    }
}

const AttributionCells& attribution_cells(const AttributionFrame& frame) {
  AttributionCells& table = frame.model.remembered<AttributionCells>();
  if (table.of == frame.attribution) return table;
  table = {frame.attribution, {}, {}, {}, {}, {}};
  add_columns(frame, table);
  for (const MethodValues& method : table.of->methods) {
    table.methods.emplace_back(method.method->brief);
    for (const AttributedRow& column : table.columns) {
      table.cells.push_back(method.values.empty() ? 0 : static_cast<float>(method.values[column.value]));
      table.mask.push_back(method.values.empty() ? 1 : 0);
    }
  }
  return table;
}

TextSide attributed_side(const AttributedInput& input) {
  return input.source() ? TextSide::Source : TextSide::Target;
}

/// The column of the token under the pointer in any view, else of the selected one; −1: none.
int marked_column(const AttributionFrame& frame, const AttributionCells& table) {
  int selected = -1;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const AttributedRow& column = table.columns[i];
    const int position = static_cast<int>(column.position());
    if (hovered().on({column.input->source(), position})) return static_cast<int>(i);
    const SelectedTokens tokens =
        selected_tokens(frame.model.state, frame.trace, attributed_side(*column.input));
    if (tokens.key == position) selected = static_cast<int>(i);
  }
  return selected;
}

/// Ties the columns of each text to the tokens of other views, and draws a line between the texts.
void tie_columns(const AttributionCells& table, const HeatMapResult& map) {
  const auto x = [&](std::size_t column) {
    return map.grid.min.x + static_cast<float>(column) * map.cell_width;
  };
  for (std::size_t from = 0; from < table.columns.size();) {
    std::size_t to = from;
    while (to < table.columns.size() && table.columns[to].input == table.columns[from].input) ++to;
    const Box whole{{x(from), map.grid.min.y}, {x(to), map.grid.max.y}};
    hover_grid({.box = intersection(whole, map.cells),
                .columns = static_cast<int>(to - from),
                .key_source = table.columns[from].input->source(),
                .first_key = static_cast<int>(table.columns[from].position()),
                .whole = whole});
    if (from > 0 && x(from) > map.cells.min.x && x(from) < map.cells.max.x)
      window_canvas().fill({{x(from) - 1, map.cells.min.y}, {x(from) + 1, map.cells.max.y}},
                           theme().palette.text_dim);
    from = to;
  }
}

/// "source, then target": the texts in the order of the columns; a model of one text has no source beside it.
std::string column_title(const AttributionCells& table) {
  std::string title;
  const AttributedInput* last = nullptr;
  const bool one_text = !table.columns.empty() && table.columns.front().input == table.columns.back().input;
  for (const AttributedRow& column : table.columns) {
    if (column.input == last) continue;
    last = column.input;
    title += (title.empty() ? "" : ", then ") + std::string(last->picture    ? "picture"
                                                            : one_text       ? "text"
                                                            : last->source() ? "source"
                                                                             : "target");
  }
  return title;
}

void draw_table_tip(const AttributionFrame& frame, const AttributionCells& table, Cell cell) {
  const MethodValues& method = table.of->methods[static_cast<std::size_t>(cell.row)];
  if (!method.values.empty())
    draw_attribution_tip(frame, method, table.columns[static_cast<std::size_t>(cell.col)]);
}

}  // namespace

void draw_attribution_table(const AttributionFrame& frame, float width) {
  const AttributionCells& table = attribution_cells(frame);
  if (table.columns.empty() || table.methods.empty()) return;
  HeatMapOptions o;
  o.title = "How much each word counts";
  o.detail = "one range of colours a row";
  o.scale = attribution_scale();
  o.rows = {.names = table.methods, .title = "method"};
  o.cols = {.names = table.words, .title = column_title(table)};
  o.size = {width, std::ceil(em() * 15)};
  o.cell_height = std::ceil(em() * 1.9f);
  o.square = false;
  o.largest_cell = 5;
  o.tooltip = false;
  o.highlight_col = marked_column(frame, table);
  o.target = "attribution.table";
  o.legend = false;
  o.zooms_down = false;
  const HeatMapResult map = heat_map("attribution table", table.view(), o);
  tie_columns(table, map);
  if (map.hovered) draw_table_tip(frame, table, *map.hovered);
  const int column = map.clicked ? map.clicked->col : map.clicked_col_label;
  if (column < 0) return;
  const AttributedRow& clicked = table.columns[static_cast<std::size_t>(column)];
  choose_token(frame.model, attributed_side(*clicked.input), static_cast<int>(clicked.position()),
               frame.emit);
}

}  // namespace attnlab
