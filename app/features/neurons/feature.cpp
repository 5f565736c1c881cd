// The view Neurons: its options, its keys and its row; its commands.
#include <algorithm>
#include <stdexcept>

#include "app/feature/features.h"
#include "app/features/neurons/choice.h"
#include "app/state/commands/command_table.h"
#include "app/state/expert_choice.h"
#include "app/state/made_commands.h"
#include "app/state/trail.h"
#include "core/analysis/neurons/unit_order.h"
#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/layers/feed_forward_sites.h"
#include "core/models/model_config.h"

namespace attnlab {

Place neurons_on_stage(const AppState& state, const Trace& trace) {
  const Place network = feed_forward_on_stage(state, trace);
  const Index experts = trace.config().experts;
  if (experts == 0) return network;
  return network.inside(expert_sites::kExperts, selected_expert(state, experts));
}

Index selected_unit(const AppState& state, Index units) {
  return std::clamp<Index>(state.choices.of<NeuronsChoice>().unit, 0, std::max<Index>(units - 1, 0));
}

Edit unit_edit(const TraceTensor& activations, Index unit) {
  return CellEdit{{activations.name, {0, AxisRange(CellRegion::kWhole), unit}}, CellEdit::How::Set, 0};
}

std::optional<Index> compared_position(const AppState& state, const UnitLayer& layer) {
  if (!state.choices.of<NeuronsChoice>().at_token()) return {};
  return std::clamp<Index>(current_row(state), 0, layer.tokens() - 1);
}

}  // namespace attnlab

namespace attnlab::commands {
namespace {

/// The activations of the network on the stage.
const TraceTensor& activations_on_stage(const AppState& state, const Limits& l) {
  if (!l.config || !has_feed_forward(*l.config))
    throw std::invalid_argument(tr("this model has no feed-forward networks, so it has no units"));
  const Trace& trace = trace_on_screen(l);
  const TraceTensor* const found = unit_activations(trace, neurons_on_stage(state, trace));
  if (!found) throw std::invalid_argument(tr("the layer on the stage has no feed-forward network"));
  return *found;
}

/// The shown cell follows if it is an activation of the network.
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

std::span<const Entry> neurons() {
  static constexpr Entry kEntries[] = {
      {{"neuron.previous", "", tr_mark("previous unit of the feed-forward network"), Sender::Lessons,
        Undo::Merged},
       move_neuron<-1>},
      {{"neuron.next", "", tr_mark("next unit of the feed-forward network"), Sender::Lessons, Undo::Merged},
       move_neuron<1>},
      {{"neuron.off", "on|off|toggle", tr_mark("ablate the selected unit of the layer, or restore it"),
        Sender::Lessons, Undo::Each},
       neuron_off},
  };
  return kEntries;
}

}  // namespace

}  // namespace attnlab::commands

namespace attnlab {
namespace {

Fields neurons_fields(Choices& choices) {
  NeuronsChoice& c = choices.of<NeuronsChoice>();
  return {
      {"part", &c.part, tr_mark("what is shown"), {}, {}, {"text", "examples", "words", "weights"}},
      {"by", &c.by, tr_mark("the order of the units"), {}, {}, choices_of(std::span(kUnitOrders))},
      {"over",
       &c.over,
       tr_mark("compare units over the text, or at the selected token"),
       {},
       {},
       {"text", "token"}},
      {"answer", &c.answer, tr_mark("the logit to which units contribute"), {}, {}, {"predicted", "right"}},
      {"feature",
       &c.feature,
       tr_mark("the feature with which units are correlated"),
       {},
       {},
       choices_of(text_features())},
      {"unit", &c.unit, tr_mark("the selected unit"), 0}};
}

bool has_neurons(const ModelConfig& config) { return has_feed_forward(config); }
std::string_view no_neurons(const ModelConfig& config) {
  return is_transformer(config) ? tr("its layers have no feed-forward networks")
                                : tr("it is not a Transformer");
}

void forget_neurons(Choices& choices) { choices.of<NeuronsChoice>().unit = 0; }

constexpr ViewKey kNeuronsKeys[] = {
    {"Left", "← →", tr_mark("previous, next unit"), "neuron.previous"},
    {"Right", "", tr_mark("next unit"), "neuron.next"},
    {"X", "X", tr_mark("ablate or restore the unit"), "neuron.off toggle"},
};

}  // namespace

std::unique_ptr<Analysis> make_neuron_analyses(const AnalysisTools& tools);

namespace neurons {

const Feature kFeature = {.name = "neurons",
                          .title = tr_mark("Neurons"),
                          .group = &kInsideGroup,
                          .term = "neuron",
                          .key = "G",
                          .shared = {.cells = true, .layers = true, .matrices = true},
                          .keys = kNeuronsKeys,
                          .options = neurons_fields,
                          .forget_model = forget_neurons,
                          .offered = has_neurons,
                          .why_not = no_neurons,
                          .analysis = make_neuron_analyses,
                          .commands = commands::neurons};

}  // namespace neurons

}  // namespace attnlab
