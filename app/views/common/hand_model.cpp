// Hand model: the program's ViewModel with another pass.
#include "app/views/common/hand_model.h"

#include <utility>

#include "app/feature/opened_features.h"
#include "app/state/hand_cell.h"
#include "app/state/hand_choice.h"
#include "app/state/limits.h"

namespace attnlab {

namespace {

/// The pass of the newest numbers, and what stages and inspector remember of it.
struct HandPassOnScreen {
  HandAttention of;
  TracePtr pass;
  std::uint64_t version = 0;
  FrameMemory memory;
};

HandPassOnScreen& pass_on_screen(const ViewModel& model) {
  HandPassOnScreen& now = model.remembered<HandPassOnScreen>();
  const HandAttention& numbers = model.state.choices.of<HandChoice>().numbers;
  if (now.pass && now.of == numbers) return now;
  now.pass = hand_trace(numbers);
  now.of = numbers;
  ++now.version;
  return now;
}

/// A verb of a model's pass, and the verb for the pass by hand with the same arguments.
constexpr std::pair<std::string_view, std::string_view> kHandVerbs[] = {
    {"select.tensor", "hand.look"}, {"select.query", "hand.query"},        {"select.key", "hand.key"},
    {"inspect", "hand.inspect"},    {"inspect.here", "hand.inspect.here"}, {"inspect.back", "hand.back"}};

/// The trail as the inspector and the stages read a model's.
std::vector<FollowedFrom> trail_of(const Trace& pass, const HandChoice& choice) {
  std::vector<FollowedFrom> trail;
  HandChoice then = choice;
  for (const HandFollowed& before : choice.trail) {
    then.step = before.step;
    then.query = before.query, then.key = before.key, then.feature = before.feature;
    ChosenCell chosen;
    chosen.shown = hand_cell(pass, then);
    trail.push_back({.explained = before.explained, .selection = {}, .chosen = chosen});
  }
  return trail;
}

}  // namespace

const TracePtr& hand_pass(const ViewModel& model) { return pass_on_screen(model).pass; }

ViewModel hand_model(const ViewModel& model) {
  HandPassOnScreen& now = pass_on_screen(model);
  const HandChoice& choice = model.state.choices.of<HandChoice>();
  ViewModel shown = model;
  shown.memory = &now.memory;
  shown.trace = now.pass;
  shown.trace_version = now.version;
  shown.diff = nullptr;
  shown.comparison = {};
  shown.update.reset();
  shown.state.edits.clear();
  shown.state.side = Side::After;
  shown.state.view = &steps::kFeature;  // the steps by hand show what is followed, as that view does
  shown.state.beside = nullptr;
  shown.state.chosen.shown = hand_cell(*now.pass, choice);
  shown.state.aside = choice.aside;
  shown.state.trail = trail_of(*now.pass, choice);
  shown.state.selection = {};
  // The one tensor of four axes has queries in the axis that holds heads in a model.
  shown.state.selection.query = shown.state.selection.head =
      clamp_index(choice.query, choice.numbers.query.rows);
  shown.state.selection.key = clamp_index(choice.key, choice.numbers.key.rows);
  return shown;
}

Emit hand_emit(const Emit& emit) {
  return [emit](Command command) {
    for (const auto& [verb, by_hand] : kHandVerbs)
      if (command.verb == verb) command.verb = by_hand;
    emit(std::move(command));
  };
}

}  // namespace attnlab
