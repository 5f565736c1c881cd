// PictureTask: what every task of pictures and classes shares.
#pragma once

#include <span>

#include "core/tasks/base/task.h"

namespace attnlab {

/// `shape`. Throws std::invalid_argument for one that no picture has.
const TaskShape& checked_picture_shape(const TaskShape& shape);

/// Pictures of one size, each of one class. Throws std::invalid_argument for a shape that no picture has.
class PictureTask : public Task {
 public:
  PictureTask(const TaskShape& shape, std::vector<std::string> class_names);

  Format format() const final { return Format::Picture; }
  const Tokenizer& source_tokenizer() const final { return classes_; }
  const Tokenizer& target_tokenizer() const final { return classes_; }
  Index max_source_length() const final { return 0; }
  Index max_target_length() const final { return 1; }

  void sample(Split split, RandomStream& random, Index count, Batch& batch) const final;
  std::vector<Example> validation_examples(Index count) const override;
  Example sample_example() const override;

 protected:
  /// Fills `pixels` [channels,size,size] with one random picture of `split` and returns its class.
  virtual TokenId draw(Split split, RandomStream& random, std::span<Real> pixels) const = 0;

  /// A picture of the class `id` as an example, from its pixels.
  Example example_of(TokenId id, std::vector<Real> pixels) const;
  Index size() const { return shape_.picture_size; }
  Index channels() const { return shape_.picture_channels; }
  Index cells() const { return channels() * size() * size(); }
  Index class_count() const { return classes_.size(); }

 private:
  TaskShape shape_;
  Tokenizer classes_;
};

}  // namespace attnlab
