// Commands of recurrent networks: another time step, another unit.
#include <stdexcept>

#include "app/features/recurrence/chosen.h"
#include "app/state/commands/command_table.h"
#include "app/state/trail.h"

namespace attnlab::commands {

namespace {

enum class Along { Time, Unit };

/// The chosen cell stays in its tensor where that is one of the recurrent cell's; else it is the hidden
/// state.
template <Along Way, int Step>
void move_recurrent(Target& d, const Arguments&, const Limits& l) {
  if (!l.trace) throw std::invalid_argument("there is no trace yet, so no time step");
  const std::vector<RecurrentCell> cells = recurrent_cells(*l.trace);
  if (cells.empty()) throw std::invalid_argument("this model has no recurrent layers");
  const RecurrentPlace at = recurrent_place(d.state, *l.trace, cells);
  const RecurrentCell& cell = cells[at.cell];
  const CellName chosen = chosen_cell(d.state);
  const TraceTensor* const shown = l.trace->find(value_name(chosen.tensor));
  const bool own = shown && shown->place == cell.place && shown->shape == cell.hidden->shape;
  CellName next = unit_cell(own ? *shown : *cell.hidden, at.time, at.unit);
  if (own) next.tensor = chosen.tensor;
  Index& index = next.index[Way == Along::Time ? 1 : 2];
  index = clamp_index(index + Step, Way == Along::Time ? cell.steps() : cell.units());
  leave_trail(d.state);
  d.state.chosen.shown = std::move(next);
}

}  // namespace

std::span<const Entry> recurrence() {
  static constexpr Entry kEntries[] = {
      {{"time.next", "", "next time step of a recurrent cell", Sender::Lessons, Undo::Each},
       move_recurrent<Along::Time, 1>},
      {{"time.previous", "", "previous time step of a recurrent cell", Sender::Lessons, Undo::Each},
       move_recurrent<Along::Time, -1>},
      {{"unit.next", "", "next unit of a recurrent cell", Sender::Lessons, Undo::Each},
       move_recurrent<Along::Unit, 1>},
      {{"unit.previous", "", "previous unit of a recurrent cell", Sender::Lessons, Undo::Each},
       move_recurrent<Along::Unit, -1>},
  };
  return kEntries;
}

}  // namespace attnlab::commands
