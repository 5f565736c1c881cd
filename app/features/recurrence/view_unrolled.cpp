// The network unrolled in time: a box for each cell and step, tokens below and predictions above. Also the
// formulas of the cell with their numbers.
#include <algorithm>
#include <cmath>

#include "app/base/as_shown.h"
#include "app/base/format.h"
#include "app/features/recurrence/view_cell_figure.h"
#include "app/features/recurrence/view_frame.h"
#include "app/views/common/hover.h"
#include "app/views/common/predictions.h"
#include "app/views/stage/cell_formulas.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/value_range.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// A tensor's formula, the numbers in it, and where a press leads.
struct CellLine {
  const TraceTensor* tensor;
  std::string numbers;
};

std::string function_text(GateFunction function) {
  switch (function) {
    case GateFunction::Sigmoid: return "σ";
    case GateFunction::Tanh: return "tanh";
    case GateFunction::Relu: return "ReLU";
    case GateFunction::None: break;
  }
  return "";
}

double apply(GateFunction function, double x) {
  switch (function) {
    case GateFunction::Sigmoid: return 1 / (1 + std::exp(-x));
    case GateFunction::Tanh: return std::tanh(x);
    case GateFunction::Relu: return std::max(0.0, x);
    case GateFunction::None: break;
  }
  return x;
}

/// A number as it is shown with these decimals.
double as_shown(double value, int decimals) { return shown_number(format_fixed(value, decimals)); }

/// "= 0.67", or "≈ 0.67" if the numbers before it, as they are shown, do not give it.
std::string equals_text(double of_shown, double value, int decimals) {
  const std::string result = format_fixed(value, decimals);
  return " " + std::string(relation(of_shown, result)) + " " + result;
}

/// "σ(0.31 + (−0.82) + 1.20) = 0.67", in the order of the formula.
std::string gate_numbers(const CellGate& gate, const GateSum& sum, double value, int decimals) {
  const auto number = [&](double each) { return format_factor(each, decimals); };
  const auto shown = [&](double each) { return as_shown(each, decimals); };
  const GateSum of_shown{.input = shown(sum.input),
                         .context = shown(sum.context),
                         .recurrent = shown(sum.recurrent),
                         .bias = shown(sum.bias),
                         .reset = shown(sum.reset)};
  std::string parts = format_fixed(sum.input, decimals);
  if (sum.context != 0) parts += " + " + number(sum.context);
  if (gate.reset_by >= 0)
    parts += " + " + number(sum.bias) + " + " + number(sum.reset) + "·" + number(sum.recurrent);
  else
    parts += " + " + number(sum.recurrent) + " + " + number(sum.bias);
  return function_text(gate.function) + "(" + parts + ")" +
         equals_text(apply(gate.function, of_shown.total()), value, decimals);
}

std::vector<CellLine> cell_lines(const RecurrenceFrame& frame, const UnitStep& step) {
  const CellKind& kind = frame.kind();
  const RecurrentCell& cell = frame.cell();
  const int decimals = std::max(2, frame.digits());
  std::vector<CellLine> lines;
  for (std::size_t i = 0; i < kind.gates.size(); ++i)
    lines.push_back({cell.gates[i], gate_numbers(kind.gates[i], step.sums[i], step.gates[i], decimals)});
  const CellMemory& does = kind.memory;
  if (!does.has_gates()) return lines;
  const auto number = [&](double each) { return format_factor(each, decimals); };
  const auto gate = [&](int each) { return step.gates[each]; };
  const std::string kept = number(gate(does.keeps)) + "·" + number(step.memory_before),
                    written = number(step.write_share) + "·" + number(gate(does.candidate));
  // The GRU's formula has what is written first.
  const std::string both = does.writes >= 0 ? kept + " + " + written : written + " + " + kept;
  const auto shown = [&](double each) { return as_shown(each, decimals); };
  const double of_both = shown(gate(does.keeps)) * shown(step.memory_before) +
                         shown(step.write_share) * shown(gate(does.candidate));
  lines.push_back({&cell.memory(), both + equals_text(of_both, step.memory, decimals)});
  if (does.reads < 0) return lines;
  const double read = shown(gate(does.reads)) * std::tanh(shown(step.memory));
  lines.push_back({cell.hidden, number(gate(does.reads)) + "·tanh(" + format_fixed(step.memory, decimals) +
                                    ")" + equals_text(read, step.hidden, decimals)});
  return lines;
}

}  // namespace

