// The table of attributions: one row per method, one column per token of source and target. Also the sums and
// their completeness errors.
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/base/format.h"
#include "app/features/attribution/view_frame.h"
#include "app/views/common/hover.h"
#include "app/views/input_bar/token_fields.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/heat_map.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

constexpr double kSmallError = 0.01;  // of the difference

/// "Σ = 1.234 and f(x) − f(b) = 1.237: the error is −0.003, 0.06 % of the difference."
std::string completeness_words(const Attributions& a, const MethodValues& values) {
  const int digits = widgets().digits;
  const double error = a.completeness_error(values), difference = a.difference();
  const std::string sum = format_number(values.sum(), digits), whole = format_number(difference, digits),
                    off = format_small(error, 2);
  const std::string words =
      difference != 0 ? tr("Σ = {1} and f(x) − f(b) = {2}: the error is {3}, {4} of the difference.", sum,
                           whole, off, format_percent(std::abs(error / difference), 2))
                      : tr("Σ = {1} and f(x) − f(b) = {2}: the error is {3}.", sum, whole, off);
  return std::abs(error) > kSmallError * std::abs(difference)
             ? words + " " + tr("More steps reduce the error.")
             : words;
}

/// A sentence about the sum of a method.
std::string attribution_sum_words(const Attributions& a, const MethodValues& values) {
  if (values.values.empty()) return "…";
  const int digits = widgets().digits;
  const std::string sum = format_number(values.sum(), digits);
  if (values.method->completes) return completeness_words(a, values);
  if (!values.method->of_attention)
    return tr("Σ = {1}, which need not equal f(x) − f(b) = {2}.", sum, format_number(a.difference(), digits));
  return values.sum() < 0.9995 ? tr("Σ = {1}; the rest belongs to the class vector.", sum) : "Σ = " + sum;
}

/// The correlations, which live until they are drawn.
struct AgreementCells {
  std::shared_ptr<const Attributions> of;
  std::vector<std::string> methods;
  std::vector<float> cells;
  std::vector<unsigned char> mask;
};

const AgreementCells& agreement_cells(const AttributionFrame& frame) {
  AgreementCells& table = frame.model.remembered<AgreementCells>();
  if (table.of == frame.attribution) return table;
  table = {frame.attribution, {}, {}, {}};
  for (const MethodValues& a : table.of->methods) {
    table.methods.emplace_back(tr(a.method->brief));
    for (const MethodValues& b : table.of->methods) {
      const double value = agreement(a, b);
      table.cells.push_back(std::isfinite(value) ? float(value) : 0);
      table.mask.push_back(std::isfinite(value) ? 0 : 1);
    }
  }
  return table;
}

void draw_agreement_tip(const AgreementCells& table, Cell cell) {
  const auto at =
      static_cast<std::size_t>(cell.row) * table.methods.size() + static_cast<std::size_t>(cell.col);
  begin_tooltip();
  value_line(tr("methods"), table.methods[cell.row] + ", " + table.methods[cell.col]);
  value_line(tr("Spearman's ρ"), table.mask[at] ? "–" : format_fixed(double(table.cells[at]), 3));
  dim_text(table.mask[at]
               ? tr("There are fewer than two values to rank, or all are equal.")
               : tr("1: both methods rank the inputs by magnitude in the same order. 0: their rankings are "
                    "unrelated."));
  end_tooltip();
}

}  // namespace

void draw_attribution_sums(const AttributionFrame& frame, float width) {
  for (const MethodValues& values : frame.attribution->methods) {
    const Box title = reserve({width, std::ceil(em() * 1.45f)});
    draw_text_in(window_canvas(), fonts().ui_bold, title, theme().palette.text,
                 std::string(tr(values.method->title)) + ":  " + std::string(values.method->formula),
                 Align::Left, Cut::Fault);
    tip_term(values.method->term, title);
    draw_attribution_words(attribution_sum_words(*frame.attribution, values), width);
    draw_attribution_words(std::string(tr(values.method->sentence)), width);
    ImGui::Dummy({0, em() * 0.3f});
  }
}

void draw_attribution_agreement(const AttributionFrame& frame, float width) {
  const AgreementCells& table = agreement_cells(frame);
  if (table.methods.size() < 2) return;
  const int count = static_cast<int>(table.methods.size());
  MatrixView view = matrix_view(table.cells.data(), count, count);
  view.mask = table.mask.data();
  HeatMapOptions o;
  o.title = tr("Agreement of the methods");
  o.detail = tr("rank correlation");
  o.scale = {.scale = Scale::Diverging, .mode = RangeMode::Fixed, .fixed = {-1, 1}};
  o.rows.names = o.cols.names = table.methods;
  o.size = {width, std::ceil(em() * 19)};
  o.largest_cell = 3.4f;
  o.tooltip = false;
  o.target = "attribution.agreement";
  const HeatMapResult map = heat_map("attribution agreement", view, o);
  if (map.hovered) draw_agreement_tip(table, *map.hovered);
}

namespace {

/// The numbers of the table, which live until they are drawn.
struct AttributionCells {
  std::shared_ptr<const Attributions> of;
  std::vector<AttributedRow> columns;  ///< the tokens
  std::vector<std::string> words, methods;
  std::vector<float> cells;
  std::vector<unsigned char> mask;  ///< methods that are not computed yet

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
    table.methods.emplace_back(tr(method.method->brief));
    for (const AttributedRow& column : table.columns) {
      table.cells.push_back(method.values.empty() ? 0 : float(method.values[column.value]));
      table.mask.push_back(method.values.empty() ? 1 : 0);
    }
  }
  return table;
}

TextSide attributed_side(const AttributedInput& input) {
  return input.source() ? TextSide::Source : TextSide::Target;
}

/// The column of the token under the pointer in any view, or else of the selected one; −1: none.
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
  const auto x = [&](std::size_t column) { return map.grid.min.x + float(column) * map.cell_width; };
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

/// "source, then target": the texts in the order of the columns; "text" if there is only one.
std::string column_title(const AttributionCells& table) {
  std::string title;
  const AttributedInput* last = nullptr;
  const bool one_text = !table.columns.empty() && table.columns.front().input == table.columns.back().input;
  for (const AttributedRow& column : table.columns) {
    if (column.input == last) continue;
    last = column.input;
    const char* const next = last->picture    ? tr("image")
                             : one_text       ? tr("text")
                             : last->source() ? tr("source")
                                              : tr("target");
    title = title.empty() ? next : tr("{1}, then {2}", title, next);
  }
  return title;
}

void draw_table_tip(const AttributionFrame& frame, const AttributionCells& table, Cell cell) {
  const MethodValues& method = table.of->methods[cell.row];
  if (!method.values.empty()) draw_attribution_tip(frame, method, table.columns[cell.col]);
}

}  // namespace

void draw_attribution_table(const AttributionFrame& frame, float width) {
  const AttributionCells& table = attribution_cells(frame);
  if (table.columns.empty() || table.methods.empty()) return;
  HeatMapOptions o;
  o.title = tr("Attribution of each token");
  o.detail = tr("one color range per row");
  o.scale = attribution_scale();
  o.rows = {.names = table.methods, .title = tr("method")};
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
  const AttributedRow& clicked = table.columns[column];
  choose_token(frame.model, attributed_side(*clicked.input), static_cast<int>(clicked.position()),
               frame.emit);
}

}  // namespace attnlab
