// Dispatcher: finds a command, applies it, and records the steps of undo.
#include "app/state/commands/dispatcher.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "app/state/commands/command_table.h"
#include "core/config/nearest.h"

namespace attnlab {

namespace {

constexpr std::size_t kMostUndo = 200;

/// All commands; the dispatcher itself handles undo and redo.
std::span<const commands::Entry> table() {
  static const std::vector<commands::Entry> all = [] {
    std::vector<commands::Entry> entries;
    for (const auto& some :
         {commands::selection(), commands::walk(),          commands::views(),       commands::tiles(),
          commands::experts(),   commands::tokens(),        commands::vectors(),     commands::recurrence(),
          commands::residual(),  commands::alignment(),     commands::pictures(),    commands::hand(),
          commands::cost(),      commands::map(),           commands::matrix(),      commands::edits(),
          commands::compare(),   commands::training(),      commands::timeline(),    commands::actions(),
          commands::patching(),  commands::screen(),        commands::neurons(),     commands::models(),
          commands::landscape(), commands::contributions(), commands::attribution(), commands::probes(),
          commands::lesson(),    commands::sharing()})
      entries.insert(entries.end(), some.begin(), some.end());
    entries.push_back({{"undo", "", "take back the last change", Sender::Lessons, Undo::None}, nullptr});
    entries.push_back({{"redo", "", "make it again", Sender::Lessons, Undo::None}, nullptr});
    return entries;
  }();
  return all;
}

const commands::Entry& find_command(const Command& command) {
  for (const commands::Entry& entry : table())
    if (entry.info.verb == command.verb) return entry;
  std::vector<std::string> verbs;
  for (const commands::Entry& entry : table()) verbs.emplace_back(entry.info.verb);
  throw std::invalid_argument("there is no command " + command.verb + did_you_mean(command.verb, verbs));
}

/// Equal for commands that one undo covers; "" for commands that never merge.
std::string merge_name(const CommandInfo& info, const Command& command) {
  if (info.undo == Undo::None || info.undo == Undo::Each) return "";
  const bool first = info.undo == Undo::MergedByArgument && !command.arguments.empty();
  return command.verb + (first ? " " + command.arguments[0] : "");
}

}  // namespace

void Dispatcher::apply(const Command& command, const Limits& limits) {
  const commands::Entry& found = find_command(command);
  if (!found.run) {
    command.verb == "undo" ? undo() : redo();
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
  if (found.info.undo != Undo::None)
    push_undo(found.info, command, before, std::move(target.outside), limits);
}

AppState Dispatcher::tried(AppState from, const std::vector<Command>& commands, const Limits& limits) const {
  Dispatcher other(actions_);
  other.start_screen(screen_);
  other.start(std::move(from));
  for (const Command& command : commands) other.apply(command, limits);
  return other.state();
}

void Dispatcher::push_undo(const CommandInfo& info, const Command& command, const AppState& before,
                           OutsideChange outside, const Limits& limits) {
  clamp(limits);
  if (state_ == before && !outside.undo) return;
  redo_.clear();
  const std::string merging = merge_name(info, command);
  if (!merging.empty() && std::exchange(last_undoable_, merging) == merging) {
    if (outside.redo) undo_.back().outside.redo = std::move(outside.redo);  // redo repeats the last one
    return;
  }
  last_undoable_ = merging;
  undo_.push_back({std::string(info.help), before, std::move(outside)});
  if (undo_.size() > kMostUndo) undo_.erase(undo_.begin());
}

void Dispatcher::start(AppState state) {
  state_ = std::move(state);
  screen_.looks.clear();
  last_undoable_.clear();
  undo_.clear();
  redo_.clear();
}

void Dispatcher::clamp(const Limits& limits) {
  clamp_selection(state_.selection, state_.chosen, limits);
  clamp_chosen(state_.chosen, limits);
  clamp_rewound(state_.rewound, limits);
  clamp_views(state_, limits);
}

void Dispatcher::undo() {
  if (undo_.empty()) throw std::invalid_argument("there is nothing to undo");
  Step& step = undo_.back();
  if (step.outside.undo) step.outside.undo();
  redo_.push_back({step.label, std::exchange(state_, step.state), step.outside});
  undo_.pop_back();
  last_undoable_.clear();
}

void Dispatcher::redo() {
  if (redo_.empty()) throw std::invalid_argument("there is nothing to redo");
  Step& step = redo_.back();
  if (step.outside.redo) step.outside.redo();
  undo_.push_back({step.label, std::exchange(state_, step.state), step.outside});
  redo_.pop_back();
  last_undoable_.clear();
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
