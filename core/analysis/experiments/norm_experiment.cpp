// Norm experiment: a trainer for each placement, step by step.
#include "core/analysis/experiments/norm_experiment.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "core/language/messages.h"
#include "core/models/architecture_kind.h"
#include "core/training/run/train_loop.h"
#include "core/training/sweep/variants.h"
#include "core/training/trainer.h"

namespace attnlab {

namespace {

constexpr Index kExperimentWidth = 32, kHeads = 4, kExperimentBatch = 16;
constexpr double kLearningRate = 1e-3;

/// How many times gradients are measured over a run.
constexpr Index kGradientMeasurements = 40;

/// The experiment of one click whose models are trained here.
const VariantKind& placed() { return variant_kind("norm"); }

/// The stack of blocks next to the loss: the last one.
const Part& last_stack(const Model& model) {
  const Part* stack = nullptr;
  for (const Parameter& p : model.parameters().all())
    if (p.place.within(kLayers)) stack = p.place.steps().front().part;
  return *stack;
}

/// One of the models while it learns.
class Learner {
 public:
  Learner(const Preset& preset, const Experiment& open, const AttentionDeviceChoice& device, NormRun& run)
      : run_(run) {
    run.placement = &norm_placement(preset.model.norm);
    const std::shared_ptr<const Model> model = make_model(preset.model);
    TrainingConfig training = preset.training;
    training.train.clear();  // norms of all gradients are compared
    trainer_ = std::make_unique<Trainer>(model, open.task, training, 1);
    trainer_->use_device(device);
    stack_ = &last_stack(*model);
    for (Index layer = 0; layer < layers_in(preset.model, *stack_); ++layer)
      blocks_.push_back(Place().inside(*stack_).inside(kLayers, layer));
  }

  void step(bool measured) {
    if (!run_.failure.empty()) return;
    const StepMetrics metrics = trainer_->step();
    if (trainer_->steps_done() < metrics.step) {
      run_.failure = not_finite_message(metrics.step);
      return;
    }
    run_.loss.push_back(metrics.loss);
    if (!measured) return;
    run_.at.push_back(metrics.step - 1);
    run_.gradients.push_back(norms());
  }

  std::string_view stack() const { return stack_->name; }

 private:
  std::vector<double> norms() const {
    std::vector<double> norms(blocks_.size());
    for (const Parameter& p : trainer_->model().parameters().all())
      for (std::size_t i = 0; i < blocks_.size(); ++i)
        if (layer_around(p.place) == blocks_[i]) norms[i] += squares(p);
    for (double& norm : norms) norm = std::sqrt(norm);
    return norms;
  }

  double squares(const Parameter& parameter) const {
    double sum = 0;
    for (const Real g : trainer_->gradient().subspan(parameter.offset, parameter.shape.size()))
      sum += double(g) * double(g);
    return sum;
  }

  NormRun& run_;
  const Part* stack_ = nullptr;
  std::unique_ptr<Trainer> trainer_;
  std::vector<Place> blocks_;
};

}  // namespace

bool has_norms_to_place(const ModelConfig& model) { return placed().fits(model); }

Preset norm_experiment_preset(Preset preset, const NormExperimentSettings& settings) {
  ModelConfig& model = preset.model;
  model.layers = settings.layers;
  model.decoder_layers = 0;
  model.width = kExperimentWidth;
  model.heads = kHeads;
  model.key_value_heads = 0;
  if (has_feed_forward(model)) model.feed_forward = 4 * kExperimentWidth;
  model.dropout = 0;
  model.initialization = "glorot";
  TrainingConfig& training = preset.training;
  training.steps = settings.steps;
  training.batch = std::min(training.batch, kExperimentBatch);
  training.schedule = "constant";
  training.learning_rate = training.minimum_learning_rate = kLearningRate;
  training.warmup = 0;
  return preset;
}

NormExperiment norm_experiment(const Experiment& open, const NormExperimentSettings& settings,
                               const StopToken& stop,
                               const std::function<void(const NormExperiment&)>& progress,
                               const AttentionDeviceChoice& device) {
  if (!has_norms_to_place(open.preset.model))
    throw std::invalid_argument(tr("only Transformers have norms to place"));
  if (!open.task)
    throw std::invalid_argument(tr("this model came without its task, so there is nothing to train on"));
  NormExperiment result{settings, norm_experiment_preset(open.preset, settings), {}, {}};
  validate(result.preset.model);
  const std::vector<Variant> places = variants_of(placed(), result.preset);
  result.runs.resize(places.size());
  std::vector<Learner> learners;
  learners.reserve(places.size());
  for (std::size_t i = 0; i < places.size(); ++i)
    learners.emplace_back(places[i].preset, open, device, result.runs[i]);
  result.stack = learners.at(0).stack();
  const Index every = std::max<Index>(1, settings.steps / kGradientMeasurements);
  for (Index step = 0; step < settings.steps && !stop.stop_requested(); ++step) {
    const bool measured = step % every == 0 || step + 1 == settings.steps;
    for (Learner& learner : learners) learner.step(measured);
    result.finished = step + 1 == settings.steps;
    if (measured && progress) progress(result);
  }
  return result;
}

}  // namespace attnlab
