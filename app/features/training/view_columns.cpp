// Columns: widths, headings and cells.
#include "app/features/training/view_columns.h"

#include <algorithm>

namespace attnlab {

void fit_columns(std::vector<TableColumn>& columns, float room) {
  for (TableColumn& column : columns) {
    column.width = text_size(fonts().small, column.title).x;
    for (const std::string& cell : column.cells)
      column.width = std::max(column.width, text_size(column.number ? fonts().mono : fonts().ui, cell).x);
    column.width = std::min(column.width, em() * 14) + em() * 1.2f;
    column.gap = column.number ? 0 : em() * 0.6f;
  }
  float used = 0;
  std::erase_if(columns,
                [&](const TableColumn& column) { return (used += column.gap + column.width) > room; });
}

void draw_headings(const std::vector<TableColumn>& columns, float left) {
  const Box box = reserve({ImGui::GetContentRegionAvail().x, em() * 1.3f});
  float x = box.min.x + left;
  for (const TableColumn& column : columns) {
    x += column.gap;
    draw_text_in(window_canvas(), fonts().small,
                 {{x, box.min.y}, {x + column.width - em() * 0.8f, box.max.y}}, theme().palette.text_dim,
                 column.title, column.number ? Align::Right : Align::Left);
    x += column.width;
  }
}

void draw_cells(const std::vector<TableColumn>& columns, std::size_t at, const Box& row, float left) {
  float x = row.min.x + left;
  for (const TableColumn& column : columns) {
    x += column.gap;
    draw_text_in(window_canvas(), column.number ? fonts().mono : fonts().ui,
                 {{x, row.min.y}, {x + column.width - em() * 0.8f, row.max.y}}, theme().palette.text,
                 column.cells[at], column.number ? Align::Right : Align::Left, Cut::Meant);
    x += column.width;
  }
}

void draw_row_colour(const Box& row, Colour colour) {
  window_canvas().fill(
      {{row.min.x + em() * 0.5f, row.centre().y - 2}, {row.min.x + em() * 1.5f, row.centre().y + 2}}, colour,
      2);
}

}  // namespace attnlab
