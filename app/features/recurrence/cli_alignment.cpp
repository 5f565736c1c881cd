// attention-lab alignment: what a recurrent decoder takes from its source, and accuracy by length.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "app/cli/groups/device_option.h"
#include "app/cli/groups/example_options.h"
#include "app/cli/groups/model_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/subcommands.h"
#include "app/features/recurrence/cli_alignment_report.h"
#include "core/training/trainer.h"

namespace attnlab {
namespace {

struct AlignmentOptions {
  std::string preset, csv;
  std::vector<std::string> set;
  bool lengths = false, json = false;
  Index train = 0;
  LengthSettings compared;
  DeviceOption device;
};

bool has_pair(const ExampleOptions& example) { return example.text || example.source; }

/// The preset's model before its first step.
Checkpoint fresh_model(const AlignmentOptions& options) {
  Preset preset = find_preset(options.preset);
  set_options(preset, options.set);
  const Experiment made = make_experiment(std::move(preset));
  return capture(made, Trainer(made.model, made.task, made.preset.training, 1));
}

std::vector<Checkpoint> aligned_models(const AlignmentOptions& options, const SavedModelOptions& saved) {
  std::vector<Checkpoint> models;
  if (options.preset.empty())
    models = load_steps(saved);
  else
    models.push_back(fresh_model(options));
  if (!is_recurrent_pair(models.front().model->config()))
    throw std::invalid_argument("this model is no recurrent encoder–decoder, so it has no alignment");
  return models;
}

void align_text(const Checkpoint& model, const ExampleOptions& example, const DeviceOption& device,
                AlignmentReport& report) {
  TraceRequest request = request_for(example, model);
  request.gradients = false;
  const Tracer tracer(model.model, model.vocabularies, AttentionDeviceChoice(open_device(device)));
  report.trace = tracer.trace(model.state->snapshot, request);
  report.pass = aligned_pass(*report.trace);
}

void measure_lengths(const Checkpoint& model, const AlignmentOptions& options, AlignmentReport& report) {
  const Experiment experiment = experiment_of(model);
  report.bands = length_bands(*experiment.task, kLengthExamples, kLengthBands);
  report.counts = accuracy_by_length(*model.model, model.state->snapshot->weights, *model.vocabularies,
                                     report.bands, open_device(options.device).get());
}

/// Trains both models to the end.
void compare_lengths(const Checkpoint& model, const AlignmentOptions& options, AlignmentReport& report) {
  LengthSettings settings = options.compared;
  settings.steps = options.train;
  report.experiment = length_experiment(experiment_of(model), settings, {}, {},
                                        AttentionDeviceChoice(open_device(options.device)));
}

AlignmentReport aligned_report(const Checkpoint& model, const AlignmentOptions& options,
                               const ExampleOptions& example) {
  AlignmentReport report{.config = model.model->config(), .step = model.state->step()};
  if (has_pair(example)) align_text(model, example, options.device, report);
  if (options.lengths) measure_lengths(model, options, report);
  if (options.train > 0) compare_lengths(model, options, report);
  return report;
}

/// Writes tables into the folder `csv`; "": prints.
void put_out_alignment(const AlignmentReport& report, const AlignmentOptions& options,
                       const std::string& csv) {
  if (!options.csv.empty()) write_alignment_tables(csv, report);
  if (options.json)
    print_alignment_json(report);
  else if (options.csv.empty())
    print_alignment(report);
}

int show_alignment(const AlignmentOptions& options, const SavedModelOptions& saved,
                   const ExampleOptions& example) {
  if (options.preset.empty() && saved.folder.empty())
    throw CLI::RequiredError("--model FOLDER or --preset NAME");
  if (!has_pair(example) && !options.lengths && options.train == 0)
    throw CLI::RequiredError("--source TEXT, --lengths or --train STEPS");
  for (const Checkpoint& model : aligned_models(options, saved)) {
    const Index step = model.state->step();
    if (saved.all_steps() && !options.json && options.csv.empty())
      std::printf("step %lld\n", static_cast<long long>(step));
    put_out_alignment(aligned_report(model, options, example), options,
                      saved.all_steps() ? path_of_step(options.csv, step) : options.csv);
  }
  return kDone;
}

void add_aligned_model(CLI::App& command, const std::shared_ptr<AlignmentOptions>& options) {
  CLI::Option* const model = command.get_option("--model")->required(false);
  CLI::Option* const preset =
      command.add_option("--preset", options->preset, "Or a preset by name, before its first step")
          ->type_name("NAME")
          ->excludes(model)
          ->excludes("--step");
  command
      .add_option("--set", options->set,
                  "Change one option of the preset (may be repeated): model.alignment=general, or "
                  "alignment=general where only one section has it")
      ->type_name("OPTION=VALUE")
      ->needs(preset);
}

void add_comparison(CLI::App& command, const std::shared_ptr<AlignmentOptions>& options) {
  command.add_flag("--lengths", options->lengths,
                   "Count the right answers of this model to held-out examples, by the length of the source");
  CLI::Option* const train =
      command
          .add_option("--train", options->train,
                      "Train a fixed vector and attention for so many steps, and compare them by length")
          ->type_name("STEPS")
          ->check(whole_number(1, 1000000));
  LengthSettings& s = options->compared;
  command.add_option("--with", s.alignment, "The attention that is compared (default additive)")
      ->type_name("ALIGNMENT")
      ->needs(train);
  command.add_option("--task", s.task, "What both learn: copy, reverse or own (default copy)")
      ->type_name("NAME")
      ->needs(train);
  command.add_option("--longest", s.longest, "Letters of the longest string (default 20)")
      ->type_name("N")
      ->check(whole_number(2, 200))
      ->needs(train);
  command.add_option("--width", s.width, "Units of both (default 64)")
      ->type_name("N")
      ->check(whole_number(1, 4096))
      ->needs(train);
}

Action declare_alignment(CLI::App& command) {
  const auto options = std::make_shared<AlignmentOptions>();
  const auto example = std::make_shared<ExampleOptions>();
  const auto saved = add_saved_model_options(command);
  add_aligned_model(command, options);
  add_example_options(command, example);
  add_comparison(command, options);
  command.add_flag("--json", options->json, "Print one JSON object");
  command
      .add_option("--csv", options->csv,
                  "Write alignment.csv, of a text states.csv, of lengths lengths.csv into this folder")
      ->type_name("FOLDER")
      ->check(path_name());
  options->device = add_device_option(command);
  command.footer(
      "Without --target the model answers by itself. A row of weights is one position of the decoder: how "
      "its\n"
      "attention is shared out on the source. An answer counts as right where all of it is.\n"
      "\n"
      "Examples:\n"
      "  attention-lab alignment --model translator --source \"the red house\"\n"
      "  attention-lab alignment --model translator --source \"a cat\" --target \"un chat\" --json\n"
      "  attention-lab alignment --model translator --lengths --csv tables\n"
      "  attention-lab alignment --preset seq2seq-attention --train 2000 --with general");
  return [options, saved, example] { return show_alignment(*options, *saved, *example); };
}

}  // namespace

extern const Subcommand kAlignmentSubcommand = {
    .name = "alignment",
    .sentence = "Show what a recurrent decoder takes from its source, and accuracy by length",
    .declare = declare_alignment};

}  // namespace attnlab
