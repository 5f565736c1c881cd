// Lab: the frame loop's side of training, tracing and state.
#include "app/state/lab/lab.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "app/base/format.h"
#include "app/base/paths.h"
#include "app/state/expressions/expressions.h"
#include "app/state/presenting.h"
#include "app/state/settings/desktop_follow.h"
#include "app/state/train_pace.h"
#include "core/language/messages.h"

namespace attnlab {

Lab::Lab(LabHost host)
    : host_(std::move(host)),
      device_(host_.open_gpu, host_.wake),
      step_gpu_(host_.open_step_gpu),
      files_(runs_, notice_, {host_.wake, device_.choice()}),
      sessions_(runs_, files_, notice_, {host_.sessions, host_.own_session, host_.autosave_seconds},
                host_.wake),
      shown_run_(runs_, step_gpu_, notice_),
      open_runs_(runs_, files_,
                 [this](Relation relation, ChoicesOf choices) { look_at_shown_run(relation, choices); }),
      tracing_(runs_, device_, host_.wake),
      lessons_({*this, dispatcher_, runs_, shown_run_, *this, notice_}, host_.answers, host_.wake),
      sharing_({*this, dispatcher_, runs_, device_, lessons_, *this, notice_}),
      dispatcher_({shown_run_, open_runs_, files_, sessions_, device_, tracing_, lessons_, sharing_, *this}) {
  for (const Preset& preset : builtin_presets())
    if (is_trainable(preset)) presets_.push_back({preset.name, preset.description});
}

Lab::~Lab() = default;

namespace {

std::string joined(const std::string& a, const std::string& b) {
  return a.empty() || b.empty() ? a + b : a + "; " + b;
}

}  // namespace

std::string Lab::save(bool leaving, Deadline deadline) {
  const std::string lessons = lessons_.save(deadline);
  const StatesOfRuns states = states_of_runs();
  return joined(leaving ? sessions_.leave(states, deadline) : sessions_.save(states, deadline), lessons);
}

std::string Lab::close(Deadline deadline) {
  const std::string lessons = lessons_.finish(deadline);
  return joined(sessions_.close(states_of_runs(), deadline), lessons);
}

void Lab::update() {
  runs_.set_pace(dispatcher_.screen().train_pace);
  take_opened();
  take_picture();
  if (const auto error = files_.take_saved()) outcome_.end(CommandOutcome::Wait::Saving, *error);
  sessions_.take_lost();
  offer_last_window();
  hear_device();
  end_first_pace();
  open_runs_.update();
  update_shown();
  lessons_.update();
  sharing_.update();
}

void Lab::update_shown() {
  if (!runs_.shown()) return;
  runs_.set_budget(static_cast<std::size_t>(dispatcher_.screen().history_megabytes) << 20);
  runs_.update();
  dispatcher_.clamp_past(limits());
  if (tracing_.take()) dispatcher_.clamp(limits());
  if (greets_ && tracing_.screen().trace()) begin_at_words();
  tracing_.set_budget(dispatcher_.screen().pass_megabytes << 20);
  tracing_.update(looked_at());
}

void Lab::autosave() {
  if (!runs_.shown()) return;
  if (sessions_.autosave(states_of_runs(), most_bytes_of_runs()) && host_.wake) host_.wake();
}

std::size_t Lab::most_bytes_of_runs() const {
  return static_cast<std::size_t>(dispatcher_.screen().runs_megabytes) << 20;
}

/// The command that began to read has its picture now.
void Lab::take_picture() {
  if (!files_.picture_is_read()) return;
  std::string problem;
  try {
    run(files_.command_of_read());
    if (!files_.reading()) notice_.set(dispatcher_.state().own.words(), NoticeKind::Message);
  } catch (const std::exception& error) {
    problem = error.what();
    notice_.set(problem, NoticeKind::Error);
  }
  if (!files_.reading()) outcome_.end(CommandOutcome::Wait::Reading, problem);
}

void Lab::hear_device() {
  if (const std::string why = device_.take_refusal(); !why.empty())
    notice_.set(tr("the processor computes what does not fit on the GPU: {1}", why), NoticeKind::Message);
  if (const std::string why = device_.take_failure(); !why.empty())
    notice_.set(tr("the processor computes attention again: {1}", why), NoticeKind::Error);
  if (const std::string why = runs_.take_device_failure(); !why.empty()) {
    step_gpu_.forget();
    notice_.set(tr("training runs on the processor again: {1}", why), NoticeKind::Error);
  }
}

namespace {

/// The first words of commands that explore, after which nobody asks where to begin.
constexpr std::string_view kExploring[] = {"train.", "walk.", "stage.", "text.", "preset", "open", "model."};

/// Whether map and inspector are away for the first minute, which nobody chose.
void set_first_minute(Screen& screen, bool begins) {
  screen.first_minute = begins;
  screen.show_map = screen.show_inspector = !begins;
}

}  // namespace

void Lab::greet() {
  greets_ = true;
  Screen screen = dispatcher_.screen();
  set_first_minute(screen, true);
  screen.welcome = true;
  dispatcher_.start_screen(screen);
}

/// The model of the first start learns slowly enough to be watched; those opened later learn at full speed,
/// as long as nobody chose a pace.
void Lab::choose_first_pace(Relation relation) {
  Screen screen = dispatcher_.screen();
  if (!greets_ && (!screen.first_pace || relation != Relation::None)) return;
  screen.first_pace = greets_;
  screen.train_pace = greets_ ? watched_pace(runs_.training().steps) : kFullSpeed;
  dispatcher_.start_screen(screen);
}

/// A lesson trains as fast as it can.
void Lab::end_first_pace() {
  Screen screen = dispatcher_.screen();
  if (!screen.first_pace || !lessons_.is_open()) return;
  screen.first_pace = false;
  screen.train_pace = kFullSpeed;
  dispatcher_.start_screen(screen);
}

/// The walk begins there; there is nothing to undo.
void Lab::begin_at_words() {
  greets_ = false;
  dispatcher_.apply({"walk.to", {"first"}}, limits());
  dispatcher_.start(dispatcher_.state());
}

/// Anyone who inspects something needs the map and the inspector; a panel that was asked for is enough.
void Lab::end_first_minute(const Command& command) {
  Screen screen = dispatcher_.screen();
  const std::string_view verb = command.verb;
  const bool closer = verb.starts_with("select.") || verb.starts_with("inspect") || verb == "view";
  const auto explores = [&](std::string_view start) { return verb.starts_with(start); };
  if (screen.welcome && (closer || std::ranges::any_of(kExploring, explores))) {
    screen.welcome = false;
    dispatcher_.start_screen(screen);
  }
  if (!screen.first_minute || (!closer && verb != "panel")) return;
  closer ? set_first_minute(screen, false) : void(screen.first_minute = false);
  dispatcher_.start_screen(screen);
}

/// Once: large text may mean that the window is presented to a class.
void Lab::suggest_presenting(Index text_before) {
  const Index text = dispatcher_.screen().text_percent;
  if (suggested_presenting_ || text < kLargeText || text <= text_before) return;
  suggested_presenting_ = true;
  notice_.set(tr("Presenting to a class? F5 shows only the view, in high contrast and with text as large as "
                 "the window allows"),
              NoticeKind::Message);
}

namespace {

/// Whether a command shows that the run that the window opened by itself is in use.
bool is_use(std::string_view verb) {
  if (verb.starts_with("train.") || verb == "pin" || verb == "branch") return true;
  const auto infos = Dispatcher::commands();
  const auto info = std::ranges::find(infos, verb, &CommandInfo::verb);
  return info != infos.end() && info->undo != Undo::None;
}

}  // namespace

bool Lab::apply(const Command& command) {
  const bool opening = files_.opening(), saving = files_.saving(), reading = files_.reading();
  const Index text = dispatcher_.screen().text_percent;
  std::string problem;
  try {
    apply_or_throw(command);
    suggest_presenting(text);
    end_first_minute(command);
  } catch (const std::exception& error) {
    problem = error.what();
    notice_.set(problem, NoticeKind::Error);
  }
  if (command.ticket > 0) {
    using Wait = CommandOutcome::Wait;
    const Wait wait = files_.opening() && !opening   ? Wait::Opening
                      : files_.saving() && !saving   ? Wait::Saving
                      : files_.reading() && !reading ? Wait::Reading
                                                     : Wait::None;
    outcome_ = {command.ticket, wait, problem};
  }
  return problem.empty();
}

void Lab::apply_or_throw(const Command& command) {
  const std::optional<AppState> before =
      sharing_.records() ? std::optional(dispatcher_.state()) : std::nullopt;
  run(command);
  if (is_use(command.verb)) runs_.note_use();
  if (before) sharing_.note(command, *before);
}

void Lab::run(const Command& command) {
  dispatcher_.apply(command, limits());
  host_.wake();
}

void Lab::save_figure(const FigureRequest& request) {
  host_.save_figure(request);
  notice_.set(tr("saved {1}", shown_path(request.file)), NoticeKind::Message);
}

void Lab::copy_text(const std::string& text) {
  if (!host_.copy_text) throw std::invalid_argument(tr("there is no clipboard to copy to"));
  host_.copy_text(text);
  const Index lines = std::ranges::count(text, '\n');
  notice_.set(tr_plural("copied {1} line", "copied {1} lines", lines, format_count(lines)),
              NoticeKind::Message);
}

void Lab::quit(Quitting how) {
  asked_ = how == Quitting::Ask ? unsaved() : "";
  quit_ = how == Quitting::Now || (how == Quitting::Ask && asked_.empty());
}

std::string Lab::unsaved() const {
  if (sessions_.saves()) return "";
  std::string all;
  for (const RunView& run : runs_.views()) {
    if (run.record.steps.empty() || files_.stored_step(run.number) >= run.training.step) continue;
    all += (all.empty() ? "" : "; ") + tr("{1}, step {2}", run.preset->name, format_count(run.training.step));
  }
  return all;
}

/// Shows the notice once, where there is no other.
void Lab::offer_last_window() {
  if (files_.opening()) return;
  const std::string text = sessions_.take_last_text();
  if (!text.empty() && notice_.text().empty())
    notice_.set(tr("File → Reopen the last closed window restores {1}", text), NoticeKind::Message);
}

bool Lab::idle() const { return work_is_done() && lessons_.idle() && sharing_.idle(); }

bool Lab::work_is_done() const {
  if (files_.opening() || files_.saving() || files_.reading()) return false;
  if (!runs_.shown()) return true;
  return !runs_.training().pending && !runs_.waiting() && tracing_.idle(looked_at());
}

AppState Lab::looked_at() const {
  AppState state = dispatcher_.state();
  state.pictured = lessons_.pictured();
  return state;
}

std::string Lab::evaluate(const std::string& expression) const {
  return evaluate_expression(expression, view());
}

ExpressionSource Lab::expressions() const {
  ExpressionSource source;
  source.value = [this](const std::string& text) { return evaluate_expression(text, view()); };
  source.course = [this](const std::string& text) { return course_of_expression(text, view()); };
  return source;
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

bool Lab::follow(const platform::DesktopLook& desktop) {
  const Screen screen = followed(dispatcher_.screen(), desktop);
  if (screen == dispatcher_.screen()) return false;
  dispatcher_.start_screen(screen);
  return true;
}

Settings Lab::settings() const {
  Settings settings;
  settings.screen = lessons_.own_screen(dispatcher_.screen());
  settings.screen.welcome = false;
  if (settings.screen.first_minute) set_first_minute(settings.screen, false);
  if (std::exchange(settings.screen.first_pace, false)) settings.screen.train_pace = kFullSpeed;
  files_.remember(settings);
  return settings;
}

}  // namespace attnlab
