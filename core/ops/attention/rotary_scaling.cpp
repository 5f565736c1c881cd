// The rows of all scalings of rotary angles.
#include "core/ops/attention/rotary_scaling.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/config/number_text.h"
#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/ops/attention/rotary.h"

namespace attnlab {

namespace {

/// The pair, not whole, whose wave goes round `times` times in the original length.
double pair_of_turns(double times, const RotaryTurns& turns) {
  const double wave = turns.scaling.original / (2 * std::numbers::pi * times);
  return double(turns.turned) * std::log(wave) / (2 * std::log(turns.base));
}

/// `kept`: which part of the angle is kept, 1 for short waves and 0 for long ones.
double slowing_in_part(double kept, const RotaryTurns& turns) {
  return 1 / ((1 - kept) / turns.scaling.factor + kept);
}

double no_slowing(Index, const RotaryTurns&) { return 1; }
double linear_slowing(Index, const RotaryTurns& turns) { return turns.scaling.factor; }

/// The part that is kept grows with the wave's frequency.
double llama3_slowing(Index pair, const RotaryTurns& turns) {
  const RotaryScaling& s = turns.scaling;
  const double times = s.original / (2 * std::numbers::pi * unscaled_divisor(pair, turns));
  return slowing_in_part(std::clamp((times - s.low) / (s.high - s.low), 0.0, 1.0), turns);
}

/// The part that is kept grows from pair to pair, between the whole pairs next to the two ends (Peng et al.
/// 2023, section 3.2).
double yarn_slowing(Index pair, const RotaryTurns& turns) {
  constexpr double kLeast = 0.001;  // where both ends are one pair, the pair keeps its angle
  const double first = std::max(std::floor(pair_of_turns(turns.scaling.high, turns)), 0.0);
  const double last = std::min(std::ceil(pair_of_turns(turns.scaling.low, turns)), double(turns.turned - 1));
  const double gone = (double(pair) - first) / std::max(last - first, kLeast);
  return slowing_in_part(1 - std::clamp(gone, 0.0, 1.0), turns);
}

std::string no_symbol(const RotaryScaling&) { return ""; }
std::string factor_symbol(const RotaryScaling& scaling) { return shortest_text(scaling.factor); }
std::string pair_symbol(const RotaryScaling&) { return "s[i]"; }

}  // namespace

std::span<const RotaryScalingKind> rotary_scaling_kinds() {
  static constexpr RotaryScalingKind kKinds[] = {
      {.name = kUnscaledAngles,
       .title = tr_mark("no"),
       .scales = false,
       .slowing = no_slowing,
       .symbol = no_symbol},
      // Chen et al. 2023
      {.name = kLinearAngles,
       .title = tr_mark("by one factor"),
       .slowing = linear_slowing,
       .symbol = factor_symbol},
      // Grattafiori et al. 2024
      {.name = kLlama3Angles,
       .title = tr_mark("as Llama 3.1"),
       .by_wave = true,
       .slowing = llama3_slowing,
       .symbol = pair_symbol},
      // Peng et al. 2023
      {.name = kYarnAngles,
       .title = tr_mark("as YaRN"),
       .by_wave = true,
       .has_gain = true,
       .slowing = yarn_slowing,
       .symbol = pair_symbol},
  };
  return kKinds;
}

const RotaryScalingKind& rotary_scaling_kind(std::string_view name) {
  return row_named(rotary_scaling_kinds(), "scaling of rotary angles", name);
}

double RotaryScaling::usual_gain(double factor) { return 1 + 0.1 * std::log(factor); }

}  // namespace attnlab
