// Masks as additive numbers, and their addition to scores.
#include "core/ops/attention/mask.h"

#include <cmath>

#include "core/autograd/cells.h"
#include "core/language/messages.h"
#include "core/ops/basic/explain.h"

namespace attnlab {

namespace {

class AttentionMaskValues final : public Operation {
 public:
  explicit AttentionMaskValues(AttentionMask mask) : mask_(mask) {}
  std::string_view kind() const override { return "attention_mask"; }
  void backward(Tape&) override {}

  CallArguments arguments() const override {
    const Shape& s = output()->shape;
    CallArguments all = {{"", s[0]}, {"", s[1]}, {"", s[2]}};
    if (mask_.causal) all.push_back({"causal", true});
    if (!mask_.key_lengths.empty())
      all.push_back({"key_lengths", constants<Index>(Shape{s[0]}, mask_.key_lengths.data())});
    MaskRule rule = mask_.rule, none;
    const Fields fields = mask_fields(rule), of_none = mask_fields(none);
    for (std::size_t i = 0; i < fields.size(); ++i)
      if (const Index number = *std::get<Index*>(fields[i].value);
          number != *std::get<Index*>(of_none[i].value))
        all.push_back({fields[i].name, number});
    if (mask_.start > 0) all.push_back({"start", mask_.start});
    return all;
  }

  Explanation explain(Index offset) const override {
    const Shape& s = output()->shape;
    const Index k = offset % s[2], q = offset / s[2] % s[1], b = offset / (s[2] * s[1]);
    if (mask_.allows(b, q, k))
      return {"mask[q,k] = 0, because the query can see this key", number(0, tr_mark("seen"))};
    return {"mask[q,k] = −∞, because " + reason(b, q, k),
            number(-std::numeric_limits<double>::infinity(), "hidden")};
  }

 private:
  /// Why a query does not see a key: the first of the mask's conditions that hides it.
  std::string reason(Index b, Index q, Index k) const {
    const AttentionMask order{.causal = mask_.causal, .start = mask_.start};
    const AttentionMask padding{.key_lengths = mask_.key_lengths};
    if (!order.allows(b, q, k)) return "the key comes after the query";
    return std::string(padding.allows(b, q, k) ? mask_.rule.reason() : "the key is padding");
  }

  AttentionMask mask_;
};

class ApplyMask final : public Operation {
 public:
  explicit ApplyMask(std::string_view source) : source_(source) {}
  std::string_view kind() const override { return "mask"; }
  std::string_view gradient_formula(int) const override {
    return "∂L/∂x = ∂L/∂y for visible keys, 0 for masked keys";
  }

  void backward(Tape& tape) override { tape.pass_gradient(*this, input(0)); }

  CellSpan affected(int i, Index offset) const override {
    return i == 0 ? one_cell(offset) : CellSpan{0, 1, output()->shape.size()};
  }
  Explanation explain(Index offset) const override {
    const Expression score = cell(input(0).node(), offset), mask = cell(input(1).node(), mask_offset(offset));
    // ∞ − ∞ would be NaN.
    const bool mask_alone = mask.evaluate() == kHiddenScore && !std::isfinite(score.evaluate());
    return {"masked = " + std::string(source_) + " + mask, −∞ for masked keys",
            mask_alone ? mask : sum({score, mask})};
  }

 private:
  Index mask_offset(Index offset) const {
    const Shape& scores = input(0).shape();
    const Index plane = scores.last() * scores.last(1), sequence = scores.size() / scores[0];
    return offset / sequence * plane + offset % plane;
  }

  std::string_view source_;
};

}  // namespace

Variable mask_values(Tape& tape, const AttentionMask& mask, Index batch, Index queries, Index keys) {
  Variable values = tape.constant({batch, queries, keys});
  values.cells().setZero();
  for (Index row = 0; row < batch * queries; ++row) {
    hide_keys(mask, row / queries, row % queries, {0, keys}, values.data() + row * keys);
  }
  tape.record<AttentionMaskValues>(values, {}, keep_mask(tape, mask));
  return values;
}

Variable apply_mask(Tape& tape, Variable scores, Variable mask, std::string_view source) {
  const Shape& s = scores.shape();
  const Index plane = s.last() * s.last(1), heads = s.rank() > 3 ? s[1] : 1;
  require_equal("mask: cells", mask.size(), "B·Tq·Tk", s[0] * plane);
  Variable y = tape.make(s);
  for (Index p = 0; p < s[0] * heads; ++p) {
    const Real* const score = scores.data() + p * plane;
    const Real* const added = mask.data() + p / heads * plane;
    Real* const masked = y.data() + p * plane;
    for (Index i = 0; i < plane; ++i)
      masked[i] = added[i] == kHiddenScore ? kHiddenScore : score[i] + added[i];
  }
  tape.record<ApplyMask>(y, {scores, mask}, source);
  return y;
}

AttentionMask keep_mask(Tape& tape, AttentionMask mask) {
  if (mask.key_lengths.empty()) return mask;
  const std::size_t count = mask.key_lengths.size();
  Index* lengths = tape.arena().array<Index>(static_cast<Index>(count));
  std::copy_n(mask.key_lengths.begin(), count, lengths);
  mask.key_lengths = {lengths, count};
  return mask;
}

}  // namespace attnlab
