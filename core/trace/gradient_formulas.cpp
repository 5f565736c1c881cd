// Gradient formulas: the table.
#include "core/trace/gradient_formulas.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/autograd/tape.h"

namespace attnlab {

namespace {

/// One input of one kind of operation; input −1: all of them alike.
struct GradientRule {
  std::string_view kind;
  int input;
  std::string_view formula;
};

constexpr GradientRule kRules[] = {
    {"add", -1, "∂L/∂x = ∂L/∂y"},
    {"add_penalty", -1, "∂L/∂x = ∂L/∂y"},
    {"total_penalty", -1, "∂L/∂x = ∂L/∂y"},
    {"additive_hidden", 0, "∂L/∂query[q,a] = Σ_k ∂L/∂hidden[q,k,a]·(1 − hidden[q,k,a]²)"},
    {"additive_hidden", 1, "∂L/∂key[k,a] = Σ_q ∂L/∂hidden[q,k,a]·(1 − hidden[q,k,a]²)"},
    {"additive_sum", 0, "∂L/∂hidden[q,k,a] = ∂L/∂scores[q,k]·v[a]"},
    {"additive_sum", 1, "∂L/∂v[a] = Σ_qk ∂L/∂scores[q,k]·hidden[q,k,a]"},
    {"context", 0, "∂L/∂weights[q,k] = Σ_d ∂L/∂context[q,d]·value[k,d]"},
    {"context", 1, "∂L/∂value[k,d] = Σ_q weights[q,k]·∂L/∂context[q,d]"},
    {"attention_context", 0, "∂L/∂weights[q,k] = Σ_d ∂L/∂context[q,d]·value[k,d]"},
    {"attention_context", 1, "∂L/∂value[k,d] = Σ_q weights[q,k]·∂L/∂context[q,d]"},
    {"scores", 0, "∂L/∂query[q,d] = Σ_k ∂L/∂scores[q,k]·key[k,d]"},
    {"scores", 1, "∂L/∂key[k,d] = Σ_q ∂L/∂scores[q,k]·query[q,d]"},
    {"divide", -1, "∂L/∂x = ∂L/∂y / divisor"},
    {"multiply", -1, "∂L/∂a = ∂L/∂y·b"},
    {"distance_bias", -1, "∂L/∂x = ∂L/∂y"},
    {"mask", -1, "∂L/∂x = ∂L/∂y where the key is seen, 0 where it is hidden"},
    {"softmax", -1, "∂L/∂x[j] = y[j]·(∂L/∂y[j] − Σ_i ∂L/∂y[i]·y[i])"},
    {"masked_softmax", -1, "∂L/∂x[j] = y[j]·(∂L/∂y[j] − Σ_i ∂L/∂y[i]·y[i])"},
    {"log_softmax", -1, "∂L/∂x[j] = ∂L/∂y[j] − softmax(x)[j]·Σ_i ∂L/∂y[i]"},
    {"cross_entropy_per_token", -1, "∂L/∂log p[i] = −∂L/∂loss·((1 − ε)·[i is the target] + ε/V)"},
    {"mean_loss", -1, "∂L/∂loss[t] = 1 / number of counted targets"},
    {"linear", 0, "∂L/∂x[j] = Σ_i ∂L/∂y[i]·W[i,j]"},
    {"linear", 1, "∂L/∂W[i,j] = Σ_t ∂L/∂y[t,i]·x[t,j]"},
    {"linear", 2, "∂L/∂b[i] = Σ_t ∂L/∂y[t,i]"},
    {"embedding", -1, "∂L/∂E[id] = factor·Σ ∂L/∂y[t] over the places t where the token is id"},
    {"split_heads", -1, "∂L/∂x = ∂L/∂y, the same cells in another order"},
    {"merge_heads", -1, "∂L/∂x = ∂L/∂y, the same cells in another order"},
    {"join_columns", -1, "∂L/∂x = ∂L/∂y, the same cells side by side"},
    {"pick_row", -1, "∂L/∂x = ∂L/∂y at the row that is picked, 0 elsewhere"},
    {"prepend", -1, "∂L/∂x = ∂L/∂y, one place on"},
    {"take_last_cell", -1, "∂L/∂x = ∂L/∂y"},
    {"patches", -1, "∂L/∂pixel = ∂L/∂y at its place in its patch"},
    {"mean", -1, "∂L/∂x[i] = ∂L/∂μ / C"},
    {"variance", 0, "∂L/∂x[i] = ∂L/∂σ²·2(x[i] − μ) / C"},
    {"variance", 1, "∂L/∂μ = −∂L/∂σ²·Σ_i 2(x[i] − μ) / C, which is 0"},
    {"normalize", 0, "∂L/∂x[i] = ∂L/∂y[i] / √(σ² + ε)"},
    {"normalize", 1, "∂L/∂μ = −Σ_i ∂L/∂y[i] / √(σ² + ε)"},
    {"normalize", 2, "∂L/∂σ² = −½·Σ_i ∂L/∂y[i]·(x[i] − μ) / (σ² + ε)^(3/2)"},
    {"scale_and_shift", 0, "∂L/∂x[i] = ∂L/∂y[i]·γ[i]"},
    {"scale_and_shift", 1, "∂L/∂γ[i] = Σ_t ∂L/∂y[t,i]·x[t,i]"},
    {"scale_and_shift", 2, "∂L/∂β[i] = Σ_t ∂L/∂y[t,i]"},
    {"mean_square", -1, "∂L/∂x[i] = ∂L/∂m·2x[i] / C"},
    {"rms_normalize", 0, "∂L/∂x[i] = ∂L/∂y[i] / √(m + ε)"},
    {"rms_normalize", 1, "∂L/∂m = −½·Σ_i ∂L/∂y[i]·x[i] / (m + ε)^(3/2)"},
    {"relu", -1, "∂L/∂x = ∂L/∂y where x > 0, else 0"},
    {"gelu", -1, "∂L/∂x = ∂L/∂y·(Φ(x) + x·φ(x))"},
    {"gelu_tanh", -1, "∂L/∂x = ∂L/∂y·(½(1 + tanh u) + ½x·(1 − tanh² u)·u′), u = √(2/π)(x + 0.044715x³)"},
    {"silu", -1, "∂L/∂x = ∂L/∂y·σ(x)·(1 + x·(1 − σ(x)))"},
    {"tanh", -1, "∂L/∂x = ∂L/∂y·(1 − y²)"},
    {"rotate", -1, "∂L/∂(x₁, x₂) = ∂L/∂(y₁, y₂) turned back by the same angle"},
    {"mean_pooling", -1, "∂L/∂x[t] = ∂L/∂y / number of positions"},
    {"unit_length", -1, "∂L/∂x[i] = (∂L/∂y[i] − y[i]·Σ_j ∂L/∂y[j]·y[j]) / ‖x‖"},
};

}  // namespace

std::string_view gradient_formula(std::string_view kind, int input) {
  const auto found = std::ranges::find_if(kRules, [&](const GradientRule& rule) {
    return rule.kind == kind && (rule.input < 0 || rule.input == input);
  });
  return found == std::end(kRules) ? std::string_view() : found->formula;
}

std::string gradient_formula(const Readers& readers, const Node* node) {
  constexpr std::string_view kChainRule = "∂L/∂x = Σ_y ∂L/∂y·∂y/∂x";
  std::vector<std::string_view> formulas;
  for (const Reader& reader : readers.of(node)) {
    std::string_view formula = gradient_formula(reader.operation->kind(), reader.input);
    if (formula.empty()) formula = kChainRule;
    if (std::ranges::find(formulas, formula) == formulas.end()) formulas.push_back(formula);
  }
  std::string text;
  for (auto formula = formulas.rbegin(); formula != formulas.rend(); ++formula)
    text += (text.empty() ? "" : "; ") + std::string(*formula);
  return text;
}

}  // namespace attnlab
