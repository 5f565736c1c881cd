// MarkovTask: texts of two letters, each by a Markov chain of its own.
#pragma once

#include <vector>

#include "core/tasks/base/split.h"
#include "core/tasks/base/text_task.h"

namespace attnlab {

/// "abbabaab…": of each text the chances that b follows a and that a follows b are drawn anew, each even from
/// 0 to 1, and must be found in the text itself (Edelman et al. 2024). The first letter is even. Every letter
/// but the first is to be predicted; none has one right answer.
class MarkovTask final : public TextTask {
 public:
  explicit MarkovTask(const TaskConfig& config);

  bool has_answers() const override { return false; }
  const Tokenizer& source_tokenizer() const override { return tokenizer_; }
  const Tokenizer& target_tokenizer() const override { return tokenizer_; }
  Index max_source_length() const override { return 0; }
  Index max_target_length() const override { return length_; }
  std::vector<Example> validation_examples(Index count) const override;
  Example sample_example() const override { return validation_examples(1).front(); }
  std::vector<TaskBaseline> baselines() const override { return baselines_; }

 protected:
  TokenExample draw(Split split, RandomStream& random, Room& room) const override;

 private:
  Tokenizer tokenizer_;
  Index length_;
  HeldOut held_out_;
  std::vector<TaskBaseline> baselines_;
};

/// Mean losses, in nats a letter over all texts of `length` letters, of three ways to predict the next letter
/// of such a chain; exact, by summing over all counts.
struct MarkovLosses {
  double uniform = 0;  ///< both letters alike: ln 2
  double unigram = 0;  ///< by how often each letter stood in the text so far, plus 1
  double bigram = 0;   ///< by how often each letter followed this one so far, plus 1: the best that there is
};
MarkovLosses markov_losses(Index length);

}  // namespace attnlab
