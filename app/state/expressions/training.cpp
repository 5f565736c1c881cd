// Expressions of the runs and their past.

#include <algorithm>
#include <stdexcept>

#include "app/state/expressions/expression_table.h"
#include "app/state/open_sweep.h"
#include "core/language/messages.h"

namespace attnlab::expressions {

namespace {

const RunView* shown(const Asked& a) {
  const auto found = std::ranges::find_if(*a.view.runs, &RunView::shown);
  return found == a.view.runs->end() ? nullptr : &*found;
}

/// The number of the run on screen; 0 where there is none.
std::string run_number(const Asked& a) {
  const RunView* run = shown(a);
  return std::to_string(run ? run->number : 0);
}

const Timeline& timeline(const Asked& a) {
  const RunView* run = shown(a);
  if (!run || !run->record.timeline) throw std::invalid_argument(tr("this run does not store past steps"));
  return *run->record.timeline;
}

std::string change(const Asked& a) {
  const std::vector<TimelineEvent>& events = timeline(a).events;
  const Index at = number_in(a.argument(0));
  if (at < 1 || at > std::ssize(events))
    throw std::invalid_argument(
        tr("the timeline has changes 1 to {1}, not {2}", std::to_string(events.size()), a.argument(0)));
  return events[at - 1].text;
}

std::string pin_name(const Asked& a) {
  const Pin* pin = timeline(a).pin_at(number_in(a.argument(0)));
  return pin ? pin->name : "none";
}

std::string sweep_ended(const Asked& a) {
  const std::optional<OpenSweep> sweep = newest_sweep(*a.view.runs);
  return sweep ? std::to_string(sweep->ended()) + " of " + std::to_string(sweep->results.size()) : "none";
}

}  // namespace

std::span<const ScriptExpression> training() {
  static constexpr ScriptExpression kRows[] = {
      {"step", "", "the number of steps that the model has trained for",
       [](const Asked& a) { return std::to_string(a.view.training.step); }},
      {"loss", "", "the training loss of the newest step",
       [](const Asked& a) { return exact_text(a.view.training.loss); }, Needs::Nothing, course_of_loss},
      {"playing", "", "whether the model is training: `yes` or `no`",
       [](const Asked& a) { return yes_or_no(a.view.training.state == TrainingView::State::Running); }},
      {"setting", "OPTION", "a setting of the next step, as `train.set` sets it",
       [](const Asked& a) { return setting_text(a.view.training.settings, a.argument(0)); }},
      {"device", "", "where attention is computed: `cpu` or `gpu`",
       [](const Asked& a) -> std::string { return a.view.gpu.empty() ? "cpu" : "gpu"; }},
      {"train.device", "", "where the run trains: `cpu` or `gpu`",
       [](const Asked& a) -> std::string { return a.view.training.step_device.empty() ? "cpu" : "gpu"; }},
      {"run", "", "the number of the run on screen", run_number},
      {"runs", "", "the number of open runs",
       [](const Asked& a) { return std::to_string(a.view.runs->size()); }},
      {"runs.away", "", "the number of runs that were moved to disk",
       [](const Asked& a) { return std::to_string(std::ranges::count_if(*a.view.runs, &RunView::away)); }},
      {"sweep", "", "how many runs of the newest sweep have ended, such as `2 of 4`, or `none`", sweep_ended},
      {"rewound", "", "the past step on screen, or `no`",
       [](const Asked& a) {
         return a.view.state.rewound ? std::to_string(*a.view.state.rewound) : std::string("no");
       }},
      {"timeline.kept", "", "the number of stored steps",
       [](const Asked& a) { return std::to_string(timeline(a).states.size()); }},
      {"timeline.changes", "", "the number of changes on the timeline",
       [](const Asked& a) { return std::to_string(timeline(a).events.size()); }},
      {"timeline.change", "N", "the N-th change on the timeline", change},
      {"timeline.pin", "STEP", "the name of the pin of a step, or `none`", pin_name},
  };
  return kRows;
}

}  // namespace attnlab::expressions
