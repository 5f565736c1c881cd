// attention-lab experts: how a mixture of experts routes a text and held-out examples.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "app/cli/groups/device_option.h"
#include "app/cli/groups/example_options.h"
#include "app/cli/groups/model_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/subcommands.h"
#include "app/features/experts/cli_expert_report.h"
#include "core/training/trainer.h"

namespace attnlab {
namespace {

constexpr Index kReadHeldOut = 2048;  // as the window reads

struct ExpertsOptions {
  std::string preset, csv;
  std::vector<std::string> set;
  Index positions = kReadHeldOut, top = 10;
  bool held_out = false, mostly = false, json = false;
  DeviceOption device;
};

/// The preset's model before its first step.
Checkpoint untrained(const ExpertsOptions& options) {
  Preset preset = find_preset(options.preset);
  set_options(preset, options.set);
  const Experiment made = make_experiment(std::move(preset));
  return capture(made, Trainer(made.model, made.task, made.preset.training, 1));
}

/// The model at each wanted step.
std::vector<Checkpoint> wanted_models(const ExpertsOptions& options, const SavedModelOptions& saved) {
  std::vector<Checkpoint> models;
  if (options.preset.empty()) {
    models = load_steps(saved);
  } else {
    models.push_back(untrained(options));
  }
  if (models.front().model->config().experts == 0)
    throw std::invalid_argument("this model has no experts: its feed-forward layers are one network each");
  return models;
}

void trace_text(const Checkpoint& model, const ExampleOptions& example, const DeviceOption& device,
                ExpertReport& report) {
  TraceRequest request = request_for(example, model);
  request.gradients = false;
  const Tracer tracer(model.model, model.vocabularies, AttentionDeviceChoice(open_device(device)));
  report.trace = tracer.trace(model.state->snapshot, request);
  report.layers = routed_layers(*report.trace);
  report.effects = expert_effects(tracer, *report.trace, request);
}

void read_held_out(const Checkpoint& model, const ExpertsOptions& options, ExpertReport& report) {
  const Experiment experiment = experiment_of(model);
  const std::vector<Batch> batches = held_out_batches(*model.model, *experiment.task, options.positions);
  const std::span<const Real> weights = model.state->snapshot->weights;
  const std::shared_ptr<AttentionDevice> device = open_device(options.device);
  report.held_out = held_out_experts(*model.model, *model.vocabularies, weights, batches, device.get());
  report.held_out_effects = held_out_effects(*model.model, weights, batches, device.get());
}

ExpertReport report_of(const Checkpoint& model, const ExpertsOptions& options,
                       const ExampleOptions& example) {
  ExpertReport report{.config = model.model->config(),
                      .step = model.state->step(),
                      .cost = count_cost(model.model->config()),
                      .order = options.mostly ? TokenOrder::Mostly : TokenOrder::Often,
                      .top = options.top};
  if (example.given()) trace_text(model, example, options.device, report);
  if (options.held_out) read_held_out(model, options, report);
  return report;
}

/// Writes tables into the folder `csv`; "": prints.
void put_out(const ExpertReport& report, const ExpertsOptions& options, const std::string& csv) {
  if (!options.csv.empty()) write_expert_tables(csv, report);
  if (options.json) {
    print_experts_json(report);
  } else if (options.csv.empty()) {
    print_experts(report);
  }
}

int show_experts(const ExpertsOptions& options, const SavedModelOptions& saved,
                 const ExampleOptions& example) {
  if (options.preset.empty() && saved.folder.empty())
    throw CLI::RequiredError("--model FOLDER or --preset NAME");
  if (!example.given() && !options.held_out)
    throw CLI::RequiredError("--text TEXT (or --source, --image) or --held-out");
  for (const Checkpoint& model : wanted_models(options, saved)) {
    const Index step = model.state->step();
    if (saved.all_steps() && !options.json && options.csv.empty())
      std::printf("step %lld\n", static_cast<long long>(step));
    put_out(report_of(model, options, example), options,
            saved.all_steps() ? path_of_step(options.csv, step) : options.csv);
  }
  return kDone;
}

void add_model_options(CLI::App& command, const std::shared_ptr<ExpertsOptions>& options) {
  CLI::Option* const model = command.get_option("--model")->required(false);
  CLI::Option* const preset =
      command.add_option("--preset", options->preset, "Or a preset by name, before its first step")
          ->type_name("NAME")
          ->excludes(model)
          ->excludes("--step");
  command
      .add_option(
          "--set", options->set,
          "Change one option of the preset (may be repeated): model.experts=8, or experts=8 where only "
          "one section has it")
      ->type_name("OPTION=VALUE")
      ->needs(preset);
}

void add_report_options(CLI::App& command, const std::shared_ptr<ExpertsOptions>& options) {
  CLI::Option* const held_out =
      command.add_flag("--held-out", options->held_out, "Read held-out examples of the model's task, too");
  command.add_option("--positions", options->positions, "So many positions of them, at least (default 2048)")
      ->type_name("N")
      ->check(whole_number(1, 10000000))
      ->needs(held_out);
  command.add_option("--top", options->top, "How many of the tokens that an expert takes (default 10)")
      ->type_name("N")
      ->check(whole_number(1, 100000));
  command.add_flag("--mostly", options->mostly,
                   "First the tokens of which the expert takes the largest part, not the most frequent ones");
  command.add_flag("--json", options->json, "Print one JSON object");
  command
      .add_option(
          "--csv", options->csv,
          "Write experts.csv, of the text tokens.csv, of held-out examples words.csv into this folder")
      ->type_name("FOLDER")
      ->check(path_name());
}

Action declare_experts(CLI::App& command) {
  const auto options = std::make_shared<ExpertsOptions>();
  const auto example = std::make_shared<ExampleOptions>();
  const auto saved = add_saved_model_options(command);
  add_model_options(command, options);
  add_example_options(command, example);
  add_report_options(command, options);
  options->device = add_device_option(command);
  command.footer(
      "A token's line has the experts that it goes through, with how much the output of each counts, and "
      "the\n"
      "router's probability of every expert. An expert's share is that of all choices: shares sum to 1. The\n"
      "loss without an expert is that of the same pass where the router gives it the probability 0 before "
      "it\n"
      "chooses; edits are of the text, and never of held-out examples.\n"
      "\n"
      "Examples:\n"
      "  attention-lab experts --model moe --text \"The owl sat\"\n"
      "  attention-lab experts --model moe --held-out --mostly\n"
      "  attention-lab experts --model moe --step 64 --text \"The owl sat\" --held-out --json\n"
      "  attention-lab experts --preset experts --held-out --csv tables");
  return [options, saved, example] { return show_experts(*options, *saved, *example); };
}

}  // namespace

extern const Subcommand kExpertsSubcommand = {
    .name = "experts",
    .sentence = "Show how a mixture of experts routes a text and held-out examples",
    .declare = declare_experts};

}  // namespace attnlab
