// PyTorch data: token ids as numbers, which F32 holds exactly up to 2^24.
#include "core/io/pytorch/pytorch_data.h"

#include <algorithm>
#include <array>
#include <deque>

#include "core/autograd/tape.h"
#include "core/io/safetensors.h"
#include "core/models/full_batch.h"
#include "core/tasks/text/language_model_task.h"
#include "core/training/passes.h"

namespace attnlab {
namespace {

constexpr Index kCheckedRows = 4, kCheckedPositions = 12, kValidationBatches = 8;

/// Tensors of a file under way.
class TensorList {
 public:
  template <typename Cells>
  void add(const std::string& name, const Shape& shape, const Cells& cells) {
    if (cells.empty()) return;
    std::vector<Real>& copy = cells_.emplace_back();
    copy.reserve(cells.size());
    for (const auto cell : cells) copy.push_back(Real(cell));
    tensors_.push_back({name, shape, copy});
  }
  void add(const std::string& prefix, const Batch& b) {
    add(prefix + "source", {b.size, b.source_length}, b.source);
    add(prefix + "source_segments", {b.size, b.source_length}, b.source_segments);
    add(prefix + "input", {b.size, b.input_length}, b.input);
    add(prefix + "target", {b.size, b.target_length}, b.target);
    if (b.source_length > 0) add(prefix + "source_lengths", {b.size}, b.source_lengths);
    if (b.input_length > 0) add(prefix + "input_lengths", {b.size}, b.input_lengths);
    add(prefix + "pictures", {b.size, b.channels, b.height, b.width}, b.pictures);
  }
  void write(const std::filesystem::path& file) const { write_safetensors(file, tensors_); }

 private:
  std::deque<std::vector<Real>> cells_;
  std::vector<TensorToWrite> tensors_;
};

std::uint64_t bytes_of(const Batch& b) {
  return sizeof(Real) * (b.source.size() + b.source_segments.size() + b.input.size() + b.target.size() +
                         b.source_lengths.size() + b.input_lengths.size() + b.pictures.size());
}

TrainingData write_windows(const std::filesystem::path& file, const LanguageModelTask& task) {
  TensorList tensors;
  for (const auto& [name, split] :
       {std::pair("train", Split::Train), std::pair("validation", Split::Validation)}) {
    const std::span<const TokenId> tokens = task.tokens(split);
    tensors.add(name, {count_of(tokens)}, tokens);
  }
  const std::array window = {task.max_target_length()};
  tensors.add("window", {1}, window);
  const std::vector<TokenId>& before = task.target_tokenizer().frame().before;
  tensors.add("before", {count_of(before)}, before);
  tensors.write(file);
  return {.windows = true, .framed = !before.empty()};
}

}  // namespace

Batch check_batch(const Checkpoint& checkpoint, const Task* task) {
  const ModelConfig& config = checkpoint.preset.model;
  if (!task) return full_batch(config, std::min(config.context, kCheckedPositions));
  Batch batch;
  RandomStream random(validation_key(0));
  task->sample(Split::Validation, random, kCheckedRows, batch);
  return batch;
}

void write_check(const std::filesystem::path& file, const Checkpoint& checkpoint, const Batch& batch) {
  Tape tape(Mode::Infer);
  tape.bind(checkpoint.model->parameters(), checkpoint.state->snapshot->weights.data(), nullptr);
  const Variable logits = checkpoint.model->logits(tape, batch);
  TensorList tensors;
  tensors.add("", batch);
  tensors.add("logits", logits.shape(), std::span<const Real>(logits.data(), logits.size()));
  tensors.write(file);
}

TrainingData write_training_data(const std::filesystem::path& file, const Checkpoint& checkpoint,
                                 const Task& task, Index batches) {
  if (const auto* const text = dynamic_cast<const LanguageModelTask*>(&task))
    return write_windows(file, *text);
  const TrainingConfig& first = checkpoint.preset.training;
  const TrainingConfig& now = checkpoint.state->settings.config;
  TensorList tensors;
  Batch batch;
  for (Index i = 0; i < kValidationBatches; ++i) {
    RandomStream random(validation_key(i));
    task.sample(Split::Validation, random, first.batch, batch);
    tensors.add("validation." + std::to_string(i) + ".", batch);
  }
  TrainingData data{.wanted = batches};
  const Index done = checkpoint.state->step();
  std::uint64_t bytes = 0;
  for (; data.batches < batches && bytes < kMostBatchBytes; ++data.batches, bytes += bytes_of(batch)) {
    const Index step = done + data.batches;
    RandomStream random(key_for(first.seed, Purpose::Batch, step));
    task.sample(Split::Train, random, now.batch, batch);
    tensors.add("step." + std::to_string(step) + ".", batch);
  }
  tensors.write(file);
  return data;
}

}  // namespace attnlab
