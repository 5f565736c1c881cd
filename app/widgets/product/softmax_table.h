// Softmax as a table: score, score − largest, exponential, exponential ÷ sum, with bars.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/widgets/base/draw.h"
#include "core/language/messages.h"
#include "core/ops/attention/softmax_steps.h"

namespace attnlab {

struct SoftmaxTableOptions {
  /// The name of a row, shown through display_token(); asked for those in sight and some of the first.
  std::function<std::string(int row)> name{};
  const SoftmaxSteps* steps = nullptr;  ///< of the scores; null: computed at each frame
  std::span<const float> weights{};     ///< the model's own results for the last column; empty: computed
  std::string score_name{tr("score")};
  int selected = -1;
  ImVec2 size{0, 0};
  std::string target{};  ///< rows are NAME[i,0] for scripts
};

struct SoftmaxTableResult {
  Box bounds;
  int hovered = -1, clicked = -1;
};

SoftmaxTableResult softmax_table(const char* id, std::span<const float> scores,
                                 const SoftmaxTableOptions& options = {});

}  // namespace attnlab
