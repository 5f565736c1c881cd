// Length experiment: a trainer for the fixed vector and one for attention, step by step.
#include "core/analysis/experiments/length_experiment.h"

#include <algorithm>
#include <stdexcept>

#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/tasks/base/encode.h"
#include "core/training/run/train_loop.h"
#include "core/training/sweep/variants.h"

namespace attnlab {

namespace {

/// How many times both models are measured, beside before the first step.
constexpr Index kLengthMeasurements = 20;

constexpr LengthTask kLengthTasks[] = {
    {.name = "copy",
     .title = tr_mark("copy letters"),
     .sentence = tr_mark("Both models copy strings of letters."),
     .task = "copy"},
    {.name = "reverse",
     .title = tr_mark("reverse letters"),
     .sentence = tr_mark("Both models write strings of letters backwards."),
     .task = "reverse"},
    {.name = "own",
     .title = tr_mark("this model’s task"),
     .sentence = tr_mark("Both models learn the task of the open model.")}};

const VariantKind& fixed_or_attention() { return variant_kind("alignment"); }

/// The task to learn: the open one, or one of strings.
std::shared_ptr<const Task> length_task_of(const Experiment& open, const Preset& preset,
                                           const LengthSettings& settings) {
  return length_task(settings.task).task.empty() ? open.task : make_experiment(preset).task;
}

/// One of the models while it learns.
class LengthLearner {
 public:
  LengthLearner(const Preset& preset, const std::shared_ptr<const Task>& task,
                const AttentionDeviceChoice& device, LengthRun& run)
      : run_(run), vocabularies_(vocabularies_of(*task)) {
    const std::shared_ptr<const Model> model = make_model(preset.model);
    run.alignment = &alignment_kind(preset.model.alignment);
    run.parameters = model->parameters().size();
    trainer_ = std::make_unique<Trainer>(model, task, preset.training, 1);
    trainer_->use_device(device);
  }

  void step() {
    if (!run_.failure.empty()) return;
    const StepMetrics metrics = trainer_->step();
    if (trainer_->steps_done() < metrics.step)
      run_.failure = not_finite_message(metrics.step);
    else
      run_.loss.push_back(metrics.loss);
  }

  /// A measurement that is stopped is dropped.
  void measure(std::span<const LengthBand> bands, const StopToken& stop) {
    if (!run_.failure.empty()) return;
    const std::shared_ptr<AttentionDevice> device = trainer_->device();
    std::vector<Counts> counts =
        accuracy_by_length(trainer_->model(), trainer_->weights(), vocabularies_, bands, device.get(),
                           [&] { return !stop.stop_requested(); });
    if (stop.stop_requested()) return;
    run_.at.push_back(trainer_->steps_done());
    run_.counts.push_back(std::move(counts));
  }

 private:
  LengthRun& run_;
  Vocabularies vocabularies_;
  std::unique_ptr<Trainer> trainer_;
};

/// The fixed vector, and the alignment of the settings.
std::vector<Preset> compared(const Preset& preset, const LengthSettings& settings) {
  std::vector<Preset> both;
  for (const Variant& variant : variants_of(fixed_or_attention(), preset)) {
    const std::string& alignment = variant.preset.model.alignment;
    if (!alignment_kind(alignment).looks_back() || alignment == settings.alignment)
      both.push_back(variant.preset);
  }
  return both;
}

}  // namespace

std::span<const LengthTask> length_tasks() { return kLengthTasks; }

const LengthTask& length_task(std::string_view name) {
  return row_named(kLengthTasks, "task of lengths", name);
}

bool has_lengths_to_compare(const ModelConfig& model) { return fixed_or_attention().fits(model); }

Preset length_preset(Preset preset, const LengthSettings& settings) {
  const LengthTask& task = length_task(settings.task);
  ModelConfig& model = preset.model;
  model.width = settings.width;
  model.alignment = settings.alignment;
  model.bidirectional = model.bidirectional && alignment_kind(settings.alignment).equal_widths.empty();
  model.dropout = 0;
  preset.training.steps = settings.steps;
  preset.training.warmup = std::min(preset.training.warmup, settings.steps / 10);
  if (task.task.empty()) return preset;
  preset.task = TaskConfig();
  preset.task.name = task.task;
  preset.task.max_length = settings.longest;
  model.context = std::max(model.context, settings.longest + 2);
  return with_vocabularies(std::move(preset));
}

LengthExperiment length_experiment(const Experiment& open, const LengthSettings& settings,
                                   const StopToken& stop,
                                   const std::function<void(const LengthExperiment&)>& progress,
                                   const AttentionDeviceChoice& device) {
  if (!has_lengths_to_compare(open.preset.model))
    throw std::invalid_argument(tr("only recurrent encoder–decoders have alignments to compare"));
  if (!alignment_kind(settings.alignment).looks_back())
    throw std::invalid_argument(
        tr("alignment {1} does not attend to the source: choose another", settings.alignment));
  if (!open.task)
    throw std::invalid_argument(tr("this model came without its task, so there is nothing to train on"));
  LengthExperiment result{settings, length_preset(open.preset, settings), {}, {}};
  validate(result.preset.model);
  const std::shared_ptr<const Task> task = length_task_of(open, result.preset, settings);
  result.bands = length_bands(*task, kLengthExamples, kLengthBands);
  const std::vector<Preset> presets = compared(result.preset, settings);
  result.runs.resize(presets.size());
  std::vector<LengthLearner> learners;
  learners.reserve(presets.size());
  for (std::size_t i = 0; i < presets.size(); ++i)
    learners.emplace_back(presets[i], task, device, result.runs[i]);
  const Index every = std::max<Index>(1, settings.steps / kLengthMeasurements);
  for (Index step = 0; step <= settings.steps && !stop.stop_requested(); ++step) {
    if (step > 0)
      for (LengthLearner& learner : learners) learner.step();
    if (step % every != 0 && step != settings.steps) continue;
    for (LengthLearner& learner : learners) learner.measure(result.bands, stop);
    result.finished = step == settings.steps && !stop.stop_requested();
    if (progress) progress(result);
  }
  return result;
}

}  // namespace attnlab
