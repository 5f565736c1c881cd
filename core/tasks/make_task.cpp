// The names of tasks and what each makes.
#include "core/tasks/make_task.h"

#include <stdexcept>

#include "core/tasks/base/task_config.h"
#include "core/tasks/pictures/digits_task.h"
#include "core/tasks/pictures/picture_folder_task.h"
#include "core/tasks/pictures/shapes_task.h"
#include "core/tasks/strings/addition_task.h"
#include "core/tasks/strings/brackets_task.h"
#include "core/tasks/strings/dates_task.h"
#include "core/tasks/strings/recall_task.h"
#include "core/tasks/strings/repeat_task.h"
#include "core/tasks/strings/string_task.h"
#include "core/tasks/text/corpus.h"
#include "core/tasks/text/language_model_task.h"
#include "core/tasks/text/masked_task.h"
#include "core/tasks/text/pronoun_task.h"
#include "core/tasks/text/sentiment_task.h"
#include "core/tasks/text/translate_task.h"
#include "core/tasks/text/word_context_task.h"

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
