// Options that several tasks of strings share, and their rule.
#pragma once

#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/tasks/base/task_kind.h"

namespace attnlab {

/// Longest string of the tasks that draw strings.
inline constexpr Index kMaxStringLength = 64;

/// What strings are made of.
inline constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

inline constexpr TaskOption kMinLengthOption = {
    "min_length", &TaskConfig::min_length, tr_mark("tokens in the shortest string"), 1, kMaxStringLength};
inline constexpr TaskOption kMaxLengthOption = {"max_length", &TaskConfig::max_length,
                                                tr_mark("tokens in the longest string"), 1, kMaxStringLength};
inline constexpr TaskOption kSymbolsOption = {"symbols", &TaskConfig::symbols,
                                              tr_mark("number of distinct letters, from a to z, then A to Z"),
                                              2, kLetters.size()};
inline constexpr TaskOption kTestLengthOption = {
    "test_length", &TaskConfig::test_length,
    tr_mark("if not 0, validation examples are longer than max_length, up to this length"), 0,
    kMaxStringLength};

/// The first `count` letters, one a token.
inline std::vector<std::string> letters(Index count) {
  std::vector<std::string> all;
  for (const char letter : kLetters.substr(0, count)) all.emplace_back(1, letter);
  return all;
}

/// The kind of answer to a string.
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
    tr_mark("recall: class or stream (the letter is the next token); brackets: class or labels (depths)"),
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
                  "at most task.max_length (" + std::to_string(config.max_length) + ")");
}

/// Held-out strings that are longer than all others.
inline void check_test_length(const TaskConfig& config) {
  require_of_task(config.test_length == 0 || config.test_length > config.max_length, "test_length",
                  std::to_string(config.test_length),
                  "0 or greater than task.max_length (" + std::to_string(config.max_length) + ")");
}

}  // namespace attnlab
