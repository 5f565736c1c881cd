// Two tables of names: the frame being drawn, and the last one that was finished.
#include "app/widgets/base/targets.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <numeric>
#include <utility>

#include "app/widgets/base/context.h"

namespace attnlab {
namespace {

struct Target {
  TargetRect visible, all;
  int rows = 0, cols = 0;
  std::optional<TargetPlace> place{};
};

using TargetTable = std::map<std::string, Target, std::less<>>;

struct Targets {
  TargetTable drawing, finished;
  std::string wanted, revealed;  ///< by name: in the next frame, in this one
  std::set<std::string> cut_drawing, cut_finished, not_finite_drawing, not_finite_finished;
  std::set<std::string> untranslated_drawing, untranslated_finished;
};

TargetRect overlap(const TargetRect& a, const TargetRect& b) {
  return {std::max(a.x0, b.x0), std::max(a.y0, b.y0), std::min(a.x1, b.x1), std::min(a.y1, b.y1)};
}

std::optional<TargetRect> full_cell(const Target& grid, int row, int col) {
  if (row < 0 || row >= grid.rows || col < 0 || col >= grid.cols) return std::nullopt;
  const float w = (grid.all.x1 - grid.all.x0) / float(grid.cols);
  const float h = (grid.all.y1 - grid.all.y0) / float(grid.rows);
  const float x = grid.all.x0 + w * float(col), y = grid.all.y0 + h * float(row);
  return TargetRect{x, y, x + w, y + h};
}

/// The part of a cell that is in sight.
std::optional<TargetRect> cell_of(const Target& grid, int row, int col) {
  const auto cell = full_cell(grid, row, col);
  if (!cell) return std::nullopt;
  const TargetRect seen = overlap(*cell, grid.visible);
  return seen.empty() ? TargetRect{} : seen;
}

struct CellOfGrid {
  std::string_view grid;
  int row = 0, col = 0;
};

/// Reads "NAME[row,col]".
std::optional<CellOfGrid> cell_name(std::string_view name) {
  const std::size_t open = name.rfind('[');
  CellOfGrid cell;
  char end = 0;
  if (open == std::string_view::npos ||
      std::sscanf(std::string(name.substr(open)).c_str(), "[%d,%d%c", &cell.row, &cell.col, &end) != 3 ||
      end != ']')
    return std::nullopt;
  cell.grid = name.substr(0, open);
  return cell;
}

std::optional<TargetRect> find_cell(std::string_view name) {
  const auto cell = cell_name(name);
  if (!cell) return std::nullopt;
  const TargetTable& finished = remembered<Targets>().finished;
  const auto found = finished.find(cell->grid);
  return found == finished.end() ? std::nullopt : cell_of(found->second, cell->row, cell->col);
}

void bring_into_sight(const TargetRect& r) {
  ImGui::ScrollToBringRectIntoView(ImGui::GetCurrentWindow(), ImRect(r.x0, r.y0, r.x1, r.y1));
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, replaced});
    }
  }
  return row.back();
}

}  // namespace

void mark_target(std::string_view name, TargetRect visible) {
  if (name.empty() || widgets().nameless) return;
  remembered<Targets>().drawing.insert_or_assign(std::string(name), Target{visible, visible, 0, 0});
}

void mark_target_place(std::string_view name, const TargetPlace& place) {
  Targets& targets = remembered<Targets>();
  if (const auto found = targets.drawing.find(name); found != targets.drawing.end())
    found->second.place = place;
  if (!targets.revealed.empty() && targets.revealed == name) bring_into_sight(place.all);
}

void mark_target_grid(std::string_view name, TargetRect all, TargetRect visible, int rows, int cols) {
  if (name.empty() || widgets().nameless) return;
  Targets& targets = remembered<Targets>();
  const Target grid{visible, all, rows, cols};
  targets.drawing.insert_or_assign(std::string(name), grid);
  if (targets.revealed.empty()) return;
  const auto cell = cell_name(targets.revealed);
  if (targets.revealed == name) return bring_into_sight(all);
  if (cell && cell->grid == name)
    if (const auto box = full_cell(grid, cell->row, cell->col)) bring_into_sight(*box);
}

void reveal_target(std::string_view name) { remembered<Targets>().wanted = name; }

void begin_target_frame() {
  Targets& targets = remembered<Targets>();
  targets.revealed = std::exchange(targets.wanted, "");
  targets.finished.swap(targets.drawing);
  targets.drawing.clear();
  targets.cut_finished.swap(targets.cut_drawing);
  targets.cut_drawing.clear();
  targets.not_finite_finished.swap(targets.not_finite_drawing);
  targets.not_finite_drawing.clear();
  targets.untranslated_finished.swap(targets.untranslated_drawing);
  targets.untranslated_drawing.clear();
}

void mark_cut_label(std::string_view text) { remembered<Targets>().cut_drawing.emplace(text); }

const std::set<std::string>& cut_labels() { return remembered<Targets>().cut_finished; }

void mark_not_finite(std::string_view text) { remembered<Targets>().not_finite_drawing.emplace(text); }

const std::set<std::string>& not_finite_texts() { return remembered<Targets>().not_finite_finished; }

void mark_untranslated(std::string_view text) { remembered<Targets>().untranslated_drawing.emplace(text); }

const std::set<std::string>& untranslated_texts() { return remembered<Targets>().untranslated_finished; }

std::optional<TargetRect> find_target(std::string_view name) {
  const TargetTable& finished = remembered<Targets>().finished;
  const auto found = finished.find(name);
  if (found == finished.end()) return find_cell(name);
  return found->second.visible;
}

std::optional<TargetPlace> find_target_place(std::string_view name) {
  const TargetTable& finished = remembered<Targets>().finished;
  const auto found = finished.find(name);
  if (found != finished.end() && found->second.place) return found->second.place;
  const std::optional<TargetRect> seen = find_target(name);
  return seen && !seen->empty() ? std::optional(TargetPlace{*seen, *seen}) : std::nullopt;
}

std::vector<std::string> similar_targets(std::string_view name, std::size_t count) {
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (const auto& [known, rect] : remembered<Targets>().finished)
    ranked.emplace_back(edit_distance(name, known), known);
  std::sort(ranked.begin(), ranked.end());
  ranked.resize(std::min(count, ranked.size()));
  std::vector<std::string> names;
  for (auto& [distance, known] : ranked) names.push_back(std::move(known));
  return names;
}

}  // namespace attnlab
