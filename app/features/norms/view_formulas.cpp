// The numerator and the denominator of each kind of norm.
#include "app/features/norms/view_formulas.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace attnlab {
namespace {

using namespace math;

/// (x − x̄)/√(σ² + ε)
Formula layer_fraction() {
  return frac(row({var("x", Role::Residual), op("−"), overline(var("x"))}),
              math::sqrt(row({sup(var("σ"), number("2")), op("+"), var("ε")})));
}

Formula rms_fraction() {
  return frac(var("x", Role::Residual),
              math::sqrt(row({overline(sup(var("x"), number("2"))), op("+"), var("ε")})));
}

struct NormFraction {
  std::string_view kind;  ///< name in norm_kinds()
  Formula (*make)();
};
constexpr NormFraction kFractions[] = {{"layer", layer_fraction}, {"rms", rms_fraction}};

}  // namespace

Formula normalized_formula(const NormKind& kind) {
  const auto found = std::ranges::find(kFractions, kind.name, &NormFraction::kind);
  if (found == std::ranges::end(kFractions))
    throw std::invalid_argument("no formula is drawn of the norm " + std::string(kind.name));
  return found->make();
}

Formula norm_formula(const NormKind& kind, bool shifted) {
  const Formula scaled = row({var("y"), rel(), var("γ"), op("⊙"), normalized_formula(kind)});
  return shifted ? row({scaled, op("+"), var("β")}) : scaled;
}

}  // namespace attnlab
