// Commands that train a run and change its settings.

#include "app/state/commands/command_table.h"
#include "app/state/commands/state_part.h"
#include "app/state/train_pace.h"
#include "core/config/rows.h"
#include "core/language/messages.h"
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

/// A pace that the user chose stays.
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
      {{"train.rate", "FACTOR", tr_mark("multiply the learning rate"), Sender::Lessons, Undo::Merged}, rate},
      {{"train.set", "OPTION VALUE",
        tr_mark("change a setting such as batch, dropout or weight_decay from the next step on"),
        Sender::Lessons, Undo::Each},
       set_while_training},
      {{"train.play", "", tr_mark("start training, even past the limit of steps"), Sender::Lessons,
        Undo::None},
       play_training},
      {{"train.pause", "", tr_mark("pause training"), Sender::Lessons, Undo::None}, pause},
      {{"train.toggle", "", tr_mark("start or pause training; not past the limit of steps"), Sender::Lessons,
        Undo::None},
       toggle},
      {{"train.step", "[N]", tr_mark("train one step, or N steps"), Sender::Lessons, Undo::None}, step},
      {{"train.to", "STEP [beyond]",
        tr_mark("go to exactly this step, after training up to it if needed; with beyond, even past the "
                "limit of steps"),
        Sender::Lessons, Undo::None},
       train_to},
      {{"train.to_loss", "LOSS", tr_mark("train until the mean loss of the last steps reaches LOSS"),
        Sender::Lessons, Undo::None},
       to_loss},
      {{"train.example", "", tr_mark("train one step on only the example on screen"), Sender::Lessons,
        Undo::None},
       example},
      {{"train.pace", "STEPS|full|faster|slower",
        tr_mark("set the highest number of steps per second, 0.1 to 1000, or full speed"), Sender::Lessons,
        Undo::None},
       set_pace},
      {{"train.reset", "[SEED]", tr_mark("restart the run with the same seed, or another"), Sender::Lessons,
        Undo::None},
       reset},
      {{"experiment", experiment_usage(),
        tr_mark("train models that differ in one option, one after another or SIDE_BY_SIDE at once"),
        Sender::Lessons, Undo::None},
       experiment},
      {{.verb = "sweep",
        .arguments = "OPTION=VALUE,… … [steps=N] [seeds=N] [at_once=N]",
        .help = tr_mark(
            "train all combinations of values and compare them, such as heads=1,2,4 steps=500 seeds=3"),
        .sender = Sender::Lessons,
        .reads = {.of_tasks = true}},
       sweep},
      {{"sweep.stop", "", tr_mark("stop the newest sweep; its runs stay as they are"), Sender::Lessons,
        Undo::None},
       stop_sweep},
      {{"sweep.go_on", "", tr_mark("resume the newest sweep where it was stopped"), Sender::Lessons,
        Undo::None},
       go_on_with_sweep},
      {{"sweep.close", "", tr_mark("close the newest sweep and its runs"), Sender::Lessons, Undo::None},
       close_sweep},
      {{.verb = "run.of",
        .arguments = "PRESET [OPTION=VALUE …]",
        .help = tr_mark("go to an unchanged run of a preset, and open it if needed"),
        .sender = Sender::Lessons,
        .reads = {.of_tasks = true}},
       show_of},
      {{.verb = "run.saved",
        .arguments = "FOLDER [corpus=FILE]",
        .help = tr_mark("go to an unchanged saved run, and open it if needed"),
        .sender = Sender::Lessons,
        .reads = {.first = true, .of_tasks = true}},
       show_saved},
      {{"run.show", "N", tr_mark("go to another run"), Sender::Lessons, Undo::None}, show_run},
      {{"run.close", "N", tr_mark("close a run; run.reopen reopens the run that was closed last"),
        Sender::RandomInput, Undo::None},
       close_run},
      {{"run.reopen", "", tr_mark("reopen the run that was closed last"), Sender::RandomInput, Undo::None},
       reopen_run},
  };
  return kEntries;
}

}  // namespace attnlab::commands
