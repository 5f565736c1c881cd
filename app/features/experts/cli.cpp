// attention-lab experts: how a mixture of experts routes a text and held-out examples.
#include <CLI/CLI.hpp>
#include <array>
#include <memory>

#include "app/cli/groups/example_options.h"
#include "app/cli/groups/model_options.h"
#include "app/cli/groups/output_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/subcommands.h"
#include "app/features/experts/cli_report.h"
#include "core/language/messages.h"

namespace attnlab::experts {
namespace {

using namespace std::string_literals;

constexpr std::array<std::string_view, 3> kFiles{"experts.csv", "tokens.csv", "words.csv"};
constexpr FolderKind kFolder{
    .name = tr_mark("folder of tables of experts"), .files = kFiles, .begins = "feed_forward,expert,"};

struct Options {
  ModelOptions model;
  ExampleOptions example;
  OutputOptions output;
  DeviceOption device;
  Index positions = 2048, top = 10;  // as many positions as the window reads
  bool held_out = false, mostly = false;
};

void trace_text(const Checkpoint& model, const Options& options, Report& report) {
  TraceRequest request = request_for(options.example, model);
  request.gradients = false;
  const Tracer tracer(model.model, model.vocabularies, AttentionDeviceChoice(open_device(options.device)));
  report.trace = tracer.trace(model.state->snapshot, request);
  report.layers = routed_layers(*report.trace);
  report.effects = expert_effects(tracer, *report.trace, request);
}

void read_held_out(const Checkpoint& model, const Options& options, Report& report) {
  const Experiment experiment = experiment_of(model);
  const std::vector<Batch> batches = held_out_batches(*model.model, *experiment.task, options.positions);
  const std::span<const Real> weights = model.state->snapshot->weights;
  const std::shared_ptr<AttentionDevice> device = open_device(options.device);
  report.held_out = held_out_experts(*model.model, *model.vocabularies, weights, batches, device.get());
  report.held_out_effects = held_out_effects(*model.model, weights, batches, device.get());
}

Report report_of(const Checkpoint& model, const Options& options) {
  Report report{.config = model.model->config(),
                .step = model.state->step(),
                .cost = count_cost(model.model->config()),
                .order = options.mostly ? TokenOrder::Mostly : TokenOrder::Often,
                .top = options.top};
  if (options.example.given()) trace_text(model, options, report);
  if (options.held_out) read_held_out(model, options, report);
  return report;
}

int show_experts(const Options& options) {
  require_model(options.model);
  if (!options.held_out) require_example(options.example, "--held-out");
  const std::vector<Checkpoint> models = load_models(options.model);
  if (models.front().model->config().experts == 0)
    throw std::invalid_argument(
        tr("this model has no experts: each of its feed-forward layers is a single network"));
  put_out_each(options.model, options.output, kFolder, models,
               [&](const Checkpoint& model) { return report_of(model, options); });
  return kDone;
}

void add_questions(CLI::App& command, Options& options) {
  CLI::Option* const held_out =
      command.add_flag("--held-out", options.held_out, tr("Also read held-out examples of the model's task"));
  command
      .add_option("--positions", options.positions, tr("Read at least N held-out positions (default 2048)"))
      ->type_name("N")
      ->check(whole_number(1, 10000000))
      ->needs(held_out);
  command.add_option("--top", options.top, tr("List N tokens for each expert (default 10)"))
      ->type_name("N")
      ->check(whole_number(1, 100000));
  command.add_flag("--mostly", options.mostly,
                   tr("Sort tokens by the share of them that the expert takes, not by frequency"));
}

Action declare(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  add_model_options(command, options->model, {.set = "model.experts=8"});
  add_example_options(command, options->example);
  add_questions(command, *options);
  add_output_options(command, options->output,
                     {.csv = tr("the tables experts, tokens (of the text), and words (of held-out examples)"),
                      .tables = true});
  options->device = add_device_option(command);
  command.footer(
      tr("The row of a token lists the experts that it goes through, each with the weight of its output,\n"
         "and the router's probability of every expert. The share of an expert is its part of all\n"
         "choices of the router; shares sum to 1. For the loss without an expert, the router gives the\n"
         "expert probability 0 before it chooses. Edits apply to the text, never to held-out examples.") +
      "\n\n"s + tr("Examples:") +
      "\n"
      "  attention-lab experts --model moe --text \"The owl sat\"\n"
      "  attention-lab experts --model moe --held-out --mostly\n"
      "  attention-lab experts --model moe --step 64 --text \"The owl sat\" --held-out --json\n"
      "  attention-lab experts --preset experts --held-out --csv tables");
  return [options] { return show_experts(*options); };
}

}  // namespace

extern const Subcommand kSubcommand = {
    .sentence = tr_mark("Show how a mixture of experts routes a text and held-out examples"),
    .declare = declare};

}  // namespace attnlab::experts
