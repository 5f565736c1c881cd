// Opening presets, text files and saved models.
#include "app/state/opening.h"

#include <algorithm>
#include <filesystem>
#include <thread>

#include "core/io/checkpoint.h"

namespace attnlab {

namespace {

constexpr Index kExamples = 12;
/// A text shown at first is at most this long, so that its matrices are legible.
constexpr std::size_t kFirstTextBytes = 16;

/// The first `most` bytes of a text, cut between characters and, where possible, between words.
std::string shortened(const std::string& text, std::size_t most) {
  const std::string line = text.substr(0, text.find('\n'));
  if (line.size() <= most) return line;
  std::size_t end = line.find_last_of(' ', most);
  if (end == std::string::npos || end == 0) end = most;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80) --end;
  return line.substr(0, end);
}

/// What to look at first: the cross-attention of an encoder–decoder, where translations align.
Selection first_selection(const ModelConfig& config) {
  Selection selection;
  selection.attention = config.architecture == "encoder_decoder" ? AttentionKind::Cross : AttentionKind::DecoderSelf;
  selection.layer = config.layers - 1;
  selection.stage = Stage::Softmax;
  selection.query = 1;
  return selection;
}

void choose_texts(OpenModel& model) {
  model.start.selection = first_selection(model.preset.model);
  const bool pairs = model.vocabularies->source.has_value();
  if (!model.task) {
    (pairs ? model.start.source : model.start.target) = model.vocabularies->target.decode(std::vector<TokenId>{4, 5, 6, 7});
    return;
  }
  const Example first = model.task->sample_example();
  model.start.source = first.source;
  model.start.target = pairs ? "" : shortened(first.target, kFirstTextBytes);
  model.start.generate_target = pairs;
  for (const Example& example : model.task->validation_examples(kExamples)) {
    model.examples.push_back(pairs ? example.source : shortened(example.target, kFirstTextBytes));
  }
}

void start_run(OpenModel& model, std::unique_ptr<Trainer> trainer, const OpenRequest& request,
               std::function<void()> on_change) {
  RunOptions options;
  options.on_change = std::move(on_change);
  model.run = std::make_unique<TrainingRun>(std::move(trainer), std::move(options));
  if (request.play) model.run->play();
}

std::unique_ptr<OpenModel> open_experiment(Preset preset, std::string title, const OpenRequest& request,
                                           std::function<void()> on_change) {
  Experiment experiment = make_experiment(std::move(preset));
  auto model = std::make_unique<OpenModel>();
  model->preset = experiment.preset;
  model->title = std::move(title);
  model->vocabularies = experiment.vocabularies;
  model->task = experiment.task;
  model->tracer = std::make_shared<const Tracer>(experiment.model, experiment.vocabularies);
  choose_texts(*model);
  auto trainer = std::make_unique<Trainer>(experiment.model, experiment.task, experiment.preset.training,
                                           training_threads());
  start_run(*model, std::move(trainer), request, std::move(on_change));
  return model;
}

std::unique_ptr<OpenModel> open_checkpoint(const OpenRequest& request, std::function<void()> on_change);

}  // namespace

int training_threads() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1); }

std::unique_ptr<OpenModel> open_model(const OpenRequest& request, std::function<void()> on_change) {
  if (request.kind == OpenRequest::Kind::Model) return open_checkpoint(request, std::move(on_change));
  if (request.kind == OpenRequest::Kind::Preset) {
    return open_experiment(find_preset(request.name), request.name, request, std::move(on_change));
  }
  Preset preset = find_preset("characters");
  preset.task.corpus = request.name;
  return open_experiment(std::move(preset), std::filesystem::path(request.name).filename().string(), request,
                         std::move(on_change));
}

}  // namespace attnlab
