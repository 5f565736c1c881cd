// Commands that go to past steps, name them, and continue training from them.
#include <algorithm>

#include "app/state/commands/command_table.h"
#include "core/language/messages.h"

namespace attnlab::commands {

namespace {

const Timeline& timeline_or_throw(const Limits& l) {
  if (!l.timeline || l.timeline->states.empty())
    throw std::invalid_argument(tr("no past steps are stored, because there is nothing to train"));
  return *l.timeline;
}

Index shown_step(const Target& d, const Limits& l) { return d.state.rewound.value_or(l.step); }

void show(Target& d, const Limits& l, Index step) {
  d.state.rewound = timeline_or_throw(l).nearest(step)->step();
  if (step >= l.step || *d.state.rewound >= l.step) d.state.rewound.reset();
}

void to_step(Target& d, const Arguments& a, const Limits& l) {
  const Index step = a.whole(0, 0, std::max<Index>(l.step, 0));
  show(d, l, step);
}
void newest(Target& d, const Arguments&, const Limits&) { d.state.rewound.reset(); }

/// Goes to the last stored step before the step on screen.
void previous(Target& d, const Arguments&, const Limits& l) {
  const auto& kept = timeline_or_throw(l).states;
  const auto at = std::ranges::lower_bound(kept, shown_step(d, l), {}, &TrainingState::step);
  if (at == kept.begin()) throw std::invalid_argument(tr("this is the first step"));
  d.state.rewound = (*std::prev(at))->step();
}
void next(Target& d, const Arguments&, const Limits& l) {
  const auto& kept = timeline_or_throw(l).states;
  if (!d.state.rewound) throw std::invalid_argument(tr("this is the newest step"));
  const auto at = std::ranges::upper_bound(kept, *d.state.rewound, {}, &TrainingState::step);
  at == kept.end() ? d.state.rewound.reset() : show(d, l, (*at)->step());
}

void play_history(Target& d, const Arguments& a, const Limits& l) {
  timeline_or_throw(l);
  d.screen.timeline_plays = a.flag(0, d.screen.timeline_plays);
}
void set_timeline_pace(Target& d, const Arguments& a, const Limits&) {
  d.screen.timeline_pace = a.number(0, 0.25, 4);
}
void budget(Target& d, const Arguments& a, const Limits&) {
  d.screen.history_megabytes = a.whole(0, 1, kMostHistory);
}
void runs_budget(Target& d, const Arguments& a, const Limits&) {
  d.screen.runs_megabytes = a.whole(0, 1, kMostRuns);
}

void pin(Target& d, const Arguments& a, const Limits& l) {
  timeline_or_throw(l);
  if (a.joined().empty()) a.fail();
  d.actions.training.pin(d.state.rewound, a.joined());
}
void unpin(Target& d, const Arguments& a, const Limits& l) {
  const Index step = a.whole(0, 0, std::max<Index>(l.step, 0));
  if (!timeline_or_throw(l).pin_at(step))
    throw std::invalid_argument(tr("step {1} has no pin", std::to_string(step)));
  d.actions.training.unpin(step);
}
void branch(Target& d, const Arguments& a, const Limits& l) {
  timeline_or_throw(l);
  d.actions.runs.branch(d.state.rewound, a.all());
}

}  // namespace

std::span<const Entry> timeline() {
  static constexpr Entry kEntries[] = {
      {{"timeline.to", "STEP", tr_mark("go to a past step"), Sender::Lessons, Undo::Merged}, to_step},
      {{"timeline.newest", "", tr_mark("go to the newest step"), Sender::Lessons, Undo::Each}, newest},
      {{"timeline.previous", "", tr_mark("go to the previous stored step"), Sender::Lessons, Undo::Merged},
       previous},
      {{"timeline.next", "", tr_mark("go to the next stored step"), Sender::Lessons, Undo::Merged}, next},
      {{"timeline.play", "on|off|toggle", tr_mark("play the past steps"), Sender::Lessons, Undo::None},
       play_history},
      {{"timeline.pace", "FACTOR", tr_mark("set the pace at which past steps are played"), Sender::Lessons,
        Undo::None},
       set_timeline_pace},
      {{"timeline.budget", "MEGABYTES",
        tr_mark("set the space for past steps and metrics, in memory and on disk"), Sender::RandomInput,
        Undo::None},
       budget},
      {{"runs.budget", "MEGABYTES",
        tr_mark("set the memory for open runs; beyond it, idle runs move to disk until they are shown"),
        Sender::RandomInput, Undo::None},
       runs_budget},
      {{"pin", "NAME", tr_mark("pin the step on screen under a name"), Sender::Lessons, Undo::None}, pin},
      {{"unpin", "STEP", tr_mark("remove the pin of a step"), Sender::RandomInput, Undo::None}, unpin},
      {{"branch", "[OPTION=VALUE …]", tr_mark("continue training from the step on screen as another run"),
        Sender::Lessons, Undo::None},
       branch},
  };
  return kEntries;
}

}  // namespace attnlab::commands
