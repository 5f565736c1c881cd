// The view Experts: its options, its keys and its row; its commands and expressions.
#include <algorithm>
#include <stdexcept>

#include "app/feature/features.h"
#include "app/features/experts/choice.h"
#include "app/state/commands/command_table.h"
#include "app/state/expert_choice.h"
#include "app/state/expressions/expression_table.h"
#include "app/state/made_commands.h"
#include "app/state/trail.h"
#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/models/model_config.h"
#include "core/trace/edit.h"

namespace attnlab::expressions {
namespace {

std::string share_of_expert(const Asked& a) {
  const auto expert = static_cast<std::size_t>(number_in(a.argument(0)));
  if (!a.view.analyses || !a.view.analyses->of<ExpertResults>() ||
      !a.view.analyses->of<ExpertResults>()->held_out.value)
    return "none";
  const Place place = feed_forward_on_stage(a.view.state, *a.view.trace);
  for (const HeldOutLayer& layer : a.view.analyses->of<ExpertResults>()->held_out.value->layers)
    if (layer.place == place && expert < layer.counts.shares().size())
      return exact_text(layer.counts.shares()[expert]);
  return "none";
}

std::span<const ScriptExpression> experts() {
  static constexpr ScriptExpression kRows[] = {
      {"experts.share", "EXPERT",
       tr_mark("the expert's share of the router's choices for held-out tokens, in the layer on the stage, "
               "or `none`"),
       share_of_expert, Needs::Trace},
  };
  return kRows;
}

}  // namespace

}  // namespace attnlab::expressions

namespace attnlab::commands {
namespace {

Index experts_of(const Limits& l) {
  if (!l.config || l.config->experts == 0) throw std::invalid_argument(tr("this model has no experts"));
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
  const Trace& trace = trace_on_screen(l);
  const Edit off = expert_edit(feed_forward_on_stage(d.state, trace), expert);
  const bool wanted = a.flag(0, has_edit(d.state, off));
  if (wanted) check_edit(off, trace);
  const std::string edit = edit_text(off);
  std::erase(d.state.edits, edit);
  if (wanted) d.state.edits.push_back(edit);
}

std::span<const Entry> experts() {
  static constexpr Entry kEntries[] = {
      {{"expert.previous", "", tr_mark("previous expert"), Sender::Lessons, Undo::Merged}, move_expert<-1>},
      {{"expert.next", "", tr_mark("next expert"), Sender::Lessons, Undo::Merged}, move_expert<1>},
      {{"expert.off", "on|off|toggle", tr_mark("ablate the selected expert of the layer, or restore it"),
        Sender::Lessons, Undo::Each},
       expert_off},
  };
  return kEntries;
}

}  // namespace

}  // namespace attnlab::commands

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
  return {{"part", &c.part, tr_mark("what is shown"), {}, {}, experts_part_choices()},
          {"expert", &c.expert, tr_mark("the selected expert"), 0},
          {"order", &c.order, tr_mark("the order of the expert's tokens"), {}, {}, {"often", "mostly"}}};
}

bool has_experts(const ModelConfig& config) { return config.experts > 0; }
std::string_view no_experts(const ModelConfig&) { return tr("it has no experts"); }

void forget_experts(Choices& choices) { choices.of<ExpertsChoice>().expert = 0; }

constexpr ViewKey kExpertsKeys[] = {
    {"Left", "← →", tr_mark("previous, next expert"), "expert.previous"},
    {"Right", "", tr_mark("next expert"), "expert.next"},
    {"X", "X", tr_mark("ablate or restore the expert"), "expert.off toggle"},
};

}  // namespace

ExpertsChoice::Needs ExpertsChoice::needs() const {
  return row_named(kExpertsPartKinds, "part of the view", part).needs;
}

std::unique_ptr<Analysis> make_expert_analyses(const AnalysisTools& tools);

namespace experts {

const Feature kFeature = {.name = "experts",
                          .title = tr_mark("Experts"),
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
