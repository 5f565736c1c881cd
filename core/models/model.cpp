// Model: the loss, and the choice of architecture.
#include "core/models/model.h"

#include "core/models/encoder.h"
#include "core/models/encoder_decoder.h"
#include "core/models/gpt.h"
#include "core/models/vision.h"
#include "core/ops/cross_entropy.h"
#include "core/ops/softmax.h"

namespace attnlab {

Variable Model::loss(Tape& tape, const Batch& batch, double label_smoothing, Index counted) const {
  const Variable scores = logits(tape, batch);
  const CrossEntropyOptions options{batch.target, label_smoothing,
                                    static_cast<Real>(std::max<Index>(counted, 1))};
  if (!tape.recording()) return cross_entropy(tape, scores, options);
  tape.name(softmax(tape, scores), "output.probabilities");
  const Variable logs = tape.name(log_softmax(tape, scores), "output.log_probabilities");
  const Variable per_token = tape.name(cross_entropy_per_token(tape, logs, options), "loss.per_token");
  return tape.name(mean_loss(tape, per_token, options.normalizer), "loss.mean");
}

std::unique_ptr<Model> make_model(const ModelConfig& config) {
  validate(config);
  if (config.architecture == "encoder_decoder") return std::make_unique<EncoderDecoder>(config);
  if (config.architecture == "encoder") return std::make_unique<Encoder>(config);
  if (config.architecture == "vision") return std::make_unique<Vision>(config);
  return std::make_unique<Gpt>(config);
}

Index parameter_count(const ModelConfig& config) { return make_model(config)->parameters().size(); }

}  // namespace attnlab
