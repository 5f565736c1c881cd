// Dispatcher: finds a command, applies it, and records the steps of undo.
#include "app/state/commands/dispatcher.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "app/state/commands/command_table.h"
#include "app/state/state_content.h"
#include "core/config/nearest.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

constexpr std::size_t kMostStepsBack = 200;

/// All commands; the dispatcher itself handles those of undo and of the history of places.
std::span<const commands::Entry> table() {
  static const std::vector<commands::Entry> all = [] {
    std::vector<commands::Entry> entries;
    const auto add = [&](std::span<const commands::Entry> some) {
      entries.insert(entries.end(), some.begin(), some.end());
    };
    for (const auto& some :
         {commands::selection(), commands::walk(), commands::views(), commands::matrix(), commands::edits(),
          commands::compare(), commands::training(), commands::timeline(), commands::actions(),
          commands::screen(), commands::lesson(), commands::sharing()})
      add(some);
    for (const Feature* feature : features())
      if (feature->commands) add(feature->commands());
    entries.push_back({{"undo", "", tr_mark("undo the last change"), Sender::Lessons, Undo::None}, nullptr});
    entries.push_back(
        {{"redo", "", tr_mark("redo the change that was undone"), Sender::Lessons, Undo::None}, nullptr});
    entries.push_back(
        {{"history.back", "", tr_mark("go back to what was on screen before"), Sender::Lessons, Undo::None},
         nullptr});
    entries.push_back(
        {{"history.forward", "", tr_mark("go forward again after going back"), Sender::Lessons, Undo::None},
         nullptr});
    return entries;
  }();
  return all;
}

const commands::Entry& find_command(const Command& command) {
  for (const commands::Entry& entry : table())
    if (entry.info.verb == command.verb) return entry;
  std::vector<std::string> verbs;
  for (const commands::Entry& entry : table()) verbs.emplace_back(entry.info.verb);
  throw std::invalid_argument(tr("there is no command {1}", command.verb) +
                              did_you_mean(command.verb, verbs));
}

/// Equal for commands that one step back covers; "" for commands that never merge.
std::string merge_name(const CommandInfo& info, const Command& command) {
  if (info.undo == Undo::None || info.undo == Undo::Each) return "";
  const bool first = info.undo == Undo::MergedByArgument && !command.arguments.empty();
  return command.verb + (first ? " " + command.arguments[0] : "");
}

/// A row of moves, such as those of a walk, is one step of the history of places.
std::string merge_name_of_place(const CommandInfo& info, const Command& command) {
  return command.arguments.empty() ? command.verb : merge_name(info, command);
}

}  // namespace

void Dispatcher::apply(const Command& command, const Limits& limits) {
  const commands::Entry& found = find_command(command);
  if (!found.run) {
    travel(command.verb);
    return clamp(limits);
  }
  const AppState before = state_;
  commands::Target target{state_, screen_, actions_};
  try {
    found.run(target, Arguments(command, found.info.arguments), limits);
  } catch (...) {
    state_ = before;
    throw;
  }
  if (found.info.undo != Undo::None) record(found.info, command, before, std::move(target.outside), limits);
}

void Dispatcher::travel(const std::string& verb) {
  if (verb == "undo") return undo();
  if (verb == "redo") return redo();
  verb == "history.back" ? go_back() : go_forward();
}

AppState Dispatcher::tried(AppState from, const std::vector<Command>& commands, const Limits& limits) const {
  Dispatcher other(actions_);
  other.start_screen(screen_);
  other.start(std::move(from));
  for (const Command& command : commands) other.apply(command, limits);
  return other.state();
}

void Dispatcher::History::add(const std::string& merging, Step step) {
  future.clear();
  last = merging;
  past.push_back(std::move(step));
  if (past.size() > kMostStepsBack) past.erase(past.begin());
}

/// The newest step if it covers the merged command; else null.
Dispatcher::Step* Dispatcher::History::newest_of(const std::string& merging) {
  return merging.empty() || merging != last || past.empty() ? nullptr : &past.back();
}

/// A change of one kind ends a row of merged commands of the other kind.
void Dispatcher::record(const CommandInfo& info, const Command& command, const AppState& before,
                        OutsideChange outside, const Limits& limits) {
  clamp(limits);
  const bool changed = outside.undo || !same_content(before, state_), moved = !same_place(before, state_);
  if (!changed && !moved) return;
  const std::string merging = merge_name(info, command), of_place = merge_name_of_place(info, command);
  const std::string label(info.help);
  if (moved && !places_.newest_of(of_place)) places_.add(of_place, {label, before, {}});
  if (moved) places_.future.clear();
  if (places_.last != of_place) places_.last.clear();
  if (!changed) return void(changes_.last = merging == changes_.last ? merging : "");
  Step* const step = changes_.newest_of(merging);
  if (!step) return changes_.add(merging, {label, before, std::move(outside)});
  changes_.future.clear();
  if (outside.redo) step->outside.redo = std::move(outside.redo);  // redo repeats the last one
}

void Dispatcher::start(AppState state) {
  state_ = std::move(state);
  screen_.looks.clear();
  changes_.clear();
  places_.clear();
}

void Dispatcher::clamp(const Limits& limits) {
  clamp_selection(state_.selection, state_.chosen, limits);
  clamp_chosen(state_.chosen, limits);
  clamp_rewound(state_.rewound, limits);
  clamp_views(state_, limits);
}

/// Moves the newest step, whose content comes back.
void Dispatcher::restore_content(std::vector<Step>& from, std::vector<Step>& to) {
  Step step = std::move(from.back());
  from.pop_back();
  changes_.last.clear();
  AppState now = std::exchange(state_, with_content_of(state_, step.state));
  step.state = std::move(now);
  to.push_back(std::move(step));
}

/// Moves the newest step, whose place comes back.
void Dispatcher::restore_place(std::vector<Step>& from, std::vector<Step>& to) {
  Step step = std::move(from.back());
  from.pop_back();
  places_.last.clear();
  AppState now = std::exchange(state_, with_content_of(step.state, state_));
  step.state = std::move(now);
  to.push_back(std::move(step));
}

void Dispatcher::undo() {
  if (!can_undo()) throw std::invalid_argument(tr("there is nothing to undo"));
  if (const OutsideChange& outside = changes_.past.back().outside; outside.undo) outside.undo();
  restore_content(changes_.past, changes_.future);
}

void Dispatcher::redo() {
  if (!can_redo()) throw std::invalid_argument(tr("there is nothing to redo"));
  if (const OutsideChange& outside = changes_.future.back().outside; outside.redo) outside.redo();
  restore_content(changes_.future, changes_.past);
}

void Dispatcher::go_back() {
  if (places_.past.empty()) throw std::invalid_argument(tr("there is nothing to go back to"));
  restore_place(places_.past, places_.future);
}

void Dispatcher::go_forward() {
  if (places_.future.empty()) throw std::invalid_argument(tr("there is nothing to go forward to"));
  restore_place(places_.future, places_.past);
}

std::span<const CommandInfo> Dispatcher::commands() {
  static const std::vector<CommandInfo> infos = [] {
    std::vector<CommandInfo> all;
    for (const commands::Entry& entry : table()) all.push_back(entry.info);
    return all;
  }();
  return infos;
}

}  // namespace attnlab
