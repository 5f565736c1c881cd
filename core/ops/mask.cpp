// Masks as additive numbers, and their addition to scores.
#include "core/ops/mask.h"

#include <limits>

#include "core/ops/explain.h"

namespace attnlab {

namespace {

class ApplyMask final : public Operation {
 public:
  std::string_view kind() const override { return "mask"; }

  void backward(Tape& tape) override { tape.pass_gradient(*this, input(0)); }

  Explanation explain(Index offset) const override {
    return {"masked = scaled + mask, −∞ where the key may not be seen",
            sum({cell(input(0).node(), offset), cell(input(1).node(), mask_offset(offset))})};
  }

 private:
  Index mask_offset(Index offset) const {
    const Shape& scores = input(0).shape();
    const Index plane = scores[2] * scores[3];
    return offset / (scores[1] * plane) * plane + offset % plane;
  }
};

}  // namespace

Variable mask_values(Tape& tape, const AttentionMask& mask, Index batch, Index queries, Index keys) {
  Variable values = tape.constant({batch, queries, keys});
  Real* out = values.data();
  for (Index b = 0; b < batch; ++b) {
    for (Index q = 0; q < queries; ++q, out += keys) {
      const Index visible = mask.visible_keys(b, q, keys);
      std::fill(out, out + visible, Real(0));
      std::fill(out + visible, out + keys, -std::numeric_limits<Real>::infinity());
    }
  }
  return values;
}

Variable apply_mask(Tape& tape, Variable scores, Variable mask) {
  const Shape& s = scores.shape();
  const Index plane = s[2] * s[3];
  require_equal("mask: cells", mask.size(), "B·Tq·Tk", s[0] * plane);
  Variable y = tape.make(s);
  for (Index b = 0; b < s[0]; ++b) {
    for (Index h = 0; h < s[1]; ++h) {
      const Index start = (b * s[1] + h) * plane;
      array(y.data() + start, plane) =
          array(scores.data() + start, plane) + array(mask.data() + b * plane, plane);
    }
  }
  tape.record<ApplyMask>(y, {scores, mask});
  return y;
}

}  // namespace attnlab
