// Edited: cells by the rules of an intervention, backward and explained.
#include "core/autograd/edited.h"

#include <stdexcept>

namespace attnlab {

namespace {

Real apply(const CellRule& rule, const Real* computed) {
  double total = 0;
  for (Index i = 0; i < rule.from.count; ++i) total += double(computed[rule.from.start + i * rule.from.step]);
  return Real(rule.from.count == 0 ? rule.constant : rule.constant + rule.factor * total);
}

/// Offsets of the cells at one position of [B,T,…]; of all cells where the position is −1.
template <typename Work>
void each_offset(const Shape& shape, Index position, Work work) {
  if (position < 0) {
    for (Index i = 0; i < shape.size(); ++i) work(i);
    return;
  }
  const Index row = shape.size() / (shape[0] * shape[1]);
  for (Index b = 0; b < shape[0]; ++b)
    for (Index i = 0; i < row; ++i) work((b * shape[1] + position) * row + i);
}

class Edited final : public Operation {
 public:
  Edited(const CellRules* rules, Index position) : rules_(rules), position_(position) {}
  std::string_view kind() const override { return "edited"; }
  std::optional<Index> position() const override {
    return position_ < 0 ? std::nullopt : std::optional<Index>(position_);
  }

  void backward(Tape& tape) override {
    Real* dx = tape.gradient_to_add_to(input(0));
    if (!dx) return;
    each_offset(output()->shape, position_, [&](Index i) {
      const auto rule = rule_of(i);
      if (!rule) {
        dx[i] += output_gradient()[i];
        return;
      }
      for (Index k = 0; k < rule->from.count; ++k)
        dx[rule->from.start + k * rule->from.step] += Real(rule->factor) * output_gradient()[i];
    });
  }

  /// From the first to the last cell that reads it.
  CellSpan affected(int, Index offset) const override {
    Index first = -1, last = -1;
    for (Index i = 0; i < output()->shape.size(); ++i) {
      const auto rule = rule_of(i);
      if (rule ? !rule->from.contains(offset) : i != offset) continue;
      if (first < 0) first = i;
      last = i;
    }
    return first < 0 ? CellSpan{} : CellSpan{first, 1, last - first + 1};
  }

  Explanation explain(Index offset) const override {
    const Node* computed = input(0).node();
    const auto rule = rule_of(offset);
    if (!rule) return {"y = x, as computed", cell(computed, offset)};
    if (rule->from.count == 0) return {"y = c, set by an edit", number(rule->constant, "c")};
    std::vector<Expression> cells;
    for (Index k = 0; k < rule->from.count; ++k)
      cells.push_back(cell(computed, rule->from.start + k * rule->from.step));
    const bool one = cells.size() == 1;
    Expression total = one ? cells[0] : sum(std::move(cells));
    if (rule->factor != 1) total = product({number(rule->factor, "a"), std::move(total)});
    if (rule->constant != 0) total = sum({std::move(total), number(rule->constant, "c")});
    return {formula(*rule, one), std::move(total)};
  }

 private:
  std::optional<CellRule> rule_of(Index i) const {
    if (rules_) return (*rules_)(i);
    const Real now = output()->value[i];
    if (same_number(now, input(0).data()[i])) return {};
    return CellRule{double(now), 0, {}};
  }

  static std::string formula(const CellRule& rule, bool one) {
    return std::string("y = ") + (rule.factor != 1 ? "a·" : "") + (one ? "x" : "Σ x") +
           (rule.constant != 0 ? " + c" : "") + ", by an edit";
  }

  const CellRules* rules_;
  Index position_;
};

std::span<Real> cells_of(Variable x) { return {x.data(), static_cast<std::size_t>(x.size())}; }

}  // namespace

void edit_cells(const Shape& shape, std::span<const Real> computed, std::span<Real> cells,
                const Intervention& intervention, const CellRules* rules) {
  std::ranges::copy(computed, cells.begin());
  if (!rules) return intervention.change(shape, cells);
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (const auto rule = (*rules)(static_cast<Index>(i))) cells[i] = apply(*rule, computed.data());
}

Variable edited(Tape& tape, Variable computed, const Intervention& intervention, const CellRules* rules) {
  Variable from = computed;
  if (intervention.instead) from = Variable(intervention.instead(tape, computed.node()));
  if (from.size() != computed.size())
    throw std::invalid_argument("the replacement of " + intervention.name + " must have shape " +
                                computed.shape().text() + ", not " + from.shape().text());
  const Variable value = tape.make(computed.shape());
  if (intervention.instead) {
    std::ranges::copy(cells_of(from), value.data());
  } else {
    edit_cells(computed.shape(), cells_of(computed), cells_of(value), intervention, rules);
  }
  tape.record<Edited>(value, {from}, rules, Index{-1});
  return value;
}

void edit_position(Tape& tape, Variable computed, Variable value, Index position,
                   const Intervention& intervention, const CellRules* rules) {
  if (intervention.instead)
    throw std::invalid_argument(intervention.name +
                                " is computed position by position, so it cannot be replaced");
  std::vector<Real> changed(computed.data(), computed.data() + computed.size());
  if (!rules) intervention.change(computed.shape(), changed);
  each_offset(computed.shape(), position, [&](Index i) {
    const auto rule = rules ? (*rules)(i) : std::nullopt;
    value.data()[i] = rule ? apply(*rule, computed.data()) : changed[i];
  });
  tape.record<Edited>(value, {computed}, rules, position);
}

}  // namespace attnlab
