// Lab: what commands do to weights, to files and to the window.
#include <stdexcept>

#include "app/state/draft.h"
#include "app/state/lab/lab.h"
#include "app/state/wake_at_end.h"
#include "core/io/checkpoint.h"
#include "core/trace/weight_edit.h"

namespace attnlab {

void Lab::open_preset(const std::string& name) {
  find_preset(name);
  open({OpenRequest::Kind::Preset, name, true});
}
void Lab::open_corpus(const std::string& file) { open({OpenRequest::Kind::Corpus, file, true}); }
void Lab::load_model(const std::string& folder) { open({OpenRequest::Kind::Model, folder, false}); }
void Lab::open_recent(Index number) {
  if (static_cast<std::size_t>(number) > recent_.size())
    throw std::invalid_argument("there is no recent file number " + std::to_string(number));
  const RecentFile& file = recent_[static_cast<std::size_t>(number) - 1];
  file.is_model ? load_model(file.path) : open_corpus(file.path);
}
void Lab::retrain(const std::vector<std::string>& changes) {
  run_or_throw();
  const Preset& open_now = model_->experiment.preset;
  const auto preset = std::make_shared<Preset>(open_now);
  for (const std::string& change : changes) set_option(*preset, "model." + change);
  open({OpenRequest::Kind::Changed, changed_title(model_->title, changes), true, preset});
}
void Lab::save_model(const std::string& folder) {
  if (!model_) throw std::invalid_argument("there is no model to save yet");
  if (saving_.valid()) throw std::invalid_argument("a model is being saved already: wait for it");
  check_can_save(folder);
  save_folder_ = folder;
  // The copy is taken between two steps by a thread of its own, so that the screen waits for nothing.
  saving_ = std::async(std::launch::async, [folder, model = runs_.share(runs_.number()),
                                            stored = model_->stored, wake = host_.wake] {
    const WakeAtEnd at_end{wake};
    const Experiment& experiment = model->experiment;
    Checkpoint checkpoint{experiment.preset, experiment.vocabularies, experiment.model, nullptr};
    if (model->run) {
      model->run->between_steps(
          [&](Trainer& trainer) { checkpoint = capture(experiment, trainer, model->run->record()); });
    } else {
      checkpoint.state = std::make_shared<const TrainingState>(
          TrainingState{stored, nullptr, first_settings(experiment.preset)});
    }
    save_checkpoint(folder, checkpoint);
    return "saved " + folder;
  });
}
void Lab::change_weights(std::function<void(std::span<Real>)> change) {
  if (model_->run) return model_->run->change_weights(std::move(change));
  auto changed = std::make_shared<WeightsSnapshot>(*model_->stored);
  change(changed->weights);
  model_->stored = std::move(changed);
}
std::function<void()> Lab::edit_weights(const CellEdit& edit) {
  if (!model_) throw std::invalid_argument("there is no model yet whose weights could change");
  if (dispatcher_.state().rewound)
    throw std::invalid_argument("weights of a past step cannot change: branch from it, or go to the newest");
  const auto& layout = model_->experiment.model->parameters();
  weight_changes(layout, model_->snapshot()->weights, edit);  // refuses what is not there
  const auto changes = std::make_shared<std::vector<WeightChange>>();
  change_weights([edit, changes, model = model_->experiment.model](std::span<Real> weights) {
    *changes = weight_changes(model->parameters(), weights, edit);
    for (const WeightChange& c : *changes) weights[static_cast<std::size_t>(c.offset)] = c.after;
  });
  return [this, changes] {
    change_weights([changes](std::span<Real> weights) {
      for (const WeightChange& c : *changes) weights[static_cast<std::size_t>(c.offset)] = c.before;
    });
  };
}
void Lab::use_gpu(std::optional<bool> on) { device_.use_gpu(on.value_or(device_.gpu().empty())); }
void Lab::hear_device() {
  if (const std::string why = device_.take_refusal(); !why.empty())
    set_notice("what does not fit the GPU is computed on the processor: " + why, false);
  const std::string why = device_.take_failure();
  if (!why.empty()) set_notice("attention is computed on the processor again: " + why, true);
}
void Lab::save_screenshot(const std::string& file) { host_.save_screenshot(file); }
void Lab::save_figure(const FigureRequest& request) {
  host_.save_figure(request);
  set_notice(request.file + " saved", false);
}

}  // namespace attnlab
