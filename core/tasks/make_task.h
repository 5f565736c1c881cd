// Makes the task that a configuration names.
#pragma once

#include <memory>

#include "core/tasks/base/task.h"

namespace attnlab {

/// Builds the task of `config`. Throws std::runtime_error with one clear
/// line for an unreadable, empty, binary or too short corpus, and std::invalid_argument that names the field
/// for a bad value.
std::unique_ptr<Task> make_task(const TaskConfig& config, const TaskShape& shape);

}  // namespace attnlab
