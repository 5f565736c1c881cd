// Files: opening, saving, and recent files.
#include "app/state/lab/files.h"

#include <filesystem>
#include <memory>
#include <stdexcept>

#include "app/base/paths.h"
#include "app/state/draft.h"
#include "app/state/wake_at_end.h"
#include "core/config/no_such_kind.h"
#include "core/io/checkpoint.h"
#include "core/io/metrics_csv.h"
#include "core/io/run_lock.h"
#include "core/language/messages.h"
#include "core/training/own_data.h"

namespace attnlab {

namespace {

std::string absolute_path(const std::string& path) {
  std::error_code error;
  const auto absolute = std::filesystem::absolute(path, error).lexically_normal();
  if (error) return path;
  return (absolute.has_filename() ? absolute : absolute.parent_path()).string();
}

RecentFile::Kind recent_kind(OpenRequest::Kind opened) {
  if (opened == OpenRequest::Kind::Model) return RecentFile::Kind::Model;
  return opened == OpenRequest::Kind::Pictures ? RecentFile::Kind::Pictures : RecentFile::Kind::Text;
}

/// What is opened, as a name for a line: "gpt2".
std::string opened_name(const OpenRequest& request) {
  using Kind = OpenRequest::Kind;
  if (request.kind == Kind::Session) return tr("the saved runs");
  return request.name.empty() ? tr("a model") : last_name(request.name);
}

/// A checkpoint of the model between two of its steps.
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

Files::Files(const RunList& runs, Notice& notice, RunHost host)
    : runs_(runs), notice_(notice), host_(std::move(host)) {}

void Files::open(OpenRequest request) {
  if (opening_.valid())
    throw std::invalid_argument(tr("something else is being opened: wait until it is open"));
  request_ = request;
  began_ = std::chrono::steady_clock::now();
  progress_ = std::make_shared<ReadProgress>();
  opening_ = in_background([request = std::move(request), host = host_, progress = progress_] {
    const WakeAtEnd at_end{host.on_change};
    return open_models(request, host, progress.get());
  });
}

/// The end of the program waits for no file that is read in vain.
Files::~Files() {
  if (progress_) progress_->stop();
}

void Files::stop_opening() {
  if (opening()) progress_->stop();
}

OpenModels Files::take_opened() {
  const std::string stopped_words = tr("opening {1} was stopped", opened_name(request_));
  OpenModels opened;
  try {
    opened = opening_.get();
  } catch (const std::exception&) {
    if (!stopped()) throw;
  }
  if (stopped()) throw std::runtime_error(stopped_words);
  return opened;
}

OpeningView Files::opening_view() const {
  if (!opening()) return {};
  constexpr std::chrono::milliseconds kShort{400};
  OpeningView view;
  view.name = opened_name(request_);
  view.lasting = std::chrono::steady_clock::now() > began_ + kShort;
  view.stopping = stopped();
  view.share = progress_->share();
  return view;
}

void Files::note_opened() {
  if (!request_.is_new()) return;
  if (request_.kind == OpenRequest::Kind::Model) stored_[runs_.number()] = runs_.training().step;
  if (request_.kind == OpenRequest::Kind::Preset)
    preset_ = request_.name;
  else
    note_recent(recent_, {recent_kind(request_.kind), absolute_path(request_.name)});
}

void Files::open_preset(const std::string& name) {
  find_preset(name);
  open({.kind = OpenRequest::Kind::Preset, .name = name});
}
void Files::load_model(const std::string& folder) {
  open({.kind = OpenRequest::Kind::Model, .name = folder, .play = false});
}
void Files::open_text(const std::string& file) {
  learns_further() ? train_further(file, "") : open_own(OwnData::Text, file);
}
void Files::open_pictures(const std::string& folder) { open_own(OwnData::Pictures, folder); }

std::optional<ReadPicture> Files::read_picture(const std::string& file, Index size, Index channels) {
  if (picture_is_read() && file == read_file_) {
    ReadPicture read = reading_.get();
    if (read.picture.width == size && read.picture.channels == channels) return read;
  }
  if (reading_.valid())
    throw std::invalid_argument(tr("another picture is being read: wait until it is done"));
  read_file_ = file;
  reading_ = in_background([file, size, channels, wake = host_.on_change] {
    const WakeAtEnd at_end{wake};
    return read_picture_file(file, size, channels);
  });
  return {};
}

bool Files::learns_further() const {
  const OpenModel* const shown = runs_.shown();
  return shown && !shown->run && !is_trainable(shown->experiment.preset) &&
         can_learn_further(shown->experiment.preset);
}

void Files::train_further(const std::string& file, const std::string& names) {
  const OpenModel* const shown = runs_.shown();
  if (!shown) throw std::invalid_argument(tr("no model is open yet that could train on a text"));
  auto preset = std::make_shared<Preset>(learning_further(shown->experiment.preset, file));
  preset->training.train = names;
  const auto state = std::make_shared<const TrainingState>(
      TrainingState{shown->snapshot(), nullptr, first_settings(*preset)});
  open({.kind = OpenRequest::Kind::Further,
        .name = file,
        .changed = preset,
        .opened = std::make_shared<const Checkpoint>(Checkpoint{
            shown->experiment.preset, shown->experiment.vocabularies, shown->experiment.model, state})});
}

void Files::train_on(const std::string& path) {
  if (learns_further()) return train_further(path, "");
  const Preset* const preset = shown_preset();
  if (!preset || !(can_learn_text(*preset) || can_learn_pictures(*preset)))
    throw std::invalid_argument(
        tr("the model on screen cannot train on a text or pictures of your own: open the file to train "
           "another model on it"));
  open_own(can_learn_text(*preset) ? OwnData::Text : OwnData::Pictures, path);
}

const Preset* Files::shown_preset() const {
  const OpenModel* const shown = runs_.shown();
  return shown ? &shown->experiment.preset : nullptr;
}

void Files::open_own(OwnData data, const std::string& path) {
  OwnRun run = own_run(shown_preset(), data, path);
  open({.kind = data == OwnData::Text ? OpenRequest::Kind::Text : OpenRequest::Kind::Pictures,
        .name = path,
        .changed = std::make_shared<const Preset>(std::move(run.preset)),
        .remark = std::move(run.remark)});
}

void Files::open_recent(Index number) {
  if (static_cast<std::size_t>(number) > recent_.size())
    throw std::invalid_argument(tr("there is no recent file number {1}", std::to_string(number)));
  const RecentFile& file = recent_[static_cast<std::size_t>(number) - 1];
  switch (file.kind) {
    case RecentFile::Kind::Text: return open_text(file.path);
    case RecentFile::Kind::Pictures: return open_pictures(file.path);
    case RecentFile::Kind::Model: return load_model(file.path);
  }
  no_such_kind("kind of recent file");
}

void Files::retrain(const std::vector<std::string>& changes) {
  runs_.shown_run();
  const OpenModel& model = *runs_.shown();
  const auto preset = std::make_shared<Preset>(model.experiment.preset);
  for (const std::string& change : changes) set_option(*preset, "model." + change);
  open({.kind = OpenRequest::Kind::Changed, .name = changed_title(model.title, changes), .changed = preset});
}

void Files::save_model(const std::string& folder) {
  if (!runs_.shown()) throw std::invalid_argument(tr("no model is open yet, so there is nothing to save"));
  if (saving_.valid()) throw std::invalid_argument(tr("another model is being saved: wait until it is done"));
  check_can_save(folder);
  save_folder_ = folder;
  save_number_ = runs_.number();
  // A thread of its own takes the copy between two steps, so that the screen does not wait.
  saving_ = in_background(
      [folder, model = runs_.share(runs_.number()), stored = runs_.shown()->stored, wake = host_.on_change] {
        const WakeAtEnd at_end{wake};
        const RunLock lock(folder);
        Checkpoint checkpoint = checkpoint_of(*model);
        if (!model->run)
          checkpoint.state = std::make_shared<const TrainingState>(
              TrainingState{stored, nullptr, first_settings(model->experiment.preset)});
        save_checkpoint(folder, checkpoint);
        return checkpoint.state->step();
      });
}

std::optional<std::string> Files::take_saved() {
  if (!saving_.ready()) return {};
  try {
    stored_[save_number_] = saving_.get();
    notice_.set(tr("saved {1}", shown_path(save_folder_)), NoticeKind::Message);
    note_recent(recent_, {RecentFile::Kind::Model, absolute_path(save_folder_)});
    return "";
  } catch (const std::exception& error) {
    notice_.set(error.what(), NoticeKind::Error);
    return error.what();
  }
}

Index Files::stored_step(Index run) const {
  const auto found = stored_.find(run);
  return found == stored_.end() ? -1 : found->second;
}

void Files::save_metrics(const std::string& file) {
  runs_.shown_run();
  if (file.empty()) throw std::invalid_argument(tr("metrics.save needs a file"));
  const std::string measured = write_metrics_files(file, runs_.shown_view()->record).filename().string();
  notice_.set(tr("saved {1} and {2}", shown_path(file), measured), NoticeKind::Message);
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
