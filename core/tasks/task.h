// Task: what a model is trained on, a stream of batches and the text form of each example.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/tasks/batch.h"
#include "core/tensor/random.h"
#include "core/text/tokenizer.h"

namespace attnlab {

enum class Split { Train, Validation };

/// What the user chooses of a task. See task_fields() in core/tasks/task_config.h for ranges and help.
struct TaskConfig {
  std::string name = "reverse";      ///< reverse, sort, copy, translate, language_model
  std::string corpus;                ///< language_model: file, or the name of an embedded corpus
  std::string level = "characters";  ///< language_model: characters or words
  bool special_tokens = false;       ///< language_model: add <pad> <sos> <eos> <unk> to the vocabulary
  Index max_words = 8000;         ///< language_model by words: largest vocabulary, most frequent words first
  Index min_length = 1;           ///< reverse, sort, copy: shortest string
  Index max_length = 12;          ///< reverse, sort, copy: longest string
  Index symbols = 26;             ///< reverse, sort, copy: how many different letters
  double validation_share = 0.1;  ///< part held out
};

/// One example in text form. `source` is empty for language models.
struct Example {
  std::string source;
  std::string target;
};

/// Immutable after construction; `sample` may be called from several threads.
class Task {
 public:
  virtual ~Task() = default;

  /// True where there is a source text (encoder–decoder); false for language models.
  virtual bool has_source() const = 0;
  virtual const Tokenizer& source_tokenizer() const = 0;  ///< same as target's for language models
  virtual const Tokenizer& target_tokenizer() const = 0;
  /// Longest Ts and Tt that `sample` makes; for language models the window asked for at construction.
  virtual Index max_source_length() const = 0;
  virtual Index max_target_length() const = 0;

  /// Fills `batch` with `count` random examples of `split`. Allocates nothing once `batch` has grown.
  virtual void sample(Split split, RandomStream& random, Index count, Batch& batch) const = 0;
  /// `count` distinct held-out examples (fewer where there are not so many), always the same ones.
  virtual std::vector<Example> validation_examples(Index count) const = 0;
  /// A sentence to show at first.
  virtual Example sample_example() const = 0;
};

/// Builds the task of `config`; `window` is T for language models. Throws std::runtime_error with one clear
/// line for an unreadable, empty, binary or too short corpus, and std::invalid_argument that names the field
/// for a bad value.
std::unique_ptr<Task> make_task(const TaskConfig& config, Index window);

}  // namespace attnlab
