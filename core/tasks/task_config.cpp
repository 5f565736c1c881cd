// TaskConfig as data: the table.
#include "core/tasks/task_config.h"

#include <stdexcept>

namespace attnlab {
namespace {

[[noreturn]] void refuse(std::string_view field, std::string_view value, std::string_view allowed) {
  throw std::invalid_argument(field_error("task", field, value, allowed));
}

}  // namespace

Fields task_fields(TaskConfig& config) {
  return {
      {.name = "name",
       .value = &config.name,
       .help = "what to learn",
       .choices = {"reverse", "sort", "copy", "translate", "language_model"}},
      {.name = "corpus",
       .value = &config.corpus,
       .help = "language_model: a text file, or a built-in text by name"},
      {.name = "level",
       .value = &config.level,
       .help = "language_model: how text is cut into tokens",
       .choices = {"characters", "words"}},
      {.name = "special_tokens",
       .value = &config.special_tokens,
       .help = "language_model: put <pad>, <sos>, <eos> and <unk> into the vocabulary"},
      {.name = "max_words",
       .value = &config.max_words,
       .help = "language_model by words: the most frequent words that the vocabulary holds",
       .minimum = 16,
       .maximum = 100000},
      {.name = "min_length",
       .value = &config.min_length,
       .help = "reverse, sort, copy: letters in the shortest string",
       .minimum = 1,
       .maximum = kMaxStringLength},
      {.name = "max_length",
       .value = &config.max_length,
       .help = "reverse, sort, copy: letters in the longest string",
       .minimum = 1,
       .maximum = kMaxStringLength},
      {.name = "symbols",
       .value = &config.symbols,
       .help = "reverse, sort, copy: how many different letters, from a on",
       .minimum = 2,
       .maximum = 26},
      {.name = "validation_share",
       .value = &config.validation_share,
       .help = "part of the examples that is held out for validation",
       .minimum = 0.01,
       .maximum = 0.5},
  };
}

void validate(const TaskConfig& config) {
  TaskConfig copy = config;
  check_fields(task_fields(copy), "task");
  if (config.min_length > config.max_length)
    refuse("min_length", std::to_string(config.min_length),
           "at most task.max_length, which is " + std::to_string(config.max_length));
  if (config.name == "language_model" && config.corpus.empty())
    refuse("corpus", "", "a text file or the name of a built-in text");
}

}  // namespace attnlab
