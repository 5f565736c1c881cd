// The view Probes: its options, its keys and its row; its commands and expressions.
#include <algorithm>
#include <stdexcept>

#include "app/feature/features.h"
#include "app/features/probes/choice.h"
#include "app/state/commands/command_table.h"
#include "app/state/expressions/expression_table.h"
#include "core/analysis/probes/stream_points.h"
#include "core/config/rows.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// Whether a tensor is in the layer before a point, or both belong to the input.
bool is_at_point(const TraceTensor& tensor, const ProbedPoint& point) {
  if (point_layer(point) < 0) return tensor.place == point.place;
  return layer_around(tensor.place) == layer_around(point.place);
}

}  // namespace

const ProbedStack& chosen_stack(const ProbesChoice& choice, const std::vector<ProbedStack>& stacks) {
  const Text wanted = choice.stack == "source" ? Text::Source : Text::Target;
  const auto found = std::ranges::find(stacks, wanted, &ProbedStack::text);
  return found == stacks.end() ? stacks.front() : *found;
}

const ProbeLabel& chosen_label(const ProbesChoice& choice, const ProbedStack& stack) {
  return label_beside(choice, stack, 0);
}

const ProbeLabel& label_beside(const ProbesChoice& choice, const ProbedStack& stack, Index step) {
  const std::vector<const ProbeLabel*> known = known_labels(stack);
  const auto found = std::ranges::find(known, choice.label, &ProbeLabel::name);
  const Index at = found == known.end() ? 0 : found - known.begin(), count = std::ssize(known);
  return *known[((at + step) % count + count) % count];
}

std::size_t probed_layer(const AppState& state, const Trace& trace, const ProbeReport& report) {
  const TraceTensor* const shown =
      state.chosen.shown ? trace.find(value_name(state.chosen.shown->tensor)) : nullptr;
  std::size_t selected = 0;
  for (std::size_t i = 0; i < report.layers.size(); ++i) {
    const ProbedPoint& point = report.layers[i].point;
    if (shown && is_at_point(*shown, point)) return i;
    if (point_layer(point) == state.selection.layer) selected = i;
  }
  return selected;
}

}  // namespace attnlab

namespace attnlab::expressions {
namespace {

const ProbeResults* probes_on_screen(const Asked& a) { return a.view.found<ProbeResults>(); }

std::string probed_label(const Asked& a) {
  const ProbeResults* const probes = probes_on_screen(a);
  if (!probes || probes->stacks.empty()) return "none";
  const ProbesChoice& choice = a.view.state.choices.of<ProbesChoice>();
  return std::string(chosen_label(choice, chosen_stack(choice, probes->stacks)).name);
}

std::string probe_accuracy(const Asked& a) {
  const auto layer = static_cast<std::size_t>(number_in(a.argument(0)));
  const ProbeResults* const probes = probes_on_screen(a);
  if (!probes || !probes->now.value || layer >= probes->now.value->layers.size()) return "none";
  return exact_text(probes->now.value->layers[layer].accuracy);
}

std::string probed_steps(const Asked& a) {
  const ProbeResults* const probes = probes_on_screen(a);
  return std::to_string(probes ? known_steps(probes->course).size() : 0);
}

std::span<const ScriptExpression> probes() {
  static constexpr ScriptExpression kRows[] = {
      {"probes.label", "", tr_mark("the label that the view Probes predicts, or `none`"), probed_label},
      {"probes.accuracy", "ROW",
       tr_mark("the accuracy of the probe in a row, 0 for the embedding, or `none`"), probe_accuracy},
      {"probes.steps", "", tr_mark("number of stored steps whose probes are computed"), probed_steps},
  };
  return kRows;
}

}  // namespace

}  // namespace attnlab::expressions

namespace attnlab::commands {
namespace {

template <int Step>
void move_label(Target& d, const Arguments&, const Limits& l) {
  const auto known = l.results ? l.results->of<ProbeResults>() : nullptr;
  if (!known || known->stacks.empty())
    throw std::invalid_argument(tr("the labels of this model are not known yet: open the view Probes first"));
  ProbesChoice& choice = d.state.choices.of<ProbesChoice>();
  choice.label = label_beside(choice, chosen_stack(choice, known->stacks), Step).name;
}

std::span<const Entry> probes() {
  static constexpr Entry kEntries[] = {
      {{"probe.previous", "", tr_mark("probe for the previous label that the task has"), Sender::Lessons,
        Undo::Merged},
       move_label<-1>},
      {{"probe.next", "", tr_mark("probe for the next label that the task has"), Sender::Lessons,
        Undo::Merged},
       move_label<1>},
  };
  return kEntries;
}

}  // namespace

}  // namespace attnlab::commands

namespace attnlab {
namespace {

Fields probes_fields(Choices& choices) {
  ProbesChoice& c = choices.of<ProbesChoice>();
  return {{"part", &c.part, tr_mark("what is shown"), {}, {}, {"layers", "text", "training"}},
          {"label",
           &c.label,
           tr_mark("the label of each token that probes predict"),
           {},
           {},
           choices_of(probe_labels())},
          {"stack", &c.stack, tr_mark("the text whose layers are read"), {}, {}, {"source", "target"}},
          {"course", &c.course, tr_mark("whether past steps are computed for the part training")}};
}

bool has_stream(const ModelConfig& config) { return !probed_texts(config).empty(); }
std::string_view no_stream(const ModelConfig&) { return tr_mark("it has no layers that probes could read"); }

bool of_course(const Choices& choices) { return choices.of<ProbesChoice>().shows_training(); }

constexpr ViewKey kProbesKeys[] = {
    {"Left", "← →", tr_mark("previous, next label"), "probe.previous"},
    {"Right", "", tr_mark("next label"), "probe.next"},
    {"X", "X", tr_mark("stop computing past steps, or continue"), "choose probes.course toggle", of_course},
};

}  // namespace

std::unique_ptr<Analysis> make_probe_analyses(const AnalysisTools& tools);

namespace probes {

const Feature kFeature = {.name = "probes",
                          .title = tr_mark("Probes"),
                          .group = &kInsideGroup,
                          .term = "probe",
                          .key = "O",
                          .shared = {.cells = true, .layers = true, .matrices = true},
                          .keys = kProbesKeys,
                          .options = probes_fields,
                          .offered = has_stream,
                          .why_not = no_stream,
                          .analysis = make_probe_analyses,
                          .commands = commands::probes,
                          .expressions = expressions::probes};

}  // namespace probes

}  // namespace attnlab
