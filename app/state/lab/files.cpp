// Files: opening, saving, and what is remembered.
#include "app/state/lab/files.h"

#include <filesystem>
#include <memory>
#include <stdexcept>

#include "app/state/draft.h"
#include "app/state/wake_at_end.h"
#include "core/io/checkpoint.h"
#include "core/io/metrics_csv.h"

namespace attnlab {

namespace {

std::string absolute_path(const std::string& path) {
  std::error_code error;
  const auto absolute = std::filesystem::absolute(path, error);
  return error ? path : absolute.lexically_normal().string();
}

/// Of the model between two of its steps.
Checkpoint checkpoint_of(const OpenModel& model) {
  const Experiment& experiment = model.experiment;
  Checkpoint checkpoint{experiment.preset, experiment.vocabularies, experiment.model, nullptr};
  if (model.run) {
    model.run->between_steps(
        [&](Trainer& trainer) { checkpoint = capture(experiment, trainer, model.run->record()); });
  }
  return checkpoint;
}

}  // namespace

Files::Files(const RunList& runs, Notice& notice, std::function<void()> wake)
    : runs_(runs), notice_(notice), wake_(std::move(wake)) {}

void Files::open(OpenRequest request) {
  if (opening_.valid()) throw std::invalid_argument("something is being opened already: wait for it");
  request_ = request;
  opening_ = std::async(std::launch::async, [request = std::move(request), wake = wake_] {
    const WakeAtEnd at_end{wake};
    return open_models(request, wake);
  });
}

void Files::note_opened() {
  if (request_.beside() || request_.kind == OpenRequest::Kind::Session) return;
  if (request_.kind == OpenRequest::Kind::Preset)
    preset_ = request_.name;
  else
    note_recent(recent_, {request_.kind == OpenRequest::Kind::Model, absolute_path(request_.name)});
}

void Files::open_preset(const std::string& name) {
  find_preset(name);
  open({OpenRequest::Kind::Preset, name, true});
}
void Files::open_corpus(const std::string& file) { open({OpenRequest::Kind::Corpus, file, true}); }
void Files::load_model(const std::string& folder) { open({OpenRequest::Kind::Model, folder, false}); }
void Files::open_recent(Index number) {
  if (static_cast<std::size_t>(number) > recent_.size())
    throw std::invalid_argument("there is no recent file number " + std::to_string(number));
  const RecentFile& file = recent_[static_cast<std::size_t>(number) - 1];
  file.is_model ? load_model(file.path) : open_corpus(file.path);
}

void Files::retrain(const std::vector<std::string>& changes) {
  runs_.shown_run();
  const OpenModel& model = *runs_.shown();
  const auto preset = std::make_shared<Preset>(model.experiment.preset);
  for (const std::string& change : changes) set_option(*preset, "model." + change);
  open({OpenRequest::Kind::Changed, changed_title(model.title, changes), true, preset});
}

void Files::save_model(const std::string& folder) {
  if (!runs_.shown()) throw std::invalid_argument("there is no model to save yet");
  if (saving_.valid()) throw std::invalid_argument("a model is being saved already: wait for it");
  check_can_save(folder);
  save_folder_ = folder;
  // The copy is taken between two steps by a thread of its own, so that the screen waits for nothing.
  saving_ = std::async(std::launch::async, [folder, model = runs_.share(runs_.number()),
                                            stored = runs_.shown()->stored, wake = wake_] {
    const WakeAtEnd at_end{wake};
    Checkpoint checkpoint = checkpoint_of(*model);
    if (!model->run)
      checkpoint.state = std::make_shared<const TrainingState>(
          TrainingState{stored, nullptr, first_settings(model->experiment.preset)});
    save_checkpoint(folder, checkpoint);
    return "saved " + folder;
  });
}

void Files::take_saved() {
  if (!is_ready(saving_)) return;
  try {
    notice_.set(saving_.get(), false);
    note_recent(recent_, {true, absolute_path(save_folder_)});
  } catch (const std::exception& error) {
    notice_.set(error.what(), true);
  }
}

void Files::save_metrics(const std::string& file) {
  runs_.shown_run();
  if (file.empty()) throw std::invalid_argument("metrics.save needs a file");
  notice_.set(write_metrics_files(file, runs_.shown_view()->record), false);
}

void Files::restore(const Settings& settings) {
  preset_ = settings.preset;
  recent_ = settings.recent;
}

void Files::remember(Settings& settings) const {
  settings.preset = preset_;
  settings.recent = recent_;
}

}  // namespace attnlab
