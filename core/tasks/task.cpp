// Task: from a configuration to the task that it names, and from typed text to a batch.
#include "core/tasks/task.h"

#include <algorithm>
#include <stdexcept>

#include "core/tasks/corpus.h"
#include "core/tasks/language_model_task.h"
#include "core/tasks/pair_task.h"
#include "core/tasks/string_task.h"
#include "core/tasks/task_config.h"
#include "core/tasks/translate_task.h"

namespace attnlab {
namespace {

Batch encode_pair(const Task& task, const Example& example) {
  const Tokenizer& from = task.source_tokenizer();
  const Tokenizer& to = task.target_tokenizer();
  const std::vector<TokenId> source = from.encode(example.source), target = to.encode(example.target);
  Batch batch;
  resize_padded(batch, 1, static_cast<Index>(source.size()) + 1, static_cast<Index>(target.size()) + 1, from,
                to);
  write_pair(batch, 0, {source, target}, from, to);
  return batch;
}

Batch encode_text(const Tokenizer& tokenizer, const std::string& text) {
  const std::vector<TokenId> ids = tokenizer.encode(text);
  if (ids.empty()) throw std::invalid_argument("the text is empty; type at least one character");
  Batch batch;
  batch.resize(1, 0, static_cast<Index>(ids.size()));
  batch.input = ids;
  std::copy(ids.begin() + 1, ids.end(), batch.target.begin());
  batch.target.back() = kIgnoredTarget;
  std::ranges::replace(batch.target, kUnknownId, kIgnoredTarget);
  batch.input_lengths.front() = batch.target_length;
  return batch;
}

}  // namespace

std::unique_ptr<Task> make_task(const TaskConfig& config, Index window) {
  validate(config);
  if (config.name == "translate") return std::make_unique<TranslateTask>(config);
  if (config.name != "language_model") return std::make_unique<StringTask>(config);
  if (window < 1)
    throw std::invalid_argument("the window is " + std::to_string(window) + ", but must be at least 1");
  return std::make_unique<LanguageModelTask>(config, load_corpus(config.corpus), window);
}

Batch encode_example(const Task& task, const Example& example) {
  return task.has_source() ? encode_pair(task, example)
                           : encode_text(task.target_tokenizer(), example.target);
}

}  // namespace attnlab
