// Commands of the probes: from label to label.
#include <stdexcept>

#include "app/features/probes/choice.h"
#include "app/features/probes/chosen.h"
#include "app/state/commands/command_table.h"

namespace attnlab::commands {

namespace {

template <int Step>
void move_label(Target& d, const Arguments&, const Limits& l) {
  const auto known = l.results ? l.results->of<ProbeResults>() : nullptr;
  if (!known || known->stacks.empty())
    throw std::invalid_argument("the labels of this model are not known before the view Probes shows them");
  ProbesChoice& choice = d.state.choices.of<ProbesChoice>();
  choice.label = label_beside(choice, chosen_stack(choice, known->stacks), Step).name;
}

}  // namespace

std::span<const Entry> probes() {
  static constexpr Entry kEntries[] = {
      {{"probe.previous", "", "the label before, of those that the task knows", Sender::Lessons,
        Undo::Merged},
       move_label<-1>},
      {{"probe.next", "", "the next label, of those that the task knows", Sender::Lessons, Undo::Merged},
       move_label<1>},
  };
  return kEntries;
}

}  // namespace attnlab::commands
