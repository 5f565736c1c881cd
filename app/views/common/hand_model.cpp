// Hand model: the program's ViewModel with another pass.
#include "app/views/common/hand_model.h"

#include <utility>

#include "app/state/hand_cell.h"
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
  const HandAttention& numbers = model.state.choices.hand.numbers;
  if (now.pass && now.of == numbers) return now;
  now.pass = hand_trace(numbers);
  now.of = numbers;
  ++now.version;
  return now;
}

/// A verb of a model's pass, and the verb for the pass by hand with the same arguments.
constexpr std::pair<std::string_view, std::string_view> kHandVerbs[] = {
    {"select.tensor", "hand.look"}, {"select.query", "hand.query"}, {"select.key", "hand.key"}};

}  // namespace

const TracePtr& hand_pass(const ViewModel& model) { return pass_on_screen(model).pass; }

ViewModel hand_model(const ViewModel& model) {
  HandPassOnScreen& now = pass_on_screen(model);
  const HandChoice& choice = model.state.choices.hand;
  ViewModel shown = model;
  shown.memory = &now.memory;
  shown.trace = now.pass;
  shown.trace_version = now.version;
  shown.diff = nullptr;
  shown.comparison = {};
  shown.update.reset();
  shown.state.edits.clear();
  shown.state.side = Side::After;
  shown.state.chosen.shown = hand_cell(*now.pass, choice);
  shown.state.selection = {};
  // The one tensor of four axes has queries where a model's has heads.
  shown.state.selection.query = shown.state.selection.head =
      clamp_index(choice.query, choice.numbers.query.rows);
  shown.state.selection.key = clamp_index(choice.key, choice.numbers.key.rows);
  return shown;
}

bool explains_hand(const ViewModel& model) {
  return on_stage(model.state, kHandView) && explains_hand(model.state, *hand_pass(model));
}

Emit hand_emit(const Emit& emit) {
  return [emit](Command command) {
    for (const auto& [verb, by_hand] : kHandVerbs)
      if (command.verb == verb) command.verb = by_hand;
    emit(std::move(command));
  };
}

}  // namespace attnlab
