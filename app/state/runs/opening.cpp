// Opening presets, text files and saved models.
#include "app/state/runs/opening.h"

#include <algorithm>
#include <filesystem>
#include <thread>

#include "app/state/runs/session_store.h"
#include "app/state/tensor_groups.h"
#include "core/io/checkpoint.h"
#include "core/training/variants.h"

namespace attnlab {

namespace {

constexpr Index kExamples = 12;
/// A text shown at first has at most so many tokens, so that its matrices are legible.
constexpr std::size_t kFirstTokens = 16;

/// The beginning of a text's first line: at most `most` tokens, cut between words where possible.
std::string shortened(const Tokenizer& tokenizer, const std::string& text, std::size_t most) {
  const std::string line = text.substr(0, text.find('\n'));
  std::size_t fits = 0;
  for (std::size_t end = line.find(' ', 1); fits < line.size(); end = line.find(' ', end + 1)) {
    end = std::min(end, line.size());
    if (tokenizer.encode(line.substr(0, end)).size() > most) break;
    fits = end;
  }
  if (fits > 0) return line.substr(0, fits);
  std::vector<TokenId> ids = tokenizer.encode(line);
  ids.resize(std::min(ids.size(), most));
  return tokenizer.decode(ids);
}

/// What to look at first: the cross-attention of an encoder–decoder, where translations align; what a class
/// vector takes its class from.
Selection first_selection(const ModelConfig& config) {
  const std::vector<AttentionKind> attentions = attentions_of(config);
  Selection selection;
  if (!attentions.empty()) selection.attention = attentions.back();
  selection.layer = config.layers - 1;
  if (config.key_value_heads > 0) selection.heads_per_key = config.heads / config.key_value_heads;
  selection.query = has_class_token(config) ? 0 : 1;
  return selection;
}

/// The first tokens after the special ones, as a text: for a model whose task is not at hand.
std::string some_text(const Tokenizer& tokenizer) {
  if (tokenizer.byte_pairs()) return "the";
  const TokenId first = tokenizer.first_entry();
  std::vector<TokenId> ids;
  for (TokenId id = first; id < tokenizer.size() && id < first + 4; ++id) ids.push_back(id);
  return tokenizer.decode(ids);
}

/// A model whose task is not at hand: some text of its vocabulary.
void choose_without_task(OpenModel& model) {
  const Vocabularies& v = *model.experiment.vocabularies;
  model.start.generate_target = v.source.has_value();
  (v.source ? model.start.source : model.start.target) = some_text(v.source ? *v.source : v.target);
}

void choose_texts(OpenModel& model) {
  const Experiment& experiment = model.experiment;
  const Format format = format_of(experiment.preset.model);
  model.start.selection = first_selection(experiment.preset.model);
  model.start.chosen.stage = Stage::Softmax;
  if (attentions_of(experiment.preset.model).empty())
    model.start.chosen.shown = {default_tensor(experiment.preset.model), {0, 0, 0}};
  model.pictures = std::make_shared<const std::vector<Example>>();
  if (!experiment.task) return choose_without_task(model);
  model.start.generate_target =
      false;  // the right answer is there from the first step: its attention sharpens
  const std::vector<Example> examples = experiment.task->validation_examples(kExamples);
  if (format == Format::Picture) {
    model.pictures = std::make_shared<const std::vector<Example>>(examples);
    return;
  }
  // A text that is continued may be long; a question is shown whole, and its answer after it.
  const Tokenizer& tokenizer = experiment.vocabularies->target;
  const auto whole = [&](const Example& e) {
    return e.source.empty() ? shortened(tokenizer, e.target, kFirstTokens) : e.source + e.target;
  };
  const Example first = experiment.task->sample_example();
  if (format == Format::Stream && !first.source.empty()) {
    model.questions = examples;
    model.questions.push_back(first);
  }
  const bool source = has_source(format);
  if (source) model.start.source = first.source;
  model.start.target = source ? first.target : whole(first);
  for (const Example& example : examples) model.examples.push_back(source ? example.source : whole(example));
}

std::unique_ptr<OpenModel> make_open_model(Experiment experiment, std::string title) {
  auto model = std::make_unique<OpenModel>();
  model->experiment = std::move(experiment);
  model->title = std::move(title);
  model->tracer = std::make_shared<const Tracer>(model->experiment.model, model->experiment.vocabularies);
  choose_texts(*model);
  return model;
}

void start_run(OpenModel& model, std::unique_ptr<Trainer> trainer, bool play, std::function<void()> on_change,
               const Record* past = nullptr) {
  RunOptions options;
  options.on_change = std::move(on_change);
  model.run = std::make_unique<TrainingRun>(std::move(trainer), std::move(options), past);
  if (play) model.run->play();
}

std::unique_ptr<OpenModel> open_experiment(Preset preset, std::string title, bool play,
                                           std::function<void()> on_change) {
  auto model = make_open_model(make_experiment(std::move(preset)), std::move(title));
  const Experiment& e = model->experiment;
  start_run(*model, std::make_unique<Trainer>(e.model, e.task, e.preset.training, training_threads()), play,
            std::move(on_change));
  return model;
}

/// A saved model; without its corpus it can still be looked at, and the remark says why not trained.
std::unique_ptr<OpenModel> open_checkpoint(const std::string& folder, std::string title, bool play,
                                           std::function<void()> on_change) {
  const Checkpoint checkpoint = load_checkpoint(folder);
  if (title.empty()) title = checkpoint.preset.name;
  try {
    Continuation continuation = continue_training(checkpoint, training_threads());
    auto model = make_open_model(std::move(continuation.experiment), title);
    start_run(*model, std::move(continuation.trainer), play, std::move(on_change), continuation.past());
    if (!checkpoint.remarks.empty()) model->remark = checkpoint.remarks.front();
    return model;
  } catch (const std::exception& error) {
    auto model =
        make_open_model({checkpoint.preset, nullptr, checkpoint.vocabularies, checkpoint.model}, title);
    model->stored = checkpoint.state->snapshot;
    model->remark = std::string("opened without training: ") + error.what();
    return model;
  }
}

/// Those that can be opened; the first remark says which cannot.
OpenModels open_session(const OpenRequest& request, const std::function<void()>& on_change) {
  OpenModels models;
  std::string problem;
  for (const auto& folder : request.runs) {
    try {
      models.push_back(open_checkpoint(folder.string(), "", false, on_change));
      models.back()->number = run_number(folder);
    } catch (const std::exception& error) {
      problem = error.what();
    }
  }
  if (models.empty()) throw std::runtime_error(problem);
  if (!problem.empty()) models.front()->remark = problem;
  return models;
}

std::unique_ptr<OpenModel> open_branch(const OpenRequest& request, std::function<void()> on_change) {
  const BranchPoint& from = *request.branch;
  auto model = std::make_unique<OpenModel>();
  static_cast<ModelParts&>(*model) = from.parts;
  const Experiment& e = model->experiment;
  auto trainer = std::make_unique<Trainer>(e.model, e.task, e.preset.training, training_threads());
  trainer->restore(*from.state);
  trainer->change(from.settings);
  start_run(*model, std::move(trainer), false, std::move(on_change), &from.past);
  if (!request.name.empty())
    model->run->between_steps(
        [&](Trainer& stands) { model->run->recorder().note(stands, "branch: " + request.name); });
  if (request.play) model->run->play();
  model->name = request.name;
  model->origin = from.origin;
  return model;
}

OpenModels open_variants(const OpenRequest& request, const std::function<void()>& on_change) {
  OpenModels models;
  for (Variant& variant : variants_of(request.name, *request.changed)) {
    models.push_back(open_experiment(std::move(variant.preset), request.changed->name, false, on_change));
    models.back()->name = variant.name;
  }
  return models;
}

std::unique_ptr<OpenModel> open_one(const OpenRequest& request, const std::function<void()>& on_change) {
  using Kind = OpenRequest::Kind;
  if (request.kind == Kind::Model)
    return open_checkpoint(request.name, std::filesystem::path(request.name).filename().string(),
                           request.play, on_change);
  if (request.kind == Kind::Branch) return open_branch(request, on_change);
  if (request.kind == Kind::Changed)
    return open_experiment(*request.changed, request.name, request.play, on_change);
  if (request.kind == Kind::Preset)
    return open_experiment(find_preset(request.name), request.name, request.play, on_change);
  Preset preset = find_preset("characters");
  preset.task.corpus = request.name;
  return open_experiment(std::move(preset), std::filesystem::path(request.name).filename().string(),
                         request.play, on_change);
}

}  // namespace

int training_threads() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1); }

OpenModels open_models(const OpenRequest& request, const std::function<void()>& on_change) {
  if (request.kind == OpenRequest::Kind::Variants) return open_variants(request, on_change);
  if (request.kind == OpenRequest::Kind::Session) return open_session(request, on_change);
  OpenModels models;
  models.push_back(open_one(request, on_change));
  return models;
}

}  // namespace attnlab
