// Commands of the experts: select one, and leave it out.
#include <algorithm>
#include <stdexcept>

#include "app/features/experts/choice.h"
#include "app/state/commands/command_table.h"
#include "app/state/expert_choice.h"
#include "app/state/made_edits.h"
#include "app/state/trail.h"
#include "core/trace/edit.h"

namespace attnlab::commands {

namespace {

Index experts_of(const Limits& l) {
  if (!l.config || l.config->experts == 0) throw std::invalid_argument("this model has no experts");
  return l.config->experts;
}

/// The shown cell follows where its last axis counts experts.
template <int Step>
void move_expert(Target& d, const Arguments&, const Limits& l) {
  const Index count = experts_of(l);
  const Index expert = clamp_index(selected_expert(d.state, count) + Step, count);
  d.state.choices.of<ExpertsChoice>().expert = expert;
  if (d.state.chosen.in_attention() || !l.trace) return;
  CellName& cell = *d.state.chosen.shown;
  const TraceTensor* const tensor = l.trace->find(value_name(cell.tensor));
  if (!tensor || tensor->site->axes.size() == 0) return;
  if (tensor->site->axes[tensor->site->axes.size() - 1] != Axis::Expert) return;
  leave_trail(d.state);
  cell.index.back() = expert;
}

void expert_off(Target& d, const Arguments& a, const Limits& l) {
  const Index expert = selected_expert(d.state, experts_of(l));
  if (!l.trace) throw std::invalid_argument("there is no trace yet, so no expert to leave out");
  const Edit off = expert_edit(feed_forward_on_stage(d.state, *l.trace), expert);
  const bool wanted = a.flag(0, has_edit(d.state, off));
  if (wanted) check_edit(off, *l.trace);
  const std::string edit = edit_text(off);
  std::erase(d.state.edits, edit);
  if (wanted) d.state.edits.push_back(edit);
}

}  // namespace

std::span<const Entry> experts() {
  static constexpr Entry kEntries[] = {
      {{"expert.previous", "", "previous expert", Sender::Lessons, Undo::Merged}, move_expert<-1>},
      {{"expert.next", "", "next expert", Sender::Lessons, Undo::Merged}, move_expert<1>},
      {{"expert.off", "on|off|toggle", "leave the selected expert of the layer out, or put it back",
        Sender::Lessons, Undo::Each},
       expert_off},
  };
  return kEntries;
}

}  // namespace attnlab::commands
