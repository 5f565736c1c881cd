// attention-lab neurons: what the units of a feed-forward network do, what moves them and what they say.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>

#include "app/cli/groups/values.h"
#include "app/cli/subcommands.h"
#include "app/features/neurons/cli_options.h"
#include "app/features/neurons/cli_report.h"
#include "core/analysis/held_out_experts.h"
#include "core/config/rows.h"
#include "core/training/trainer.h"

namespace attnlab {
namespace {

/// The preset's model before its first step.
Checkpoint untrained_neurons(const NeuronOptions& options) {
  Preset preset = find_preset(options.preset);
  set_options(preset, options.set);
  const Experiment made = make_experiment(std::move(preset));
  return capture(made, Trainer(made.model, made.task, made.preset.training, 1));
}

std::vector<Checkpoint> neuron_models(const NeuronOptions& options, const SavedModelOptions& saved) {
  std::vector<Checkpoint> models;
  if (!options.preset.empty()) {
    models.push_back(untrained_neurons(options));
  } else {
    models = load_listed_steps(options.steps, saved);
  }
  if (!has_feed_forward(models.front().model->config()))
    throw std::invalid_argument(is_transformer(models.front().model->config())
                                    ? "this model has no neurons: its layers have no feed-forward networks"
                                    : "this model has no feed-forward networks: it is no Transformer");
  return models;
}

/// "decoder.1".
std::string short_layer_name(const UnitLayer& layer) {
  const Place around = layer_around(layer.place);
  return around.outer().name() + "." + std::to_string(layer_number(around));
}

/// The networks of one expert, or all where there are no experts.
std::vector<UnitLayer> layers_of_expert(const NeuronOptions& options, const Trace& trace) {
  const Index experts = trace.config().experts, expert = std::max<Index>(options.expert, 0);
  if (experts > 0 && expert >= experts)
    throw std::invalid_argument("there is no expert " + std::to_string(expert) + ": a layer has " +
                                std::to_string(experts));
  if (experts == 0 && options.expert >= 0) throw std::invalid_argument("this model has no experts");
  std::vector<UnitLayer> layers = unit_layers(trace);
  std::erase_if(layers, [&](const UnitLayer& layer) { return experts > 0 && layer.expert != expert; });
  return layers;
}

/// "1" is a layer of the stack nearest to the output.
UnitLayer wanted_layer(const NeuronOptions& options, const Trace& trace) {
  const std::vector<UnitLayer> layers = layers_of_expert(options, trace);
  const Place last = layer_around(layers.back().place).outer();
  std::string names;
  for (const UnitLayer& layer : layers) {
    const Place around = layer_around(layer.place);
    const bool near_output = around.outer() == last;
    if (options.layer.empty() && near_output) return layer;
    if (near_output && options.layer == std::to_string(layer_number(around))) return layer;
    if (options.layer == short_layer_name(layer) || options.layer == around.name()) return layer;
    names += (names.empty() ? "" : ", ") + short_layer_name(layer);
  }
  throw std::invalid_argument("--layer is \"" + options.layer + "\", but the layers are " + names);
}

/// The row of this feature over the held-out texts.
const UnitsFollowing& followed_by_units(const NeuronReport& report) {
  const UnitsFollowing* const found = report.held_out->followed(report.follow->name);
  if (!found)
    throw std::invalid_argument("no unit can follow \"" + std::string(report.follow->name) +
                                "\": it never changes in the held-out texts");
  return *found;
}

void sort_units(const NeuronOptions& options, NeuronReport& report) {
  report.by = &row_named(kUnitOrders, "order of units", options.order());
  switch (report.by->by) {
    case UnitOrderKind::By::Activation: report.order = units_by_activation(report.layer); return;
    case UnitOrderKind::By::Contribution:
      if (!report.no_way.empty()) throw std::invalid_argument(report.no_way);
      report.order = units_by_contribution(report.contributions);
      return;
    case UnitOrderKind::By::Following: report.order = units_by_following(followed_by_units(report)); return;
  }
}

void read_held_out_units(const Checkpoint& model, const NeuronOptions& options, NeuronReport& report) {
  const Experiment experiment = experiment_of(model);
  const std::vector<Batch> batches = held_out_batches(*model.model, *experiment.task, options.positions);
  const std::shared_ptr<AttentionDevice> device = open_device(options.device);
  report.held_out =
      describe_units(held_out_units(*model.model, *model.vocabularies, model.state->snapshot->weights,
                                    batches, report.layer.place, device.get()));
}

NeuronReport neuron_report(const Checkpoint& model, const NeuronOptions& options,
                           const ExampleOptions& example) {
  TraceRequest request = request_for(example, model);
  request.gradients = false;
  const Tracer tracer(model.model, model.vocabularies, AttentionDeviceChoice(open_device(options.device)));
  NeuronReport report{.step = model.state->step(), .top = options.top};
  report.vocabularies = model.vocabularies;
  report.trace = tracer.trace(model.state->snapshot, request);
  report.layer = wanted_layer(options, *report.trace);
  report.no_way = no_straight_way(*report.trace, report.layer);
  if (report.no_way.empty())
    report.contributions = unit_contributions(*report.trace, report.layer,
                                              options.right ? UnitAnswer::Right : UnitAnswer::Predicted);
  if (!options.follow.empty()) report.follow = &text_feature(options.follow);
  if (options.held_out || report.follow) read_held_out_units(model, options, report);
  sort_units(options, report);
  if (options.unit < 0) return report;
  if (options.unit >= report.layer.units())
    throw std::invalid_argument("there is no unit " + std::to_string(options.unit) + ": the network has " +
                                std::to_string(report.layer.units()));
  report.unit = options.unit;
  if (report.no_way.empty())
    report.said = said_words(unit_words(*report.trace, report.layer, options.unit),
                             static_cast<std::size_t>(options.top));
  return report;
}

void put_neurons_out(const std::vector<NeuronReport>& reports, const NeuronOptions& options, bool by_step) {
  for (const NeuronReport& report : reports) {
    if (!options.csv.empty())
      write_neuron_tables(by_step ? path_of_step(options.csv, report.step) : options.csv, report);
    if (options.json) print_neurons_json(report);
  }
  if (options.json || !options.csv.empty() || !options.figure.empty()) return;
  if (by_step) return print_neuron_course(reports);
  print_neurons(reports.front());
}

int show_neurons(const NeuronOptions& options, const SavedModelOptions& saved,
                 const ExampleOptions& example) {
  if (options.preset.empty() && saved.folder.empty())
    throw CLI::RequiredError("--model FOLDER or --preset NAME");
  if (!example.given()) throw CLI::RequiredError("--text TEXT (or --source, --picture, --image)");
  const bool by_step = saved.all_steps() || !options.steps.empty();
  std::vector<NeuronReport> reports;
  std::vector<Index> steps;
  for (const Checkpoint& model : neuron_models(options, saved)) {
    reports.push_back(neuron_report(model, options, example));
    steps.push_back(model.state->step());
  }
  put_neurons_out(reports, options, by_step);
  if (!options.figure.empty())
    draw_neuron_figure(options, example, saved.folder, reports.front().layer.place, steps, by_step);
  return kDone;
}

void add_neuron_model_options(CLI::App& command, const std::shared_ptr<NeuronOptions>& options) {
  CLI::Option* const model = command.get_option("--model")->required(false);
  command
      .add_option("--steps", options->steps, "The course over training: all stored steps, or some of them")
      ->type_name("all|N,M")
      ->needs(model)
      ->excludes("--step");
  CLI::Option* const preset =
      command.add_option("--preset", options->preset, "Or a preset by name, before its first step")
          ->type_name("NAME")
          ->excludes(model)
          ->excludes("--step");
  command
      .add_option("--set", options->set,
                  "Change one option of the preset (may be repeated): model.activation=relu, or "
                  "activation=relu where only one section has it")
      ->type_name("OPTION=VALUE")
      ->needs(preset);
}

void add_neuron_options(CLI::App& command, const std::shared_ptr<NeuronOptions>& options) {
  command
      .add_option("--layer", options->layer,
                  "The layer: 1, or encoder.1 where there are two stacks (default: "
                  "the first)")
      ->type_name("LAYER");
  command.add_option("--expert", options->expert, "Of a mixture of experts, this one (default 0)")
      ->type_name("N")
      ->check(whole_number(0));
  command
      .add_option("--unit", options->unit, "All about this unit, from 0: its tokens, its words, its examples")
      ->type_name("N")
      ->check(whole_number(0));
  CLI::Option* const by =
      command.add_option("--by", options->by, "Sort units by activation (the default) or contribution")
          ->type_name("ORDER")
          ->check(CLI::IsMember({"activation", "contribution"}));
  command
      .add_option("--follow", options->follow, "Sort units by how they follow a feature of held-out texts")
      ->type_name("FEATURE")
      ->excludes(by);
  command.add_flag("--right", options->right, "Contributions go to the right word, not to the predicted one");
  command.add_flag("--held-out", options->held_out, "Read held-out examples of the model's task, too");
  command.add_option("--positions", options->positions, "As many of them as have N positions (default 4096)")
      ->type_name("N")
      ->check(whole_number(1, 10000000));
  command.add_option("--top", options->top, "How many units, words and examples are listed (default 10)")
      ->type_name("N")
      ->check(whole_number(1, 100000));
  command.add_flag("--json", options->json, "Print one JSON object");
  command
      .add_option("--csv", options->csv,
                  "Write units.csv, tokens.csv, of a unit words.csv and examples.csv into this folder")
      ->type_name("FOLDER")
      ->check(path_name());
  command.add_option("--figure", options->figure, "Draw the view Neurons into this file, SVG or PNG")
      ->type_name("FILE")
      ->check(path_name());
}

Action declare_neurons(CLI::App& command) {
  const auto options = std::make_shared<NeuronOptions>();
  const auto example = std::make_shared<ExampleOptions>();
  const auto saved = add_saved_model_options(command);
  add_neuron_model_options(command, options);
  add_example_options(command, example);
  add_neuron_options(command, options);
  options->device = add_device_option(command);
  command.footer(
      "A contribution is what a unit adds directly to a logit: its activation times its weights out, times "
      "what\n"
      "the norms behind it, with their scales of this pass frozen, and the output matrix make of them. The "
      "words\n"
      "of a unit are its weights out through the norms' gains times the output matrix. Features: " +
      joined_names(text_features(), ", ") +
      ".\n"
      "\n"
      "Examples:\n"
      "  attention-lab neurons --model tales --text \"The owl sat\" --by contribution\n"
      "  attention-lab neurons --model tales --text \"The owl sat\" --layer 1 --unit 17 --held-out\n"
      "  attention-lab neurons --model tales --text \"The owl sat\" --follow quotes --json\n"
      "  attention-lab neurons --model tales --text \"The owl sat\" --unit 17 --steps all --held-out\n"
      "  attention-lab neurons --preset translate --source \"the cat\" --layer encoder.1 --figure units.svg");
  return [options, saved, example] { return show_neurons(*options, *saved, *example); };
}

}  // namespace

extern const Subcommand kNeuronsSubcommand = {
    .name = "neurons",
    .sentence = "Show what units of feed-forward networks do, what moves them and what they say",
    .declare = declare_neurons};

}  // namespace attnlab
