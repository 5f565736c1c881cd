// Commands that train a run and change its settings.

#include "app/state/commands/command_table.h"
#include "app/state/commands/state_part.h"
#include "app/state/train_pace.h"
#include "core/config/rows.h"
#include "core/training/sweep/variants.h"

namespace attnlab::commands {

namespace {

/// A command that trains the model shows its newest step.
void to_newest(Target& d) { d.state.rewound.reset(); }

void play_training(Target& d, const Arguments&, const Limits&) {
  d.actions.training.play();
  to_newest(d);
}
void pause(Target& d, const Arguments&, const Limits&) { d.actions.training.pause(); }
void toggle(Target& d, const Arguments&, const Limits&) {
  if (d.actions.training.toggle()) to_newest(d);
}
void step(Target& d, const Arguments& a, const Limits&) {
  d.actions.training.step(a.has(0) ? a.whole(0, 1, 100000000) : 1);
  to_newest(d);
}
/// Looks at this very step: one that is kept, or after as many more steps, or from the start again. The limit
/// of steps is passed only where that is said.
void train_to(Target& d, const Arguments& a, const Limits& l) {
  const Index wanted = a.whole(0, 0, 100000000);
  const bool beyond = a.has(1);
  if (beyond && a.text(1) != kBeyond) a.fail();
  if (wanted < l.step && l.timeline && l.timeline->at(wanted)) return void(d.state.rewound = wanted);
  if (wanted < l.step) d.actions.training.reset(std::nullopt);
  const Index more = wanted - (wanted < l.step ? 0 : l.step);
  if (more > 0) beyond ? d.actions.training.step_beyond(more) : d.actions.training.step(more);
  to_newest(d);
}
void to_loss(Target& d, const Arguments& a, const Limits&) {
  d.actions.training.to_loss(a.number(0, 1e-9, 1e9));
  to_newest(d);
}
void example(Target& d, const Arguments&, const Limits& l) {
  d.actions.training.learn_example(l.trace);
  to_newest(d);
}
void reset(Target& d, const Arguments& a, const Limits&) {
  d.actions.training.reset(a.has(0) ? std::optional(a.whole(0, 0, 4294967295)) : std::nullopt);
  to_newest(d);
}
/// Changes a setting from the next step on.
void change(Target& d, const std::string& option, const std::string& value) {
  TrainingActions& training = d.actions.training;
  d.outside.undo = training.set(option, value);
  d.outside.redo = [&training, option, value] { training.set(option, value); };
}
void rate(Target& d, const Arguments& a, const Limits&) {
  a.number(0, 0, 1000);
  change(d, "learning_rate_factor", a.text(0));
}
void set_while_training(Target& d, const Arguments& a, const Limits&) { change(d, a.text(0), a.text(1)); }

/// A pace that somebody chose is kept.
void set_pace(Target& d, const Arguments& a, const Limits&) {
  double& pace = d.screen.train_pace;
  const std::string& wanted = a.text(0);
  pace = wanted == "full"     ? kFullSpeed
         : wanted == "faster" ? faster_pace(pace)
         : wanted == "slower" ? slower_pace(pace)
                              : a.number(0, kLeastTrainPace, kMostTrainPace);
  d.screen.first_pace = false;
}

/// "norm|scaling|… [SIDE_BY_SIDE]".
std::string_view experiment_usage() {
  static const std::string usage = joined_names(variant_kinds()) + " [SIDE_BY_SIDE]";
  return usage;
}
void experiment(Target& d, const Arguments& a, const Limits&) {
  d.actions.runs.experiment(a.text(0), a.has(1) ? a.whole(1, 1, 64) : 1);
}
void sweep(Target& d, const Arguments& a, const Limits&) { d.actions.runs.sweep(parse_sweep(a.all())); }
void stop_sweep(Target& d, const Arguments&, const Limits&) { d.actions.runs.stop_sweep(); }
void go_on_with_sweep(Target& d, const Arguments&, const Limits&) { d.actions.runs.go_on_with_sweep(); }
void close_sweep(Target& d, const Arguments&, const Limits&) { d.actions.runs.close_sweep(); }
/// "seed=3" is an option of the training, and so on.
void show_of(Target& d, const Arguments& a, const Limits&) {
  const std::string& preset = a.text(0);
  d.actions.runs.show_of(preset, {a.all().begin() + 1, a.all().end()});
}
void show_saved(Target& d, const Arguments& a, const Limits&) {
  const std::string& folder = a.text(0);
  d.actions.runs.show_saved(folder, {a.all().begin() + 1, a.all().end()});
}
void show_run(Target& d, const Arguments& a, const Limits&) {
  d.actions.runs.show_run(a.whole(0, 1, 1000000));
}
void close_run(Target& d, const Arguments& a, const Limits&) {
  d.actions.runs.close_run(a.whole(0, 1, 1000000));
}
void reopen_run(Target& d, const Arguments&, const Limits&) { d.actions.runs.reopen_run(); }

}  // namespace

std::span<const Entry> training() {
  static const Entry kEntries[] = {
      {{"train.rate", "FACTOR", "multiply the learning rate", Sender::Lessons, Undo::Merged}, rate},
      {{"train.set", "OPTION VALUE", "change batch, dropout, weight_decay and the like from the next step on",
        Sender::Lessons, Undo::Each},
       set_while_training},
      {{"train.play", "", "start training, also past the limit of steps", Sender::Lessons, Undo::None},
       play_training},
      {{"train.pause", "", "pause training", Sender::Lessons, Undo::None}, pause},
      {{"train.toggle", "", "start or pause training; not past the limit of steps", Sender::Lessons,
        Undo::None},
       toggle},
      {{"train.step", "[N]", "train one step, or N", Sender::Lessons, Undo::None}, step},
      {{"train.to", "STEP [beyond]",
        "look at this very step, and train up to it at need, beyond the limit of steps where that is said",
        Sender::Lessons, Undo::None},
       train_to},
      {{"train.to_loss", "LOSS", "train until the mean loss of the last steps is there", Sender::Lessons,
        Undo::None},
       to_loss},
      {{"train.example", "", "train one step on the example on screen alone", Sender::Lessons, Undo::None},
       example},
      {{"train.pace", "STEPS|full|faster|slower", "most steps a second, 0.1 to 1000, or as many as it can",
        Sender::Lessons, Undo::None},
       set_pace},
      {{"train.reset", "[SEED]", "start again with the same seed, or another", Sender::Lessons, Undo::None},
       reset},
      {{"experiment", experiment_usage(),
        "train models that differ in one choice, one after another or so many at once", Sender::Lessons,
        Undo::None},
       experiment},
      {{.verb = "sweep",
        .arguments = "OPTION=VALUE,… … [steps=N] [seeds=N] [at_once=N]",
        .help = "train all combinations of values and compare them, as heads=1,2,4 steps=500 seeds=3",
        .sender = Sender::Lessons,
        .reads = {.of_tasks = true}},
       sweep},
      {{"sweep.stop", "", "stop the newest sweep: its runs stay as they are", Sender::Lessons, Undo::None},
       stop_sweep},
      {{"sweep.go_on", "", "go on with the newest sweep where it was stopped", Sender::Lessons, Undo::None},
       go_on_with_sweep},
      {{"sweep.close", "", "end the runs of the newest sweep and forget them", Sender::Lessons, Undo::None},
       close_sweep},
      {{.verb = "run.of",
        .arguments = "PRESET [OPTION=VALUE …]",
        .help = "look at an unchanged run of a preset, which is opened at need",
        .sender = Sender::Lessons,
        .reads = {.of_tasks = true}},
       show_of},
      {{.verb = "run.saved",
        .arguments = "FOLDER [corpus=FILE]",
        .help = "look at an unchanged saved run, which is opened at need",
        .sender = Sender::Lessons,
        .reads = {.first = true, .of_tasks = true}},
       show_saved},
      {{"run.show", "N", "look at another run", Sender::Lessons, Undo::None}, show_run},
      {{"run.close", "N", "close a run; run.reopen brings back the one closed last", Sender::RandomInput,
        Undo::None},
       close_run},
      {{"run.reopen", "", "bring back the run closed last", Sender::RandomInput, Undo::None}, reopen_run},
  };
  return kEntries;
}

}  // namespace attnlab::commands
