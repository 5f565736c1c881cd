// Commands of the view Residual stream: another token, another state of the stream.
#include <stdexcept>

#include "app/features/residual/choice.h"
#include "app/features/residual/chosen.h"
#include "app/state/commands/command_table.h"
#include "app/state/steps_choice.h"
#include "app/state/trail.h"

namespace attnlab::commands {

namespace {

std::vector<StreamState> states_on_screen(const Limits& l) {
  if (!l.trace) throw std::invalid_argument("there is no pass yet, so there is no residual stream");
  std::vector<StreamState> states = residual_states(*l.trace);
  if (states.empty()) throw std::invalid_argument("this model has no residual stream");
  return states;
}

/// The number that the first argument means: a number, or the one before or after `now`.
Index number_near(const Arguments& a, Index now, Index count) {
  if (a.text(0) == "next") return clamp_index(now + 1, count);
  if (a.text(0) == "previous") return clamp_index(now - 1, count);
  return a.whole(0, 0, count - 1);
}

void choose_place(Target& d, const std::vector<StreamState>& states, const ResidualPlace& place) {
  CellName cell = residual_cell(d.state, states[place.state], place.position);
  leave_trail(d.state);
  d.state.choices.of<ResidualChoice>().state = static_cast<Index>(place.state);
  d.state.choices.of<ResidualChoice>().position = place.position;
  d.state.choices.of<StepsChoice>().ids = false;
  d.state.chosen.shown = std::move(cell);
}

void choose_token(Target& d, const Arguments& a, const Limits& l) {
  const std::vector<StreamState> states = states_on_screen(l);
  ResidualPlace place = residual_place(d.state, *l.trace, states);
  place.position = number_near(a, place.position, states[place.state].positions());
  choose_place(d, states, place);
}

void choose_state(Target& d, const Arguments& a, const Limits& l) {
  const std::vector<StreamState> states = states_on_screen(l);
  ResidualPlace place = residual_place(d.state, *l.trace, states);
  place.state = static_cast<std::size_t>(
      number_near(a, static_cast<Index>(place.state), static_cast<Index>(states.size())));
  choose_place(d, states, place);
}

void look_at_state(Target& d, const Arguments& a, const Limits& l) {
  const std::vector<StreamState> states = states_on_screen(l);
  const Index state = a.whole(0, 0, static_cast<Index>(states.size()) - 1);
  const Index position = a.whole(1, 0, states.front().positions() - 1);
  choose_place(d, states, {static_cast<std::size_t>(state), position});
}

}  // namespace

std::span<const Entry> residual() {
  static constexpr Entry kEntries[] = {
      {{"residual.look", "STATE POSITION", "choose a state of the residual stream at a token",
        Sender::Lessons, Undo::Merged},
       look_at_state},
      {{"residual.at", "POSITION|next|previous", "choose a token of the residual stream", Sender::Lessons,
        Undo::Merged},
       choose_token},
      {{"residual.after", "STATE|next|previous",
        "choose a state of the residual stream: 0 before the layers, then one after each sublayer",
        Sender::Lessons, Undo::Merged},
       choose_state},
  };
  return kEntries;
}

}  // namespace attnlab::commands
