// Lab: the frame loop's side of training, tracing and state.
#include "app/state/lab.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "app/state/question.h"
#include "app/state/trace_request.h"
#include "app/state/wake_at_end.h"

namespace attnlab {

namespace {

template <typename T>
bool is_ready(const std::future<T>& future) {
  return future.valid() && future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

std::string absolute_path(const std::string& path) {
  std::error_code error;
  const auto absolute = std::filesystem::absolute(path, error);
  return error ? path : absolute.lexically_normal().string();
}

}  // namespace

Lab::Lab(LabHost host)
    : host_(std::move(host)),
      sessions_(host_.sessions),
      autosaver_(sessions_, host_.autosave_seconds, host_.wake),
      analyses_(host_.wake),
      tracer_(host_.wake) {
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
  if (!model_) return;
  runs_.set_budget(static_cast<std::size_t>(dispatcher_.screen().history_megabytes) << 20);
  runs_.update();
  dispatcher_.clamp_past(limits());
  follow_rate();
  autosave();
  take_trace();
  request_trace();
  watch_inspected();
  if (trace_)
    analyses_.update({dispatcher_.state(), *model_, trace_, traced_request_,
                      runs_.shown_view()->record.timeline,
                      training_view().state == TrainingView::State::Running});
}

void Lab::take_opened() {
  if (!is_ready(opening_) || saving_.valid()) return;  // saving reads the present model
  try {
    OpenModels opened = opening_.get();
    const bool waits = request_.kind == OpenRequest::Kind::Variants;
    autosaver_.wait();
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
  trace_ = nullptr;
  diff_ = nullptr;
  comparison_ = {};
  traced_state_.reset();
  traced_snapshot_ = nullptr;
  watched_ = -1;
  rate_asked_.reset();
  analyses_.clear();
  if (relation == Relation::SameModel) {
    AppState state = dispatcher_.state();
    state.rewound.reset();
    state.learning_rate_factor = training_view().settings.learning_rate_factor;
    dispatcher_.start(std::move(state));
  } else {
    start_state(relation == Relation::SameTask);
  }
  finished_before_ = requested_;
}

/// Another model is looked at as the one before it was.
void Lab::start_state(bool same_task) {
  const AppState& now = dispatcher_.state();
  AppState start = model_->start;
  start.view = now.view;
  start.beside = now.beside;
  start.choices = now.choices;
  if (model_->run) start.learning_rate_factor = training_view().settings.learning_rate_factor;
  if (same_task) {
    start.source = now.source;
    start.target = now.target;
    start.generate_target = now.generate_target;
    start.picture = now.picture;
  }
  forget_model(start.choices);
  if (!start.shown.tensor.empty()) start.choices.steps.look = "matrix";  // all time steps at once
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

void Lab::take_trace() {
  const TraceService::Result result = tracer_.latest();
  if (result.count == trace_version_ || result.count <= finished_before_) return;
  trace_version_ = result.count;
  trace_error_ = result.error;
  if (result.error.empty()) {
    trace_ = result.trace;
    traced_request_ = result.request;
    take_compared(result.compared);
  }
  dispatcher_.clamp(limits());
}

/// In the order of baselines(): without the edits, if there are any; last, what the user compares with.
void Lab::take_compared(const std::vector<Compared>& compared) {
  diff_ = traced_request_->edits.empty() ? nullptr : compared.front().diff;
  comparison_ = compared.empty() ? Compared{} : compared.back();
  compared_with_ = traced_state_->comparison.with;
}

/// One at a time: what a result means is told by the request before it was taken.
void Lab::request_trace() {
  if (tracer_.busy() || tracer_.latest().count > std::max(trace_version_, finished_before_)) return;
  const AppState& state = dispatcher_.state();
  const SnapshotPtr snapshot = snapshot_on_screen();
  if (traced_state_ && snapshot == traced_snapshot_ && same_trace(*traced_state_, state)) return;
  const bool other_text = !traced_state_ || !same_trace(*traced_state_, state);
  TraceRequest request = trace_request(state, *model_);
  tracer_.request(model_->tracer, snapshot, std::move(request), baselines(state, *model_, snapshot));
  ++requested_;
  if (other_text) text_requested_ = requested_;
  traced_state_ = state;
  traced_snapshot_ = snapshot;
}

/// An inspected weight's next updates are to be told with the snapshots.
void Lab::watch_inspected() {
  if (!model_->run) return;
  const CellName cell = inspected_cell(dispatcher_.state());
  const Index wanted = flat_index(model_->experiment.model->parameters(), cell);
  if (wanted != watched_) model_->run->watch(watched_ = wanted);
}

/// That of the snapshot on screen, so that it ends with the weight that is shown.
std::optional<WeightUpdate> Lab::inspected_update() const {
  if (!trace_ || !trace_->snapshot()->update || !model_) return {};
  const CellUpdate& update = *trace_->snapshot()->update;
  if (update.cell != watched_) return {};
  return named_update(model_->experiment.model->parameters(), update);
}

Limits Lab::limits() const {
  Limits limits;
  if (!model_) return limits;
  const ModelConfig& config = model_->experiment.preset.model;
  const std::vector<AttentionKind> attentions = attentions_of(config);
  const auto has = [&](AttentionKind kind) {
    return std::ranges::find(attentions, kind) != attentions.end();
  };
  limits.has_encoder = has(AttentionKind::EncoderSelf);
  limits.has_decoder = has(AttentionKind::DecoderSelf) || attentions.empty();
  limits.has_attention = !attentions.empty();
  limits.config = &config;
  limits.trace = trace_.get();
  limits.timeline = timeline();
  limits.step = training_view().step;
  limits.pictures = static_cast<Index>(model_->pictures->size());
  limits.layers = config.layers;
  limits.heads = config.heads;
  limits.head_size = config.head_size();
  limits.width = config.width;
  if (trace_) {
    limits.source_tokens = std::max<Index>(static_cast<Index>(trace_->source_pieces.size()), 1);
    limits.target_tokens = std::max<Index>(trace_->batch().target_length, 1);
  }
  return limits;
}

TrainingView Lab::training_view() const {
  const RunView* run = runs_.shown_view();
  return run ? run->training : TrainingView{};
}

const Timeline* Lab::timeline() const {
  const RunView* run = runs_.shown_view();
  return run ? run->record.timeline.get() : nullptr;
}

/// What was asked for and is not yet the run's stays; else the run's own is what is shown.
void Lab::follow_rate() {
  if (!model_->run) return;
  const double factor = training_view().settings.learning_rate_factor;
  if (rate_asked_ && *rate_asked_ != factor) return;
  rate_asked_.reset();
  if (dispatcher_.state().learning_rate_factor != factor) dispatcher_.follow_rate(factor);
}

/// The newest weights, or those of the past step that is looked at. A step that was thinned away meanwhile
/// is the one nearest to it.
SnapshotPtr Lab::snapshot_on_screen() const {
  const std::optional<Index> rewound = dispatcher_.state().rewound;
  const Timeline* kept = timeline();
  if (!rewound || !kept || kept->kept.empty()) return model_->snapshot();
  return kept->nearest(*rewound)->snapshot;
}

ViewModel Lab::view() const {
  ViewModel view;
  view.state = dispatcher_.state();
  view.screen = dispatcher_.screen();
  view.trace = trace_;
  view.diff = diff_;
  if (compared_with_ == view.state.comparison.with) view.comparison = comparison_;
  view.trace_version = trace_version_;
  view.trace_error = trace_error_;
  view.training = training_view();
  view.analyses = &analyses_.results();
  view.runs = &runs_.views();
  if (!lost_.empty()) view.lost_session = lost_.front().text;
  if (model_ && model_->run) view.record = &runs_.shown_view()->record;
  view.update = inspected_update();
  if (model_ && model_->run) view.training_config = &runs_.shown_view()->training.settings.config;
  view.presets = &presets_;
  view.recent = &recent_;
  view.loading = opening_.valid();
  view.can_undo = dispatcher_.can_undo();
  view.can_redo = dispatcher_.can_redo();
  view.undo_label = dispatcher_.undo_label();
  view.redo_label = dispatcher_.redo_label();
  view.notice = notice_;
  view.notice_is_error = notice_is_error_;
  view.notice_count = notice_count_;
  if (model_) {
    view.preset = model_->experiment.preset.name;
    view.title = model_->title;
    view.format = format_of(model_->experiment.preset.model);
    view.examples = model_->examples;
    view.question = question_in(view.state.target, model_->questions);
    view.pictures = model_->pictures;
    view.vocabularies = model_->experiment.vocabularies;
  }
  return view;
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
  const double factor = dispatcher_.state().learning_rate_factor;
  dispatcher_.apply(command, limits());
  const double chosen = dispatcher_.state().learning_rate_factor;
  if (chosen != factor && model_ && model_->run)
    model_->run->change([chosen](TrainingSettings& settings) { settings.learning_rate_factor = chosen; });
  if (chosen != factor) rate_asked_ = chosen;
  host_.wake();
}

bool Lab::idle() const {
  if (opening_.valid() || saving_.valid() || !model_) return !opening_.valid() && !saving_.valid();
  const bool traced = traced_state_ && same_trace(*traced_state_, dispatcher_.state());
  const TrainingView training = training_view();
  if (!traced || training.pending || runs_.waiting()) return false;
  // A model that learns is traced again and again: what counts is that the text on screen has been.
  if (training.state == TrainingView::State::Running && !dispatcher_.state().rewound)
    return trace_version_ >= text_requested_;
  return traced_snapshot_ == snapshot_on_screen() && !tracer_.busy() && !analyses_.busy() &&
         tracer_.latest().count == trace_version_;
}

bool Lab::busy() const { return opening_.valid(); }

std::int64_t Lab::trained_steps() const { return training_view().step; }

std::vector<std::string> Lab::tensor_names() const {
  std::vector<std::string> names;
  if (trace_)
    for (const TraceTensor& tensor : trace_->tensors()) names.push_back(tensor.name);
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
