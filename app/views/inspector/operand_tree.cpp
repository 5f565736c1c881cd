// A derivation as an indented tree, each cell a link.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/views/common/tensor_words.h"
#include "app/views/common/trace_matrices.h"
#include "app/views/inspector/explained.h"
#include "app/views/inspector/frame.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/product/operand_table.h"
#include "app/widgets/product/softmax_table.h"
#include "core/language/messages.h"
#include "core/layers/alignment_sites.h"
#include "core/layers/attention_sites.h"

namespace attnlab {
namespace {

bool& wants_all_terms(const InspectorFrame& frame);

void follow_operand(const InspectorFrame& frame, const DerivationPart* part);

void draw_operand_tree(const InspectorFrame& frame);

/// Order of the operands; state of this view alone.
enum Order { kLargestFirst, kInOrder };
struct OperandOrder {
  int chosen = kLargestFirst;
};

constexpr std::size_t kFewTerms = 6;  ///< that are always listed
/// Terms up to which a sum can be listed completely, and how many of a longer one are.
constexpr std::size_t kListable = 4096, kListedOfMore = 1000;

/// Whether all terms of this cell's sums are listed, until another cell is inspected.
struct AllTerms {
  CellName cell;
  bool wanted = false;
};

/// The first axis along which two cells of one tensor differ.
std::size_t varying_axis(const CellName& a, const CellName& b) {
  for (std::size_t i = 0; i < std::min(a.index.size(), b.index.size()); ++i) {
    if (a.index[i] != b.index[i]) return i;
  }
  return a.index.empty() ? 0 : a.index.size() - 1;
}

const DerivationPart* cell_side(const OperandPair& term) {
  const bool left = term.left->kind == Expression::Kind::Cell;
  return left || !term.right ? term.left : term.right;
}

/// The index on an axis, "c 3" for "feature 3".
std::string short_axis_words(const InspectorFrame& frame, const CellName& cell, std::size_t axis) {
  const TraceTensor* const tensor = frame.trace.find(value_name(cell.tensor));
  const bool known = tensor && axis < tensor->site->axes.size();
  const Axis what = known ? tensor->site->axes[axis] : Axis::One;
  const bool feature = what == Axis::Feature || what == Axis::Property;
  const std::string words = axis_words(frame.trace, cell, axis, frame.model.vocabularies.get());
  return feature && !words.empty() ? "c " + std::to_string(cell.index[axis]) : words;
}

std::vector<OperandTerm> table_terms(const InspectorFrame& frame, const OperandSum& sum,
                                     const std::vector<std::size_t>& places) {
  const CellName &first = cell_side(sum.terms[0])->cell, &second = cell_side(sum.terms[1])->cell;
  const std::size_t axis = varying_axis(first, second);
  std::vector<OperandTerm> terms;
  for (std::size_t place : places) {
    const OperandPair& pair = sum.terms[place];
    const CellName& cell = cell_side(pair)->cell;
    std::string words = cell.tensor == first.tensor ? short_axis_words(frame, cell, axis)
                                                    : cell_title(frame.trace, cell.tensor);
    terms.push_back({std::move(words), pair.left->value, pair.right ? pair.right->value : 0});
  }
  return terms;
}

/// In a column of its own, where a small number keeps its figures.
std::string operand_number(double value) {
  const int decimals = widgets().digits + 1;
  const bool small = value != 0 && std::abs(value) < std::pow(10.0, 1 - decimals);
  return small ? format_small(value, decimals) : format_fixed(value, decimals);
}

/// Draws "+ bias  0.0123" with the number as a link.
void draw_other(const InspectorFrame& frame, const DerivationPart& part, std::size_t i) {
  const bool cell = part.kind == Expression::Kind::Cell;
  const std::string name = "inspector.other[" + std::to_string(i) + ",0]";
  const std::string words = tr("plus {1}", cell ? cell_title(frame.trace, part.cell.tensor)
                                                : std::string(tr(std::string_view(part.label))));
  const Role role = cell ? tensor_role(frame.trace, part.cell.tensor) : Role::None;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Box line = box_at(at, {ImGui::GetContentRegionAvail().x, std::ceil(em() * 1.45f)});
  if (ImGui::InvisibleButton(name.c_str(), line.size())) follow_operand(frame, &part);
  mark(name, line);
  const Canvas canvas = window_canvas();
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) canvas.fill(line, role_tint(role), em() * 0.2f);
  const std::string number = operand_number(part.value);
  const float right = line.max.x - em() * 0.5f, left = right - text_size(fonts().mono, number).x - 1;
  if (draw_text_in(canvas, fonts().ui, {line.min, {left - em() * 0.4f, line.max.y}}, theme().palette.text_dim,
                   words, Align::Left, Cut::Meant))
    tip(words);
  draw_text_in(canvas, fonts().mono, {{left, line.min.y}, {right, line.max.y}}, role_text(role, hovered),
               number, Align::Right);
}

void draw_order(std::size_t count, int& order) {
  if (count < kFewTerms) return;
  const char* const orders[] = {tr("largest first"), tr("in order")};
  segmented("inspector.order", orders, order);
}

std::string short_title(const InspectorFrame& frame, const DerivationPart* part) {
  if (!part || part->kind != Expression::Kind::Cell)
    return part ? std::string(tr(std::string_view(part->label))) : "";
  if (is_gradient(part->cell.tensor)) return tr("gradient");
  const TraceTensor* tensor = frame.trace.find(part->cell.tensor);
  if (!tensor) return part->cell.tensor;
  const bool weights = tensor->is(attention_sites::kWeights) || tensor->is(alignment_sites::kWeights);
  if (weights || is_parameter(*tensor)) return tr("weight");
  const bool attention = tensor->place.kind() == PartKind::Attention && !tensor->is(attention_sites::kConcat);
  return attention ? cell_title(frame.trace, tensor->name) : tr("input");
}

/// How many of `count` terms are listed before a line of the others: as many as fit, but not too few to see
/// what the sum is made of.
std::size_t listed_terms(std::size_t count, float height) {
  const auto rows = static_cast<std::size_t>(std::max(height / operand_row_height() - 2.2f, 1.0f));
  return count <= std::max(rows, kFewTerms + 1) ? count : std::max(rows - 1, kFewTerms);
}

void draw_sum(const InspectorFrame& frame, const OperandSum& sum) {
  int& order = frame.model.remembered<OperandOrder>().chosen;
  draw_order(sum.terms.size(), order);
  const std::size_t count = sum.terms.size();
  const bool sorted = order == kLargestFirst && count >= kFewTerms;
  const float below = em() * 1.5f * float(sum.others.size() + (sum.divisor ? 1 : 0));
  const float height = ImGui::GetContentRegionAvail().y - inspector_check_height() - below;
  bool& all = wants_all_terms(frame);
  const std::size_t most = count <= kListable ? count : kListedOfMore;
  const std::size_t listed = all || order == kInOrder ? most : listed_terms(count, height);
  const auto place = [&](std::size_t i) { return sorted ? frame.explained->by_size[i] : i; };
  const OperandPair& first = sum.terms[0];
  OperandTableOptions o;
  for (std::size_t i = listed; i < count; ++i) o.rest += sum.terms[place(i)].product();
  o.others = count - listed;
  std::vector<std::size_t> places(listed);
  for (std::size_t i = 0; i < listed; ++i) places[i] = place(i);
  const std::vector<OperandTerm> terms = table_terms(frame, sum, places);
  o.single = first.right == nullptr;
  o.left_name = o.single ? tr("term") : short_title(frame, first.left);
  o.right_name = short_title(frame, first.right);
  o.left_role = tensor_role(frame.trace, first.left->cell.tensor);
  if (first.right) o.right_role = tensor_role(frame.trace, first.right->cell.tensor);
  o.result = sum.total();
  o.result_name = o.single ? tr("sum") : tr("sum of products");
  o.result_role = sum.others.empty() && !sum.divisor ? tensor_role(frame.trace, frame.derivation.cell.tensor)
                                                     : Role::None;
  o.target = "inspector.operand";
  const OperandTableResult r = operand_table("operands", terms, o);
  if (r.wants_all) all = true;
  if (r.followed_left >= 0) follow_operand(frame, sum.terms[places[r.followed_left]].left);
  if (r.followed_right >= 0) follow_operand(frame, sum.terms[places[r.followed_right]].right);
  for (std::size_t i = 0; i < sum.others.size(); ++i) draw_other(frame, *sum.others[i], i);
  if (sum.divisor) {
    const double divisor = sum.divisor->value;
    const std::string number =
        divisor == std::floor(divisor) ? format_fixed(divisor, 0) : format_number(divisor, widgets().digits);
    dim_text(tr("divided by {1} = {2}", tr(std::string_view(sum.divisor->label)), number));
  }
}

/// What the table of a softmax needs at each frame.
struct SoftmaxNumbers {
  std::weak_ptr<const Explained> of;
  std::vector<float> scores, shares;
  SoftmaxSteps steps;
  TokenAxis keys;
};

const SoftmaxNumbers& softmax_numbers(const InspectorFrame& frame, std::size_t axis) {
  SoftmaxNumbers& numbers = frame.model.remembered<SoftmaxNumbers>();
  if (numbers.of.lock() == frame.explained) return numbers;
  numbers = {frame.explained, {}, {}, {}, {}};
  numbers.keys = token_axis(axis_pieces(frame.trace, frame.tensor, axis));
  CellName share = frame.derivation.cell;
  for (std::size_t i = 0; i < frame.explained->scores.size(); ++i) {
    share.index[axis] = static_cast<Index>(i);
    numbers.scores.push_back(float(frame.explained->scores[i]->value));
    numbers.shares.push_back(frame.tensor.value[frame.tensor.shape.offset(share.index)]);
  }
  numbers.steps = softmax_steps(numbers.scores);
  return numbers;
}

void draw_softmax(const InspectorFrame& frame) {
  const CellName& own = frame.derivation.cell;
  const std::size_t axis = own.index.size() - 1;
  const bool tokens = frame.tensor.site->axes[axis] == Axis::Key;
  const SoftmaxNumbers& numbers = softmax_numbers(frame, axis);
  SoftmaxTableOptions o;
  o.name = [&](int i) {
    CellName share = own;
    share.index[axis] = i;
    return tokens ? numbers.keys.name(i)
                  : axis_words(frame.trace, share, axis, frame.model.vocabularies.get());
  };
  o.weights = numbers.shares;
  o.steps = &numbers.steps;
  o.selected = static_cast<int>(own.index[axis]);
  o.target = "inspector.operand";
  const SoftmaxTableResult r = softmax_table("steps", numbers.scores, o);
  if (r.clicked >= 0) follow_operand(frame, frame.explained->scores[r.clicked]);
}

/// Whether all terms of the inspected cell's sums are listed, for a change; false for each new cell.
bool& wants_all_terms(const InspectorFrame& frame) {
  AllTerms& all = frame.model.remembered<AllTerms>();
  if (all.cell != frame.derivation.cell) all = {frame.derivation.cell, false};
  return all.wanted;
}

/// Explains an operand, and shows it on the stage; nothing for a part that is not a cell.
void follow_operand(const InspectorFrame& frame, const DerivationPart* part) {
  if (part && part->kind == Expression::Kind::Cell) frame.emit(inspect_command(part->cell));
}

}  // namespace

