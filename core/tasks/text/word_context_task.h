// WordContextTask: which words occur near each other.
#pragma once

#include <array>

#include "core/tasks/base/context_windows.h"
#include "core/tasks/base/task.h"

namespace attnlab {

/// Skip-gram: `source` is one word, the candidates in `input` are a word at most `reach` places away and K
/// drawn at random in proportion to count^¾. CBOW: `source` are all words so near, and the first candidate is
/// the word between them (Mikolov et al. 2013). `target` is 1 for the first candidate, 0 for the others. The
/// text is the English sentences of the phrase grammar, or a corpus, split by position.
class WordContextTask final : public Task, public ContextWindows {
 public:
  /// Throws as make_task() does.
  explicit WordContextTask(const TaskConfig& config);

  Format format() const override { return Format::WordContext; }
  const Tokenizer& source_tokenizer() const override { return tokenizer_; }
  const Tokenizer& target_tokenizer() const override { return tokenizer_; }
  Index max_source_length() const override { return cbow_ ? 2 * reach_ : 1; }
  Index max_target_length() const override { return 1 + negatives_; }

  void sample(Split split, RandomStream& random, Index count, Batch& batch) const override;
  std::vector<Example> validation_examples(Index count) const override;
  Example sample_example() const override { return validation_examples(1).front(); }

  const ContextWindows* context_windows() const override { return this; }
  std::span<const TokenId> words() const override { return texts_[0]; }
  ContextWindow window(Index at) const override { return window_of(texts_[0], at); }
  Index pairs(const ContextWindow& window) const override { return cbow_ ? 1 : window.neighbours(); }
  ContextPair pair(const ContextWindow& window, Index which) const override;
  Example example(const ContextWindow& window, Index which) const override;

 private:
  void read(const std::vector<TokenId>& tokens, double validation_share);
  void count_words();
  ContextWindow window_of(std::span<const TokenId> text, Index at) const;
  ContextWindow draw_window(std::span<const TokenId> text, RandomStream& random) const;
  TokenId draw_negative(RandomStream& random, TokenId true_word) const;
  /// The place of the word that is guessed from pair `which` of the window.
  Index guessed_place(const ContextWindow& window, Index which) const;
  void write_row(Batch& batch, Index row, std::span<const TokenId> text, RandomStream& random) const;

  Tokenizer tokenizer_;
  std::array<std::vector<TokenId>, 2> texts_;  ///< by Split; kUnknownId between sentences
  std::vector<double> cumulative_;             ///< Σ count^¾ of the words up to each id
  bool cbow_;
  Index reach_, negatives_;
};

}  // namespace attnlab
