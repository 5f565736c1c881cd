// The view Probes: its options, its keys and its row.
#include "app/feature/features.h"
#include "app/features/probes/choice.h"
#include "core/analysis/probes/stream_points.h"
#include "core/config/rows.h"

namespace attnlab {
namespace {

Fields probes_fields(Choices& choices) {
  ProbesChoice& c = choices.of<ProbesChoice>();
  return {
      {"part", &c.part, "what is shown", {}, {}, {"layers", "text", "training"}},
      {"label", &c.label, "what is looked for, a label of each token", {}, {}, choices_of(probe_labels())},
      {"stack", &c.stack, "which text’s layers are read", {}, {}, {"source", "target"}},
      {"course", &c.course, "past steps are worked out for the part training"}};
}

bool has_stream(const ModelConfig& config) { return !probed_texts(config).empty(); }
std::string_view no_stream(const ModelConfig&) { return "it has no layers whose stream could be read"; }

bool of_course(const Choices& choices) { return choices.of<ProbesChoice>().shows_training(); }

constexpr ViewKey kProbesKeys[] = {
    {"Left", "← →", "label before, after", "probe.previous"},
    {"Right", "", "label after", "probe.next"},
    {"X", "X", "stop working out past steps, or go on", "choose probes.course toggle", of_course},
};

}  // namespace

std::unique_ptr<Analysis> make_probe_analyses(const AnalysisTools& tools);

namespace commands {
std::span<const Entry> probes();
}  // namespace commands
namespace expressions {
std::span<const ScriptExpression> probes();
}

namespace probes {

const Feature kFeature = {.name = "probes",
                          .title = "Probes",
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