void draw_cell_lines(const RecurrenceFrame& frame, const UnitStep& step, float width) {
  const FormulaOptions kFormulaOfLine{.size = 0.72f};
  const std::vector<CellLine> lines = cell_lines(frame, step);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const TraceTensor& tensor = *lines[i].tensor;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const Formula formula = cell_formula(frame.kind(), *tensor.site);
    const ImVec2 size = formula_size(formula, kFormulaOfLine);
    const float number = std::ceil(em() * 1.15f), height = size.y + number + em() * 0.35f;
    const Box box = box_at(at, {std::max(width, em() * 20), height});
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::InvisibleButton("line", box.size())) frame.select(tensor, frame.at.time, frame.at.unit);
    if (ImGui::IsItemHovered()) window_canvas().fill(box, theme().palette.raised, em() * 0.2f);
    mark("recurrence.line[" + std::to_string(i) + ",0]", box);
    move_cursor({at.x + em() * 0.3f, at.y});
    draw_formula("formula", formula, kFormulaOfLine);
    draw_text_in(window_canvas(), fonts().mono_small,
                 {{at.x + em() * 0.6f, at.y + size.y}, {box.max.x, at.y + size.y + number}},
                 theme().palette.text, lines[i].numbers, Align::Left, Cut::Meant);
    ImGui::PopID();
    move_cursor({at.x, at.y + height});
  }
  ImGui::Dummy({width, 0});
}

namespace {

/// Cells that read one text, beside those of another: the columns of a stack begin at `first`.
struct UnrolledStack {
  std::vector<std::size_t> cells;  ///< from the lowest row up
  Index first = 0, steps = 0;
};

std::vector<UnrolledStack> stacks_of(const RecurrenceFrame& frame) {
  std::vector<UnrolledStack> stacks;
  const Part* part = nullptr;
  for (std::size_t i = 0; i < frame.cells.size(); ++i) {
    const Part* const own = frame.cells[i].place.steps().front().part;
    if (own != part) {
      const Index first = stacks.empty() ? 0 : stacks.back().first + stacks.back().steps;
      stacks.push_back({{}, first, frame.cells[i].steps()});
    }
    part = own;
    stacks.back().cells.push_back(i);
  }
  return stacks;
}

/// Places of the picture, in pixels.
struct UnrolledPlan {
  ImVec2 start;
  float column, row, names;
  std::size_t rows;
  Box box(std::size_t line, Index at) const {
    const float x = start.x + names + column * (float(at) + 0.5f);
    const float y = start.y + row * (float(rows - line) + 0.5f);
    const ImVec2 half{column * 0.36f, row * 0.3f};
    return {{std::floor(x - half.x), std::floor(y - half.y)},
            {std::floor(x + half.x), std::floor(y + half.y)}};
  }
  /// The line of the predictions, and that of the tokens.
  Box above(Index at) const { return full(box(rows, at)); }
  Box below(Index at) const {
    const Box lowest = box(0, at);
    return full({{lowest.min.x, lowest.min.y + row}, {lowest.max.x, lowest.max.y + row}});
  }

