// Says a change part by part, and tries the commands.
#include "app/state/setup/said_choices.h"

#include <algorithm>
#include <stdexcept>

#include "core/language/messages.h"

namespace attnlab {

namespace {

/// The commands of one part may change another part; after so many rounds nothing new comes.
constexpr int kRounds = 4;

/// Says one change after another, each from the state after the commands before it.
class Teller {
 public:
  Teller(AppState from, const AppState& to, const Limits& limits, const Dispatcher& dispatcher)
      : now_(std::move(from)), to_(to), limits_(limits), dispatcher_(dispatcher) {}

  SaidChoices tell() {
    bool goes_on = true;
    for (int round = 0; goes_on && round < kRounds; ++round) goes_on = tell_round();
    if (said_.unsaid.empty() && (goes_on || !(chosen_of(now_, limits_) == chosen_of(to_, limits_))))
      said_.unsaid = unsaid_part();
    return std::move(said_);
  }

 private:
  /// Whether some part had something to say.
  bool tell_round() {
    bool any = false;
    for (const StatePart* part : state_parts()) {
      const Commands more = of_part(*part);
      if (part->follows_pass) other_pass_ = false;
      if (more.empty() || !said_.unsaid.empty()) continue;
      any = true;
      other_pass_ = other_pass_ || part->changes_pass;
      apply(*part, more);
    }
    return any && said_.unsaid.empty();
  }
  Commands of_part(const StatePart& part) const {
    Commands commands;
    part.say({now_, to_, limits_, other_pass_}, commands);
    return commands;
  }
  void apply(const StatePart& part, const Commands& more) {
    try {
      now_ = dispatcher_.tried(now_, more, limits_);
      said_.commands.insert(said_.commands.end(), more.begin(), more.end());
      if (std::ranges::find(said_.parts, &part) == said_.parts.end()) said_.parts.push_back(&part);
    } catch (const std::invalid_argument&) {
      said_.unsaid = tr(part.name);
    }
  }
  /// What still differs; "" where nothing does.
  std::string unsaid_part() const {
    for (const StatePart* part : state_parts())
      if (!of_part(*part).empty() || (part->differs && part->differs(now_, to_)))
        return std::string(tr(part->name));
    return chosen_of(now_, limits_) == chosen_of(to_, limits_) ? "" : tr("an option of a view");
  }

  AppState now_;
  const AppState& to_;
  const Limits& limits_;
  const Dispatcher& dispatcher_;
  bool other_pass_ = false;
  SaidChoices said_;
};

}  // namespace

AppState chosen_of(AppState state, const Limits& limits) {
  state.trail.clear();
  state.rewound.reset();
  state.pictured.clear();
  for (const Feature* view : features())
    if (view->drop_unsaid) view->drop_unsaid(state);
  // Without attention no head is on the stage, whatever commands have selected.
  if (!limits.has_attention && state.chosen.shown) state.selection = {}, state.chosen.stage = {};
  const bool stream = limits.config && format_of(*limits.config) == Format::Stream;
  if (stream || state.generate_target) state.answered.reset();
  if (!stream && state.generate_target) state.target.clear();
  return state;
}

SaidChoices say_choices(const AppState& from, const AppState& to, const Limits& limits,
                        const Dispatcher& dispatcher) {
  AppState begin = from;
  begin.rewound = to.rewound;
  if (to.comparison.with == Comparison::With::Weights) begin.comparison = to.comparison;
  return Teller(std::move(begin), to, limits, dispatcher).tell();
}

}  // namespace attnlab
