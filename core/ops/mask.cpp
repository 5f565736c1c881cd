// Masks as additive numbers, and their addition to scores.
#include "core/ops/mask.h"

#include "core/ops/explain.h"

namespace attnlab {

namespace {

class ApplyMask final : public Operation {
 public:
  explicit ApplyMask(const char* source) : source_(source) {}
  std::string_view kind() const override { return "mask"; }

  void backward(Tape& tape) override { tape.pass_gradient(*this, input(0)); }

  CellSpan affected(int i, Index offset) const override {
    return i == 0 ? one_cell(offset) : CellSpan{0, 1, output()->shape.size()};
  }
  Explanation explain(Index offset) const override {
    return {std::string("masked = ") + source_ + " + mask, −∞ where the key may not be seen",
            sum({cell(input(0).node(), offset), cell(input(1).node(), mask_offset(offset))})};
  }

 private:
  Index mask_offset(Index offset) const {
    const Shape& scores = input(0).shape();
    const Index plane = scores.last() * scores.last(1), sequence = scores.size() / scores[0];
    return offset / sequence * plane + offset % plane;
  }

  const char* source_;
};

}  // namespace

Variable mask_values(Tape& tape, const AttentionMask& mask, Index batch, Index queries, Index keys) {
  Variable values = tape.constant({batch, queries, keys});
  values.cells().setZero();
  for (Index row = 0; row < batch * queries; ++row) {
    hide_keys(mask, row / queries, row % queries, 0, keys, values.data() + row * keys);
  }
  return values;
}

Variable apply_mask(Tape& tape, Variable scores, Variable mask, const char* source) {
  const Shape& s = scores.shape();
  const Index plane = s.last() * s.last(1), heads = s.rank() > 3 ? s[1] : 1;
  require_equal("mask: cells", mask.size(), "B·Tq·Tk", s[0] * plane);
  Variable y = tape.make(s);
  for (Index p = 0; p < s[0] * heads; ++p) {
    array(y.data() + p * plane, plane) =
        array(scores.data() + p * plane, plane) + array(mask.data() + p / heads * plane, plane);
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
