// GeneratedTask: a task whose examples are drawn on the spot from too many to be written down.
#pragma once

#include "core/tasks/base/split.h"
#include "core/tasks/base/text_task.h"

namespace attnlab {

/// An example is held out or not by a hash of its source, so no held-out one is ever trained on.
class GeneratedTask : public TextTask {
 public:
  const Tokenizer& source_tokenizer() const final { return source_; }
  const Tokenizer& target_tokenizer() const final { return target_; }
  std::vector<Example> validation_examples(Index count) const final;
  Example sample_example() const override { return validation_examples(1).front(); }

 protected:
  GeneratedTask(Format format, double validation_share, Tokenizer source, Tokenizer target);

  /// One random example of any split.
  virtual TokenExample draw_any(RandomStream& random, Room& room) const = 0;
  TokenExample draw(Split split, RandomStream& random, Room& room) const override;
  /// Call this at the end of each constructor. Throws std::invalid_argument if one split seems to be
  /// empty.
  void check_splits() const;

 private:
  Tokenizer source_, target_;
  HeldOut held_out_;
};

}  // namespace attnlab
