// Sampling derivation: the candidates' softmax, cut off and made to sum to 1 again.
#include "core/trace/sampling_derivation.h"

#include <algorithm>
#include <stdexcept>

#include "core/language/messages.h"
#include "core/trace/parts.h"

namespace attnlab {

namespace {

using Kind = Expression::Kind;

class Derivator {
 public:
  Derivator(std::span<const Real> logits, const SamplingOptions& options, const CellName& row)
      : logits_(logits), options_(options), row_(row), candidates_(sampling_candidates(logits, options)) {}

  Derivation of(TokenId token) const {
    Derivation d;
    d.cell = cell_of(token);
    d.cell.tensor += ".probability";
    d.operation = "sample";
    const auto place =
        static_cast<std::size_t>(std::ranges::find(candidates_.ids, token) - candidates_.ids.begin());
    if (place == candidates_.ids.size())
      return left_out(std::move(d), "p = 0: not among the k most probable", tr_mark("outside the top k"));
    if (place >= candidates_.nucleus && candidates_.nucleus_sum >= options_.top_p)
      return left_out(std::move(d), "p = 0: more probable tokens already reach top-p",
                      tr_mark("outside the nucleus"));
    if (place >= candidates_.nucleus)
      return left_out(std::move(d), "p = 0: less than min-p of the largest probability",
                      tr_mark("under min-p"));
    d.formula = formula();
    d.root = options_.temperature == 0 ? number_part(1, tr_mark("the most probable")) : probability(token);
    d.value = d.root.value;
    return d;
  }

 private:
  CellName cell_of(TokenId token) const {
    CellName cell = row_;
    cell.index.push_back(token);
    return cell;
  }

  DerivationPart logit(TokenId token) const { return cell_part(cell_of(token), double(logits_[token])); }

  /// exp((z − max)/T).
  DerivationPart weight(TokenId token) const {
    const double highest = double(logits_[candidates_.ids[0]]);
    DerivationPart shifted = combined(Kind::Difference, {logit(token), number_part(highest, tr_mark("max"))});
    return combined(Kind::Exp,
                    {combined(Kind::Quotient, {std::move(shifted), number_part(options_.temperature, "T")})});
  }

  DerivationPart total(std::size_t count, const char* label) const {
    std::vector<DerivationPart> parts;
    for (std::size_t i = 0; i < count; ++i) parts.push_back(weight(candidates_.ids[i]));
    return combined(Kind::Sum, std::move(parts), label);
  }

  /// The sum over the nucleus is all that is left of the sum over the top k, which cancels.
  DerivationPart probability(TokenId token) const {
    return combined(Kind::Quotient, {weight(token), total(candidates_.nucleus, "Σ exp")});
  }

  std::string formula() const {
    if (options_.temperature == 0) return "p = 1 for the largest logit, because the temperature is 0";
    std::string over = "the vocabulary";
    if (options_.top_k > 0) over = "the k most probable";
    if (options_.top_p < 1) over = "the most probable tokens that together reach top-p";
    if (options_.min_p > 0) over += ", with at least min-p of the largest probability";
    return "p[i] = exp((z[i] − max) / T) / Σ_j exp((z[j] − max) / T), j over " + over;
  }

  static Derivation left_out(Derivation d, const char* formula, const char* label) {
    d.formula = formula;
    d.root = number_part(0, label);
    return d;
  }

  std::span<const Real> logits_;
  SamplingOptions options_;
  CellName row_;
  SamplingCandidates candidates_;
};

}  // namespace

Derivation derive_probability(std::span<const Real> logits, const SamplingOptions& options, TokenId token,
                              const CellName& row) {
  options.validate();
  if (token < 0 || static_cast<std::size_t>(token) >= logits.size())
    throw std::out_of_range("token ID " + std::to_string(token) + " is outside the vocabulary of " +
                            std::to_string(logits.size()) + " tokens");
  return Derivator(logits, options, row).of(token);
}

}  // namespace attnlab
