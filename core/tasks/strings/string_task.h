// StringTask: reversing, sorting and copying random strings of letters.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/tasks/base/text_task.h"

namespace attnlab {

/// Turns the letters of a string into the answer, in place.
using LetterRule = void (*)(std::span<TokenId> letters);
void reverse_letters(std::span<TokenId> letters);
void sort_letters(std::span<TokenId> letters);
void copy_letters(std::span<TokenId> letters);

/// Random strings over the first `symbols` letters, each length from min_length to max_length equally likely.
/// A string is held out or not by a hash of its letters, so no held-out string is ever trained on.
class StringTask final : public TextTask {
 public:
  /// `config` must be valid. Where there are few different strings, at least one is held out and one trained
  /// on.
  StringTask(const TaskConfig& config, LetterRule rule);

  const Tokenizer& source_tokenizer() const override { return tokenizer_; }
  const Tokenizer& target_tokenizer() const override { return tokenizer_; }
  Index max_source_length() const override { return config_.max_length + 1; }
  Index max_target_length() const override { return config_.max_length + 1; }
  std::vector<Example> validation_examples(Index count) const override;
  Example sample_example() const override;
  std::optional<std::string> answer_to(const std::string& source) const override { return answer(source); }

  /// The answer to `source`.
  std::string answer(const std::string& source) const;
  /// Whether `source`, letters of the alphabet only, is held out.
  Split split_of(std::string_view source) const;

 protected:
  TokenExample draw(Split split, RandomStream& random, Room& room) const override;

 private:
  std::span<const TokenId> draw_source(RandomStream& random, Room& room) const;
  Split split_of_letters(std::span<const TokenId> letters) const;
  void choose_threshold();

  TaskConfig config_;
  LetterRule transform_;
  Tokenizer tokenizer_;
  std::uint64_t threshold_ = 0;        ///< strings with a hash below it are held out
  std::vector<std::string> held_out_;  ///< all of them where there are few strings, else empty
};

}  // namespace attnlab
