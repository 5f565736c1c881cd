// Task: what a model is trained on, a stream of batches and the text form of each example.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/tasks/batch.h"
#include "core/tasks/picture.h"
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

/// One example as people see it, whatever its format:
/// Stream       the text in `target`; where `source` is not empty it is a question and `target` its answer,
///              and only the answer counts
/// Pairs        the two texts
/// Masked       the text with "<mask>" for what is hidden, and the whole text
/// Labels       the text, and the labels of its tokens with spaces between them
/// Class        the text, and the name of its class
/// Picture      `picture`, and the name of its class
struct Example {
  std::string source;
  std::string target;
  std::shared_ptr<const Picture> picture{};
};

/// Immutable after construction; `sample` may be called from several threads.
class Task {
 public:
  virtual ~Task() = default;

  virtual Format format() const = 0;
  /// Whether an example has one right answer, so that a share of right ones can be told: all but free text.
  virtual bool has_answers() const { return format() != Format::Stream && format() != Format::WordContext; }
  virtual const Tokenizer& source_tokenizer() const = 0;  ///< same as target's where there is no source text
  virtual const Tokenizer& target_tokenizer() const = 0;  ///< of texts, or of the names of classes and labels
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

/// What of a task is the model's choice.
struct TaskShape {
  Index window;            ///< T of language models
  Index picture_size;      ///< height and width of each picture in pixels
  Index picture_channels;  ///< 1: grey, 3: red, green, blue

  /// Implicit: most tasks have nothing but a window, or not even that.
  TaskShape(Index t, Index size = 16, Index channels = 1)
      : window(t), picture_size(size), picture_channels(channels) {}
};

/// Builds the task of `config`. Throws std::runtime_error with one clear
/// line for an unreadable, empty, binary or too short corpus, and std::invalid_argument that names the field
/// for a bad value.
std::unique_ptr<Task> make_task(const TaskConfig& config, const TaskShape& shape);

}  // namespace attnlab
