// Formulas of gates, made from their rows; and of states and alignments, one row per tensor.
#include "app/views/stage/cell_formulas.h"

#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/layers/alignment_sites.h"
#include "core/ops/recurrent/cell_sites.h"

namespace attnlab {
namespace {

using namespace math;

Formula at_time(const char* letter, const char* index = "t") { return sub(var(letter), text(index)); }

Formula function_symbol(GateFunction function) {
  switch (function) {
    case GateFunction::Sigmoid: return var("σ");
    case GateFunction::Tanh: return text("tanh");
    case GateFunction::Relu: return text("ReLU");
    case GateFunction::None: break;
  }
  throw std::invalid_argument("a gate has a function");
}

/// f(W·x_t + U·h_{t−1} + b), or with a reset gate f(W·x_t + b + r_t ⊙ (U·h_{t−1} + b′)).
Formula gate_formula(const CellKind& kind, const CellGate& gate) {
  const char* const letter = gate.makes.symbol.data();
  const Formula bias = sub(var("b"), letter);
  std::vector<Formula> sums = {sub(var("W"), letter), at_time("x"), op("+")};
  std::vector<Formula> read = {sub(var("U"), letter), at_time("h", "t−1"), op("+")};
  if (gate.reset_by < 0) {
    sums.insert(sums.end(), read.begin(), read.end());
    sums.push_back(bias);
  } else {
    const CellGate& reset = kind.gates[gate.reset_by];
    read.push_back(var("b′"));
    for (const Formula& part : {bias, op("+"), at_time(reset.makes.symbol.data()), op("⊙"), paren(row(read))})
      sums.push_back(part);
  }
  return row({at_time(letter), rel(), function_symbol(gate.function), paren(row(sums))});
}

Formula lstm_cell() {
  return row({at_time("c"), rel(), at_time("f"), op("⊙"), at_time("c", "t−1"), op("+"), at_time("i"), op("⊙"),
              at_time("g")});
}
Formula lstm_hidden() {
  return row({at_time("h"), rel(), at_time("o"), op("⊙"), call("tanh", at_time("c"))});
}
Formula gru_hidden() {
  return row({at_time("h"), rel(), paren(row({number("1"), op("−"), at_time("z")})), op("⊙"), at_time("n"),
              op("+"), at_time("z"), op("⊙"), at_time("h", "t−1")});
}

Formula additive_query() { return row({at_time("q"), rel(), var("W"), at_time("h", "t−1")}); }
Formula additive_scores_of_a_step() {
  return row({sub(var("e"), "s"), rel(), sup(var("v"), text("T")),
              call("tanh", row({at_time("q"), op("+"), sub(var("k"), "s")}))});
}
Formula alignment_weights() { return row({var("a"), rel(), call("softmax", var("e"))}); }
Formula alignment_context() {
  return row({var("z"), rel(), sum(var("s"), nullptr, row({sub(var("a"), "s"), sub(var("h"), "s")}))});
}

/// The formula of one tensor of a kind, by the kind's name.
struct TensorFormula {
  std::string_view kind;
  const Site* site;
  Formula (*make)();
};

constexpr TensorFormula kStates[] = {
    {"lstm", &cell_sites::kCell, lstm_cell},
    {"lstm", &cell_sites::kHidden, lstm_hidden},
    {"gru", &cell_sites::kHidden, gru_hidden},
};

constexpr TensorFormula kLookingBack[] = {
    {"additive", &alignment_sites::kQuery, additive_query},
    {"additive", &alignment_sites::kScores, additive_scores_of_a_step},
    {"additive", &alignment_sites::kWeights, alignment_weights},
    {"additive", &alignment_sites::kContext, alignment_context},
};

Formula formula_of_row(std::span<const TensorFormula> rows, std::string_view kind, const Site& site) {
  for (const TensorFormula& each : rows)
    if (each.kind == kind && each.site == &site) return each.make();
  throw std::invalid_argument("there is no formula for " + std::string(site.name) + " of " +
                              std::string(kind));
}

}  // namespace

Formula cell_formula(const CellKind& kind, const Site& site) {
  for (const CellGate& gate : kind.gates)
    if (&gate.makes == &site) return gate_formula(kind, gate);
  return formula_of_row(kStates, kind.name, site);
}

Formula alignment_formula(const AlignmentKind& kind, const Site& site) {
  return formula_of_row(kLookingBack, kind.name, site);
}

}  // namespace attnlab
