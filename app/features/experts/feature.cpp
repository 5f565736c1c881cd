// The view Experts: its options, its keys and its row.
#include "app/feature/features.h"
#include "app/features/experts/choice.h"
#include "core/config/rows.h"
#include "core/models/model_config.h"

namespace attnlab {
namespace {

/// One of the parts of the view.
struct ExpertsPartKind {
  std::string_view name;
  ExpertsChoice::Needs needs;
};
constexpr ExpertsPartKind kExpertsPartKinds[] = {{"text", ExpertsChoice::Needs::Nothing},
                                                 {"shares", ExpertsChoice::Needs::HeldOut},
                                                 {"words", ExpertsChoice::Needs::HeldOut},
                                                 {"without", ExpertsChoice::Needs::Effects}};

std::vector<Choice> experts_part_choices() {
  constexpr auto kChoices = choices_by_name(kExpertsPartKinds);
  return {kChoices.begin(), kChoices.end()};
}

Fields experts_fields(Choices& choices) {
  ExpertsChoice& c = choices.of<ExpertsChoice>();
  return {{"part", &c.part, "what is shown", {}, {}, experts_part_choices()},
          {"expert", &c.expert, "the selected expert", 0},
          {"order", &c.order, "which of its tokens come first", {}, {}, {"often", "mostly"}}};
}

bool has_experts(const ModelConfig& config) { return config.experts > 0; }
std::string_view no_experts(const ModelConfig&) { return "it has no experts"; }

void forget_experts(Choices& choices) { choices.of<ExpertsChoice>().expert = 0; }

constexpr ViewKey kExpertsKeys[] = {
    {"Left", "← →", "expert before, after", "expert.previous"},
    {"Right", "", "expert after", "expert.next"},
    {"X", "X", "leave the expert out, or put it back", "expert.off toggle"},
};

}  // namespace

ExpertsChoice::Needs ExpertsChoice::needs() const {
  return row_named(kExpertsPartKinds, "part of the view", part).needs;
}

std::unique_ptr<Analysis> make_expert_analyses(const AnalysisTools& tools);

namespace commands {
std::span<const Entry> experts();
}  // namespace commands
namespace expressions {
std::span<const ScriptExpression> experts();
}

namespace experts {

const Feature kFeature = {.name = "experts",
                          .title = "Experts",
                          .group = &kPassGroup,
                          .term = "mixture of experts",
                          .key = "M",
                          .shared = {.cells = true, .layers = true, .matrices = true},
                          .keys = kExpertsKeys,
                          .options = experts_fields,
                          .forget_model = forget_experts,
                          .offered = has_experts,
                          .why_not = no_experts,
                          .analysis = make_expert_analyses,
                          .commands = commands::experts,
                          .expressions = expressions::experts};

}  // namespace experts

}  // namespace attnlab
