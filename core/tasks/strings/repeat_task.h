// RepeatTask: random letters, repeated once.
#pragma once

#include <algorithm>

#include "core/tasks/base/generated_task.h"

namespace attnlab {

/// "qkvaqkva": the first half cannot be predicted, but all of the second can once it has begun. So the
/// example is the question "qkvaq" and the answer "kva". No letter comes twice in a half: what followed it
/// before follows it again, which is what induction heads find (Olsson et al. 2022). With config.test_length
/// held-out strings are longer than all that are trained on.
class RepeatTask final : public GeneratedTask {
 public:
  explicit RepeatTask(const TaskConfig& config);

  Index max_source_length() const override { return 0; }
  Index max_target_length() const override { return 2 * std::max(max_length_, test_length_); }
  /// All that follows the last letter where it stood before.
  std::optional<std::string> answer_to(const std::string& source) const override;

 protected:
  TokenExample draw_any(RandomStream& random, Room& room) const override;
  TokenExample draw(Split split, RandomStream& random, Room& room) const override;

 private:
  struct Lengths {
    Index least, most;
  };
  TokenExample draw_long(Lengths lengths, RandomStream& random, Room& room) const;

  Index min_length_, max_length_, test_length_, symbols_;
};

}  // namespace attnlab
