// Opens presets, text files and saved models.
#include "app/state/runs/opening.h"

#include <algorithm>
#include <filesystem>

#include "app/base/format.h"
#include "app/state/runs/first_choice.h"
#include "app/state/runs/kept_state.h"
#include "core/config/cores.h"
#include "core/io/checkpoint.h"
#include "core/language/messages.h"
#include "core/training/memory.h"
#include "core/training/own_data.h"
#include "core/training/sweep/variants.h"

namespace attnlab {

namespace {

std::unique_ptr<OpenModel> make_open_model(Experiment experiment, std::string title, const RunHost& host) {
  auto model = std::make_unique<OpenModel>();
  model->experiment = std::move(experiment);
  model->title = std::move(title);
  model->tracer =
      std::make_shared<const Tracer>(model->experiment.model, model->experiment.vocabularies, host.device);
  choose_first(*model);
  return model;
}

enum class Begin { Paused, Playing };

Begin begin_of(const OpenRequest& request) { return request.play ? Begin::Playing : Begin::Paused; }

/// How a run begins: after what, and with which measurements.
struct Start {
  Begin begin = Begin::Paused;
  const Record* past = nullptr;
  Index measure_at = 0;               ///< see RecordOptions
  std::optional<RunStatus> stands{};  ///< see RunOptions
};

void start_run(OpenModel& model, std::unique_ptr<Trainer> trainer, const Start& start, const RunHost& host) {
  RunOptions options;
  options.on_change = host.on_change;
  options.record.measure_at = model.measure_at = start.measure_at;
  options.stands = start.stands;
  trainer->use_device(host.device);
  model.run = std::make_unique<TrainingRun>(std::move(trainer), std::move(options), start.past);
  model.plays = start.begin == Begin::Playing;
}

std::unique_ptr<OpenModel> open_experiment(Experiment experiment, std::string title, const Start& start,
                                           const RunHost& host) {
  auto model = make_open_model(std::move(experiment), std::move(title), host);
  const Experiment& e = model->experiment;
  start_run(*model, std::make_unique<Trainer>(e, training_threads()), start, host);
  return model;
}

std::unique_ptr<OpenModel> open_experiment(Preset preset, std::string title, Begin begin,
                                           const RunHost& host) {
  return open_experiment(make_experiment(std::move(preset)), std::move(title), {.begin = begin}, host);
}

/// A saved model that cannot be trained; `remark` says why.
std::unique_ptr<OpenModel> open_untrained(const Checkpoint& checkpoint, std::string title,
                                          const std::string& remark, const RunHost& host) {
  auto model = make_open_model({checkpoint.preset, nullptr, checkpoint.vocabularies, checkpoint.model},
                               std::move(title), host);
  model->stored = checkpoint.state->snapshot;
  model->remark = remark;
  return model;
}

/// All remarks on `checkpoint`, in one line.
std::string remarks_of(const Checkpoint& checkpoint) {
  std::string line;
  for (const std::string& remark : checkpoint.remarks) line += (line.empty() ? "" : "; ") + remark;
  return line;
}

/// How a run of another window stood there; nothing for one that was paused.
std::optional<RunStatus> stood(const Trainer& trainer, const SessionRun* run) {
  RunStatus status;
  if (run && !run->failed.empty()) {
    status.state = RunStatus::State::Failed;
    status.message = run->failed;
  } else if (run && trainer.steps_done() == trainer.config().steps) {
    status.state = RunStatus::State::Finished;
  } else {
    return {};
  }
  return status;
}

/// A saved model; without its corpus it can still be looked at, and the remark says why not trained. `was`:
/// the run that it is of another window; null: of none.
std::unique_ptr<OpenModel> open_checkpoint(const std::string& folder, std::string title, Begin begin,
                                           const RunHost& host, ReadProgress* progress,
                                           std::span<const std::string> options = {},
                                           const SessionRun* was = nullptr) {
  Checkpoint checkpoint = load_checkpoint(folder, Load::Run, progress);
  set_options(checkpoint.preset, options);
  if (title.empty()) title = checkpoint.preset.name;
  if (!is_trainable(checkpoint.preset)) {
    const std::string remark = checkpoint.remarks.empty() ? "" : "; " + remarks_of(checkpoint);
    const char* const why =
        can_learn_further(checkpoint.preset)
            ? tr("opened without training, because it has no task; open a text file to train it further")
            : tr("opened without training, because it has no task");
    return open_untrained(checkpoint, title, why + remark, host);
  }
  try {
    Continuation continuation = continue_training(checkpoint, training_threads());
    auto model = make_open_model(std::move(continuation.experiment), title, host);
    const Start start{
        .begin = begin, .past = continuation.past(), .stands = stood(*continuation.trainer, was)};
    start_run(*model, std::move(continuation.trainer), start, host);
    model->remark = remarks_of(checkpoint);
    return model;
  } catch (const std::exception& error) {
    return open_untrained(checkpoint, title, tr("opened without training: {1}", error.what()), host);
  }
}

/// A run of another window: from its files, or where it had none, as it was opened there.
std::unique_ptr<OpenModel> open_session_run(const SessionRun& run, const RunHost& host,
                                            ReadProgress* progress) {
  std::unique_ptr<OpenModel> model;
  if (run.folder.empty() && run.preset)
    model = open_experiment(*run.preset, run.title, Begin::Paused, host);
  else
    model = open_checkpoint(run.folder.empty() ? run.opened : run.folder.string(), run.title, Begin::Paused,
                            host, progress, {}, &run);
  model->number = run.number;
  model->name = run.name;
  model->origin = run.origin;
  model->recipe = run.recipe;
  model->folder = run.opened;
  model->from_file = run.from_file;
  model->weights_changed = model->is_whole() && !model->run && !run.folder.empty();
  model->was_shown = run.shown;
  model->left = state_from_json(run.state, model->start, model->experiment.preset.model);
  return model;
}

/// Those that can be opened; the first remark says which cannot. What is more than request.runs_bytes stays
/// in its files, but for the run that was on screen.
OpenModels open_session(const OpenRequest& request, const RunHost& host, ReadProgress* progress) {
  OpenModels models;
  std::string problem;
  std::size_t bytes = 0;
  const auto opens = [&](const SessionRun& run, bool stays) {
    try {
      auto model = open_session_run(run, host, progress);
      const bool fits = bytes + model->bytes() <= request.runs_bytes;
      if (!fits && !stays && !run.folder.empty()) model = put_away(*model, run.folder);
      bytes += model->bytes();
      models.push_back(std::move(model));
    } catch (const std::exception& error) {
      problem = error.what();
    }
    if (progress) progress->check();
  };
  const bool one_was_shown = std::ranges::any_of(request.runs, &SessionRun::shown);
  for (const SessionRun& run : request.runs) opens(run, one_was_shown ? run.shown : models.empty());
  if (models.empty()) throw std::runtime_error(problem);
  if (std::ranges::all_of(models, [](const auto& model) { return model->away.has_value(); })) {
    const Index first = models.front()->number;
    models.erase(models.begin());
    opens(*std::ranges::find(request.runs, first, &SessionRun::number), true);
    std::ranges::rotate(models, models.end() - 1);
  }
  const auto shown = std::ranges::find_if(models, [](const auto& model) { return model->was_shown; });
  if (!problem.empty()) (shown == models.end() ? models.front() : *shown)->remark = problem;
  return models;
}

/// The timeline of a run that was put away, with the states from its files.
TimelinePtr with_states(const Timeline& known, const std::optional<Record>& read) {
  Timeline timeline = known;
  if (read) timeline.states = read->timeline->states;
  return std::make_shared<const Timeline>(std::move(timeline));
}

/// A run as it was before it was put away.
std::unique_ptr<OpenModel> open_returning(const OpenRequest& request, const RunHost& host,
                                          ReadProgress* progress) {
  const OpenModel& was = *request.away;
  const StoredRun& away = *was.away;
  auto model = std::make_unique<OpenModel>();
  static_cast<ModelParts&>(*model) = was;
  static_cast<RunFacts&>(*model) = was;
  model->weights_changed = was.weights_changed;
  const Checkpoint saved = load_checkpoint(away.folder, away.status ? Load::Run : Load::Weights, progress);
  if (!saved.remarks.empty()) model->remark = saved.remarks.front();
  if (!away.status) {
    model->stored = saved.state->snapshot;
    return model;
  }
  if (!saved.state->optimizer) throw std::runtime_error(std::string(kNoOptimizer));
  Experiment experiment = was.experiment;
  experiment.preset.training.seed = saved.preset.training.seed;  // a reset may have changed it
  auto trainer = std::make_unique<Trainer>(experiment, training_threads());
  trainer->restore(*saved.state);
  Record past = away.record;
  past.timeline = with_states(*past.timeline, saved.record);
  start_run(*model, std::move(trainer), {.past = &past, .measure_at = was.measure_at, .stands = away.status},
            host);
  return model;
}

std::unique_ptr<OpenModel> open_branch(const OpenRequest& request, const RunHost& host) {
  const BranchPoint& from = *request.branch;
  auto model = std::make_unique<OpenModel>();
  static_cast<ModelParts&>(*model) = from.parts;
  const Experiment& e = model->experiment;
  auto trainer = std::make_unique<Trainer>(e, training_threads());
  trainer->restore(*from.state);
  trainer->change(from.settings);
  start_run(*model, std::move(trainer), {.past = &from.past}, host);
  if (!request.name.empty())
    model->run->between_steps(
        [&](Trainer& stands) { model->run->recorder().note(stands, "branch: " + request.name); });
  model->plays = request.play;
  model->name = request.name;
  model->origin = from.origin;
  return model;
}

OpenModels open_variants(const OpenRequest& request, const RunHost& host, ReadProgress* progress) {
  OpenModels models;
  for (Variant& variant : variants_of(request.name, *request.changed)) {
    models.push_back(open_experiment(std::move(variant.preset), request.changed->name, Begin::Paused, host));
    models.back()->name = variant.name;
    if (progress) progress->check();
  }
  return models;
}

/// Tasks and models of all runs, each checked, before any memory is taken for one.
std::vector<Experiment> experiments_of(const SweepPlan& plan) {
  std::vector<Experiment> all;
  double bytes = 0;
  for (const SweepPoint& point : plan.points) {
    try {
      all.push_back(make_experiment(point.preset));
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(error_of(point, error.what()));
    }
    const Preset& preset = all.back().preset;
    bytes += training_bytes(preset.model, preset.training, all.back().model->parameters().size());
  }
  check_memory_of_runs(bytes, all.size());
  return all;
}

OpenModels open_sweep(const OpenRequest& request, const RunHost& host, ReadProgress* progress) {
  const std::shared_ptr<const SweepPlan>& plan = request.sweep;
  OpenModels models;
  for (Experiment& experiment : experiments_of(*plan)) {
    const std::size_t point = models.size();
    const Index last = experiment.preset.training.steps;
    models.push_back(
        open_experiment(std::move(experiment), plan->points[point].preset.name, {.measure_at = last}, host));
    models.back()->name = varied_name(*plan, point);
    models.back()->sweep = {plan, point};
    if (progress) progress->check();
  }
  return models;
}

/// A text or pictures of the user's.
std::unique_ptr<OpenModel> open_own(const OpenRequest& request, const RunHost& host) {
  auto model = open_experiment(*request.changed, last_name(request.name), begin_of(request), host);
  model->remark = request.remark;
  if (const std::string note = model->experiment.task->note(); !note.empty())
    model->remark += (model->remark.empty() ? "" : "; ") + note;
  return model;
}

/// "gpt2 trains further on story.txt: 1,200 of 124,000 parameters are trained, in at least 1.2 GB of memory".
std::string words_of_further(const OpenRequest& request, const OpenModel& model) {
  const Experiment& e = model.experiment;
  const TrainedSize size = trained_size(e);
  const double bytes = training_memory(e.preset.model, e.preset.training, size).total();
  const std::string text = last_name(request.name), all = format_count(size.parameters),
                    memory = format_bytes(bytes);
  if (size.learning == size.parameters)
    return tr("{1} trains further on {2}: all {3} parameters are trained, in at least {4} of memory",
              e.preset.name, text, all, memory);
  return tr("{1} trains further on {2}: {3} of {4} parameters are trained, in at least {5} of memory",
            e.preset.name, text, format_count(size.learning), all, memory);
}

/// A text on which an open model trains further.
std::unique_ptr<OpenModel> open_further(const OpenRequest& request, const RunHost& host) {
  auto model = open_experiment(further_experiment(*request.opened, *request.changed), last_name(request.name),
                               {.begin = begin_of(request)}, host);
  model->remark = words_of_further(request, *model);
  return model;
}

/// A saved model beside others, that is found again by its folder.
std::unique_ptr<OpenModel> open_saved(const OpenRequest& request, const RunHost& host,
                                      ReadProgress* progress) {
  auto model =
      open_checkpoint(request.name, last_name(request.name), Begin::Paused, host, progress, request.options);
  model->saved_in = request.name;
  if (!model->run) return model;
  const std::shared_ptr<const Timeline> timeline = model->run->record().timeline;
  if (timeline) model->saved_events = timeline->events.size();
  return model;
}

std::unique_ptr<OpenModel> open_one(const OpenRequest& request, const RunHost& host, ReadProgress* progress) {
  using Kind = OpenRequest::Kind;
  if (request.kind == Kind::Model)
    return open_checkpoint(request.name, std::filesystem::path(request.name).filename().string(),
                           begin_of(request), host, progress);
  if (request.kind == Kind::Saved) return open_saved(request, host, progress);
  if (request.kind == Kind::Return) return open_returning(request, host, progress);
  if (request.kind == Kind::Further) return open_further(request, host);
  if (request.kind == Kind::Branch) return open_branch(request, host);
  if (request.kind == Kind::Changed || request.kind == Kind::Recipe)
    return open_experiment(*request.changed, request.name, begin_of(request), host);
  if (request.kind == Kind::Preset)
    return open_experiment(find_preset(request.name), request.name, begin_of(request), host);
  return open_own(request, host);
}

}  // namespace

int training_threads() { return std::max(1, cores() - 1); }

OpenModels open_models(const OpenRequest& request, const RunHost& host, ReadProgress* progress) {
  if (request.kind == OpenRequest::Kind::Variants) return open_variants(request, host, progress);
  if (request.kind == OpenRequest::Kind::Sweep) return open_sweep(request, host, progress);
  if (request.kind == OpenRequest::Kind::Session) return open_session(request, host, progress);
  OpenModels models;
  models.push_back(open_one(request, host, progress));
  if (request.kind == OpenRequest::Kind::Recipe) models.back()->recipe = request.changed;
  if (request.kind == OpenRequest::Kind::Model) {
    models.back()->from_file = true;
    models.back()->folder = std::filesystem::absolute(request.name).string();
  }
  models.back()->of_start = request.of_start;
  return models;
}

std::size_t OpenModel::bytes() const {
  if (run) return run->bytes();
  return stored ? stored->weights.size() * sizeof(Real) : 0;
}

std::unique_ptr<OpenModel> put_away(const OpenModel& model, const std::filesystem::path& folder) {
  auto light = std::make_unique<OpenModel>();
  static_cast<ModelParts&>(*light) = model;
  static_cast<RunFacts&>(*light) = model;
  light->weights_changed = model.weights_changed;
  light->left = model.left;
  light->was_shown = model.was_shown;
  StoredRun away{.folder = folder, .step = model.snapshot()->step};
  if (model.run) {
    away.status = model.run->status();
    away.record = model.run->record();
    auto timeline = std::make_shared<Timeline>(*away.record.timeline);
    timeline->states.clear();
    away.record.timeline = std::move(timeline);
  }
  light->away = std::move(away);
  return light;
}

}  // namespace attnlab
