// The view Residual stream: its options, its keys and its row; its commands and expressions.
#include <algorithm>
#include <stdexcept>

#include "app/feature/features.h"
#include "app/features/residual/choice.h"
#include "app/state/commands/command_table.h"
#include "app/state/expressions/expression_table.h"
#include "app/state/steps_choice.h"
#include "app/state/token_selection.h"
#include "app/state/trail.h"
#include "core/analysis/residual/lens.h"
#include "core/language/messages.h"
#include "core/models/architecture_kind.h"

namespace attnlab {
namespace {

bool is_of(const StreamState& state, std::string_view tensor) {
  return tensor == state.stream->name || tensor == state.sum->name || tensor == state.addition->name;
}

/// The first state that has the shown tensor; none: as the options say.
std::size_t chosen_state(const AppState& state, const std::vector<StreamState>& states) {
  const std::size_t last = states.size() - 1;
  if (state.chosen.shown)
    for (std::size_t i = 0; i < states.size(); ++i)
      if (is_of(states[i], value_name(state.chosen.shown->tensor))) return i;
  const Index wanted = state.choices.of<ResidualChoice>().state;
  return wanted < 0 ? last : std::min(static_cast<std::size_t>(wanted), last);
}

Index chosen_position(const AppState& state, const Trace& trace) {
  const bool writes = architecture_of(trace.config()).target_stack;
  const int selected = selected_tokens(state, trace, writes ? TextSide::Target : TextSide::Source).query;
  return selected >= 0 ? selected : state.choices.of<ResidualChoice>().position;
}

}  // namespace

ResidualPlace residual_place(const AppState& state, const Trace& trace,
                             const std::vector<StreamState>& states) {
  const std::size_t at = chosen_state(state, states);
  return {at, std::clamp<Index>(chosen_position(state, trace), 0, states[at].positions() - 1)};
}

namespace {

/// The cell of a state's stream at a position, at the feature on the stage.
CellName residual_cell(const AppState& state, const StreamState& at, Index position) {
  const Index feature = std::clamp<Index>(current_column(state), 0, at.stream->shape.last() - 1);
  return {at.stream->name, {0, position, feature}};
}

}  // namespace

}  // namespace attnlab

namespace attnlab::expressions {
namespace {

/// The results of the view Residual stream; null before the first.
const ResidualPass* stream_on_screen(const Asked& a) {
  const ResidualResults* const known = a.view.found<ResidualResults>();
  return known && known->pass && !known->pass->states.empty() ? known->pass.get() : nullptr;
}

/// "4 2": the chosen state and position.
std::string residual_at(const Asked& a) {
  const std::vector<StreamState> states = residual_states(*a.view.trace);
  if (states.empty()) return "none";
  const ResidualPlace at = residual_place(a.view.state, *a.view.trace, states);
  return std::to_string(at.state) + " " + std::to_string(at.position);
}

/// The most probable token of the chosen cell.
std::string residual_says(const Asked& a) {
  const ResidualPass* const pass = stream_on_screen(a);
  if (!pass) return "none";
  const ResidualPlace at = residual_place(a.view.state, *pass->trace, pass->states);
  const auto column = pass->lens.pooled ? 0 : static_cast<std::size_t>(at.position);
  return a.view.vocabularies->target.entry(pass->lens.rows[at.state].cells[column].top.front().token);
}

/// How many steps the history of a cell has.
std::string residual_steps(const Asked& a) {
  const ResidualResults* const known = a.view.found<ResidualResults>();
  return known ? std::to_string(known->course.size()) : "none";
}

std::span<const ScriptExpression> residual() {
  static constexpr ScriptExpression kRows[] = {
      {"residual.at", "",
       tr_mark("the selected state of the residual stream and its position, `4 2`, or `none`"), residual_at,
       Needs::Trace},
      {"residual.says", "", tr_mark("the most probable token there in the view Residual stream, or `none`"),
       residual_says, Needs::Trace},
      {"residual.steps", "", tr_mark("how many steps the history in that view has, or `none`"),
       residual_steps},
  };
  return kRows;
}

}  // namespace

}  // namespace attnlab::expressions

namespace attnlab::commands {
namespace {

std::vector<StreamState> states_on_screen(const Limits& l) {
  const Trace& trace = trace_on_screen(l);
  std::vector<StreamState> states = residual_states(trace);
  if (states.empty()) throw std::invalid_argument(tr("this model does not have a residual stream"));
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
  place.state = static_cast<std::size_t>(number_near(a, static_cast<Index>(place.state), count_of(states)));
  choose_place(d, states, place);
}

void look_at_state(Target& d, const Arguments& a, const Limits& l) {
  const std::vector<StreamState> states = states_on_screen(l);
  const Index state = a.whole(0, 0, count_of(states) - 1);
  const Index position = a.whole(1, 0, states.front().positions() - 1);
  choose_place(d, states, {static_cast<std::size_t>(state), position});
}

std::span<const Entry> residual() {
  static constexpr Entry kEntries[] = {
      {{"residual.look", "STATE POSITION", tr_mark("select a state of the residual stream at a token"),
        Sender::Lessons, Undo::Merged},
       look_at_state},
      {{"residual.at", "POSITION|next|previous", tr_mark("select a token of the residual stream"),
        Sender::Lessons, Undo::Merged},
       choose_token},
      {{"residual.after", "STATE|next|previous",
        tr_mark(
            "select a state of the residual stream: 0 is before the layers, then one after each sublayer"),
        Sender::Lessons, Undo::Merged},
       choose_state},
  };
  return kEntries;
}

}  // namespace

}  // namespace attnlab::commands

namespace attnlab {
namespace {

Fields residual_fields(Choices& choices) {
  ResidualChoice& c = choices.of<ResidualChoice>();
  return {
      {"part", &c.part, tr_mark("what is shown"), {}, {}, {"words", "sizes", "directions"}},
      {"colour",
       &c.colour,
       tr_mark(
           "what colors the predictions: their probability, or the probability or rank of the correct token"),
       {},
       {},
       {"probability", "right", "rank"}},
      {"state", &c.state, tr_mark("which state of the stream, from 0; −1: the last"), -1},
      {"position", &c.position, tr_mark("which token, if no token of the stream is selected"), 0}};
}

void forget_residual(Choices& choices) {
  choices.of<ResidualChoice>().state = -1;
  choices.of<ResidualChoice>().position = 0;
}

constexpr ViewKey kResidualKeys[] = {
    {"Left", "← → ↑ ↓", tr_mark("previous or next token, previous or next state"), "residual.at previous"},
    {"Right", "", tr_mark("next token"), "residual.at next"},
    {"Up", "", tr_mark("previous state"), "residual.after previous"},
    {"Down", "", tr_mark("next state"), "residual.after next"},
};

}  // namespace

std::unique_ptr<Analysis> make_residual_analyses(const AnalysisTools& tools);

namespace residual {

const Feature kFeature = {.name = "residual",
                          .title = tr_mark("Residual stream"),
                          .group = &kInsideGroup,
                          .term = "residual stream",
                          .key = "S",
                          .shared = {.matrices = true},
                          .keys = kResidualKeys,
                          .options = residual_fields,
                          .forget_model = forget_residual,
                          .offered = has_lens,
                          .why_not = no_lens,
                          .analysis = make_residual_analyses,
                          .commands = commands::residual,
                          .expressions = expressions::residual};

}  // namespace residual

}  // namespace attnlab
