// Sharing: says the state, opens one that was said, records.
#include "app/state/lab/sharing.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "app/base/format.h"
#include "app/state/lab/lesson_commands.h"
#include "app/state/made_commands.h"
#include "core/config/number_text.h"
#include "core/tensor/arithmetic.h"

namespace attnlab {

namespace {

constexpr const char* kLater = "; save the run instead, and send its folder";

/// What is said about the recording and the state is not recorded.
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
      const std::string of =
          line.version == ATTNLAB_VERSION ? "" : " (the line is of version " + line.version + ")";
      throw std::invalid_argument("this line of a state is not opened" + of + ": " + error.what());
    }
  return line;
}

ShownOne Sharing::shown() const {
  const OpenModel* const model = with_.runs.shown();
  const RunView* const run = with_.runs.shown_view();
  if (!model || !run) throw std::invalid_argument("no model is open yet, so there is no state");
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
    throw std::invalid_argument("commands cannot say " + said.unsaid + ", which is part of this state");
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
  with_.notice.set(
      "copied a setup of " + count_text(static_cast<std::size_t>(std::ranges::count(text, '\n')) - 2, "line"),
      NoticeKind::Message);
}

void Sharing::copy_state() {
  const std::string text = state_line_text(line());
  if (text.size() > kMostLetters)
    throw std::invalid_argument("the line of this state would have " + format_count(count_of(text)) +
                                " letters" + kLater);
  with_.window.copy_text(text);
  with_.notice.set("copied the line of this state: whoever opens it sees the same", NoticeKind::Message);
}

void Sharing::open_state(const std::string& text) {
  StateLine line = checked_state_line(text);
  difference_.clear();
  queue_.clear();
  queue_.add(line.commands);
  with_.notice.set("the state is opened: " + line.commands.front().text(), NoticeKind::Message);
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
    end_opening(std::string("the state is not as it was: ") + error.what());
  }
}

/// The run may have ended before, or somebody has paused it.
void Sharing::check_step(const Command& ended) const {
  if (ended.verb != "train.to") return;
  const Index step = snapshot_on_screen(shown(), with_.dispatcher.state())->step;
  if (ended.arguments.at(0) != std::to_string(step))
    throw std::invalid_argument("the run has come to step " + format_count(step) + ", not to step " +
                                ended.arguments.at(0));
}

void Sharing::end_opening(const std::string& error) {
  const StateLine line = *std::exchange(opening_, std::nullopt);
  queue_.clear();
  if (!error.empty()) return with_.notice.set(error, NoticeKind::Error);
  difference_ = difference_of(line, here());
  with_.notice.set(difference_.empty() ? "the state is as it was shared, to the last digit" : difference_,
                   NoticeKind::Message);
}

CommandRecording::Place Sharing::place() const {
  const OpenModel* const model = with_.runs.shown();
  const RunView* const run = with_.runs.shown_view();
  if (!model || !run) return {};
  const Index step = with_.dispatcher.state().rewound.value_or(run->training.step);
  return {run->number, step, step > run->training.steps};
}

/// Another run is said by its preset; one that no command makes is left out.
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
  if (text.empty()) throw std::invalid_argument("nothing is recorded yet: record on begins");
  with_.window.copy_text(text);
  with_.notice.set("copied " + count_text(recording_.lines().size(), "line") + " of commands",
                   NoticeKind::Message);
}

}  // namespace attnlab
