// Commands of the neurons: select a unit, and take it out.
#include <algorithm>
#include <stdexcept>

#include "app/features/neurons/choice.h"
#include "app/features/neurons/chosen.h"
#include "app/state/commands/command_table.h"
#include "app/state/made_edits.h"
#include "app/state/trail.h"

namespace attnlab::commands {

namespace {

/// The activations of the network on the stage.
const TraceTensor& activations_on_stage(const AppState& state, const Limits& l) {
  if (!l.config || !has_feed_forward(*l.config))
    throw std::invalid_argument("this model has no feed-forward networks, so no units");
  if (!l.trace) throw std::invalid_argument("there is no trace yet, so no units");
  const TraceTensor* const found = unit_activations(*l.trace, neurons_on_stage(state, *l.trace));
  if (!found) throw std::invalid_argument("the layer on the stage has no feed-forward network");
  return *found;
}

/// The shown cell follows where it is an activation of the network.
template <int Step>
void move_neuron(Target& d, const Arguments&, const Limits& l) {
  const TraceTensor& activations = activations_on_stage(d.state, l);
  const Index units = activations.shape.last();
  const Index unit = clamp_index(selected_unit(d.state, units) + Step, units);
  d.state.choices.of<NeuronsChoice>().unit = unit;
  if (!d.state.chosen.shows(activations.name)) return;
  leave_trail(d.state);
  d.state.chosen.shown->index.back() = unit;
}

void neuron_off(Target& d, const Arguments& a, const Limits& l) {
  const TraceTensor& activations = activations_on_stage(d.state, l);
  const Edit off = unit_edit(activations, selected_unit(d.state, activations.shape.last()));
  const bool wanted = a.flag(0, has_edit(d.state, off));
  if (wanted) check_edit(off, *l.trace);
  const std::string edit = edit_text(off);
  std::erase(d.state.edits, edit);
  if (wanted) d.state.edits.push_back(edit);
}

}  // namespace

std::span<const Entry> neurons() {
  static constexpr Entry kEntries[] = {
      {{"neuron.previous", "", "previous unit of the feed-forward network", Sender::Lessons, Undo::Merged},
       move_neuron<-1>},
      {{"neuron.next", "", "next unit of the feed-forward network", Sender::Lessons, Undo::Merged},
       move_neuron<1>},
      {{"neuron.off", "on|off|toggle", "take the selected unit of the layer out, or put it back",
        Sender::Lessons, Undo::Each},
       neuron_off},
  };
  return kEntries;
}

}  // namespace attnlab::commands
