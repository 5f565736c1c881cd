// A table of many rows, of which only those in sight are drawn.
#include <algorithm>
#include <cmath>

#include "app/features/tokens/view_frame.h"
#include "app/widgets/base/controls.h"

namespace attnlab {
namespace {

/// The least width of the column that takes the rest, and of a text where all texts share what there is; in
/// em.
constexpr float kLeastRest = 3, kLeastText = 2;

/// Left ends and widths of the columns, in pixels from the left end of the table. Numbers keep their widths.
struct ListLayout {
  std::vector<float> left, wide;
  float width, line;

  ListLayout(const ListTable& table, float room) : width(room), line(std::ceil(em() * 1.45f)) {
    float numbers = em(), texts = 0, count = 0;
    for (const ListColumn& column : table.columns) {
      (column.number ? numbers : texts) += column.width * em();
      count += column.number ? 0.0f : 1.0f;
    }
    const float rest = room - numbers - texts;
    const float each = std::max((room - numbers) / std::max(count, 1.0f), em() * kLeastText);
    float x = em() * 0.7f;
    for (const ListColumn& column : table.columns) {
      const float text = rest < em() * kLeastRest ? each : column.width > 0 ? column.width * em() : rest;
      const float wanted = column.number ? column.width * em() : text;
      left.push_back(x);
      wide.push_back(wanted);
      x += wanted;
    }
  }

  Box cell(const Box& row, std::size_t column) const {
    const float x = row.min.x + left[column];
    return {{x, row.min.y}, {std::min(x + wide[column] - em() * 0.5f, row.max.x), row.max.y}};
  }
};

std::string heading_of(const ListColumn& column) {
  return column.sorted == 0 ? column.title : column.title + (column.sorted > 0 ? " ↑" : " ↓");
}

/// Returns the pressed title, or −1.
int draw_list_heading(const ListTable& table, const ListLayout& layout) {
  const Box line = reserve({layout.width, layout.line});
  const ImVec2 after = ImGui::GetCursorScreenPos();
  const Palette& p = theme().palette;
  int pressed = -1;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const ListColumn& column = table.columns[i];
    const Box box = layout.cell(line, i);
    bool hot = false;
    if (column.sorts) {
      const std::string name = table.target + ".sort[0," + std::to_string(i) + "]";
      move_cursor(box.min);
      if (ImGui::InvisibleButton(name.c_str(), {std::max(box.width(), 1.0f), box.height()}))
        pressed = static_cast<int>(i);
      hot = ImGui::IsItemHovered();
      mark(name, box);
      tip("Sort by this; again: the other way round");
    }
    draw_text_in(window_canvas(), fonts().small, box, hot || column.sorted != 0 ? p.text : p.text_dim,
                 heading_of(column), column.number ? Align::Right : Align::Left);
  }
  window_canvas().fill({{line.min.x, line.max.y - 1}, line.max}, p.border);
  move_cursor(after);
  return pressed;
}

/// Returns whether the row was pressed.
bool draw_list_row(const ListTable& table, const ListLayout& layout, std::size_t row, const Box& box) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const std::string name = table.target + "[" + std::to_string(row) + ",0]";
  move_cursor(box.min);
  const bool pressed = ImGui::InvisibleButton(name.c_str(), box.size());
  mark(name, box);
  const bool chosen = static_cast<int>(row) == table.selected;
  if (chosen || ImGui::IsItemHovered()) canvas.fill(box, chosen ? p.accent_soft : p.raised, em() * 0.2f);
  if (table.marked && table.marked(row))
    canvas.fill({{box.min.x, box.min.y + em() * 0.2f}, {box.min.x + em() * 0.25f, box.max.y - em() * 0.2f}},
                p.accent, em() * 0.1f);
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const ListColumn& column = table.columns[i];
    draw_text_in(canvas, column.number ? fonts().mono_small : fonts().ui, layout.cell(box, i), p.text,
                 table.cell(row, i), column.number ? Align::Right : Align::Left, Cut::Meant);
  }
  return pressed;
}

/// The selected row of each table in the last frame, by the table's id.
struct ListsInSight {
  std::vector<std::pair<ImGuiID, int>> selected;

  /// Whether the selection of the table is another than in the last frame.
  bool moved(ImGuiID table, int now) {
    const auto found = std::ranges::find(selected, table, &std::pair<ImGuiID, int>::first);
    if (found == selected.end()) return selected.emplace_back(table, now), now >= 0;
    return std::exchange(found->second, now) != now && now >= 0;
  }
};

void bring_in_sight(const ListTable& table, const ListLayout& layout) {
  if (!remembered<ListsInSight>().moved(ImGui::GetID("rows"), table.selected)) return;
  const float top = layout.line * static_cast<float>(table.selected), room = ImGui::GetWindowHeight();
  const float now = ImGui::GetScrollY();
  if (top < now || top + layout.line > now + room) ImGui::SetScrollY(std::max(top - room / 3, 0.0f));
}

/// A figure does not scroll: it has as many rows as fit, around the selected one.
std::size_t first_row_of_figure(const ListTable& table, std::size_t shown) {
  if (table.selected < 0 || table.rows <= shown) return 0;
  const auto before = static_cast<std::size_t>(std::max(table.selected - static_cast<int>(shown / 3), 0));
  return std::min(before, table.rows - shown);
}

}  // namespace

ListTableResult draw_list_table(const char* id, const ListTable& table, bool figure) {
  ListTableResult result;
  ImGui::PushID(id);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  const float bar = ImGui::GetStyle().ScrollbarSize;
  const ListLayout layout(table, std::max(ImGui::GetContentRegionAvail().x - bar, em() * 6));
  result.sorted = draw_list_heading(table, layout);
  ImGui::BeginChild("rows", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  std::size_t first = 0, end = table.rows;
  if (figure) {
    const auto fit = static_cast<std::size_t>(std::max(ImGui::GetContentRegionAvail().y / layout.line, 1.0f));
    first = first_row_of_figure(table, fit);
    end = std::min(first + fit, table.rows);
  } else {
    bring_in_sight(table, layout);
  }
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const Box sight = clip_box();
  for (std::size_t row = first; row < end; ++row) {
    const Box box = box_at({start.x, start.y + layout.line * static_cast<float>(row - first)},
                           {layout.width, layout.line});
    if (intersection(box, sight).empty()) continue;
    if (draw_list_row(table, layout, row, box)) result.clicked = static_cast<int>(row);
  }
  move_cursor(start);
  ImGui::Dummy({layout.width, layout.line * static_cast<float>(end - first)});
  ImGui::EndChild();
  ImGui::PopStyleVar();
  ImGui::PopID();
  return result;
}

}  // namespace attnlab
