// Commands that walk through the pass, step by step, from the tokens to the loss and back.
#include <algorithm>
#include <charconv>

#include "app/feature/opened_features.h"
#include "app/state/commands/command_table.h"
#include "app/state/trail.h"
#include "app/state/walk/pass_walk.h"
#include "app/state/walk/walk_range.h"
#include "core/config/rows.h"
#include "core/language/messages.h"

namespace attnlab::commands {

namespace {

constexpr double kPaces[] = {0.5, 1, 2, 4};

/// The walk without a trace: the operations of one head.
void move_in_head(AppState& state, int step) {
  leave_trail(state);
  Stage& stage = state.chosen.stage;
  stage = static_cast<Stage>(clamp_index(static_cast<Index>(stage) + step, kStageCount));
}

/// Goes from a weight, or from a value computed before an edit, to its step.
void back_to_walk(AppState& state, const PassWalk& walk, const Trace& trace) {
  const auto step = step_beside(walk, trace, state);
  if (!step) return;
  const bool weight = !find_step(walk, name_after_edits(value_name(state.chosen.shown_tensor())));
  if (weight) state.chosen.shown.reset();  // its rows are no tokens: the selected token is used
  go_to(state, walk.steps[*step]);
}

template <int Step>
void move(Target& d, const Arguments&, const Limits& l) {
  if (!l.trace) return move_in_head(d.state, Step);
  const PassWalk walk = pass_walk(*l.trace);
  const std::optional<std::size_t> here = walk_position(walk, d.state);
  if (!here) return back_to_walk(d.state, walk, *l.trace);
  const auto next = static_cast<Index>(*here) + Step;
  if (next < 0 || next >= static_cast<Index>(walk.steps.size())) return;
  go_to(d.state, walk.steps[static_cast<std::size_t>(next)]);
}

/// The first step of the neighbouring part.
template <int Step>
void move_part(Target& d, const Arguments&, const Limits& l) {
  if (!l.trace) return;
  const PassWalk walk = pass_walk(*l.trace);
  const std::optional<std::size_t> here = walk_position(walk, d.state);
  if (!here) return back_to_walk(d.state, walk, *l.trace);
  const auto [first, end] = walk.part_of(*here);
  if (Step > 0 && end < walk.steps.size()) return go_to(d.state, walk.steps[end]);
  if (Step < 0)
    go_to(d.state, walk.steps[first == *here && first > 0 ? walk.part_of(first - 1).first : first]);
}

std::size_t named_step(const PassWalk& walk, const Arguments& a) {
  const std::string& name = a.text(0);
  if (name == "first") return 0;
  if (name == "last") return walk.steps.size() - 1;
  if (name == "loss") return walk.forward - 1;
  if (!name.empty() && name.find_first_not_of("0123456789") == std::string::npos)
    return static_cast<std::size_t>(a.whole(0, 1, static_cast<Index>(walk.steps.size()))) - 1;
  if (const auto found = find_step(walk, name)) return *found;
  std::vector<std::string> names;
  for (const WalkStep& step : walk.steps) names.push_back(step.name());
  throw std::invalid_argument(tr("no step computes {1}", name) + did_you_mean(name, names));
}

void to_walk_step(Target& d, const Arguments& a, const Limits& l) {
  const Trace& trace = trace_on_screen(l);
  const PassWalk walk = pass_walk(trace);
  go_to(d.state, walk.steps[named_step(walk, a)]);
}

void play_steps(Target& d, const Arguments& a, const Limits&) {
  d.screen.play(steps::kFeature, a.flag(0, d.screen.plays == &steps::kFeature));
}

void set_walk_pace(Target& d, const Arguments& a, const Limits&) {
  const double now = d.screen.walk_pace;
  if (a.text(0) == "faster") {
    const auto next = std::ranges::upper_bound(kPaces, now);
    d.screen.walk_pace = next == std::end(kPaces) ? kPaces[std::size(kPaces) - 1] : *next;
  } else if (a.text(0) == "slower") {
    const auto here = std::ranges::lower_bound(kPaces, now);
    d.screen.walk_pace = here == std::begin(kPaces) ? kPaces[0] : *(here - 1);
  } else {
    d.screen.walk_pace = a.number(0, 0.5, 4);
  }
}

void range(Target& d, const Arguments& a, const Limits&) {
  d.screen.walk_range = a.row(0, walk_ranges()).name;
}

}  // namespace

std::span<const Entry> walk() {
  static const std::string ranges = joined_names(walk_ranges());
  static const Entry kEntries[] = {
      {{"stage.next", "", tr_mark("go to the next step of the pass"), Sender::Lessons, Undo::Each}, move<1>},
      {{"stage.previous", "", tr_mark("go to the previous step of the pass"), Sender::Lessons, Undo::Each},
       move<-1>},
      {{"walk.part.next", "", tr_mark("go to the next part of the model"), Sender::Lessons, Undo::Each},
       move_part<1>},
      {{"walk.part.previous", "", tr_mark("go to the previous part of the model"), Sender::Lessons,
        Undo::Each},
       move_part<-1>},
      {{"walk.to", "N|first|loss|last|TENSOR", tr_mark("go to a step of the pass"), Sender::Lessons,
        Undo::Each},
       to_walk_step},
      {{"walk.play", "on|off|toggle", tr_mark("play the steps of the pass"), Sender::Lessons, Undo::None},
       play_steps},
      {{"walk.pace", "TIMES|faster|slower", tr_mark("set the pace of the walk, 0.5 to 4"), Sender::Lessons,
        Undo::None},
       set_walk_pace},
      {{"walk.range", ranges, tr_mark("choose what the walk plays"), Sender::Lessons, Undo::None}, range},
  };
  return kEntries;
}

}  // namespace attnlab::commands
