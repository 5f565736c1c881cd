// Options that several tasks of strings share, and their rule.
#pragma once

#include "core/tasks/base/task_kind.h"

namespace attnlab {

/// Longest string of the tasks that draw strings.
inline constexpr Index kMaxStringLength = 64;

inline constexpr TaskOption kMinLengthOption = {"min_length", &TaskConfig::min_length,
                                                "tokens in the shortest string", 1, kMaxStringLength};
inline constexpr TaskOption kMaxLengthOption = {"max_length", &TaskConfig::max_length,
                                                "tokens in the longest string", 1, kMaxStringLength};
inline constexpr TaskOption kSymbolsOption = {"symbols", &TaskConfig::symbols,
                                              "how many different letters, from a on", 2, 26};

inline constexpr Choice kAnswerForms[] = {"class", "labels", "stream"};
inline constexpr TaskOption kFormOption = {
    "form",
    &TaskConfig::form,
    "recall: class, or stream (the letter comes next); brackets: class, or labels (depths)",
    0,
    0,
    kAnswerForms};

/// The shortest string may not be longer than the longest.
inline void check_string_lengths(const TaskConfig& config) {
  require_of_task(config.min_length <= config.max_length, "min_length", std::to_string(config.min_length),
                  "at most task.max_length, which is " + std::to_string(config.max_length));
}

}  // namespace attnlab
