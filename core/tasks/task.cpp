// Task: from a configuration to the task that it names.
#include "core/tasks/task.h"

#include <stdexcept>

#include "core/tasks/addition_task.h"
#include "core/tasks/brackets_task.h"
#include "core/tasks/corpus.h"
#include "core/tasks/dates_task.h"
#include "core/tasks/digits_task.h"
#include "core/tasks/language_model_task.h"
#include "core/tasks/masked_task.h"
#include "core/tasks/picture_folder_task.h"
#include "core/tasks/pronoun_task.h"
#include "core/tasks/recall_task.h"
#include "core/tasks/repeat_task.h"
#include "core/tasks/sentiment_task.h"
#include "core/tasks/shapes_task.h"
#include "core/tasks/string_task.h"
#include "core/tasks/task_config.h"
#include "core/tasks/translate_task.h"
#include "core/tasks/word_context_task.h"

namespace attnlab {
std::unique_ptr<Task> make_task(const TaskConfig& config, const TaskShape& shape) {
  validate(config);
  const std::string& name = config.name;
  if (name == "none") throw std::invalid_argument("task.name is none: there is nothing to learn from");
  if (name == "translate") return std::make_unique<TranslateTask>(config);
  if (name == "dates") return std::make_unique<DatesTask>(config);
  if (name == "addition") return std::make_unique<AdditionTask>(config);
  if (name == "brackets") return std::make_unique<BracketsTask>(config);
  if (name == "repeat") return std::make_unique<RepeatTask>(config);
  if (name == "recall") return std::make_unique<RecallTask>(config);
  if (name == "pronoun") return std::make_unique<PronounTask>(config);
  if (name == "sentiment") return std::make_unique<SentimentTask>(config);
  if (name == "masked_words") return std::make_unique<MaskedTask>(config, shape.window);
  if (name == "word_context") return std::make_unique<WordContextTask>(config);
  if (name == "shapes") return std::make_unique<ShapesTask>(config, shape);
  if (name == "digits") return std::make_unique<DigitsTask>(config, shape);
  if (name == "picture_folder") return std::make_unique<PictureFolderTask>(config, shape);
  if (name != "language_model") return std::make_unique<StringTask>(config);
  return std::make_unique<LanguageModelTask>(config, load_corpus(config.corpus), shape.window);
}

}  // namespace attnlab
