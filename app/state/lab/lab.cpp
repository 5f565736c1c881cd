// Lab: the frame loop's side of training, tracing and state.
#include "app/state/lab/lab.h"

#include <stdexcept>

#include "app/state/expressions/expressions.h"

namespace attnlab {

Lab::Lab(LabHost host)
    : host_(std::move(host)),
      device_(host_.open_gpu, host_.wake),
      files_(runs_, notice_, host_.wake),
      sessions_(runs_, files_, notice_, host_.sessions, host_.autosave_seconds, host_.wake),
      shown_run_(runs_),
      open_runs_(runs_, files_, [this](Relation relation) { look_at_shown_run(relation); }),
      tracing_(runs_, device_, host_.wake),
      dispatcher_({shown_run_, open_runs_, files_, sessions_, device_, *this}) {
  for (const Preset& preset : builtin_presets())
    if (is_trainable(preset)) presets_.push_back({preset.name, preset.description});
}

Lab::~Lab() = default;

void Lab::update() {
  take_opened();
  files_.take_saved();
  sessions_.take_lost();
  hear_device();
  if (!runs_.shown()) return;
  runs_.set_budget(static_cast<std::size_t>(dispatcher_.screen().history_megabytes) << 20);
  runs_.update();
  dispatcher_.clamp_past(limits());
  sessions_.autosave();
  if (tracing_.take()) dispatcher_.clamp(limits());
  tracing_.update(dispatcher_.state());
}

void Lab::take_opened() {
  if (!files_.opened()) return;
  const OpenRequest request = files_.request();
  // What is taken back brings folders of its own, under the numbers of those that are being written.
  if (request.kind == OpenRequest::Kind::Session && sessions_.saving()) return;
  Relation relation{};
  try {
    OpenModels opened = files_.take_opened();
    sessions_.take_over(request);
    relation = open_runs_.take(std::move(opened), request);
    files_.note_opened();
  } catch (const std::exception& error) {
    notice_.set(error.what(), true);
    return;
  }
  look_at_shown_run(relation);
  notice_.set(runs_.shown()->remark, false);
}

void Lab::look_at_shown_run(Relation relation) {
  tracing_.forget();
  if (relation != Relation::SameModel) return start_state(relation == Relation::SameTask);
  AppState state = dispatcher_.state();
  state.rewound.reset();
  dispatcher_.start(std::move(state));
}

/// Another model is looked at as the one before it was.
void Lab::start_state(bool same_task) {
  const AppState& now = dispatcher_.state();
  AppState start = runs_.shown()->start;
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

void Lab::hear_device() {
  if (const std::string why = device_.take_refusal(); !why.empty())
    notice_.set("what does not fit the GPU is computed on the processor: " + why, false);
  if (const std::string why = device_.take_failure(); !why.empty())
    notice_.set("attention is computed on the processor again: " + why, true);
}

bool Lab::apply(const Command& command) {
  try {
    apply_or_throw(command);
    return true;
  } catch (const std::exception& error) {
    notice_.set(error.what(), true);
    return false;
  }
}

void Lab::apply_or_throw(const Command& command) {
  dispatcher_.apply(command, limits());
  host_.wake();
}

void Lab::save_figure(const FigureRequest& request) {
  host_.save_figure(request);
  notice_.set(request.file + " saved", false);
}

bool Lab::idle() const {
  if (files_.opening() || files_.saving()) return false;
  if (!runs_.shown()) return true;
  return !runs_.training().pending && !runs_.waiting() && tracing_.idle(dispatcher_.state());
}

std::string Lab::evaluate(const std::string& expression) const {
  return evaluate_expression(expression, view());
}

std::vector<std::string> Lab::tensor_names() const {
  std::vector<std::string> names;
  if (const TracePtr trace = tracing_.screen().trace())
    for (const TraceTensor& tensor : trace->tensors()) names.push_back(tensor.name);
  return names;
}

void Lab::restore(const Settings& settings) {
  dispatcher_.start_screen(settings.screen);
  files_.restore(settings);
}

Settings Lab::settings() const {
  Settings settings;
  settings.screen = dispatcher_.screen();
  files_.remember(settings);
  return settings;
}

}  // namespace attnlab
