// MaskedTask: predicting masked words from the words around them.
#pragma once

#include <array>

#include "core/tasks/base/task.h"

namespace attnlab {

/// Masked language modeling (Devlin et al. 2019): mask_share of the tokens are to be found, at least one a
/// row; of these 80 % are shown as <mask>, 10 % as a random token and 10 % unchanged. The texts are the
/// sentences of core/tasks/phrases/farm_sentences.h, split by a hash of each, or windows of a corpus, split
/// by position.
class MaskedTask final : public Task {
 public:
  /// `window` is the longest text of a corpus. With `own`, the tokenizer of a model that was opened, a text
  /// stands in its frame, which is never hidden. Throws as make_task() does.
  MaskedTask(const TaskConfig& config, Index window, const Tokenizer* own = nullptr);

  Format format() const override { return Format::Masked; }
  const Tokenizer& source_tokenizer() const override { return tokenizer_; }
  const Tokenizer& target_tokenizer() const override { return tokenizer_; }
  Index max_source_length() const override { return longest_ + frame_size(); }
  Index max_target_length() const override { return longest_ + frame_size(); }

  void sample(Split split, RandomStream& random, Index count, Batch& batch) const override;
  /// Each hidden token is shown as <mask>.
  std::vector<Example> validation_examples(Index count) const override;
  Example sample_example() const override;

 private:
  /// All tokens of one split, and where a text may begin and end.
  struct Texts {
    std::vector<TokenId> tokens;
    std::vector<std::size_t> ends;  ///< of each sentence; empty for a corpus
  };

  void read_sentences(double validation_share);
  void read_corpus(const TaskConfig& config, std::string_view text);
  const Texts& texts(Split split) const { return texts_[static_cast<std::size_t>(split)]; }
  Index frame_size() const;
  Index count(const Texts& texts) const;
  std::span<const TokenId> text(const Texts& texts, Index index) const;
  void hide(RandomStream& random, std::span<TokenId> source, std::span<TokenId> target) const;
  TokenId disguise(RandomStream& random, TokenId token) const;
  Example masked_example(RandomStream& random, std::span<const TokenId> text) const;

  Tokenizer tokenizer_;
  std::array<Texts, 2> texts_;
  double share_;
  Index longest_ = 0;  ///< without the frame; for a corpus the length of each text
};

}  // namespace attnlab
