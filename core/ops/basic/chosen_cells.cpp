// Chosen cells: forward, backward and explanation of a weighted sum.
#include "core/ops/basic/chosen_cells.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "core/ops/basic/explain.h"

namespace attnlab {

namespace {

class ChosenCells final : public Operation {
 public:
  explicit ChosenCells(std::span<const WeightedCell> cells) : cells_(cells) {}
  std::string_view kind() const override { return "chosen_cells"; }
  std::string_view gradient_formula(int) const override { return "∂L/∂x = factor·∂L/∂y"; }

  void backward(Tape& tape) override {
    Real* const dx = tape.gradient_to_add_to(input(0));
    if (!dx) return;
    for (const WeightedCell& chosen : cells_) dx[chosen.offset] += chosen.factor * *output_gradient();
  }

  Explanation explain(Index) const override {
    std::vector<Expression> terms;
    for (const WeightedCell& chosen : cells_)
      terms.push_back(
          product({number(double(chosen.factor), "factor"), cell(input(0).node(), chosen.offset)}));
    return {"y = Σ factor·x", sum(std::move(terms))};
  }

 private:
  std::span<const WeightedCell> cells_;  // in the tape's arena
};

}  // namespace

Variable chosen_cells(Tape& tape, Variable x, std::span<const WeightedCell> cells) {
  WeightedCell* const copy = tape.arena().array<WeightedCell>(count_of(cells));
  std::ranges::copy(cells, copy);
  const Variable y = tape.make({});
  *y.data() = 0;
  for (const WeightedCell& chosen : cells) {
    if (chosen.offset < 0 || chosen.offset >= x.size())
      throw std::out_of_range("cell " + std::to_string(chosen.offset) + " is outside the " +
                              std::to_string(x.size()));
    *y.data() += chosen.factor * x.data()[chosen.offset];
  }
  tape.record<ChosenCells>(y, {x}, std::span<const WeightedCell>(copy, cells.size()));
  return y;
}

}  // namespace attnlab
