// Tasks by name, and rows of their batches.
#pragma once

#include <string>
#include <vector>

#include "core/tasks/task_config.h"
#include "core/text/tokenizer.h"

namespace attnlab::testing {

/// The options of a task: its name, and defaults.
inline TaskConfig task_named(const std::string& name) {
  TaskConfig config;
  config.name = name;
  return config;
}

/// The first `length` cells of row `row` of `cells` [B,width].
inline std::vector<TokenId> row_of(const std::vector<TokenId>& cells, Index row, Index width, Index length) {
  return {cells.begin() + as_offset(row * width), cells.begin() + as_offset(row * width + length)};
}

}  // namespace attnlab::testing
