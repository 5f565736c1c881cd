// TaskConfig: what makes no task, and why.
#include <algorithm>
#include <stdexcept>

#include "core/tasks/base/task_config.h"

namespace attnlab {
namespace {

void require_of_task(bool good, std::string_view field, const std::string& value,
                     const std::string& allowed) {
  if (!good) throw std::invalid_argument(field_error("task", field, value, allowed));
}

/// An option that does nothing must not look as if it did something.
void check_unused(TaskConfig& config) {
  TaskConfig defaults;
  const Fields used = used_task_fields(config), fields = task_fields(config), usual = task_fields(defaults);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (std::ranges::find(used, fields[i].name, &Field::name) != used.end()) continue;
    require_of_task(field_text(fields[i]) == field_text(usual[i]), fields[i].name, field_text(fields[i]),
                    "left at " + field_text(usual[i]) + ": task " + config.name + " does not use it");
  }
}

void check_lengths(const TaskConfig& config) {
  require_of_task(config.min_length <= config.max_length, "min_length", std::to_string(config.min_length),
                  "at most task.max_length, which is " + std::to_string(config.max_length));
  if (config.name == "repeat")
    require_of_task(config.max_length <= config.symbols && config.max_length >= 2, "max_length",
                    std::to_string(config.max_length),
                    "from 2 to task.symbols, which is " + std::to_string(config.symbols) +
                        ", as no letter comes twice in what is repeated");
  if (config.name == "brackets")
    require_of_task((config.min_length + 1) / 2 <= config.max_length / 2, "max_length",
                    std::to_string(config.max_length),
                    "such that an even number from task.min_length, which is " +
                        std::to_string(config.min_length) + ", to it exists: brackets come in pairs");
}

void check_form(const TaskConfig& config) {
  if (config.name == "recall")
    require_of_task(config.form != "labels", "form", config.form, "class or stream for task recall");
  if (config.name == "brackets")
    require_of_task(config.form != "stream", "form", config.form, "class or labels for task brackets");
}

}  // namespace

void validate(const TaskConfig& config) {
  TaskConfig copy = config;
  check_fields(task_fields(copy), "task");
  check_unused(copy);
  check_lengths(config);
  check_form(config);
  require_of_task(config.name != "language_model" || !config.corpus.empty(), "corpus", "",
                  "a text file or the name of a built-in text");
}

}  // namespace attnlab