 private:
  Box full(const Box& b) const {
    const float middle = b.centre().x, half = column * 0.47f;
    return {{middle - half, b.min.y}, {middle + half, b.max.y}};
  }
};

void draw_flow_arrow(ImVec2 from, ImVec2 to, Colour colour) {
  const Canvas canvas = window_canvas();
  const float size = std::max(3.0f, em() * 0.25f);
  canvas.line(from, to, colour, std::max(1.0f, em() / 12));
  const ImVec2 way{to.x - from.x, to.y - from.y};
  const float length = std::max(std::sqrt(way.x * way.x + way.y * way.y), 1.0f);
  const ImVec2 unit{way.x / length, way.y / length};
  canvas.triangle(to, {to.x - (unit.x + unit.y * 0.6f) * size, to.y - (unit.y - unit.x * 0.6f) * size},
                  {to.x - (unit.x - unit.y * 0.6f) * size, to.y - (unit.y + unit.x * 0.6f) * size}, colour);
}

/// The largest amount of the selected unit over the steps of a cell, for its colours.
float largest_state(const RecurrentCell& cell, Index unit) {
  double most = 0;
  for (Index t = 0; t < cell.steps(); ++t) most = std::max(most, std::abs(cell.value(*cell.hidden, t, unit)));
  return float(most);
}

/// One box of the picture.
struct UnrolledBox {
  std::size_t cell;
  Index time;
  Box box;
  ValueRange range;
};

void draw_unrolled_box(const RecurrenceFrame& frame, const UnrolledBox& at) {
  const RecurrentCell& cell = frame.cells[at.cell];
  const double value = cell.value(*cell.hidden, at.time, frame.at.unit);
  move_cursor(at.box.min);
  ImGui::PushID(static_cast<int>(at.cell));
  ImGui::PushID(static_cast<int>(at.time));
  if (ImGui::InvisibleButton("box", at.box.size())) frame.select(*cell.hidden, at.time, frame.at.unit);
  tip(tr("{1}, time {2}, unit {3}: h = {4}", cell_words(cell), std::to_string(at.time),
         std::to_string(frame.at.unit), format_number(value, frame.digits())));
  ImGui::PopID();
  ImGui::PopID();
  mark("recurrence.box[" + std::to_string(at.cell) + "," + std::to_string(at.time) + "]", at.box);
  const Colour face = value_colour(float(value), at.range, Scale::Diverging);
  const Canvas canvas = window_canvas();
  canvas.fill(at.box, face, em() * 0.25f);
  canvas.frame(at.box, theme().palette.border, em() * 0.25f);
  const std::string number = format_fixed(value, 2);
  if (text_size(fonts().mono_small, number).x + 2 <= at.box.width())
    draw_text_in(canvas, fonts().mono_small, at.box, text_on(face), number, Align::Centre);
  if (at.cell == frame.at.cell && at.time == frame.at.time)
    draw_outline(canvas, at.box, theme().palette.accent, em() / 8);
}

void draw_unrolled_stack(const RecurrenceFrame& frame, const UnrolledStack& stack, const UnrolledPlan& plan) {
  const Colour line = theme().palette.text_dim;
  for (Index t = 0; t < stack.steps; ++t) {
    const Index at = stack.first + t;
    const float middle = plan.box(0, at).centre().x;
    draw_flow_arrow({middle, plan.below(at).min.y}, {middle, plan.box(0, at).max.y + 1}, line);
    for (std::size_t i = 0; i + 1 < stack.cells.size(); ++i)
      draw_flow_arrow({middle, plan.box(i, at).min.y}, {middle, plan.box(i + 1, at).max.y + 1}, line);
  }
  for (std::size_t i = 0; i < stack.cells.size(); ++i) {
    const RecurrentCell& cell = frame.cells[stack.cells[i]];
    const float most = std::max(largest_state(cell, frame.at.unit), 1e-6f);
    for (Index t = 0; t < stack.steps; ++t) {
      const Box box = plan.box(i, stack.first + t);
      const Index from = cell.before(t);
      if (from >= 0 && from < stack.steps) {
        const Box before = plan.box(i, stack.first + from);
        const float side = cell.reverse ? before.min.x : before.max.x;
        draw_flow_arrow({side, box.centre().y},
                        {cell.reverse ? box.max.x + 1 : box.min.x - 1, box.centre().y}, line);
      }
      draw_unrolled_box(frame, {stack.cells[i], t, box, {-most, most}});
    }
  }
}

/// The encoder's last states are the decoder's first.
void draw_handover(const RecurrenceFrame& frame, const UnrolledStack& from, const UnrolledStack& to,
                   const UnrolledPlan& plan) {
  for (std::size_t i = 0; i < to.cells.size(); ++i) {
    const RecurrentCell& cell = frame.cells[to.cells[i]];
    const bool starts = std::ranges::any_of(cell.hidden_start, [](double h) { return h != 0; });
    if (!starts) continue;
    const std::size_t line = std::min(i, from.cells.size() - 1);
    const Box last = plan.box(line, from.first + from.steps - 1), first = plan.box(i, to.first);
    draw_flow_arrow({last.max.x, last.centre().y}, {first.min.x - 1, first.centre().y},
                    role_colour(Role::Output));
  }
}

void draw_read_tokens(const RecurrenceFrame& frame, const UnrolledStack& stack, const UnrolledPlan& plan) {
  const RecurrentCell& cell = frame.cells[stack.cells.front()];
  const std::vector<Piece> pieces = read_pieces(frame.trace, cell);
  const bool source = reads_source(frame, cell);
  for (Index t = 0; t < stack.steps; ++t) {
    const Box box = plan.below(stack.first + t);
    const bool lit = hovered().on({source, static_cast<int>(t)});
    if (lit) window_canvas().fill(box, theme().palette.raised_hover, em() * 0.2f);
    draw_text_in(window_canvas(), fonts().ui, box, theme().palette.text, display_token(pieces[t].text),
                 Align::Centre, Cut::Meant);
    mark("recurrence.token[" + std::to_string(stack.first + t) + ",0]", box);
  }
  HoverGrid grid;
  grid.box = {plan.below(stack.first).min, plan.below(stack.first + stack.steps - 1).max};
  grid.columns = static_cast<int>(stack.steps);
  grid.key_source = source;
  hover_grid(grid);
}

/// The likeliest prediction above each step that makes one; a single prediction above the last step.
void draw_said(const RecurrenceFrame& frame, const UnrolledStack& stack, const UnrolledPlan& plan) {
  const std::vector<Prediction> said = predictions(frame.trace);
  if (said.empty() || !frame.model.vocabularies) return;
  const bool one = count_of(said) < stack.steps;
  for (std::size_t i = 0; i < said.size(); ++i) {
    const Index t = one ? stack.steps - 1 : static_cast<Index>(i);
    if (t >= stack.steps) break;
    const Box box = plan.above(stack.first + t);
    const Box top = plan.box(stack.cells.size() - 1, stack.first + t);
    draw_flow_arrow({top.centre().x, top.min.y}, {top.centre().x, box.max.y + 1}, theme().palette.text_dim);
    const Palette& p = theme().palette;
    const std::string word =
        prediction_words(frame.model.format, frame.model.vocabularies->target, said[i].token);
    draw_text_in(window_canvas(), fonts().ui, box,
                 !said[i].counted() ? p.text_dim
                 : said[i].right()  ? p.good
                                    : p.bad,
                 display_token(word), Align::Centre, Cut::Meant);
    mark("recurrence.prediction[" + std::to_string(i) + ",0]", box);
  }
}

void draw_row_names(const RecurrenceFrame& frame, const std::vector<UnrolledStack>& stacks,
                    const UnrolledPlan& plan) {
  const Palette& p = theme().palette;
  const auto name = [&](float top, float bottom, const std::string& words) {
    draw_text_in(window_canvas(), fonts().small,
                 {{plan.start.x, top}, {plan.start.x + plan.names - em() * 0.4f, bottom}}, p.text_dim, words);
  };
  const Box above = plan.above(0), below = plan.below(0);
  name(above.min.y, above.max.y, tr("predicted"));
  name(below.min.y, below.max.y, tr("read"));
  const UnrolledStack& first = stacks.front();
  for (std::size_t i = 0; i < first.cells.size(); ++i) {
    const RecurrentCell& cell = frame.cells[first.cells[i]];
    const Box box = plan.box(i, 0);
    name(box.min.y, box.max.y,
         tr("layer {1}", std::to_string(layer_number(cell.place))) + (cell.reverse ? " ←" : " →"));
  }
}

void draw_network(const RecurrenceFrame& frame) {
  const std::vector<UnrolledStack> stacks = stacks_of(frame);
  std::size_t rows = 0;
  for (const UnrolledStack& stack : stacks) rows = std::max(rows, stack.cells.size());
  const Index columns = stacks.back().first + stacks.back().steps;
  const float names = em() * 5, room = ImGui::GetContentRegionAvail().x - names;
  UnrolledPlan plan{ImGui::GetCursorScreenPos(),
                    std::clamp(std::floor(room / float(columns)), std::ceil(em() * 3.4f), em() * 5.5f),
                    std::ceil(em() * 2.4f), names, rows};
  const float width = names + plan.column * float(columns),
              height = plan.row * float(rows + 2) + ImGui::GetStyle().ScrollbarSize + 2;
  ImGui::BeginChild("recurrence network", {0, height}, false,
                    ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_HorizontalScrollbar);
  plan.start = ImGui::GetCursorScreenPos();
  draw_row_names(frame, stacks, plan);
  for (std::size_t i = 0; i < stacks.size(); ++i) {
    draw_read_tokens(frame, stacks[i], plan);
    draw_unrolled_stack(frame, stacks[i], plan);
    if (i > 0) draw_handover(frame, stacks[i - 1], stacks[i], plan);
  }
  draw_said(frame, stacks.back(), plan);
  move_cursor(plan.start);
  ImGui::Dummy({width, plan.row * float(rows + 2)});
  ImGui::EndChild();
}

}  // namespace

void draw_recurrence_unrolled(const RecurrenceFrame& frame) {
  draw_recurrence_words(
      tr("Each box shows the hidden state of unit {1} after a step (← → step, ↑ ↓ unit). Below is the "
         "selected cell with the numbers of this unit; click a number to explain it in the inspector.",
         std::to_string(frame.at.unit)));
  ImGui::BeginChild("recurrence unrolled", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  draw_network(frame);
  ImGui::Dummy({0, em() * 0.2f});
  draw_cell_figure(frame);
  ImGui::EndChild();
}

}  // namespace attnlab
