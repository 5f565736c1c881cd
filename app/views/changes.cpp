// The list of changes, and the difference of one tensor as cells.
#include "app/views/changes.h"

#include <algorithm>
#include <cmath>

#include "app/theme/format.h"
#include "app/views/tensor_stage.h"
#include "app/views/tensor_text.h"
#include "app/widgets/context.h"
#include "app/widgets/controls.h"

namespace attnlab {
namespace {

const TensorChange* change_of(const ViewModel& model, std::string_view name) {
  if (!model.diff) return nullptr;
  const auto& all = model.diff->tensors();
  const auto found = std::ranges::find(all, name, &TensorChange::name);
  return found == all.end() ? nullptr : &*found;
}

/// The cell that changed most.
CellName most_changed(const TraceDiff& diff, const TensorChange& change) {
  const std::vector<double> cells = diff.difference(change.name);
  const auto size = [](double x) { return std::isnan(x) ? -1.0 : std::abs(x); };
  const auto most = std::ranges::max_element(cells, {}, size);
  const auto index = change.after->shape.index_of(most - cells.begin());
  return {change.name, {index.begin(), index.begin() + change.after->shape.rank()}};
}

struct Columns {
  float name, bar, relative, largest;  // where each ends, from the left edge

  explicit Columns(float width)
      : name(std::floor(width * 0.44f)),
        bar(std::floor(width * 0.66f)),
        relative(std::floor(width * 0.82f)),
        largest(width - em() * 0.4f) {}
};

void draw_heading(const Columns& c) {
  const Box box = reserve({c.largest, std::ceil(em() * 1.4f)});
  const Canvas canvas = window_canvas();
  const auto write = [&](float from, float to, std::string_view text, Align align) {
    draw_text_in(canvas, fonts().small, {{box.min.x + from, box.min.y}, {box.min.x + to, box.max.y}},
                 theme().palette.text_dim, text, align);
  };
  write(em() * 0.4f, c.name, "tensor", Align::Left);
  write(c.bar, c.relative, "‖Δ‖ / ‖before‖", Align::Right);
  write(c.relative, c.largest, "largest |Δ|", Align::Right);
}

void draw_row(const ViewModel& model, const TensorChange& change, int number, const Columns& c,
              const Emit& emit) {
  const Box box = box_at(ImGui::GetCursorScreenPos(), {c.largest + em() * 0.4f, std::ceil(em() * 1.5f)});
  const std::string id = "changes.row[" + std::to_string(number) + ",0]";
  const bool pressed = ImGui::Selectable(("##" + id).c_str(), false, 0, box.size());
  mark(id, box);
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const float x = box.min.x, top = box.min.y, bottom = box.max.y;
  draw_text_in(canvas, fonts().mono_small, {{x + em() * 0.4f, top}, {x + c.name - em(), bottom}},
               change.after->edited ? role_text(Role::Gradient) : p.text, change.name);
  const float full = c.bar - c.name, middle = (top + bottom) / 2, half = em() * 0.28f;
  canvas.fill({{x + c.name, middle - half},
               {x + c.name + full * std::min(static_cast<float>(change.relative), 1.0f), middle + half}},
              role_colour(Role::Gradient), em() * 0.15f);
  draw_text_in(canvas, fonts().mono_small, {{x + c.bar, top}, {x + c.relative, bottom}}, p.text,
               format_percent(change.relative), Align::Right);
  draw_text_in(canvas, fonts().mono_small, {{x + c.relative, top}, {x + c.largest, bottom}}, p.text,
               format_number(change.largest, widgets().digits), Align::Right);
  if (!pressed) return;
  emit({"side", {"change"}});
  emit(show_command(most_changed(*model.diff, change)));
}

}  // namespace

const TraceTensor& side_of(const ViewModel& model, const TraceTensor& tensor) {
  const TensorChange* change = change_of(model, tensor.name);
  if (!change || model.state.side == Side::After) return tensor;
  if (model.state.side == Side::Before) return *change->before;
  static std::shared_ptr<const TraceDiff> subtracted;
  static TraceTensor difference;
  static std::vector<Real> cells;
  if (subtracted == model.diff && difference.name == tensor.name) return difference;
  subtracted = model.diff;
  const std::vector<double> exact = model.diff->difference(tensor.name);
  cells.assign(exact.begin(), exact.end());
  difference = tensor;
  difference.value = cells;
  return difference;
}

bool draw_side_choice(const ViewModel& model, const TraceTensor& tensor, const Emit& emit) {
  const TensorChange* change = change_of(model, tensor.name);
  if (!change) return false;
  if (change->largest == 0) {
    dim_text("The edits change nothing here.");
    return true;
  }
  constexpr const char* kSides[] = {"with the edits", "without", "difference"};
  constexpr const char* kWords[] = {"after", "before", "change"};
  int side = static_cast<int>(model.state.side);
  if (segmented("stage.side", kSides, side)) emit({"side", {kWords[side]}});
  return true;
}

void draw_changes(const ViewModel& model, const Emit& emit) {
  panel_header("What the edits changed",
               "each tensor of this pass against the same pass without them; click one to see where");
  if (text_button("changes.close", Icon::ChevronLeft, "Back")) emit({"changes", {"off"}});
  if (!model.diff) return empty_note("Nothing is edited.", "Change something in the menu Edit.");
  const Columns c(ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize);
  draw_heading(c);
  ImGui::BeginChild("changes", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  int number = 0;
  for (const TensorChange& change : model.diff->tensors())
    if (change.largest > 0) draw_row(model, change, number++, c, emit);
  ImGui::PopStyleVar();
  if (number == 0) empty_note("Every number is as it was without the edits.");
  ImGui::EndChild();
}

}  // namespace attnlab
