// Task: what a model is trained on, a stream of batches and the text form of each example.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/batch.h"
#include "core/data/picture.h"
#include "core/tensor/random.h"
#include "core/text/tokenizer.h"

namespace attnlab {

enum class Split { Train, Validation };

/// The largest share of features that are absent.
inline constexpr double kMostSparsity = 0.99;

/// The options of a task. Ranges and help stand with the tasks: see TaskOption. Options are shown
/// in the order of these members.
struct TaskConfig {
  std::string name = "reverse";  ///< one of those that task_fields() lists

  // Texts
  std::string corpus;                    ///< file, or the name of an embedded corpus; empty: the task's own
  std::string level = "characters";      ///< characters, words, bytes or bpe
  bool special_tokens = false;           ///< language_model: add <pad> <sos> <eos> <unk> to the vocabulary
  Index max_words = 8000;                ///< by words: largest vocabulary, most frequent words first
  Index merges = 1000;                   ///< by bpe: entries of the vocabulary beside the 256 bytes
  Index excerpt = 0;                     ///< tokens of each excerpt of a text; 0: as many as the model reads
  double mask_share = 0.15;              ///< masked_words: part of the tokens that is to be found
  std::string word_model = "skip_gram";  ///< word_context: skip_gram or cbow
  Index reach = 2;                       ///< word_context: words to each side that are near
  Index negatives = 5;                   ///< word_context: K, random words for each true one

  // Strings
  Index min_length = 1;          ///< shortest string
  Index max_length = 12;         ///< longest string
  Index test_length = 0;         ///< repeat: longest held-out string, where these are longer; 0: they are not
  Index symbols = 26;            ///< how many different letters
  Index kinds = 3;               ///< brackets: how many kinds
  Index distance = 40;           ///< recall: tokens between the letter and the question
  Index digits = 3;              ///< addition: of each number
  bool reversed_answer = false;  ///< addition: ones first
  Index modulus = 97;            ///< modular: p, of the numbers 0 to p − 1
  std::string operation = "add";  ///< modular: add, subtract, multiply or divide
  double sparsity = 0.9;          ///< features: share of the features that are absent
  std::string form = "class";     ///< recall: class or stream; brackets: class or labels

  // Pictures
  std::string folder;    ///< picture_folder: a folder with one folder of pictures a class
  double noise = 0.05;   ///< shapes, digits, describe: standard deviation of each pixel's noise
  double rotation = 15;  ///< shapes, digits, describe: largest turn to either side, in degrees
  double shift = 1;      ///< shapes, digits: how far from the middle; 1: to the picture's edge

  double validation_share = 0.1;  ///< part held out
  friend bool operator==(const TaskConfig&, const TaskConfig&) = default;
};

/// In the place of a label: nothing is said of this token.
inline constexpr std::string_view kNoLabel = "-";

/// One example as people see it, whatever its format:
/// Stream       the text in `target`; where `source` is not empty it is a question and `target` its answer,
///              and only the answer counts
/// Pairs        the two texts
/// Masked       the text with "<mask>" for what is hidden, and the whole text
/// Labels       the text, and the labels of its tokens with spaces between them; kNoLabel where none counts
/// Class        the text, and the name of its class
/// Picture      `picture`, and the name of its class
/// PictureText  `picture`, and the text that it is described by
/// Numbers      a text of digits, in `source` and in `target`
/// WordContext  words, and the candidates: the first is near them, the others are not
struct Example {
  std::string source;
  std::string target;
  std::shared_ptr<const Picture> picture{};
};

/// The loss of a predictor that does not learn, for comparison with a model's loss.
struct TaskBaseline {
  std::string_view name;      ///< "bigram"
  std::string_view sentence;  ///< how it predicts, in a few words
  double loss = 0;            ///< mean cross-entropy a target, in nats
};

class ContextWindows;

/// Immutable after construction; `sample` may be called from several threads.
class Task {
 public:
  virtual ~Task() = default;

  virtual Format format() const = 0;
  /// Whether an example has one right answer, so that right answers can be counted: all but free text.
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
  /// An example to show at first.
  virtual Example sample_example() const = 0;
  /// The right answer to any source of the task's tokens; none of a task that does not know it.
  virtual std::optional<std::string> answer_to([[maybe_unused]] const std::string& source) const {
    return {};
  }

  /// What became of the user's data that the model could not read as it is, a line for people; "" for
  /// nothing.
  virtual std::string note() const { return {}; }

  /// Losses to compare a model's with, the highest first; none where the task knows none.
  virtual std::vector<TaskBaseline> baselines() const { return {}; }

  /// The value of an option that may change while a model learns; none of a task without this option.
  virtual std::optional<double> live_value([[maybe_unused]] std::string_view option) const { return {}; }
  /// The same task with another value of an option that live_value() knows; else null.
  virtual std::shared_ptr<const Task> with_live_value([[maybe_unused]] std::string_view option,
                                                      [[maybe_unused]] double value) const {
    return {};
  }

  /// The text and its windows, where examples are words with those around them; else null.
  virtual const ContextWindows* context_windows() const { return nullptr; }
};

/// The properties of a task that the model decides.
struct TaskShape {
  Index window;            ///< T of language models
  Index picture_size;      ///< height and width of each picture in pixels
  Index picture_channels;  ///< 1: gray, 3: red, green, blue
  /// Of a model that was opened, which cuts the texts of the task; null: the task finds one.
  const Tokenizer* tokenizer = nullptr;

  /// Implicit: most tasks have nothing but a window, or not even that.
  TaskShape(Index t, Index size = 16, Index channels = 1)
      : window(t), picture_size(size), picture_channels(channels) {}
};

}  // namespace attnlab
