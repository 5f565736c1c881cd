// Memory: counting cells.
#include "core/training/memory.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "core/models/vision.h"

namespace attnlab {
namespace {

double machine_bytes() {
  return static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGE_SIZE));
}

std::string gigabytes(double bytes) {
  char text[32];
  std::snprintf(text, sizeof text, bytes < 1e10 ? "%.1f GB" : "%.0f GB", bytes / 1e9);
  return text;
}

/// Most positions that one row of a batch has.
Index positions_of(const ModelConfig& model) {
  return (format_of(model) == Format::Picture ? patch_count(model) : model.context) +
         (has_class_token(model) ? 1 : 0);
}

}  // namespace

double training_bytes(const ModelConfig& model, const TrainingConfig& training, Index parameters) {
  const auto width = static_cast<double>(model.width), hidden = static_cast<double>(model.feed_forward);
  const auto layers = static_cast<double>(model.layers), heads = static_cast<double>(model.heads);
  const double stacks = model.architecture == "encoder_decoder" ? 2 : 1;
  const auto context = static_cast<double>(positions_of(model)), batch = static_cast<double>(training.batch);
  const auto shards = static_cast<double>(std::min(training.shards, training.batch));
  // Per position and layer: query, key, value, context, output, two norms; the hidden layer; the weights.
  const double a_position = stacks * layers * (7 * width + 2 * hidden + heads * context) +
                            2 * static_cast<double>(model.target_vocabulary);
  const double cells = static_cast<double>(parameters) * (3 + shards) + batch * context * a_position;
  return cells * sizeof(Real);
}

void check_memory(const ModelConfig& model, const TrainingConfig& training, Index parameters) {
  const double needed = training_bytes(model, training, parameters), there = machine_bytes();
  if (needed <= there) return;
  throw std::invalid_argument(
      "training would take at least " + gigabytes(needed) + " of memory, but this machine has " +
      gigabytes(there) + ": choose a smaller model.width, model.layers, model.context or training.batch");
}

}  // namespace attnlab
