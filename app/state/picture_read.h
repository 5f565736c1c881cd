// Which picture the model reads.
#pragma once

#include "app/state/app_state.h"
#include "core/tasks/base/task.h"

namespace attnlab {

/// What the model reads: the own picture where it fits, else the chosen one of the task's; null where there
/// is none.
std::shared_ptr<const Picture> picture_read(const AppState& state, const ModelConfig& config,
                                            std::span<const Example> pictures);

}  // namespace attnlab
