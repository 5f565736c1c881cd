// TranslateTask: English to French, word by word tokens, over the sentences of the phrase grammar.
#pragma once

#include <array>
#include <string_view>

#include "core/tasks/pair_task.h"
#include "core/tasks/phrase_grammar.h"

namespace attnlab {

/// A fixed set of sentences, held out or not by a hash of the English one, so no held-out sentence is trained
/// on.
class TranslateTask final : public PairTask {
 public:
  /// How many different sentences there are, both splits together.
  static constexpr Index kPhrases = 30000;

  explicit TranslateTask(const TaskConfig& config);

  const Tokenizer& source_tokenizer() const override { return english_; }
  const Tokenizer& target_tokenizer() const override { return french_; }
  Index max_source_length() const override { return max_source_length_; }
  Index max_target_length() const override { return max_target_length_; }
  std::vector<Example> validation_examples(Index count) const override;
  Example sample_example() const override;

  const std::vector<Phrase>& phrases(Split split) const { return phrases_[static_cast<std::size_t>(split)]; }

 protected:
  TokenPair draw(Split split, RandomStream& random, Room& room) const override;

 private:
  /// The tokens of all pairs of one split behind each other; pair i has source and target at ends[2i − 1] …
  /// ends[2i] … ends[2i + 1].
  struct Pairs {
    std::vector<TokenId> tokens;
    std::vector<std::size_t> ends;
  };

  void tokenise(Split split);
  std::span<const TokenId> text(const Pairs& pairs, std::size_t index) const;

  std::array<std::vector<Phrase>, 2> phrases_;
  std::array<Pairs, 2> pairs_;
  Tokenizer english_, french_;
  Index max_source_length_ = 0, max_target_length_ = 0;
};

}  // namespace attnlab
