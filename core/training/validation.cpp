// Validation: batch after batch, each in pieces, summed in order.
#include "core/training/validation.h"

#include <algorithm>

#include "core/training/passes.h"

namespace attnlab {
namespace {

constexpr std::size_t kKeptBatches = 8, kKeptBytes = 4 << 20;

bool is_small(const Batch& batch) {
  const std::size_t tokens = batch.source.size() + batch.input.size() + batch.target.size();
  return tokens * sizeof(TokenId) + batch.pictures.size() * sizeof(Real) <= kKeptBytes;
}

}  // namespace

struct Validator::Worker {
  Tape tape{Mode::Infer};
  Batch batch, part;
};

Validator::Validator(std::shared_ptr<const Task> task, Index rows, Index workers)
    : task_(std::move(task)), rows_(rows), workers_(static_cast<std::size_t>(workers)), kept_(kKeptBatches) {}

Validator::~Validator() = default;

/// In `passing` where it is not to be kept.
const Batch& Validator::batch(Index number, Batch& passing) {
  const auto i = static_cast<std::size_t>(number);
  if (i < kept_.size() && kept_[i].size > 0) return kept_[i];
  RandomStream random(validation_key(number));
  task_->sample(Split::Validation, random, rows_, passing);
  if (i < kept_.size() && is_small(passing)) kept_[i] = passing;
  return passing;
}

Validator::Sums Validator::measure_batch(const Model& model, std::span<const Real> weights, Index number,
                                         Worker& worker) {
  const Batch& all = batch(number, worker.batch);
  const Index piece = rows_a_pass(model, all);
  Sums sums;
  for (Index begin = 0; begin < all.size; begin += piece) {
    take_rows(all, begin, std::min(piece, all.size - begin), worker.part);
    worker.tape.reset();
    worker.tape.bind(model.parameters(), weights.data(), nullptr);
    const Model::Loss loss = model.losses(worker.tape, worker.part, 0, 1);
    sums.loss += static_cast<double>(*loss.cross_entropy.data());
    sums.counts.add(count_right(format_of(model.config()), loss.logits, worker.part));
  }
  return sums;
}

Validation Validator::measure(const Model& model, std::span<const Real> weights, Index batches,
                              ThreadPool& pool) {
  std::vector<Sums> sums(static_cast<std::size_t>(batches));
  const Index used = std::min(static_cast<Index>(workers_.size()), batches);
  pool.each(used, [&](Index w) {
    std::unique_ptr<Worker>& worker = workers_[static_cast<std::size_t>(w)];
    if (!worker) worker = std::make_unique<Worker>();
    for (Index i = w; i < batches; i += used)
      sums[static_cast<std::size_t>(i)] = measure_batch(model, weights, i, *worker);
  });
  Sums all;
  for (const Sums& batch : sums) {
    all.loss += batch.loss;
    all.counts.add(batch.counts);
  }
  return {all.loss / static_cast<double>(all.counts.tokens), all.counts.shares()};
}

}  // namespace attnlab
