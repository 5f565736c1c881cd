// Formulas in a line of text become the right trees, and prose stays prose.
#include "app/widgets/formula/formula_text.h"

#include <gtest/gtest.h>

#include "app/widgets/formula/formula_layout.h"
#include "tests/app/traced.h"

namespace attnlab {
namespace {

std::string shape(const Formula& f);

std::string joined(const std::vector<Formula>& parts, const char* between) {
  std::string out;
  for (const Formula& part : parts) out += (out.empty() ? "" : between) + shape(part);
  return out;
}

/// A tree in one line: frac(a, b), sub(x, i, -), …
std::string shape(const Formula& f) {
  if (!f) return "-";
  switch (f->kind) {
    case FormulaKind::Glyphs: return f->text;
    case FormulaKind::Row: return joined(f->children, " ");
    case FormulaKind::Fraction: return "frac(" + joined(f->children, ", ") + ")";
    case FormulaKind::Root: return "root(" + joined(f->children, ", ") + ")";
    case FormulaKind::Script: return "script(" + joined(f->children, ", ") + ")";
    case FormulaKind::Sum: return "sum(" + joined(f->children, ", ") + ")";
    case FormulaKind::Fence: return "<" + joined(f->children, ", ") + ">";
    default: return "?";
  }
}

std::string read(std::string_view text) { return shape(formula_from_text(text).formula); }

TEST(FormulaText, ReadsTheNotationOfDerivations) {
  EXPECT_EQ(read("y = x / √D"), "y = frac(x, root(D))");
  EXPECT_EQ(read("scores[q,k] = Σ_d query[q,d]·key[k,d]"),
            "script(scores, q , k, -) = sum(d, -, script(query, q , d, -) · script(key, k , d, -))");
  EXPECT_EQ(read("y = (x − μ)/√(σ² + ε)"), "y = frac(x − μ, root(script(σ, -, 2) + ε))");
  EXPECT_EQ(read("y[j] = exp(x[j] − max) / Σ_i exp(x[i] − max)"),
            "script(y, j, -) = frac(exp <script(x, j, -) − max>, sum(i, -, exp <script(x, i, -) − max>))");
  EXPECT_EQ(read("μ = (1/C)·Σ_c x[c]"), "μ = frac(1, C) · sum(c, -, script(x, c, -))");
  EXPECT_EQ(read("y = x·Φ(x) = ½·x·(1 + erf(x/√2))"), "y = x · Φ <x> = ½ · x · <1 + erf <frac(x, root(2))>>");
  EXPECT_EQ(read("loss = −log p(target)"), "loss = − log p <target>");
  EXPECT_EQ(read("PE[pos,2i] = sin(pos/10000^(2i/C)), i = 0"),
            "script(PE, pos , 2 i, -) = sin <frac(pos, script(10000, -, frac(2 i, C)))>");
}

TEST(FormulaText, ReadsTheNotationOfRecurrentCells) {
  EXPECT_EQ(read("h_t = o_t·tanh(c_t)"), "script(h, t, -) = script(o, t, -) · tanh <script(c, t, -)>");
  EXPECT_EQ(
      read("h_t = (1−z_t)·n_t + z_t·h_{t−1}"),
      "script(h, t, -) = <1 − script(z, t, -)> · script(n, t, -) + script(z, t, -) · script(h, t − 1, -)");
  EXPECT_EQ(read("y = 1/(1 + e^−x)"), "y = frac(1, 1 + script(e, -, − x))");
}

TEST(FormulaText, ADerivativeIsOneFactor) {
  EXPECT_EQ(read("∂L/∂x = Σ_y ∂L/∂y·∂y/∂x"), "frac(∂ L, ∂ x) = sum(y, -, frac(∂ L, ∂ y) · frac(∂ y, ∂ x))");
  EXPECT_EQ(read("∂L/∂v[k] = w[k]·∂L/∂c"), "frac(∂ L, ∂ script(v, k, -)) = script(w, k, -) · frac(∂ L, ∂ c)");
  EXPECT_EQ(read("∂L/∂x = ∂L/∂y / d"), "frac(∂ L, ∂ x) = frac(frac(∂ L, ∂ y), d)");
}

TEST(FormulaText, KeepsTheWordsAfterAComma) {
  const FormulaText text = formula_from_text("masked = scaled + mask, −∞ for masked keys");
  EXPECT_EQ(shape(text.formula), "masked = scaled + mask");
  EXPECT_EQ(text.words, "−∞ for masked keys");
}

TEST(FormulaText, ProseStaysProse) {
  for (const char* prose :
       {"head h uses columns h·D … (h+1)·D−1", "no target here, so nothing counts", "", "y = ", "y = (x",
        "y = x +", "= x", "y = f(x", "y = x[i", "y = x ^", "y = x^−", "y = x_", "y = x_{t", "y = √",
        "concat = [head 0; head 1; …], column h·D + d is head h's d", "\xff\xfe = 1"}) {
    const FormulaText text = formula_from_text(prose);
    EXPECT_EQ(text.formula, nullptr) << prose;
    EXPECT_EQ(text.words, prose);
  }
}

TEST(FormulaText, ColoursTheSymbolsAsked) {
  const FormulaText text = formula_from_text("y = W·x", {{"W", Role::Query}});
  const Formula product = text.formula->children[2];
  EXPECT_EQ(product->children[0]->role, Role::Query);
  EXPECT_EQ(product->children[2]->role, Role::None);
}

TEST(FormulaText, EveryFormulaOfATraceIsReadOrIsProse) {
  const Trace& trace = translation();
  for (const TraceTensor& tensor : trace.tensors()) {
    const std::vector<Index> first(static_cast<std::size_t>(tensor.shape.rank()), 0);
    const Derivation derivation = trace.explain(tensor.name, first);
    if (derivation.is_leaf || derivation.formula.starts_with("concat")) continue;
    EXPECT_NE(formula_from_text(derivation.formula).formula, nullptr) << derivation.formula;
  }
}

TEST(FormulaAlone, NeedsNoRelation) {
  EXPECT_EQ(shape(formula_alone("√D")), "root(D)");
  EXPECT_EQ(shape(formula_alone("q, k")), "q , k");
  EXPECT_EQ(shape(formula_alone("s = q·k/√D")), shape(formula_from_text("s = q·k/√D").formula));
  EXPECT_EQ(formula_alone("words § of no formula"), nullptr);
  EXPECT_EQ(formula_from_text("w ← w − η·g").formula, nullptr) << "of lessons alone";
  EXPECT_EQ(formula_alone("a + "), nullptr);
}

TEST(FormulaAlone, HasTheSignsOfLessons) {
  for (const char* text : {"w ← w − η·m/(√v + ε)", "y = (SiLU(x·W₁) ⊙ x·W₂)·W₃", "sin(p/10000^{2i/d})",
                           "RMS(x) = √((x₁² + … + x_d²)/d)", "h_t = tanh(W·x_t + U·h_{t−1} + b)", "e^{−∞}",
                           "−ln 0.5 = 0.69", "attention + feed-forward + norms = 12·d² + 13·d", "d × 4·d",
                           "∂L/∂w = ∂L/∂y·∂y/∂w = 2·(y − t)·x", "c_i = Σ_j α_{ij}·h_j", "n ≤ 3", "x³"})
    EXPECT_NE(formula_alone(text), nullptr) << text;
  EXPECT_EQ(shape(formula_alone("x₁")), shape(formula_alone("x_1")));
  EXPECT_EQ(shape(formula_alone("e^{x}")), shape(formula_alone("e^x")));
  EXPECT_EQ(shape(formula_alone("0.5")), "0.5");
}

}  // namespace
}  // namespace attnlab
