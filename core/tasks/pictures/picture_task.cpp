// PictureTask: batches and examples from single pictures.
#include "core/tasks/pictures/picture_task.h"

#include <stdexcept>

namespace attnlab {
namespace {

constexpr std::uint64_t kPictureExamplesKey = 0x91C7E5A3B2D;  // the stream of the validation examples

}  // namespace

const TaskShape& checked_picture_shape(const TaskShape& shape) {
  if (shape.picture_size < 1)
    throw std::invalid_argument("model.picture_size is " + std::to_string(shape.picture_size) +
                                ", but must be at least 1");
  if (shape.picture_channels != 1 && shape.picture_channels != 3)
    throw std::invalid_argument("model.picture_channels is " + std::to_string(shape.picture_channels) +
                                ", but must be 1 (gray) or 3 (red, green, blue)");
  return shape;
}

PictureTask::PictureTask(const TaskShape& shape, std::vector<std::string> class_names)
    : shape_(checked_picture_shape(shape)),
      classes_(Tokenizer::from_vocabulary(std::move(class_names), TokenLevel::Labels, kNoSpecialTokens)) {}

void PictureTask::sample(Split split, RandomStream& random, Index count, Batch& batch) const {
  batch.resize(count, 0, 0, 1);
  batch.resize_pictures(channels(), size(), size());
  const auto cell_count = static_cast<std::size_t>(cells());
  for (std::size_t row = 0; row < static_cast<std::size_t>(count); ++row)
    batch.target[row] = draw(split, random, std::span(batch.pictures).subspan(row * cell_count, cell_count));
}

Example PictureTask::example_of(TokenId id, std::vector<Real> pixels) const {
  return {"", classes_.entry(id),
          std::make_shared<const Picture>(Picture{channels(), size(), size(), std::move(pixels)})};
}

std::vector<Example> PictureTask::validation_examples(Index count) const {
  RandomStream random(kPictureExamplesKey);
  std::vector<Example> examples;
  for (Index i = 0; i < count; ++i) {
    std::vector<Real> pixels(cells());
    const TokenId id = draw(Split::Validation, random, pixels);
    examples.push_back(example_of(id, std::move(pixels)));
  }
  return examples;
}

Example PictureTask::sample_example() const { return validation_examples(1).front(); }

}  // namespace attnlab
