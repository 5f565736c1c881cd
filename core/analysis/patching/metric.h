// Metric: by which number patching judges how much of the clean text's answer has come back.
#pragma once

#include <span>
#include <string_view>

#include "core/tensor/real.h"

namespace attnlab {

/// One way to judge a prediction by the answers to both texts.
struct PatchMetric {
  std::string_view name;      ///< as options write it: "logit_difference"
  std::string_view title;     ///< on screen: "logit difference"
  std::string_view formula;   ///< "logit(clean answer) − logit(changed answer)"
  std::string_view sentence;  ///< what the number is, for a student
  /// Of the logits [V] of one prediction.
  double (*of)(std::span<const Real> logits, TokenId clean_answer, TokenId changed_answer);
};

/// All metrics, the usual one first (Heimersheim & Nanda 2024 compare them).
std::span<const PatchMetric> patch_metrics();
/// Throws std::invalid_argument with near names.
const PatchMetric& patch_metric(std::string_view name);

}  // namespace attnlab
