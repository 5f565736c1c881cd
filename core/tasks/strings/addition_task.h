// AdditionTask: "012+345=0357", the sum of two numbers in columns.
#pragma once

#include "core/tasks/base/generated_task.h"

namespace attnlab {

/// Both numbers have `digits` digits with zeros in front, the sum has one more, so that columns stand at
/// fixed places. With `reversed_answer` the sum begins with its ones, which makes each carry known when it is
/// needed.
class AdditionTask final : public GeneratedTask {
 public:
  explicit AdditionTask(const TaskConfig& config);

  Index max_source_length() const override { return 0; }
  Index max_target_length() const override { return 3 * digits_ + 3; }
  Example sample_example() const override;

  /// What follows "a+b=".
  std::string answer(std::uint64_t a, std::uint64_t b) const;

 protected:
  TokenExample draw_any(RandomStream& random, Room& room) const override;

 private:
  void write(std::uint64_t number, std::span<TokenId> to) const;
  void write_answer(std::uint64_t sum, std::span<TokenId> to) const;

  Index digits_;
  bool reversed_;
  std::uint64_t numbers_;  ///< 10^digits
  TokenId zero_;
};

}  // namespace attnlab
