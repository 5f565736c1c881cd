// The inspector's operands: each with its value and a link. The panel scrolls, not the tables in it.
#include "app/views/inspector/operands.h"

#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/views/common/tensor_words.h"
#include "app/views/common/trace_matrices.h"
#include "app/views/inspector/explained.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/product/operand_table.h"
#include "app/widgets/product/softmax_table.h"
#include "core/layers/alignment_sites.h"
#include "core/layers/attention_sites.h"

namespace attnlab {

namespace {

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

std::vector<OperandTerm> table_terms(const InspectorFrame& frame, const OperandSum& sum,
                                     const std::vector<std::size_t>& places) {
  const CellName &first = cell_side(sum.terms[0])->cell, &second = cell_side(sum.terms[1])->cell;
  const std::size_t axis = varying_axis(first, second);
  std::vector<OperandTerm> terms;
  for (std::size_t place : places) {
    const OperandPair& pair = sum.terms[place];
    const CellName& cell = cell_side(pair)->cell;
    std::string words = cell.tensor == first.tensor
                            ? axis_words(frame.trace, cell, axis, frame.model.vocabularies.get())
                            : cell_title(frame.trace, cell.tensor);
    if (words.starts_with("feature ")) words = "c " + words.substr(8);
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
  const std::string words = "plus " + (cell ? cell_title(frame.trace, part.cell.tensor) : part.label);
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
  constexpr const char* kOrders[] = {"largest first", "in order"};
  segmented("inspector.order", kOrders, order);
}

std::string short_title(const InspectorFrame& frame, const DerivationPart* part) {
  if (!part || part->kind != Expression::Kind::Cell) return part ? part->label : "";
  if (is_gradient(part->cell.tensor)) return "gradient";
  const TraceTensor* tensor = frame.trace.find(part->cell.tensor);
  if (!tensor) return part->cell.tensor;
  const bool weights = tensor->is(attention_sites::kWeights) || tensor->is(alignment_sites::kWeights);
  if (weights || is_parameter(*tensor)) return "weight";
  const bool attention = tensor->place.kind() == PartKind::Attention && !tensor->is(attention_sites::kConcat);
  return attention ? cell_title(frame.trace, tensor->name) : "input";
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
  const float below = em() * 1.5f * static_cast<float>(sum.others.size() + (sum.divisor ? 1 : 0));
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
  o.left_name = o.single ? "term" : short_title(frame, first.left);
  o.right_name = short_title(frame, first.right);
  o.left_role = tensor_role(frame.trace, first.left->cell.tensor);
  if (first.right) o.right_role = tensor_role(frame.trace, first.right->cell.tensor);
  o.result = sum.total();
  o.result_name = o.single ? "sum" : "sum of products";
  o.result_role = sum.others.empty() && !sum.divisor ? tensor_role(frame.trace, frame.derivation.cell.tensor)
                                                     : Role::None;
  o.target = "inspector.operand";
  const OperandTableResult r = operand_table("operands", terms, o);
  if (r.wants_all) all = true;
  if (r.followed_left >= 0)
    follow_operand(frame, sum.terms[places[static_cast<std::size_t>(r.followed_left)]].left);
  if (r.followed_right >= 0)
    follow_operand(frame, sum.terms[places[static_cast<std::size_t>(r.followed_right)]].right);
  for (std::size_t i = 0; i < sum.others.size(); ++i) draw_other(frame, *sum.others[i], i);
  if (sum.divisor) {
    const double divisor = sum.divisor->value;
    const std::string number =
        divisor == std::floor(divisor) ? format_fixed(divisor, 0) : format_number(divisor, widgets().digits);
    dim_text("divided by " + sum.divisor->label + " = " + number);
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
    numbers.scores.push_back(static_cast<float>(frame.explained->scores[i]->value));
    numbers.shares.push_back(
        frame.tensor.value[static_cast<std::size_t>(frame.tensor.shape.offset(share.index))]);
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
  if (r.clicked >= 0) follow_operand(frame, frame.explained->scores[static_cast<std::size_t>(r.clicked)]);
}

}  // namespace

bool& wants_all_terms(const InspectorFrame& frame) {
  AllTerms& all = frame.model.remembered<AllTerms>();
  if (all.cell != frame.derivation.cell) all = {frame.derivation.cell, false};
  return all.wanted;
}

void follow_operand(const InspectorFrame& frame, const DerivationPart* part) {
  if (part && part->kind == Expression::Kind::Cell) frame.emit(inspect_command(part->cell));
}

void draw_inspector_operands(const InspectorFrame& frame) {
  if (!frame.explained->scores.empty()) return draw_softmax(frame);
  if (frame.explained->sum) return draw_sum(frame, *frame.explained->sum);
  draw_operand_tree(frame);
}

}  // namespace attnlab
