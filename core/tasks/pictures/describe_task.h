// DescribeTask: say in words what a picture shows.
#pragma once

#include <array>

#include "core/tasks/base/task.h"
#include "core/tasks/pictures/scene.h"

namespace attnlab {

/// Two figures of different colors, and the sentence that describes them: "a red circle left of a blue
/// square". The larger figure is named first, and only one relation holds, so that each picture has one right
/// sentence. Of all 768 sentences the validation_share (rounded, at least one, and not all) with the lowest
/// hashes is held out: no picture that is trained on shows what they say. Nothing is stored but the
/// sentences; sampling allocates nothing. Throws std::invalid_argument for a shape that no picture in color
/// has.
class DescribeTask final : public Task {
 public:
  DescribeTask(const TaskConfig& config, const TaskShape& shape);

  Format format() const override { return Format::PictureText; }
  const Tokenizer& source_tokenizer() const override { return words_; }
  const Tokenizer& target_tokenizer() const override { return words_; }
  Index max_source_length() const override { return 0; }
  Index max_target_length() const override { return longest_; }

  void sample(Split split, RandomStream& random, Index count, Batch& batch) const override;
  std::vector<Example> validation_examples(Index count) const override;
  Example sample_example() const override { return validation_examples(1).front(); }

  /// The sentences of this split.
  std::vector<SceneWords> sentences(Split split) const;

 private:
  struct Sentence {
    SceneWords words;
    std::vector<TokenId> ids;
  };
  const std::vector<Sentence>& list(Split split) const { return sentences_[static_cast<std::size_t>(split)]; }
  void hold_out(double share);
  /// Fills `pixels` [3,size,size] with a picture of a sentence, which it returns.
  const Sentence& draw(Split split, RandomStream& random, std::span<Real> pixels) const;

  Index size_;
  double turn_;
  Tokenizer words_;
  ScenePainter painter_;
  std::array<std::vector<Sentence>, 2> sentences_;  ///< by Split
  Index longest_ = 0;                               ///< with <sos> or <eos>
};

}  // namespace attnlab
