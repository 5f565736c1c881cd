// Tasks by name, and rows of their batches.
#pragma once

#include <string>
#include <vector>

#include "core/tasks/task_config.h"
#include "core/text/tokenizer.h"

namespace attnlab::testing {

/// All other options are as they are at first.
inline TaskConfig task_named(const std::string& name) {
  TaskConfig config;
  config.name = name;
  return config;
}

/// Row `row` of `cells` [B,width], as far as `length`.
inline std::vector<TokenId> row_of(const std::vector<TokenId>& cells, Index row, Index width, Index length) {
  return {cells.begin() + row * width, cells.begin() + row * width + length};
}

}  // namespace attnlab::testing
