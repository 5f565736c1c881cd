// Distance bias: slopes, and their product with distances.
#include "core/ops/attention/distance_bias.h"

#include <bit>
#include <cmath>

#include "core/autograd/cells.h"

namespace attnlab {

namespace {

class DistanceBias final : public Operation {
 public:
  DistanceBias(std::span<const Real> slopes, Index start) : slopes_(slopes), start_(start) {}
  std::string_view kind() const override { return "distance_bias"; }
  std::string_view gradient_formula(int) const override { return "∂L/∂x = ∂L/∂y"; }
  CallArguments arguments() const override {
    const auto heads = count_of(slopes_);
    CallArguments all = {{"slopes", constants<double>(Shape{heads}, slopes_.data())},
                         {"queries", output()->shape[1]},
                         {"keys", output()->shape[2]}};
    if (start_ > 0) all.push_back({"start", start_});
    return all;
  }
  void backward(Tape&) override {}
  CellSpan affected(int, Index offset) const override { return one_cell(offset); }
  Explanation explain(Index offset) const override {
    const Shape& s = output()->shape;
    const Index q = start_ + offset / s[2] % s[1], k = offset % s[2];
    const Real slope = slopes_[offset / (s[1] * s[2])];
    return {"bias[h,q,k] = −m[h]·|q − k|, where m[h] is the slope of head h",
            product({number(-double(slope), "−m"), number(double(std::abs(q - k)), "|q − k|")})};
  }

 private:
  std::span<const Real> slopes_;
  Index start_;
};

/// 2^(−8h/count) for h = 1, 1 + step, … up to `last`.
void append_slopes(std::vector<Real>& slopes, Index count, Index step, Index last) {
  for (Index h = 1; h <= last; h += step) {
    slopes.push_back(Real(std::exp2(-8.0 * double(h) / double(count))));
  }
}

}  // namespace

std::vector<Real> distance_slopes(Index heads) {
  const auto lower = static_cast<Index>(std::bit_floor(static_cast<std::uint64_t>(heads)));
  std::vector<Real> slopes;
  append_slopes(slopes, lower, 1, lower);
  append_slopes(slopes, 2 * lower, 2, 2 * (heads - lower));
  return slopes;
}

void subtract_distances(Real slope, Index position, Index first, Index keys, Real* row) {
  const Real before = Real(first - position);
  for (int i = 0; i < static_cast<int>(keys); ++i) row[i] -= slope * std::abs(before + Real(i));
}

Variable distance_bias(Tape& tape, std::span<const Real> slopes, Index queries, Index keys, Index start) {
  const auto heads = count_of(slopes);
  const Variable bias = tape.constant({heads, queries, keys});
  bias.cells().setZero();
  for (Index row = 0; row < heads * queries; ++row) {
    subtract_distances(slopes[row / queries], start + row % queries, 0, keys, bias.data() + row * keys);
  }
  tape.record<DistanceBias>(bias, {}, slopes, start);
  return bias;
}

}  // namespace attnlab
