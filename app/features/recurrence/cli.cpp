// attention-lab recurrence: gates, states and gradients of a recurrent network over time, and its
// eigenvalues.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "app/cli/groups/example_options.h"
#include "app/cli/groups/model_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/subcommands.h"
#include "app/features/recurrence/cli_recurrence_report.h"
#include "core/config/rows.h"
#include "core/models/architecture_kind.h"
#include "core/models/model.h"
#include "core/trace/same_target.h"
#include "core/training/trainer.h"

namespace attnlab {
namespace {

struct RecurrenceOptions {
  std::string preset, csv, follow, loss_of = "last";
  std::vector<std::string> set;
  Index unit = -1, steps = 0, top = 5;
  bool gradients = false, eigenvalues = false, compare = false, json = false;
};

/// The preset's model before its first step.
Checkpoint untrained_network(const RecurrenceOptions& options) {
  Preset preset = find_preset(options.preset);
  set_options(preset, options.set);
  const Experiment made = make_experiment(std::move(preset));
  return capture(made, Trainer(made.model, made.task, made.preset.training, 1));
}

std::vector<Checkpoint> wanted_networks(const RecurrenceOptions& options, const SavedModelOptions& saved) {
  std::vector<Checkpoint> models;
  if (options.preset.empty()) {
    models = load_steps(saved);
  } else {
    models.push_back(untrained_network(options));
  }
  if (!architecture_of(models.front().model->config()).has_cells())
    throw std::invalid_argument("this model has no recurrent layers");
  return models;
}

/// The position that --loss-of names; none: the whole loss.
std::optional<Index> wanted_target(const std::string& target, const Trace& trace) {
  if (target == "all") return {};
  const std::vector<Index> counted = counted_targets(trace);
  if (counted.empty()) throw std::invalid_argument("this text has no target, so no gradient flows back");
  return target == "last" ? counted.back() : step_number("--loss-of", target);
}

void trace_states(const Checkpoint& model, const RecurrenceOptions& options, const ExampleOptions& example,
                  RecurrenceReport& report) {
  TraceRequest request = request_for(example, model);
  request.gradients = false;
  const Tracer tracer(model.model, model.vocabularies);
  report.trace = tracer.trace(model.state->snapshot, request);
  report.cells = recurrent_cells(*report.trace);
  for (const RecurrentCell& cell : report.cells) report.bands.push_back(memory_bands(cell));
  if (report.unit && *report.unit >= report.cells.front().units())
    throw std::invalid_argument("there is no unit " + std::to_string(*report.unit) + ": a layer has " +
                                std::to_string(report.cells.front().units()));
  if (!options.gradients && !options.compare) return;
  report.target = wanted_target(options.loss_of, *report.trace);
  TraceRequest back = with_same_target(*report.trace, request);
  if (options.gradients) {
    back.gradients = true;
    back.only_target = report.target;
    report.gradients = time_gradients(*tracer.trace(model.state->snapshot, back));
  }
  if (!options.compare) return;
  Experiment open{model.preset, nullptr, model.vocabularies, model.model};
  if (options.steps > 0) open = experiment_of(model);
  back.edits.clear();
  report.comparison = compare_cells(open, back, {.steps = options.steps, .target = report.target});
}

RecurrenceReport recurrence_report(const Checkpoint& model, const RecurrenceOptions& options,
                                   const ExampleOptions& example) {
  RecurrenceReport report{.config = model.model->config(), .step = model.state->step(), .top = options.top};
  if (options.unit >= 0) report.unit = options.unit;
  if (!options.follow.empty()) report.follow = &text_feature(options.follow);
  if (example.given()) trace_states(model, options, example, report);
  for (const RecurrentMatrix& matrix : recurrent_matrices(model.model->parameters(), report.config)) {
    report.matrices.push_back({matrix, {}});
    if (options.eigenvalues)
      report.matrices.back().eigenvalues = eigenvalues_of(matrix, model.state->snapshot->weights);
  }
  return report;
}

int show_recurrence(const RecurrenceOptions& options, const SavedModelOptions& saved,
                    const ExampleOptions& example) {
  if (options.preset.empty() && saved.folder.empty())
    throw CLI::RequiredError("--model FOLDER or --preset NAME");
  if (!example.given() && !options.eigenvalues)
    throw CLI::RequiredError("--text TEXT (or --source) or --eigenvalues");
  if (!example.given() && (options.gradients || options.compare || !options.follow.empty()))
    throw CLI::RequiredError("--text TEXT (or --source)");
  for (const Checkpoint& model : wanted_networks(options, saved)) {
    const Index step = model.state->step();
    const RecurrenceReport report = recurrence_report(model, options, example);
    if (saved.all_steps() && !options.json && options.csv.empty())
      std::printf("step %lld\n", static_cast<long long>(step));
    if (!options.csv.empty())
      write_recurrence_tables(saved.all_steps() ? path_of_step(options.csv, step) : options.csv, report);
    if (options.json) {
      print_recurrence_json(report);
    } else if (options.csv.empty()) {
      print_recurrence(report);
    }
  }
  return kDone;
}

void add_network_options(CLI::App& command, const std::shared_ptr<RecurrenceOptions>& options) {
  CLI::Option* const model = command.get_option("--model")->required(false);
  CLI::Option* const preset =
      command.add_option("--preset", options->preset, "Or a preset by name, before its first step")
          ->type_name("NAME")
          ->excludes(model)
          ->excludes("--step");
  command
      .add_option(
          "--set", options->set,
          "Change one option of the preset (may be repeated): model.cell=gru, or cell=gru where only one "
          "section has it")
      ->type_name("OPTION=VALUE")
      ->needs(preset);
}

void add_recurrence_options(CLI::App& command, const std::shared_ptr<RecurrenceOptions>& options) {
  command.add_option("--unit", options->unit, "Print the numbers of this unit, from 0, not means over all")
      ->type_name("N")
      ->check(whole_number(0));
  command
      .add_option("--follow", options->follow, "Sort units by their correlation with a feature of the text")
      ->type_name("FEATURE");
  command.add_option("--top", options->top, "How many units of each end of that order (default 5)")
      ->type_name("N")
      ->check(whole_number(1, 100000));
  command.add_flag("--gradients", options->gradients, "How much of the loss reaches the state of each step");
  command
      .add_option("--loss-of", options->loss_of,
                  "Whose loss: last (the default), all, or the position of one target, from 0")
      ->type_name("last|all|N");
  command.add_flag("--eigenvalues", options->eigenvalues,
                   "Eigenvalues of the recurrent weights of each gate");
  CLI::Option* const compare =
      command.add_flag("--compare", options->compare,
                       "Make RNN, LSTM and GRU of this size, and compare their gradients on the text");
  command
      .add_option("--train", options->steps,
                  "Train the compared networks for so many steps before (default 0)")
      ->type_name("N")
      ->check(whole_number(0, 1000000))
      ->needs(compare);
  command.add_flag("--json", options->json, "Print one JSON object");
  command
      .add_option(
          "--csv", options->csv,
          "Write matrices.csv, of a text states.csv, and what else is asked for as tables into this folder")
      ->type_name("FOLDER")
      ->check(path_name());
}

Action declare_recurrence(CLI::App& command) {
  const auto options = std::make_shared<RecurrenceOptions>();
  const auto example = std::make_shared<ExampleOptions>();
  const auto saved = add_saved_model_options(command);
  add_network_options(command, options);
  add_example_options(command, example);
  add_recurrence_options(command, options);
  command.footer(
      "Each layer, and each of its directions, has a line a token: means of the gates over the units, and "
      "the\n"
      "lengths of what is kept of the memory, of what is written, and of the states. A gradient's norm is "
      "over the\n"
      "units of a state, with all that later steps pass back. Features: " +
      joined_names(text_features(), ", ") +
      ".\n"
      "\n"
      "Examples:\n"
      "  attention-lab recurrence --model tales --text \"The owl sat\" --unit 3\n"
      "  attention-lab recurrence --model brackets --source \"([])\" --follow depth\n"
      "  attention-lab recurrence --preset rnn --text \"The owl sat by the river\" --gradients --compare\n"
      "  attention-lab recurrence --model tales --step all --eigenvalues --json");
  return [options, saved, example] { return show_recurrence(*options, *saved, *example); };
}

}  // namespace

extern const Subcommand kRecurrenceSubcommand = {
    .name = "recurrence",
    .sentence = "Show gates, states and gradients of a recurrent network over time",
    .declare = declare_recurrence};

}  // namespace attnlab
