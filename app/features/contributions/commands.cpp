// Commands of the view Contributions: another position, another part, and the part's own view.
#include <stdexcept>

#include "app/feature/opened_features.h"
#include "app/features/contributions/choice.h"
#include "app/features/contributions/chosen.h"
#include "app/state/commands/command_table.h"
#include "app/state/heads_choice.h"
#include "app/state/steps_choice.h"
#include "app/state/tensor_groups.h"
#include "app/state/trail.h"
#include "core/models/architecture_kind.h"

namespace attnlab::commands {

namespace {

const Trace& contribution_trace(const Limits& l) {
  if (!l.trace) throw std::invalid_argument("there is no trace yet, so no contributions");
  if (!has_stream_path(l.trace->config()))
    throw std::invalid_argument("this model's logits have no contributions: " +
                                std::string(why_no_stream_path(l.trace->config())));
  return *l.trace;
}

/// An attention whose queries are the rows of the logits goes on the stage, at this query.
void put_position(AppState& state, const Trace& trace, Index position) {
  leave_trail(state);
  state.chosen.shown.reset();
  state.selection.attention = attention_of(asked_attention(state, trace));
  state.selection.query = position;
}

void choose_position(Target& d, const Arguments& a, const Limits& l) {
  const Trace& trace = contribution_trace(l);
  put_position(d.state, trace, a.whole(0, 0, logit_rows(trace) - 1));
}

template <int Step>
void move_position(Target& d, const Arguments&, const Limits& l) {
  const Trace& trace = contribution_trace(l);
  put_position(d.state, trace, clamp_index(asked_position(d.state, trace) + Step, logit_rows(trace)));
}

/// A head by its attention and number; any other part by its tensor. The position stays.
void select_part(Target& d, const Arguments& a, const Limits& l) {
  const Trace& trace = contribution_trace(l);
  const TraceTensor& tensor = l.trace->at(a.text(0));
  AppState& state = d.state;
  if (!a.has(1)) {
    state.choices.of<ContributionsChoice>().selected = tensor.name;
    return;
  }
  if (tensor.place.kind() != PartKind::Attention) a.fail();
  const Index head = a.whole(1, 0, l.heads - 1), position = asked_position(state, trace);
  state.choices.of<ContributionsChoice>().selected.clear();
  leave_trail(state);
  state.chosen.shown.reset();
  state.selection.attention = attention_of(tensor.place);
  state.selection.layer = layer_number(tensor.place);
  state.selection.head = head;
  if (logit_rows(trace) > 1) state.selection.query = position;
}

/// A head opens in the view Heads, any other part in the walk through the pass.
void open_part(Target& d, const Arguments&, const Limits& l) {
  const Trace& trace = contribution_trace(l);
  AppState& state = d.state;
  const std::string& name = state.choices.of<ContributionsChoice>().selected;
  const TraceTensor* const tensor = name.empty() ? nullptr : l.trace->find(name);
  if (tensor) {
    const Index row = asked_position(state, trace);
    state.chosen.shown = cell_at(*tensor, row, 0);
    clamp_chosen(state.chosen, l);
    state.view = &steps::kFeature;
  } else {
    const Place attention = asked_attention(state, trace);
    state.chosen.shown.reset();
    state.selection.attention = attention_of(attention);
    state.choices.of<HeadsChoice>().open = true;
    state.view = &heads::kFeature;
  }
  leave_trail(state);
  if (state.beside == state.view) state.beside = nullptr;
}

}  // namespace

std::span<const Entry> contributions() {
  static constexpr Entry kEntries[] = {
      {{"contributions.position", "N", "the logit at another position", Sender::Lessons, Undo::Merged},
       choose_position},
      {{"contributions.previous", "", "the position before", Sender::Lessons, Undo::Merged},
       move_position<-1>},
      {{"contributions.next", "", "the position after", Sender::Lessons, Undo::Merged}, move_position<1>},
      {{"contributions.select", "TENSOR [HEAD]", "look at one part of the logit", Sender::Lessons,
        Undo::Each},
       select_part},
      {{"contributions.open", "", "open the part that is looked at in its own view", Sender::Lessons,
        Undo::Each},
       open_part},
  };
  return kEntries;
}

}  // namespace attnlab::commands
