// Validation: batch after batch, each in pieces, summed in order.
#include "core/training/validation.h"

#include <algorithm>

#include "core/tasks/base/encode.h"
#include "core/tensor/spare_blocks.h"
#include "core/training/passes.h"

namespace attnlab {
namespace {

constexpr std::size_t kCachedBatches = 8, kCachedBytes = 4 << 20;

bool is_small(const Batch& batch) {
  const std::size_t tokens = batch.source.size() + batch.input.size() + batch.target.size();
  return tokens * sizeof(TokenId) + batch.pictures.size() * sizeof(Real) <= kCachedBytes;
}

}  // namespace

struct Validator::Worker {
  Tape tape{Mode::Infer};
  Batch batch, part;
};

Validator::Validator(std::shared_ptr<const Task> task, Index rows, Index workers)
    : task_(std::move(task)),
      vocabularies_(task_ && task_->has_answers() ? vocabularies_of(*task_) : Vocabularies()),
      rows_(rows),
      workers_(static_cast<std::size_t>(workers)),
      cached_(kCachedBatches) {}

Validator::~Validator() = default;

void Validator::rest() {
  for (const std::unique_ptr<Worker>& worker : workers_)
    if (worker) worker->tape.rest();
}

std::size_t Validator::bytes() const {
  std::size_t all = 0;
  for (const std::unique_ptr<Worker>& worker : workers_)
    if (worker) all += worker->tape.arena().capacity();
  return all;
}

void Validator::change_task(std::shared_ptr<const Task> task) {
  task_ = std::move(task);
  asked_ = 0;
  examples_.clear();
  cached_.assign(kCachedBatches, Batch());
}

/// Batch `number`: cached, or drawn into `passing` where it is too large for the cache.
const Batch& Validator::batch(Index number, Batch& passing) {
  const auto i = static_cast<std::size_t>(number);
  if (i < cached_.size() && cached_[i].size > 0) return cached_[i];
  RandomStream random(validation_key(number));
  task_->sample(Split::Validation, random, rows_, passing);
  if (i < cached_.size() && is_small(passing)) cached_[i] = passing;
  return passing;
}

/// `count` of the task, if it has answers: fewer are not always the first of more.
void Validator::find_examples(Index count) {
  if (count == asked_ || !task_->has_answers()) return;
  examples_ = task_->validation_examples(count);
  asked_ = count;
}

/// Those that are counted beside batch `number` of `batches`.
std::span<const Example> Validator::share_of_examples(Index number, Index batches) const {
  const auto size = count_of(examples_);
  const Index begin = number * size / batches, end = (number + 1) * size / batches;
  return std::span(examples_).subspan(begin, end - begin);
}

ValidationSize Validator::size_of(Index batches) const {
  return {batches, std::min(batches * rows_, kFinalValidation.examples)};
}

Validator::Sums Validator::measure_batch(const Model& model, std::span<const Real> weights, Index number,
                                         Worker& worker, AttentionDevice* device) {
  const Batch& all = batch(number, worker.batch);
  const Index piece = rows_a_pass(model, all);
  Sums sums;
  for (Index begin = 0; begin < all.size; begin += piece) {
    take_rows(all, begin, std::min(piece, all.size - begin), worker.part);
    worker.tape.reset();
    worker.tape.bind(model.parameters(), weights.data(), nullptr);
    worker.tape.use_device(device);
    const Model::Loss loss = model.losses(worker.tape, worker.part, 0, 1);
    sums.loss += double(*loss.cross_entropy.data());
    sums.counts.add(count_right(format_of(model.config()), loss.logits, worker.part));
  }
  return sums;
}

Validation Validator::measure(const Model& model, std::span<const Real> weights, const ValidationSize& size,
                              ThreadPool& pool, AttentionDevice* device, const ProgressListener& progress) {
  find_examples(size.examples);
  const Index batches = size.batches;
  std::vector<Sums> sums(batches);
  const Index used = std::min(count_of(workers_), batches);
  pool.each(used, [&](Index w) {
    std::unique_ptr<Worker>& worker = workers_[w];
    if (!worker) worker = std::make_unique<Worker>();
    for (Index i = w; i < batches; i += used) {
      Sums& found = sums[i];
      found = measure_batch(model, weights, i, *worker, device);
      found.distinct = count_right(model, weights, vocabularies_, share_of_examples(i, batches), device);
      if (w == 0 && progress) progress(std::min(i + used, batches), batches);
    }
  });
  if (bytes() <= kMostAtRest) rest();
  Sums all;
  for (const Sums& batch : sums) {
    all.loss += batch.loss;
    all.counts.add(batch.counts);
    all.distinct.add(batch.distinct);
  }
  return {all.loss / double(all.counts.tokens), task_->has_answers() ? all.distinct : all.counts};
}

}  // namespace attnlab
