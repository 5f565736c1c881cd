// Options that several tasks of strings share, and their rule.
#pragma once

#include "core/config/rows.h"
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

/// What is to be said of a string.
struct AnswerForm {
  std::string_view name;  ///< as options write it
  Format format;
};
inline constexpr AnswerForm kAnswerForms[] = {
    {"class", Format::Class}, {"labels", Format::Labels}, {"stream", Format::Stream}};
inline constexpr auto kFormChoices = choices_by_name(kAnswerForms);
inline constexpr TaskOption kFormOption = {
    "form",
    &TaskConfig::form,
    "recall: class, or stream (the letter comes next); brackets: class, or labels (depths)",
    0,
    0,
    kFormChoices};

/// The format of examples whose answers have the form config.form.
inline Format answer_format(const TaskConfig& config) {
  return row_named(kAnswerForms, "form of answers", config.form).format;
}

/// The shortest string may not be longer than the longest.
inline void check_string_lengths(const TaskConfig& config) {
  require_of_task(config.min_length <= config.max_length, "min_length", std::to_string(config.min_length),
                  "at most task.max_length, which is " + std::to_string(config.max_length));
}

}  // namespace attnlab
