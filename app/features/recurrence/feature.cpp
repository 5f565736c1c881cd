// The view Recurrence: its options, its keys and its row.
#include "app/feature/features.h"
#include "app/features/recurrence/choice.h"
#include "core/analysis/text_features.h"
#include "core/config/rows.h"
#include "core/models/architecture_kind.h"

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
  return {{"part", &c.part, "what is shown", {}, {}, recurrence_part_choices()},
          {"order", &c.order, "the order of the units", {}, {}, {"numbers", "feature"}},
          {"feature", &c.feature, "what units may follow", {}, {}, choices_of(text_features())},
          {"state", &c.state, "which state is shown over time", {}, {}, {"hidden", "cell"}},
          {"loss",
           &c.loss,
           "whose gradient goes back: one target's or the whole loss's",
           {},
           {},
           {"one", "whole"}},
          {"target", &c.target, "position of the one target; -1 is the last", -1},
          {"compare", &c.compare, "RNN, LSTM and GRU of the same size over each other"},
          {"steps", &c.steps, "for which these are trained", 0, kMostSteps},
          {"gate", &c.gate, "the gate whose recurrent weights have their eigenvalues shown", 0, kMostGate}};
}

bool has_recurrence(const ModelConfig& config) { return architecture_of(config).has_cells(); }
std::string_view no_recurrence(const ModelConfig&) { return "it has no recurrent layers"; }

void forget_recurrence(Choices& choices) {
  choices.of<RecurrenceChoice>().target = -1;
  choices.of<RecurrenceChoice>().gate = 0;
  choices.of<RecurrenceChoice>().compare = false;
}

constexpr ViewKey kRecurrenceKeys[] = {
    {"Left", "← →", "time step before, after", "time.previous"},
    {"Right", "", "time step after", "time.next"},
    {"Up", "↑ ↓", "unit before, after", "unit.previous"},
    {"Down", "", "unit after", "unit.next"},
};

}  // namespace

RecurrenceChoice::Needs RecurrenceChoice::needs() const {
  return row_named(kRecurrencePartKinds, "part of the view", part).needs;
}

std::unique_ptr<Analysis> make_recurrence_analyses(const AnalysisTools& tools);

namespace commands {
std::span<const Entry> recurrence();
}  // namespace commands

namespace recurrence {

const Feature kFeature = {.name = "recurrence",
                          .title = "Recurrence",
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
