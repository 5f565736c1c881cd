// The view Recurrence: its options, its keys and its row; its commands.
#include <algorithm>
#include <stdexcept>

#include "app/feature/features.h"
#include "app/features/recurrence/choice.h"
#include "app/state/commands/command_table.h"
#include "app/state/trail.h"
#include "core/analysis/recurrence/time_gradients.h"
#include "core/analysis/text_features.h"
#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/models/architecture_kind.h"

namespace attnlab {
namespace {

/// The innermost of the cells that `place` is in; else the cell of the same text that is nearest to the
/// output.
std::size_t cell_around(const Place& place, const std::vector<RecurrentCell>& cells) {
  std::size_t found = cells.size(), same_text = cells.size() - 1;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Place& own = cells[i].place;
    const bool inner = found == cells.size() || own.begins_with(cells[found].place);
    if (place.begins_with(own) && inner) found = i;
    if (own.text() == place.text()) same_text = i;
  }
  return found < cells.size() ? found : same_text;
}

/// The index of `cell` on the last axis of this kind; −1 if there is none.
Index index_along(const TraceTensor& tensor, const CellName& cell, Axis axis) {
  for (std::size_t i = std::min(tensor.site->axes.size(), cell.index.size()); i-- > 0;)
    if (tensor.site->axes[i] == axis) return cell.index[i];
  return -1;
}

}  // namespace

RecurrentPlace recurrent_place(const AppState& state, const Trace& trace,
                               const std::vector<RecurrentCell>& cells) {
  RecurrentPlace at{.cell = cells.size() - 1};
  const CellName chosen = chosen_cell(state);
  const TraceTensor* const tensor = trace.find(value_name(chosen.tensor));
  if (!tensor || !tensor->site) return at;
  at.cell = cell_around(tensor->place, cells);
  const RecurrentCell& cell = cells[at.cell];
  at.time = std::clamp<Index>(index_along(*tensor, chosen, Axis::Token), 0, cell.steps() - 1);
  const Index unit =
      std::max(index_along(*tensor, chosen, Axis::Feature), index_along(*tensor, chosen, Axis::Row));
  at.unit = std::clamp<Index>(unit, 0, cell.units() - 1);
  return at;
}

CellName unit_cell(const TraceTensor& tensor, Index time, Index unit) {
  return {tensor.name, {0, time, unit}};
}

Index gradient_target(const RecurrenceChoice& choice, const Trace& trace) {
  const std::vector<Index> counted = counted_targets(trace);
  if (std::ranges::find(counted, choice.target) != counted.end()) return choice.target;
  return counted.empty() ? -1 : counted.back();
}

std::size_t eigenvalue_gate(const RecurrenceChoice& choice, const CellKind& kind) {
  return std::min(static_cast<std::size_t>(choice.gate), kind.gates.size() - 1);
}

}  // namespace attnlab

namespace attnlab::commands {
namespace {

enum class Along { Time, Unit };

/// The chosen cell stays in its tensor if the tensor belongs to the recurrent cell; else it moves to the
/// hidden state.
template <Along Way, int Step>
void move_recurrent(Target& d, const Arguments&, const Limits& l) {
  const Trace& trace = trace_on_screen(l);
  const std::vector<RecurrentCell> cells = recurrent_cells(trace);
  if (cells.empty()) throw std::invalid_argument(tr("this model has no recurrent layers"));
  const RecurrentPlace at = recurrent_place(d.state, trace, cells);
  const RecurrentCell& cell = cells[at.cell];
  const CellName chosen = chosen_cell(d.state);
  const TraceTensor* const shown = trace.find(value_name(chosen.tensor));
  const bool own = shown && shown->place == cell.place && shown->shape == cell.hidden->shape;
  CellName next = unit_cell(own ? *shown : *cell.hidden, at.time, at.unit);
  if (own) next.tensor = chosen.tensor;
  Index& index = next.index[Way == Along::Time ? 1 : 2];
  index = clamp_index(index + Step, Way == Along::Time ? cell.steps() : cell.units());
  leave_trail(d.state);
  d.state.chosen.shown = std::move(next);
}

std::span<const Entry> recurrence() {
  static constexpr Entry kEntries[] = {
      {{"time.next", "", tr_mark("next time step of a recurrent cell"), Sender::Lessons, Undo::Each},
       move_recurrent<Along::Time, 1>},
      {{"time.previous", "", tr_mark("previous time step of a recurrent cell"), Sender::Lessons, Undo::Each},
       move_recurrent<Along::Time, -1>},
      {{"unit.next", "", tr_mark("next unit of a recurrent cell"), Sender::Lessons, Undo::Each},
       move_recurrent<Along::Unit, 1>},
      {{"unit.previous", "", tr_mark("previous unit of a recurrent cell"), Sender::Lessons, Undo::Each},
       move_recurrent<Along::Unit, -1>},
  };
  return kEntries;
}

}  // namespace

}  // namespace attnlab::commands

