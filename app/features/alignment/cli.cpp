// attention-lab alignment: how a recurrent decoder uses its source, and its accuracy by length.
#include <CLI/CLI.hpp>
#include <array>
#include <memory>

#include "app/cli/groups/example_options.h"
#include "app/cli/groups/model_options.h"
#include "app/cli/groups/output_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/subcommands.h"
#include "app/features/alignment/cli_report.h"
#include "core/language/messages.h"

namespace attnlab::alignment {
namespace {

constexpr std::array<std::string_view, 3> kFiles{"alignment.csv", "states.csv", "lengths.csv"};
constexpr FolderKind kFolder{
    .name = tr_mark("folder of alignment tables"), .files = kFiles, .begins = "position,reads,target,"};

struct Options {
  ModelOptions model;
  ExampleOptions example;
  OutputOptions output;
  DeviceOption device;
  bool lengths = false;
  Index train = 0;
  LengthSettings compared;

  bool has_pair() const { return example.text || example.source; }
};

void measure_lengths(const Checkpoint& model, const Options& options, Report& report) {
  const Experiment experiment = experiment_of(model);
  report.bands = length_bands(*experiment.task, kLengthExamples, kLengthBands);
  report.counts = accuracy_by_length(*model.model, model.state->snapshot->weights, *model.vocabularies,
                                     report.bands, open_device(options.device).get());
}

/// Trains both models to the end.
void compare_lengths(const Checkpoint& model, const Options& options, Report& report) {
  LengthSettings settings = options.compared;
  settings.steps = options.train;
  report.experiment = length_experiment(experiment_of(model), settings, {}, {},
                                        AttentionDeviceChoice(open_device(options.device)));
}

Report report_of(const Checkpoint& model, const Options& options) {
  Report report{.config = model.model->config(), .step = model.state->step()};
  if (options.has_pair()) {
    report.trace = pass_over(options.example, model, options.device);
    report.pass = aligned_pass(*report.trace);
  }
  if (options.lengths) measure_lengths(model, options, report);
  if (options.train > 0) compare_lengths(model, options, report);
  return report;
}

int show_alignment(const Options& options) {
  require_model(options.model);
  if (!options.has_pair() && !options.lengths && options.train == 0)
    throw CLI::RequiredError(tr("--source TEXT, --lengths or --train STEPS"));
  const std::vector<Checkpoint> models = load_models(options.model);
  require_recurrent_pair(models.front().model->config());
  put_out_each(options.model, options.output, kFolder, models,
               [&](const Checkpoint& model) { return report_of(model, options); });
  return kDone;
}

void add_comparison(CLI::App& command, Options& options) {
  command.add_flag("--lengths", options.lengths,
                   tr("Measure this model's exact match on held-out examples, by source length"));
  CLI::Option* const train =
      command
          .add_option("--train", options.train,
                      tr("Train a model with a fixed vector and one with attention for this many steps, and "
                         "compare them by length"))
          ->type_name("STEPS")
          ->check(whole_number(1, 1000000));
  LengthSettings& s = options.compared;
  command.add_option("--with", s.alignment, tr("The attention to compare (default additive)"))
      ->type_name("ALIGNMENT")
      ->needs(train);
  command.add_option("--task", s.task, tr("The task of both models: copy, reverse or own (default copy)"))
      ->type_name("NAME")
      ->needs(train);
  command.add_option("--longest", s.longest, tr("Letters in the longest string (default 20)"))
      ->type_name("N")
      ->check(whole_number(2, 200))
      ->needs(train);
  command.add_option("--width", s.width, tr("Hidden units of each model (default 64)"))
      ->type_name("N")
      ->check(whole_number(1, 4096))
      ->needs(train);
}

Action declare(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  add_model_options(command, options->model, {.set = "model.alignment=general"});
  add_example_options(command, options->example);
  add_comparison(command, *options);
  add_output_options(
      command, options->output,
      {.csv = tr("the tables alignment, states (with a text) and lengths (with --lengths or --train)"),
       .tables = true});
  options->device = add_device_option(command);
  command.footer(
      std::string(
          tr("Without --target, the model generates its output. Each row of weights shows how one\n"
             "decoder position distributes its attention over the source. The exact match is the share of\n"
             "examples whose whole output is correct.")) +
      "\n\n" + tr("Examples:") +
      "\n"
      "  attention-lab alignment --model translator --source \"the red house\"\n"
      "  attention-lab alignment --model translator --source \"a cat\" --target \"un chat\" --json\n"
      "  attention-lab alignment --model translator --lengths --csv tables\n"
      "  attention-lab alignment --preset seq2seq-attention --train 2000 --with general");
  return [options] { return show_alignment(*options); };
}

}  // namespace

extern const Subcommand kSubcommand = {
    .sentence = tr_mark("Show how a recurrent decoder uses its source, and its accuracy by length"),
    .declare = declare};

}  // namespace attnlab::alignment
