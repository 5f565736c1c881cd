// LanguageModelTask: predicting each next token of one text.
#pragma once

#include <string_view>

#include "core/tasks/base/task.h"

namespace attnlab {

/// The vocabulary of a task over `text`, by config.level.
Tokenizer corpus_tokenizer(const TaskConfig& config, std::string_view text, SpecialTokens special);

/// T of a task over a text, for a model that reads `window` tokens.
Index excerpt_of(const TaskConfig& config, Index window);

/// Throws std::runtime_error if `tokenizer`, which was not made for the text, knows none of its tokens.
void check_known(const TaskConfig& config, const Tokenizer& tokenizer, std::span<const TokenId> tokens);

/// How many of `size` tokens are trained on; the rest, validation_share but at least one window of T + 1, is
/// held out. Throws std::runtime_error if there are not two such windows, and std::invalid_argument for a
/// window of no token. `level`: of the tokens.
Index split_position(const TaskConfig& config, Index size, Index window, TokenLevel level);

/// Random windows of a text that is split by position: the beginning is trained on, the end held out.
class LanguageModelTask final : public Task {
 public:
  /// `text` is UTF-8. The held-out end has validation_share of the tokens, but at least one window of T + 1.
  /// With `own`, the tokenizer of a model that was opened, each window begins with what this puts before a
  /// text. Throws std::runtime_error if the text is shorter than two windows of T + 1 tokens.
  LanguageModelTask(const TaskConfig& config, std::string_view text, Index window,
                    const Tokenizer* own = nullptr);

  Format format() const override { return Format::Stream; }
  const Tokenizer& source_tokenizer() const override { return tokenizer_; }
  const Tokenizer& target_tokenizer() const override { return tokenizer_; }
  Index max_source_length() const override { return 0; }
  Index max_target_length() const override { return window_; }

  void sample(Split split, RandomStream& random, Index count, Batch& batch) const override;
  /// Windows spread evenly over the held-out part.
  std::vector<Example> validation_examples(Index count) const override;
  Example sample_example() const override;

  /// All tokens of one split, in order.
  std::span<const TokenId> tokens(Split split) const;

 private:
  std::string text_at(Index start, Index length) const;

  Tokenizer tokenizer_;
  std::vector<TokenId> tokens_;
  Index train_size_ = 0;
  Index window_ = 0;
  Index excerpt_ = 0;  ///< tokens of the text in a window
};

}  // namespace attnlab
