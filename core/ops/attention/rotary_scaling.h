// Scalings of rotary angles: how angles are made smaller for longer texts, one row each.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/tensor/real.h"

namespace attnlab {

struct RotaryScaling;
struct RotaryTurns;

inline constexpr std::string_view kUnscaledAngles = "none", kLinearAngles = "linear",
                                  kLlama3Angles = "llama3", kYarnAngles = "yarn";

/// One way of making angles smaller, so that texts can be longer than those with which a model began to
/// learn.
struct RotaryScalingKind {
  std::string_view name;   ///< as options write it: "llama3"
  std::string_view title;  ///< on screen
  bool scales = true;      ///< by RotaryScaling::factor
  bool by_wave = false;    ///< by the length of a pair's wave too: RotaryScaling::original, low and high
  bool has_gain = false;   ///< turned cells are multiplied by RotaryScaling::gain
  /// By what the angle of a pair is divided.
  double (*slowing)(Index pair, const RotaryTurns& turns);
  /// What stands for that number in a formula: "8", or "s[i]" where it changes from pair to pair; "" for 1.
  std::string (*symbol)(const RotaryScaling& scaling);
};

std::span<const RotaryScalingKind> rotary_scaling_kinds();
/// Throws std::invalid_argument with near names.
const RotaryScalingKind& rotary_scaling_kind(std::string_view name);

/// A scaling with its numbers. Waves are 2π positions over the pair's angle long. Where angles are scaled by
/// wave, waves longer than original/low turn slower by the factor, those shorter than original/high as
/// before, and those between in part.
struct RotaryScaling {
  const RotaryScalingKind* kind = &rotary_scaling_kind(kUnscaledAngles);
  double factor = 1, low = 1, high = 4, original = 8192;
  double gain = 1;

  /// YaRN's gain for a factor (Peng et al. 2023, section 3.4): 1 + ln(factor)/10.
  static double usual_gain(double factor);
  friend bool operator==(const RotaryScaling&, const RotaryScaling&) = default;
};

}  // namespace attnlab
