// ListTask: a task whose examples are all written down.
#pragma once

#include <array>
#include <functional>
#include <string>

#include "core/tasks/base/text_task.h"

namespace attnlab {

/// The examples of both splits, by Split.
using SplitExamples = std::array<std::vector<Example>, 2>;

/// Which of `examples` are held out: those whose key (equal keys stay together, so that nothing leaks) has a
/// hash in the lowest `share`. Repeated examples are left out. Throws std::invalid_argument that says
/// what to do where one split would be empty.
SplitExamples split_by(std::vector<Example> examples, double share,
                       const std::function<std::string(const Example&)>& key);

class ListTask : public TextTask {
 public:
  ListTask(Format format, Tokenizer source, Tokenizer target, SplitExamples&& examples);

  const Tokenizer& source_tokenizer() const final { return source_; }
  const Tokenizer& target_tokenizer() const final { return target_; }
  Index max_source_length() const final { return max_source_length_; }
  Index max_target_length() const final { return max_target_length_; }
  /// The first held-out examples.
  std::vector<Example> validation_examples(Index count) const override;
  Example sample_example() const override { return examples(Split::Validation).front(); }

  const std::vector<Example>& examples(Split split) const {
    return examples_[static_cast<std::size_t>(split)];
  }

 protected:
  TokenExample draw(Split split, RandomStream& random, Room& room) const final;

 private:
  /// The tokens of all examples of one split behind each other; example i has source and target at
  /// ends[2i − 1] … ends[2i] … ends[2i + 1].
  struct Tokens {
    std::vector<TokenId> ids;
    std::vector<std::size_t> ends;
  };

  void tokenise(Split split);
  static std::span<const TokenId> text(const Tokens& tokens, std::size_t index);

  Tokenizer source_, target_;
  SplitExamples examples_;
  std::array<Tokens, 2> tokens_;
  Index max_source_length_ = 0, max_target_length_ = 0;
};

/// The words of all sources, with `special` tokens.
Tokenizer words_of_sources(const SplitExamples& examples, SpecialTokens special);
/// The words of all targets, with `special` tokens.
Tokenizer words_of_targets(const SplitExamples& examples, SpecialTokens special);
/// The different labels (or class names) of all targets but those equal to `none`.
Tokenizer labels_of_targets(const SplitExamples& examples, std::string_view none = {});

}  // namespace attnlab
