// Sharing: says the state, opens one that was said, records.
#include "app/state/lab/sharing.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "app/base/format.h"
#include "app/state/lab/lesson_commands.h"
#include "app/state/made_commands.h"
#include "core/language/messages.h"
#include "core/tensor/arithmetic.h"

namespace attnlab {

namespace {

/// Commands about the recording and the state are not recorded.
bool is_no_deed(std::string_view verb) {
  constexpr std::string_view kNoDeeds[] = {"record",     "record.copy", "record.clear",
                                           "setup.copy", "state.copy",  "state.open"};
  return std::ranges::find(kNoDeeds, verb) != std::end(kNoDeeds);
}

}  // namespace

/// A line comes from others.
StateLine checked_state_line(const std::string& text) {
  StateLine line = read_state_line(text);
  for (const Command& command : line.commands) try {
      check_command(command, Lesson{});
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(
          line.version == ATTNLAB_VERSION
              ? tr("cannot open this state: {1}", error.what())
              : tr("cannot open this state, which comes from version {1} of the program: {2}", line.version,
                   error.what()));
    }
  return line;
}

ShownOne Sharing::shown() const {
  const OpenModel* const model = with_.runs.shown();
  const RunView* const run = with_.runs.shown_view();
  if (!model || !run) throw std::invalid_argument(tr("no model is open yet, so there is no state"));
  return {*model, *run};
}

StateLine Sharing::here() const {
  return {ATTNLAB_VERSION,
          instruction_set() + (with_.device.gpu().empty() ? "" : "+GPU"),
          checksum_of_weights(snapshot_on_screen(shown(), with_.dispatcher.state())->weights),
          {}};
}

Commands Sharing::commands_of_state(std::optional<Index> left_out) const {
  const ShownOne one = shown();
  const AppState& state = with_.dispatcher.state();
  Commands commands{say_run(one, left_out), {"state.reset", {}}};
  const SaidChoices said =
      say_choices(first_choices(one.model.start), state, with_.commands.limits(), with_.dispatcher);
  if (!said.unsaid.empty())
    throw std::invalid_argument(tr("commands cannot restore a part of this state: {1}", said.unsaid));
  for (const Commands& more : {say_step(one, state), said.commands})
    commands.insert(commands.end(), more.begin(), more.end());
  for (const MatrixLook& look : with_.dispatcher.screen().looks) commands.push_back(look_command(look));
  for (const Command& command : commands) check_command(command, Lesson{});
  return commands;
}

std::string Sharing::setup() const {
  std::string text = "```setup\n";
  for (const Command& command : commands_of_state(with_.lessons.seed())) text += command.text() + "\n";
  return text + "```\n";
}

StateLine Sharing::line() const {
  StateLine line = here();
  line.commands = commands_of_state(std::nullopt);
  return line;
}

void Sharing::copy_setup() {
  const std::string text = setup();
  with_.window.copy_text(text);
  const Index lines = std::ranges::count(text, '\n') - 2;
  with_.notice.set(
      tr_plural("copied a setup of {1} line", "copied a setup of {1} lines", lines, format_count(lines)),
      NoticeKind::Message);
}

void Sharing::copy_state() {
  const std::string text = state_line_text(line());
  if (text.size() > kMostLetters)
    throw std::invalid_argument(
        tr("the line of this state would have {1} characters, but may have at most {2}; save the run "
           "instead, and send its folder",
           format_count(count_of(text)), format_count(Index{kMostLetters})));
  with_.window.copy_text(text);
  with_.notice.set(tr("copied the line of this state; anyone who opens it sees the same"),
                   NoticeKind::Message);
}

void Sharing::open_state(const std::string& text) {
  StateLine line = checked_state_line(text);
  difference_.clear();
  queue_.clear();
  queue_.add(line.commands);
  with_.notice.set(tr("opening the state: {1}", line.commands.front().text()), NoticeKind::Message);
  opening_ = std::move(line);
}

void Sharing::update() {
  if (opening_) run_next();
  if (recording_.on() && others_are_idle()) note_place();
}

void Sharing::run_next() {
  if (!others_are_idle()) return;
  try {
    const auto run = [this](const Command& command) { with_.commands.run(command); };
    if (queue_.step(run, [this](const Command& ended) { check_step(ended); })) end_opening("");
  } catch (const std::exception& error) {
    end_opening(tr("the state is not the same as the shared one: {1}", error.what()));
  }
}

/// The run may have ended before this step, or was paused.
void Sharing::check_step(const Command& ended) const {
  if (ended.verb != "train.to") return;
  const Index step = snapshot_on_screen(shown(), with_.dispatcher.state())->step;
  if (ended.arguments.at(0) != std::to_string(step))
    throw std::invalid_argument(
        tr("the run reached step {1}, not step {2}", format_count(step), ended.arguments.at(0)));
}

void Sharing::end_opening(const std::string& error) {
  const StateLine line = *std::exchange(opening_, std::nullopt);
  queue_.clear();
  if (!error.empty()) return with_.notice.set(error, NoticeKind::Error);
  difference_ = difference_of(line, here());
  with_.notice.set(
      difference_.empty() ? tr("the state is the same as the shared one, to the last digit") : difference_,
      NoticeKind::Message);
}

CommandRecording::Place Sharing::place() const {
  const OpenModel* const model = with_.runs.shown();
  const RunView* const run = with_.runs.shown_view();
  if (!model || !run) return {};
  const Index step = with_.dispatcher.state().rewound.value_or(run->training.step);
  return {run->number, step, step > run->training.steps};
}

/// Another run is recorded by its preset; a run that no command can make is left out.
void Sharing::note_place() {
  const CommandRecording::Place now = place();
  if (now == recording_.place()) return;
  std::optional<Command> run_of;
  if (now.run != recording_.place().run) try {
      run_of = say_run(shown(), with_.lessons.seed());
    } catch (const std::invalid_argument&) {
      // it is counted among what is left out
    }
  recording_.note_place(now, run_of);
}

void Sharing::note(const Command& command, const AppState& before) {
  if (!recording_.on() || is_no_deed(command.verb)) return;
  if (!is_for_lessons(command.verb)) return recording_.leave_out();
  if (!moves_steps(command.verb)) note_place();
  recording_.note({command, before, with_.dispatcher.state(), with_.commands.limits(), with_.dispatcher});
}

std::shared_ptr<const RecordingView> Sharing::recording() const {
  std::vector<std::string> lines = recording_.lines();
  if (!recording_.on() && lines.empty()) return nullptr;
  return std::make_shared<RecordingView>(
      RecordingView{recording_.on(), std::move(lines), recording_.left_out()});
}

void Sharing::record(bool on) {
  if (!on) note_place();
  on ? recording_.begin(place()) : recording_.end();
}

void Sharing::copy_record() {
  note_place();
  std::string text;
  for (const std::string& line : recording_.lines()) text += line + "\n";
  if (text.empty()) throw std::invalid_argument(tr("nothing is recorded yet: start with record on"));
  with_.window.copy_text(text);
  const Index lines = count_of(recording_.lines());
  with_.notice.set(
      tr_plural("copied {1} line of commands", "copied {1} lines of commands", lines, format_count(lines)),
      NoticeKind::Message);
}

}  // namespace attnlab
