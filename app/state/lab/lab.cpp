// Lab: the frame loop's side of training, tracing and state.
#include "app/state/lab/lab.h"

#include <stdexcept>

#include "app/state/is_ready.h"
#include "app/state/wake_at_end.h"

namespace attnlab {

namespace {

std::string absolute_path(const std::string& path) {
  std::error_code error;
  const auto absolute = std::filesystem::absolute(path, error);
  return error ? path : absolute.lexically_normal().string();
}

}  // namespace

Lab::Lab(LabHost host)
    : host_(std::move(host)),
      device_(host_.open_gpu, host_.wake),
      sessions_(host_.sessions),
      autosaver_(sessions_, host_.autosave_seconds, host_.wake),
      analyses_(host_.wake),
      traced_(host_.wake) {
  looking_ = std::async(std::launch::async, [root = host_.sessions] { return SessionStore(root).lost(); });
  for (const Preset& preset : builtin_presets())
    if (is_trainable(preset)) presets_.push_back({preset.name, preset.description});
}

Lab::~Lab() = default;

void Lab::open(OpenRequest request) {
  if (opening_.valid()) throw std::invalid_argument("something is being opened already: wait for it");
  request_ = request;
  opening_ = std::async(std::launch::async, [request = std::move(request), wake = host_.wake] {
    const WakeAtEnd at_end{wake};
    return open_models(request, wake);
  });
}

void Lab::update() {
  take_opened();
  take_saved();
  take_lost();
  hear_device();
  if (!model_) return;
  runs_.set_budget(static_cast<std::size_t>(dispatcher_.screen().history_megabytes) << 20);
  runs_.update();
  dispatcher_.clamp_past(limits());
  autosave();
  update_trace();
  watch_inspected();
  if (traced_.trace())
    analyses_.update({dispatcher_.state(), *model_, traced_.trace(), traced_.request(),
                      runs_.shown_view()->record.timeline,
                      training_view().state == TrainingView::State::Running});
}

void Lab::take_opened() {
  if (!is_ready(opening_)) return;
  // What is taken back brings folders of its own, under the numbers of those that are being written.
  if (request_.kind == OpenRequest::Kind::Session && autosaver_.busy()) return;
  try {
    OpenModels opened = opening_.get();
    const bool waits = request_.kind == OpenRequest::Kind::Variants;
    take_over_session();
    if (waits) runs_.pause_all();
    request_.beside() ? runs_.add(std::move(opened), waits) : runs_.replace(std::move(opened));
    note_opened();
  } catch (const std::exception& error) {
    set_notice(error.what(), true);
    return;
  }
  look_at_shown_run(request_.kind == OpenRequest::Kind::Branch ? Relation::SameModel
                    : request_.beside()                        ? Relation::SameTask
                                                               : Relation::None);
  set_notice(model_->remark, false);
}

void Lab::look_at_shown_run(Relation relation) {
  model_ = runs_.shown();
  traced_.forget();
  watched_ = -1;
  analyses_.clear();
  if (relation == Relation::SameModel) {
    AppState state = dispatcher_.state();
    state.rewound.reset();
    dispatcher_.start(std::move(state));
  } else {
    start_state(relation == Relation::SameTask);
  }
}

/// Another model is looked at as the one before it was.
void Lab::start_state(bool same_task) {
  const AppState& now = dispatcher_.state();
  AppState start = model_->start;
  start.view = now.view;
  start.beside = now.beside;
  start.choices = now.choices;
  if (same_task) {
    start.source = now.source;
    start.target = now.target;
    start.generate_target = now.generate_target;
    start.picture = now.picture;
  }
  forget_model(start.choices);
  if (!start.chosen.in_attention()) start.choices.steps.look = "matrix";  // all time steps at once
  dispatcher_.start(std::move(start));
}

void Lab::note_opened() {
  if (request_.beside() || request_.kind == OpenRequest::Kind::Session) return;
  if (request_.kind == OpenRequest::Kind::Preset)
    preset_ = request_.name;
  else
    note_recent(recent_, {request_.kind == OpenRequest::Kind::Model, absolute_path(request_.name)});
}

void Lab::take_saved() {
  if (!is_ready(saving_)) return;
  try {
    set_notice(saving_.get(), false);
    note_recent(recent_, {true, absolute_path(save_folder_)});
  } catch (const std::exception& error) {
    set_notice(error.what(), true);
  }
}

bool Lab::apply(const Command& command) {
  try {
    apply_or_throw(command);
    return true;
  } catch (const std::exception& error) {
    set_notice(error.what(), true);
    return false;
  }
}

void Lab::apply_or_throw(const Command& command) {
  dispatcher_.apply(command, limits());
  host_.wake();
}

bool Lab::idle() const {
  if (opening_.valid() || saving_.valid() || !model_) return !opening_.valid() && !saving_.valid();
  const TrainingView training = training_view();
  if (training.pending || runs_.waiting()) return false;
  // A model that learns is traced again and again: what counts is that the text on screen has been.
  const WantedTrace wanted = wanted_trace();
  if (training.state == TrainingView::State::Running && !dispatcher_.state().rewound)
    return traced_.is_of_text(wanted);
  return traced_.is_of(wanted) && !analyses_.busy();
}

bool Lab::busy() const { return opening_.valid(); }

std::int64_t Lab::trained_steps() const { return training_view().step; }

std::vector<std::string> Lab::tensor_names() const {
  std::vector<std::string> names;
  if (const TracePtr trace = traced_.trace())
    for (const TraceTensor& tensor : trace->tensors()) names.push_back(tensor.name);
  return names;
}

void Lab::restore(const Settings& settings) {
  dispatcher_.start_screen(settings.screen);
  preset_ = settings.preset;
  recent_ = settings.recent;
}

Settings Lab::settings() const {
  Settings settings;
  settings.screen = dispatcher_.screen();
  settings.preset = preset_;
  settings.recent = recent_;
  return settings;
}

void Lab::set_notice(std::string text, bool is_error) {
  notice_ = std::move(text);
  notice_is_error_ = is_error;
  ++notice_count_;
}

}  // namespace attnlab
