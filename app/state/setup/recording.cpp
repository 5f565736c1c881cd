// Writes down deeds, and brings those in a row together.
#include "app/state/setup/recording.h"

#include <algorithm>

#include "app/state/commands/actions.h"

namespace attnlab {

namespace {

constexpr std::string_view kMovesSteps[] = {
    "train.play",    "train.pause",       "train.toggle",  "train.step",    "train.to",
    "train.to_loss", "timeline.to",       "timeline.next", "timeline.play", "timeline.newest",
    "run.of",        "timeline.previous", "run.show",      "experiment",    "branch"};

std::vector<std::string> texts_of(const Commands& commands) {
  std::vector<std::string> lines;
  for (const Command& command : commands) lines.push_back(command.text());
  return lines;
}

/// Commands that set a value anew with every word; the last in a row counts.
bool replaces(const Command& command, std::string_view verb) {
  return command.verb == verb && command.arguments.size() == 1;
}

bool changes_choices(std::string_view verb) {
  for (const CommandInfo& info : Dispatcher::commands())
    if (info.verb == verb) return info.undo != Undo::None;
  return false;
}

/// What these change is no choice that commands say: the run, or what is kept of it.
constexpr std::string_view kOutside[] = {"train.set", "train.rate", "weight", "compare.weights"};

}  // namespace

bool moves_steps(std::string_view verb) {
  return std::ranges::find(kMovesSteps, verb) != std::end(kMovesSteps);
}

void CommandRecording::note_place(Place place, const std::optional<Command>& run_of) {
  if (!on_ || place == place_) return;
  const bool other_run = place.run != place_.run;
  place_ = place;
  if (other_run && !run_of) return leave_out();
  if (other_run) entries_.push_back({.lines = {run_of->text()}, .verb = run_of->verb});
  if (entries_.empty() || entries_.back().kind != Entry::Kind::Step)
    entries_.push_back({.kind = Entry::Kind::Step, .lines = {}});
  Command to{"train.to", {std::to_string(place.step)}};
  if (place.beyond) to.arguments.emplace_back(kBeyond);
  entries_.back().lines = {to.text()};
}

void CommandRecording::note(const Deed& deed) {
  if (!on_ || moves_steps(deed.command.verb)) return;
  const SaidChoices said = say_choices(deed.before, deed.after, deed.limits, deed.dispatcher);
  if (!said.unsaid.empty()) return note_other(deed.command);
  if (!said.commands.empty()) return note_choices(deed, said);
  const std::string_view verb = deed.command.verb;
  const bool outside = std::ranges::find(kOutside, verb) != std::end(kOutside);
  if (outside || !changes_choices(verb)) note_other(deed.command);
}

/// What changes the same parts as the deeds just before is said together with them.
void CommandRecording::note_choices(const Deed& deed, const SaidChoices& said) {
  if (!entries_.empty() && entries_.back().kind == Entry::Kind::Choices &&
      entries_.back().parts == said.parts) {
    Entry& last = entries_.back();
    const SaidChoices all = say_choices(*last.before, deed.after, deed.limits, deed.dispatcher);
    if (all.unsaid.empty()) {
      last.lines = texts_of(all.commands);
      if (last.lines.empty()) entries_.pop_back();
      return;
    }
  }
  entries_.push_back({Entry::Kind::Choices, texts_of(said.commands), said.parts, deed.before, ""});
}

void CommandRecording::note_other(const Command& command) {
  const bool again = !entries_.empty() && entries_.back().kind == Entry::Kind::Other &&
                     replaces(command, entries_.back().verb);
  if (again) entries_.pop_back();
  entries_.push_back({.lines = {command.text()}, .verb = command.verb});
}

std::vector<std::string> CommandRecording::lines() const {
  std::vector<std::string> all;
  for (const Entry& entry : entries_) all.insert(all.end(), entry.lines.begin(), entry.lines.end());
  return all;
}

}  // namespace attnlab
