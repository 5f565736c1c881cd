// Logits: each sublayer's share of a prediction.
#pragma once

#include <string>
#include <vector>

#include "core/trace/trace.h"

namespace attnlab {

/// One addend of a logit.
struct LogitPart {
  std::string tensor;  ///< source of the addend; a parameter for constant parts
  Index head = -1;     ///< of an attention; −1: the part is no head
  double value = 0;
};

/// Direct logit attribution (Elhage et al. 2021): the logit of `token` at `position` as a sum over the
/// embedding, the positions, each head and each feed-forward, with the last norm's scale fixed at its value
/// in the pass. Constant parts, such as the norm's β, are named by their parameter. The values sum to the
/// logit. For models with a pre-norm or norm-free decoder without an encoder; throws std::invalid_argument
/// for others, and std::out_of_range for a position or token that is not there.
std::vector<LogitPart> logit_attribution(const Trace& trace, Index position, Index token);

}  // namespace attnlab
