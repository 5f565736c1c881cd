// Commands that go to past steps, name them, and continue training from them.
#include <algorithm>

#include "app/state/commands/command_table.h"

namespace attnlab::commands {

namespace {

const Timeline& timeline_or_throw(const Limits& l) {
  if (!l.timeline || l.timeline->states.empty())
    throw std::invalid_argument("no past steps are kept: there is nothing to train");
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

/// Goes to the kept step before the one on screen.
void previous(Target& d, const Arguments&, const Limits& l) {
  const auto& kept = timeline_or_throw(l).states;
  const auto at = std::ranges::lower_bound(kept, shown_step(d, l), {}, &TrainingState::step);
  if (at == kept.begin()) throw std::invalid_argument("this is the first step");
  d.state.rewound = (*std::prev(at))->step();
}
void next(Target& d, const Arguments&, const Limits& l) {
  const auto& kept = timeline_or_throw(l).states;
  if (!d.state.rewound) throw std::invalid_argument("this is the newest step");
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
    throw std::invalid_argument("step " + std::to_string(step) + " has no pin");
  d.actions.training.unpin(step);
}
void branch(Target& d, const Arguments& a, const Limits& l) {
  timeline_or_throw(l);
  d.actions.runs.branch(d.state.rewound, a.all());
}

}  // namespace

std::span<const Entry> timeline() {
  static constexpr Entry kEntries[] = {
      {{"timeline.to", "STEP", "look at a past step", Sender::Lessons, Undo::Merged}, to_step},
      {{"timeline.newest", "", "look at the newest step", Sender::Lessons, Undo::Each}, newest},
      {{"timeline.previous", "", "look at the kept step before", Sender::Lessons, Undo::Merged}, previous},
      {{"timeline.next", "", "look at the kept step after", Sender::Lessons, Undo::Merged}, next},
      {{"timeline.play", "on|off|toggle", "show past steps one after another", Sender::Lessons, Undo::None},
       play_history},
      {{"timeline.pace", "FACTOR", "how fast past steps are played", Sender::Lessons, Undo::None},
       set_timeline_pace},
      {{"timeline.budget", "MEGABYTES", "room for past steps and metrics, in memory and on disk",
        Sender::RandomInput, Undo::None},
       budget},
      {{"runs.budget", "MEGABYTES", "memory for open runs: idle ones beyond it go to the disk and come back",
        Sender::RandomInput, Undo::None},
       runs_budget},
      {{"pin", "NAME", "keep the step on screen under a name", Sender::Lessons, Undo::None}, pin},
      {{"unpin", "STEP", "take a step's name away", Sender::RandomInput, Undo::None}, unpin},
      {{"branch", "[OPTION=VALUE …]", "train on from the step on screen as another run", Sender::Lessons,
        Undo::None},
       branch},
  };
  return kEntries;
}

}  // namespace attnlab::commands