namespace attnlab {
namespace {

/// One of the parts of the view.
struct RecurrencePartKind {
  std::string_view name;
  RecurrenceChoice::Needs needs;
};
constexpr RecurrencePartKind kRecurrencePartKinds[] = {{"unrolled", RecurrenceChoice::Needs::Nothing},
                                                       {"gates", RecurrenceChoice::Needs::Nothing},
                                                       {"states", RecurrenceChoice::Needs::Nothing},
                                                       {"back", RecurrenceChoice::Needs::Gradients},
                                                       {"eigenvalues", RecurrenceChoice::Needs::Eigenvalues}};

std::vector<Choice> recurrence_part_choices() {
  constexpr auto kChoices = choices_by_name(kRecurrencePartKinds);
  return {kChoices.begin(), kChoices.end()};
}

Fields recurrence_fields(Choices& choices) {
  constexpr double kMostSteps = 1000, kMostGate = 3;
  RecurrenceChoice& c = choices.of<RecurrenceChoice>();
  return {{"part", &c.part, tr_mark("what is shown"), {}, {}, recurrence_part_choices()},
          {"order", &c.order, tr_mark("the order of the units"), {}, {}, {"numbers", "feature"}},
          {"feature",
           &c.feature,
           tr_mark("the feature with which units are correlated"),
           {},
           {},
           choices_of(text_features())},
          {"state", &c.state, tr_mark("which state is shown over time"), {}, {}, {"hidden", "cell"}},
          {"loss",
           &c.loss,
           tr_mark("which loss is differentiated: of one target or of the whole text"),
           {},
           {},
           {"one", "whole"}},
          {"target", &c.target, tr_mark("position of the target, if the loss is of one target; -1: the last"),
           -1},
          {"compare", &c.compare, tr_mark("compare an RNN, an LSTM, and a GRU of the same size")},
          {"steps", &c.steps, tr_mark("training steps of the compared networks"), 0, kMostSteps},
          {"gate", &c.gate, tr_mark("the gate whose eigenvalues are shown"), 0, kMostGate}};
}

bool has_recurrence(const ModelConfig& config) { return architecture_of(config).has_cells(); }
std::string_view no_recurrence(const ModelConfig&) { return tr("it has no recurrent layers"); }

void forget_recurrence(Choices& choices) {
  choices.of<RecurrenceChoice>().target = -1;
  choices.of<RecurrenceChoice>().gate = 0;
  choices.of<RecurrenceChoice>().compare = false;
}

constexpr ViewKey kRecurrenceKeys[] = {
    {"Left", "← →", tr_mark("previous, next time step"), "time.previous"},
    {"Right", "", tr_mark("next time step"), "time.next"},
    {"Up", "↑ ↓", tr_mark("previous, next unit"), "unit.previous"},
    {"Down", "", tr_mark("next unit"), "unit.next"},
};

}  // namespace

RecurrenceChoice::Needs RecurrenceChoice::needs() const {
  return row_named(kRecurrencePartKinds, "part of the view", part).needs;
}

std::unique_ptr<Analysis> make_recurrence_analyses(const AnalysisTools& tools);

namespace recurrence {

const Feature kFeature = {.name = "recurrence",
                          .title = tr_mark("Recurrence"),
                          .group = &kPassGroup,
                          .term = "recurrent network",
                          .key = "R",
                          .shared = {.layers = true, .matrices = true},
                          .keys = kRecurrenceKeys,
                          .options = recurrence_fields,
                          .forget_model = forget_recurrence,
                          .offered = has_recurrence,
                          .why_not = no_recurrence,
                          .analysis = make_recurrence_analyses,
                          .commands = commands::recurrence};

}  // namespace recurrence

}  // namespace attnlab
