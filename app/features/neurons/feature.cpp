// The view Neurons: its options, its keys and its row.
#include "app/feature/features.h"
#include "app/features/neurons/choice.h"
#include "core/analysis/neurons/unit_order.h"
#include "core/config/rows.h"
#include "core/models/model_config.h"

namespace attnlab {
namespace {

Fields neurons_fields(Choices& choices) {
  NeuronsChoice& c = choices.of<NeuronsChoice>();
  return {{"part", &c.part, "what is shown", {}, {}, {"text", "examples", "words", "weights"}},
          {"by", &c.by, "what orders the units", {}, {}, choices_of(std::span(kUnitOrders))},
          {"over", &c.over, "largest over the text, or at the selected token", {}, {}, {"text", "token"}},
          {"answer", &c.answer, "whose logit contributions go to", {}, {}, {"predicted", "right"}},
          {"feature", &c.feature, "what units may follow", {}, {}, choices_of(text_features())},
          {"unit", &c.unit, "the selected unit", 0}};
}

bool has_neurons(const ModelConfig& config) { return has_feed_forward(config); }
std::string_view no_neurons(const ModelConfig& config) {
  return is_transformer(config) ? "its layers have no feed-forward networks"
                                : "its layers are not those of a Transformer";
}

void forget_neurons(Choices& choices) { choices.of<NeuronsChoice>().unit = 0; }

constexpr ViewKey kNeuronsKeys[] = {
    {"Left", "← →", "unit before, after", "neuron.previous"},
    {"Right", "", "unit after", "neuron.next"},
    {"X", "X", "take the unit out, or put it back", "neuron.off toggle"},
};

}  // namespace

std::unique_ptr<Analysis> make_neuron_analyses(const AnalysisTools& tools);

namespace commands {
std::span<const Entry> neurons();
}  // namespace commands

namespace neurons {

const Feature kFeature = {.name = "neurons",
                          .title = "Neurons",
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
