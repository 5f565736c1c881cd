// RecallTask: a letter, many digits, and the question which letter it was.
#pragma once

#include "core/tasks/base/generated_task.h"

namespace attnlab {

/// "c3172…9?" is answered by "c": the answer stands `distance` tokens before the question. As Class, or as
/// Stream where the answer is the next token. A model that forgets is right in one of `symbols` cases.
class RecallTask final : public GeneratedTask {
 public:
  explicit RecallTask(const TaskConfig& config);

  Index max_source_length() const override { return format() == Format::Class ? distance_ + 2 : 0; }
  Index max_target_length() const override { return format() == Format::Class ? 1 : distance_ + 3; }

 protected:
  TokenExample draw_any(RandomStream& random, Room& room) const override;

 private:
  Index symbols_, distance_;
  TokenId first_letter_, first_digit_, question_;
};

}  // namespace attnlab