void draw_inspector_operands(const InspectorFrame& frame) {
  if (!frame.explained->scores.empty()) return draw_softmax(frame);
  if (frame.explained->sum) return draw_sum(frame, *frame.explained->sum);
  draw_operand_tree(frame);
}

namespace {

/// The tree with all terms, once the user has asked for them.
struct WholeTree {
  std::weak_ptr<const Explained> of;
  std::vector<DerivationLine> lines;
};

const std::vector<DerivationLine>& tree_lines(const InspectorFrame& frame) {
  if (!wants_all_terms(frame)) return frame.explained->lines;
  WholeTree& whole = frame.model.remembered<WholeTree>();
  if (whole.of.lock() != frame.explained) whole = {frame.explained, derivation_lines(frame.derivation.root)};
  return whole.lines;
}

/// An operand's indices, without the indices that it shares with the explained cell.
std::string other_words(const InspectorFrame& frame, const CellName& cell) {
  const CellName& own = frame.derivation.cell;
  std::string words;
  for (std::size_t axis = 0; axis < cell.index.size(); ++axis) {
    const bool same =
        axis < own.index.size() && axis + 1 < cell.index.size() && own.index[axis] == cell.index[axis];
    const std::string part = same ? "" : axis_words(frame.trace, cell, axis, frame.model.vocabularies.get());
    if (!part.empty()) words += (words.empty() ? "" : " · ") + part;
  }
  return words;
}

/// The room of a line's words, and the room of its number at the right end, which is never cut. In a narrow
/// panel, deep lines are indented less than their depth.
struct LineRoom {
  Box words, number;
};

LineRoom room_of(const Box& box, int depth, const std::string& number) {
  const float right = box.max.x - em() * 0.4f,
              middle = right - text_size(fonts().mono, number).x - em() * 0.6f;
  const float indent = std::min(em() * float(depth), (middle - box.min.x) * 0.35f);
  return {{{box.min.x + em() * 0.2f + std::max(indent, 0.0f), box.min.y}, {middle, box.max.y}},
          {{middle, box.min.y}, {right, box.max.y}}};
}

/// Draws "+ 48 terms", or the words and the value of a part. Returns whether the words were cut.
bool draw_line_text(const Box& box, const DerivationLine& line, Colour ink, Colour number_ink,
                    const std::string& after) {
  const Canvas canvas = window_canvas();
  const std::string number = line.value == 0 ? "0" : format_small(line.value, widgets().digits + 1);
  const LineRoom room = room_of(box, line.depth, number);
  const bool cut = draw_text_in(canvas, fonts().ui, room.words, ink, line.words, Align::Left, Cut::Meant);
  const float end = room.words.min.x + text_size(fonts().ui, line.words).x + em() * 0.6f;
  if (!after.empty() && end < room.words.max.x)
    draw_text_in(canvas, fonts().small, {{end, box.min.y}, room.words.max}, theme().palette.text_dim,
                 fitted(fonts().small, after, room.words.max.x - end));
  draw_text_in(canvas, fonts().mono, room.number, number_ink, number, Align::Right);
  return cut;
}

/// Draws the line of the unlisted terms; a press lists them.
void draw_rest_line(const InspectorFrame& frame, const DerivationLine& line, const Box& box) {
  if (ImGui::InvisibleButton("rest", box.size())) wants_all_terms(frame) = true;
  mark("inspector.operand.rest", box);
  const Palette& p = theme().palette;
  if (ImGui::IsItemHovered()) {
    window_canvas().fill(box, p.raised_hover, em() * 0.2f);
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  tip(tr("Show all terms"));
  draw_line_text(box, line, p.accent, p.text, "");
}

void draw_tree_line(const InspectorFrame& frame, const DerivationLine& line) {
  const Box box =
      box_at(ImGui::GetCursorScreenPos(), {ImGui::GetContentRegionAvail().x, std::ceil(em() * 1.5f)});
  if (!line.part) return draw_rest_line(frame, line, box);
  const DerivationPart& part = *line.part;
  const bool link = part.kind == Expression::Kind::Cell;
  const std::string name = link ? "inspector.operand[" + std::to_string(line.links - 1) + ",0]" : "line";
  if (ImGui::InvisibleButton(name.c_str(), box.size())) follow_operand(frame, &part);
  const Palette& p = theme().palette;
  if (!link) {
    if (draw_line_text(box, line, p.text_dim, p.text, "")) tip(line.words);
    return;
  }
  mark(name, box);
  const Role role = tensor_role(frame.trace, part.cell.tensor);
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) {
    window_canvas().fill(box, role_tint(role), em() * 0.2f);
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  tip(part.cell.text());
  const Colour ink = role_text(role, hovered);
  draw_line_text(box, line, ink, ink, other_words(frame, part.cell));
}

/// Draws a derivation of another shape than a sum or a softmax: its parts, indented.
void draw_operand_tree(const InspectorFrame& frame) {
  const std::vector<DerivationLine>& lines = tree_lines(frame);
  const float row = std::ceil(em() * 1.5f);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(lines.size()), row);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      ImGui::PushID(i);
      draw_tree_line(frame, lines[i]);
      ImGui::PopID();
    }
  }
  ImGui::PopStyleVar();
}

}  // namespace

}  // namespace attnlab
