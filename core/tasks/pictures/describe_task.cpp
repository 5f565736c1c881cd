// DescribeTask: say in words what a picture shows.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "core/language/messages.h"
#include "core/tasks/base/task.h"
#include "core/tasks/base/task_kind.h"
#include "core/tasks/pictures/picture_task.h"
#include "core/tasks/pictures/scene.h"

namespace attnlab {
namespace {

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

constexpr std::uint64_t kDescribeSplitKey = 0x5EED0DE5C1,  // what the split's hash begins with
    kDescribeExamplesKey = 0x91C7E5DE5C1;                  // the stream of the validation examples
constexpr TaskOption kDescribeOptions[] = {
    {"noise", &TaskConfig::noise, tr_mark("standard deviation of the noise of each pixel"), 0, 1},
    {"rotation", &TaskConfig::rotation, tr_mark("largest rotation in either direction, in degrees"), 0, 180}};

const TaskShape& checked_shape_in_colour(const TaskShape& shape) {
  if (checked_picture_shape(shape).picture_channels != 3)
    throw std::invalid_argument("model.picture_channels is " + std::to_string(shape.picture_channels) +
                                ", but must be 3 (red, green, blue) for task describe, which names colors");
  return shape;
}

Tokenizer scene_words() {
  std::vector<std::string> entries = {"a", "of"};
  for (const std::string_view relation : scene_relations())
    entries.emplace_back(relation.substr(0, relation.find(' ')));
  for (const auto& names : {scene_colours(), scene_figures()})
    entries.insert(entries.end(), names.begin(), names.end());
  return Tokenizer::from_vocabulary(std::move(entries), TokenLevel::Words, kFramingTokens);
}

std::uint64_t hash_of(const std::vector<TokenId>& ids) {
  std::uint64_t hash = kDescribeSplitKey;
  for (const TokenId id : ids) hash = join_keys(hash, static_cast<std::uint64_t>(id));
  return hash;
}

DescribeTask::DescribeTask(const TaskConfig& config, const TaskShape& shape)
    : size_(checked_shape_in_colour(shape).picture_size),
      turn_(config.rotation * std::numbers::pi / 180),
      words_(scene_words()),
      painter_(config.noise) {
  hold_out(config.validation_share);
}

void DescribeTask::hold_out(double share) {
  std::vector<Sentence> all;
  for (const SceneWords& words : all_scene_words()) all.push_back({words, words_.encode(words.text())});
  std::ranges::sort(all, {}, [](const Sentence& sentence) { return hash_of(sentence.ids); });
  const auto count = std::clamp<std::ptrdiff_t>(std::lround(share * double(all.size())), 1,
                                                static_cast<std::ptrdiff_t>(all.size()) - 1);
  for (const Sentence& sentence : all) longest_ = std::max(longest_, count_of(sentence.ids) + 1);
  sentences_[static_cast<std::size_t>(Split::Validation)].assign(all.begin(), all.begin() + count);
  sentences_[static_cast<std::size_t>(Split::Train)].assign(all.begin() + count, all.end());
}

const DescribeTask::Sentence& DescribeTask::draw(Split split, RandomStream& random,
                                                 std::span<Real> pixels) const {
  const std::vector<Sentence>& all = list(split);
  const Sentence& sentence = all[random.below(count_of(all))];
  painter_.paint(draw_scene(sentence.words, turn_, random), size_, random, pixels);
  return sentence;
}

/// All rows are as long as the longest sentence; shorter ones are padded.
void DescribeTask::sample(Split split, RandomStream& random, Index count, Batch& batch) const {
  batch.resize(count, 0, longest_);
  batch.resize_pictures(3, size_, size_);
  std::ranges::fill(batch.input, words_.pad());
  std::ranges::fill(batch.target, kIgnoredTarget);
  const auto cells = static_cast<std::size_t>(3 * size_ * size_);
  for (Index row = 0; row < count; ++row) {
    const Sentence& sentence =
        draw(split, random, std::span(batch.pictures).subspan(static_cast<std::size_t>(row) * cells, cells));
    const auto input = batch.input.begin() + as_offset(row * longest_),
               target = batch.target.begin() + as_offset(row * longest_);
    *input = words_.sos();
    std::ranges::copy(sentence.ids, input + 1);
    *std::ranges::copy(sentence.ids, target).out = words_.eos();
    batch.input_lengths[row] = count_of(sentence.ids) + 1;
  }
}

std::vector<Example> DescribeTask::validation_examples(Index count) const {
  RandomStream random(kDescribeExamplesKey);
  std::vector<Example> examples;
  for (Index i = 0; i < count; ++i) {
    Picture picture{3, size_, size_, std::vector<Real>(3 * size_ * size_)};
    const Sentence& sentence = draw(Split::Validation, random, picture.pixels);
    examples.push_back({"", sentence.words.text(), std::make_shared<const Picture>(std::move(picture))});
  }
  return examples;
}

}  // namespace

extern const TaskKind kDescribeTask = {.name = "describe",
                                       .title = tr_mark("describe"),
                                       .options = kDescribeOptions,
                                       .make = make_as<DescribeTask>};

}  // namespace attnlab
