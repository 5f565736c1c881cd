// attention-lab neurons: what the units of a feed-forward network do, their promoted tokens and top examples.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <memory>

#include "app/cli/figure.h"
#include "app/cli/groups/output_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/subcommands.h"
#include "app/features/neurons/cli_report.h"
#include "core/analysis/held_out_experts.h"
#include "core/config/rows.h"
#include "core/language/messages.h"

namespace attnlab::neurons {
namespace {

using namespace std::string_literals;

constexpr std::array<std::string_view, 4> kFiles{"units.csv", "tokens.csv", "words.csv", "examples.csv"};
constexpr FolderKind kFolder{
    .name = tr_mark("folder of tables of neurons"), .files = kFiles, .begins = "network,unit,activation,"};

struct Options {
  ModelOptions model;
  ExampleOptions example;
  OutputOptions output;
  DeviceOption device;
  std::string layer, by, follow;
  Index positions = 4096, top = 10, unit = -1, expert = -1;  // as many positions as the window reads
  bool held_out = false, right = false;

  /// "activation", "contribution" or "follows".
  std::string order() const { return !follow.empty() ? "follows" : by.empty() ? "activation" : by; }
};

void check_has_neurons(const ModelConfig& config) {
  if (!has_feed_forward(config))
    throw std::invalid_argument(
        is_transformer(config) ? tr("this model has no neurons: its layers have no feed-forward networks")
                               : tr("this model has no feed-forward networks: it is not a Transformer"));
}

/// "decoder.1".
std::string short_layer_name(const UnitLayer& layer) {
  const Place around = layer_around(layer.place);
  return around.outer().name() + "." + std::to_string(layer_number(around));
}

/// The networks of one expert, or all where there are no experts.
std::vector<UnitLayer> layers_of_expert(const Options& options, const Trace& trace) {
  const Index experts = trace.config().experts, expert = std::max<Index>(options.expert, 0);
  if (experts > 0 && expert >= experts)
    throw std::invalid_argument(tr_plural("there is no expert {1}: a layer has {2} expert",
                                          "there is no expert {1}: a layer has {2} experts", experts,
                                          std::to_string(expert), std::to_string(experts)));
  if (experts == 0 && options.expert >= 0) throw std::invalid_argument(tr("this model has no experts"));
  std::vector<UnitLayer> layers = unit_layers(trace);
  std::erase_if(layers, [&](const UnitLayer& layer) { return experts > 0 && layer.expert != expert; });
  return layers;
}

/// "1" is a layer of the stack nearest to the output.
UnitLayer wanted_layer(const Options& options, const Trace& trace) {
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
  throw std::invalid_argument(tr("--layer is \"{1}\", but the layers are {2}", options.layer, names));
}

/// The row of this feature over the held-out texts.
const UnitsFollowing& followed_by_units(const Report& report) {
  const UnitsFollowing* const found = report.held_out->followed(report.follow->name);
  if (!found)
    throw std::invalid_argument(
        tr("no unit can follow \"{1}\": it never changes in the held-out texts", report.follow->name));
  return *found;
}

void sort_units(const Options& options, Report& report) {
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

void read_held_out_units(const Checkpoint& model, const Options& options, Report& report) {
  const Experiment experiment = experiment_of(model);
  const std::vector<Batch> batches = held_out_batches(*model.model, *experiment.task, options.positions);
  const std::shared_ptr<AttentionDevice> device = open_device(options.device);
  report.held_out =
      describe_units(held_out_units(*model.model, *model.vocabularies, model.state->snapshot->weights,
                                    batches, report.layer.place, device.get()));
}

Report report_of(const Checkpoint& model, const Options& options) {
  Report report{.step = model.state->step(), .top = options.top};
  report.vocabularies = model.vocabularies;
  report.trace = pass_over(options.example, model, options.device);
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
    throw std::invalid_argument(tr("there is no unit {1}: the network has {2} units",
                                   std::to_string(options.unit), std::to_string(report.layer.units())));
  report.unit = options.unit;
  if (report.no_way.empty())
    report.said = said_words(unit_words(*report.trace, report.layer, options.unit),
                             static_cast<std::size_t>(options.top));
  return report;
}

void put_out(const std::vector<Report>& reports, const Options& options) {
  const OutputOptions& output = options.output;
  TablesOfSteps csv(output.csv, kFolder, options.model.by_step());
  for (const Report& report : reports) {
    if (output.csv.asked) csv.add(report.step, tables(report));
    if (output.json) print_json(report);
  }
  csv.print();
  if (!output.as_text() || !output.figure.empty()) return;
  options.model.by_step() ? print_course(reports) : print_text(reports.front());
}

void draw_neurons(const Options& options, const Place& network) {
  const bool source = network.text() == Text::Source;
  std::vector<Command> commands{
      {"view", {"neurons"}},
      {"select.attention",
       {source ? "encoder_self" : "decoder_self", std::to_string(layer_number(network))}}};
  const auto choose = [&](const char* option, const std::string& value) {
    commands.push_back({"choose", {option, value}});
  };
  if (options.expert >= 0) choose("experts.expert", std::to_string(options.expert));
  choose("neurons.by", options.order());
  choose("neurons.answer", options.right ? "right" : "predicted");
  if (!options.follow.empty()) choose("neurons.feature", options.follow);
  if (options.unit >= 0) choose("neurons.unit", std::to_string(options.unit));
  draw_figure(options.output.figure, options.model, options.example, commands);
}

int show_neurons(const Options& options) {
  require_model(options.model);
  require_example(options.example);
  const std::vector<Checkpoint> models = load_models(options.model);
  check_has_neurons(models.front().model->config());
  std::vector<Report> reports;
  for (const Checkpoint& model : models) reports.push_back(report_of(model, options));
  put_out(reports, options);
  if (!options.output.figure.empty()) draw_neurons(options, reports.front().layer.place);
  return kDone;
}

void add_questions(CLI::App& command, Options& options) {
  command
      .add_option("--layer", options.layer,
                  tr("The layer: 1, or encoder.1 if there are two stacks (default: the first)"))
      ->type_name("LAYER");
  command.add_option("--expert", options.expert, tr("Show expert N of a mixture of experts (default 0)"))
      ->type_name("N")
      ->check(whole_number(0));
  command
      .add_option("--unit", options.unit,
                  tr("Show unit N, from 0: its activations, its promoted tokens, and its top examples"))
      ->type_name("N")
      ->check(whole_number(0));
  CLI::Option* const by =
      command.add_option("--by", options.by, tr("Sort units by activation (the default) or contribution"))
          ->type_name("ORDER")
          ->check(CLI::IsMember({"activation", "contribution"}));
  command
      .add_option("--follow", options.follow,
                  tr("Sort units by their correlation with a feature of held-out texts"))
      ->type_name("FEATURE")
      ->excludes(by);
  command.add_flag("--right", options.right,
                   tr("Compute contributions to the correct token, not to the predicted one"));
  command.add_flag("--held-out", options.held_out, tr("Also read held-out examples of the model's task"));
  command
      .add_option("--positions", options.positions,
                  tr("Read held-out examples with N positions in total (default 4096)"))
      ->type_name("N")
      ->check(whole_number(1, 10000000));
  command.add_option("--top", options.top, tr("List N units, tokens, and examples (default 10)"))
      ->type_name("N")
      ->check(whole_number(1, 100000));
}

Action declare(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  add_model_options(
      command, options->model,
      {.set = "model.activation=relu", .steps = tr("The history over training, at stored steps")});
  add_example_options(command, options->example);
  add_questions(command, *options);
  add_output_options(command, options->output,
                     {.csv = tr("the tables units and tokens, and with --unit words and examples"),
                      .tables = true,
                      .figure = tr("the view Neurons")});
  options->device = add_device_option(command);
  command.footer(
      tr("A contribution is what a unit adds directly to a logit: its activation times its output\n"
         "weights, passed through the norms after the network, with their scales frozen at the values\n"
         "of this forward pass, and the output matrix. The promoted and suppressed tokens of a unit come\n"
         "from its output weights, passed through the gains of those norms, times the output matrix.\n"
         "Features: {1}.",
         joined_names(text_features(), ", ")) +
      "\n\n"s + tr("Examples:") +
      "\n"
      "  attention-lab neurons --model tales --text \"The owl sat\" --by contribution\n"
      "  attention-lab neurons --model tales --text \"The owl sat\" --layer 1 --unit 17 --held-out\n"
      "  attention-lab neurons --model tales --text \"The owl sat\" --follow quotes --json\n"
      "  attention-lab neurons --model tales --text \"The owl sat\" --unit 17 --steps all --held-out\n"
      "  attention-lab neurons --preset translate --source \"the cat\" --layer encoder.1 --figure units.svg");
  return [options] { return show_neurons(*options); };
}

}  // namespace

extern const Subcommand kSubcommand = {
    .sentence = tr_mark("Show the activations, promoted tokens, and top examples of feed-forward units"),
    .declare = declare};

}  // namespace attnlab::neurons
