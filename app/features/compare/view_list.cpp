// The list of tensors: the size of the change in each.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/compare/choice.h"
#include "app/features/compare/view_frame.h"
#include "app/state/made_commands.h"
#include "app/views/common/tensor_text.h"
#include "app/views/common/tensor_words.h"
#include "app/views/stage/tensor_stage.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"

namespace attnlab {
namespace {

/// A tensor of this pass with its change; none where the other pass has another size, or not the tensor.
struct ChangedTensor {
  const TraceTensor* tensor;
  const TensorChange* change;
};

/// The rows, sorted once for a comparison.
struct ChangedTensors {
  const TraceDiff* of = nullptr;
  std::uint64_t version = 0;
  bool sorted = false;
  std::vector<ChangedTensor> all;
};

/// The change relative to the other pass; infinite where cells became hidden or visible.
double size_of(const TensorChange& change) {
  return std::isinf(change.largest) ? change.largest : change.relative;
}

/// The changed tensors, without equal ones and those that only this pass has.
std::vector<ChangedTensor> rows_of(const TraceDiff& diff, bool sorted) {
  std::vector<ChangedTensor> rows;
  for (const TensorChange& change : diff.tensors())
    if (change.largest > 0) rows.push_back({change.after, &change});
  for (const std::string& name : diff.unmatched())
    if (const TraceTensor* tensor = diff.after().find(name);
        tensor && tensor->shape.rank() > 1 && diff.before().find(name))
      rows.push_back({tensor, nullptr});
  const auto order = [](const ChangedTensor& row) { return row.tensor; };
  std::ranges::sort(rows, {}, order);  // tensors lie in the order of computation
  const auto size = [](const ChangedTensor& row) { return row.change ? size_of(*row.change) : -1; };
  if (sorted) std::ranges::stable_sort(rows, std::ranges::greater(), size);
  return rows;
}

const std::vector<ChangedTensor>& changed_rows(const CompareFrame& frame) {
  ChangedTensors& rows = frame.model.remembered<ChangedTensors>();
  const bool sorted = frame.model.state.choices.of<CompareChoice>().sorted;
  if (rows.of != &frame.diff || rows.version != frame.model.trace_version || rows.sorted != sorted)
    rows = {&frame.diff, frame.model.trace_version, sorted, rows_of(frame.diff, sorted)};
  return rows.all;
}

/// The left ends of a row's bar and number, from the left edge.
struct ChangeColumns {
  float bar, number, end;
  explicit ChangeColumns(float width)
      : bar(std::floor(width - em() * 7.5f)), number(std::floor(width - em() * 4.4f)), end(width) {}
};

/// The command that opens the most changed cell.
Command open_most_changed(const TraceDiff& diff, const ChangedTensor& row) {
  if (!row.change) return {"select.tensor", {row.tensor->name}};
  const std::vector<double> cells = diff.difference(row.tensor->name);
  const auto size = [](double x) { return std::isnan(x) ? -1.0 : std::abs(x); };
  const auto most = std::ranges::max_element(cells, {}, size);
  const auto index = row.tensor->shape.index_of(most - cells.begin());
  return show_command({row.tensor->name, {index.begin(), index.begin() + row.tensor->shape.rank()}});
}

void draw_change(const ChangedTensor& row, const Box& box, const ChangeColumns& c) {
  const Canvas canvas = window_canvas();
  const Palette& p = theme().palette;
  const float x = box.min.x, middle = box.centre().y, half = em() * 0.28f;
  if (!row.change) {
    draw_text_in(canvas, fonts().small, {{x + c.bar, box.min.y}, {x + c.end, box.max.y}}, p.text_dim,
                 "other size", Align::Right);
    return;
  }
  const float share = static_cast<float>(std::min(size_of(*row.change), 1.0));
  canvas.fill({{x + c.bar, middle - half}, {x + c.bar + (c.number - c.bar) * share, middle + half}},
              role_colour(Role::Gradient), em() * 0.15f);
  draw_text_in(canvas, fonts().mono_small, {{x + c.number, box.min.y}, {x + c.end, box.max.y}}, p.text,
               std::isinf(size_of(*row.change)) ? "∞" : format_percent(row.change->relative, 1),
               Align::Right);
}

std::string row_tip(const ChangedTensor& row) {
  if (!row.change) return row.tensor->name;
  return row.tensor->name + "  ‖after − before‖ / ‖before‖ " + format_percent(row.change->relative, 2) +
         ", largest change " + format_number(row.change->largest, widgets().digits);
}

/// "scores  enc 0 · self".
void draw_name(const ChangedTensor& row, const Box& box) {
  const Canvas canvas = window_canvas();
  const std::string label = fitted(fonts().ui, tensor_label(*row.tensor), box.width());
  draw_text_in(canvas, fonts().ui, box, row.tensor->edited ? role_text(Role::Gradient) : theme().palette.text,
               label);
  const float used = text_size(fonts().ui, label).x + em() * 0.6f;
  if (box.width() - used < em() * 2) return;
  draw_text_in(canvas, fonts().small, {{box.min.x + used, box.min.y}, box.max}, theme().palette.text_dim,
               fitted(fonts().small, row.tensor->place.shorter_titles().back(), box.width() - used));
}

void draw_row(const CompareFrame& frame, const ChangedTensor& row, int number, const Box& box,
              const ChangeColumns& c) {
  move_cursor(box.min);
  const std::string id = "compare.row[" + std::to_string(number) + ",0]";
  const bool chosen = row.tensor->name == frame.cell.tensor;
  const bool pressed = ImGui::Selectable(("##" + id).c_str(), chosen, 0, box.size());
  mark(id, box);
  tip(row_tip(row));
  draw_name(row, {{box.min.x + em() * 0.3f, box.min.y}, {box.min.x + c.bar - em() * 0.5f, box.max.y}});
  draw_change(row, box, c);
  if (pressed) frame.emit(open_most_changed(frame.diff, row));
}

void draw_rows(const CompareFrame& frame, const std::vector<ChangedTensor>& rows) {
  const ChangeColumns c(ImGui::GetContentRegionAvail().x - em() * 0.4f);
  const float height = std::ceil(em() * 1.5f);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const Box sight = clip_box();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Box box = box_at({start.x, start.y + height * static_cast<float>(i)}, {c.end, height});
    if (!intersection(box, sight).empty()) draw_row(frame, rows[i], static_cast<int>(i), box, c);
  }
  move_cursor(start);
  ImGui::Dummy({c.end, height * static_cast<float>(rows.size())});
}

/// A figure does not scroll: of many tensors it has the first, and says how many there are.
void draw_first_rows(const CompareFrame& frame, const std::vector<ChangedTensor>& rows) {
  const auto lines = static_cast<std::size_t>(ImGui::GetContentRegionAvail().y / std::ceil(em() * 1.5f));
  if (rows.size() <= lines) return draw_rows(frame, rows);
  const std::size_t shown = std::max<std::size_t>(lines, 2) - 1;
  draw_rows(frame, {rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(shown)});
  dim_text("and " + std::to_string(rows.size() - shown) + " more");
}

}  // namespace

void draw_compare_list(const CompareFrame& frame, ImVec2 size) {
  ImGui::BeginChild("compare list", size, false, ImGuiWindowFlags_NoBackground);
  const std::vector<ChangedTensor>& rows = changed_rows(frame);
  panel_header("Where they differ", "‖Δ‖ / ‖before‖");
  tip_term("relative change");
  bool sorted = frame.model.state.choices.of<CompareChoice>().sorted;
  if (toggle("compare.sorted", "most different first", sorted))
    frame.emit({"choose", {"compare.sorted", sorted ? "on" : "off"}});
  ImGui::BeginChild("rows", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  if (rows.empty()) {
    wrapped_text(fonts().ui, theme().palette.text_dim, "Both passes are the same in every number.");
  } else {
    frame.model.figure ? draw_first_rows(frame, rows) : draw_rows(frame, rows);
  }
  ImGui::EndChild();
  ImGui::EndChild();
}

}  // namespace attnlab
