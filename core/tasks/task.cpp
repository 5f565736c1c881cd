// Task: from a configuration to the task that it names.
#include "core/tasks/task.h"

#include <stdexcept>

#include "core/tasks/corpus.h"
#include "core/tasks/language_model_task.h"
#include "core/tasks/string_task.h"
#include "core/tasks/task_config.h"
#include "core/tasks/translate_task.h"

namespace attnlab {
std::unique_ptr<Task> make_task(const TaskConfig& config, const TaskShape& shape) {
  validate(config);
  if (config.name == "translate") return std::make_unique<TranslateTask>(config);
  if (config.name != "language_model") return std::make_unique<StringTask>(config);
  if (shape.window < 1)
    throw std::invalid_argument("the window is " + std::to_string(shape.window) + ", but must be at least 1");
  return std::make_unique<LanguageModelTask>(config, load_corpus(config.corpus), shape.window);
}

}  // namespace attnlab
