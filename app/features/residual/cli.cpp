// attention-lab lens: what a model would say if its layers ended at each point of the residual stream.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "app/cli/groups/device_option.h"
#include "app/cli/groups/example_options.h"
#include "app/cli/groups/model_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/render_options.h"
#include "app/cli/subcommands.h"
#include "app/features/residual/cli_report.h"
#include "core/io/checkpoint.h"
#include "core/trace/same_target.h"
#include "core/training/trainer.h"

namespace attnlab {
namespace {

struct LensOptions {
  std::string preset, steps, csv, figure;
  std::vector<std::string> set;
  std::optional<Index> at;
  Index top = 10;
  bool json = false;
  DeviceOption device;
};

/// The preset's model before its first step.
Checkpoint first_model(const LensOptions& options) {
  Preset preset = find_preset(options.preset);
  set_options(preset, options.set);
  const Experiment made = make_experiment(std::move(preset));
  return capture(made, Trainer(made.model, made.task, made.preset.training, 1));
}

/// The models at the steps of --steps, or those of --step.
std::vector<Checkpoint> lens_models(const LensOptions& options, const SavedModelOptions& saved) {
  std::vector<Checkpoint> models;
  if (!options.preset.empty()) {
    models.push_back(first_model(options));
  } else {
    models = load_listed_steps(options.steps, saved);
  }
  const ModelConfig& config = models.front().model->config();
  if (!has_lens(config))
    throw std::invalid_argument("this model has no residual stream: " + std::string(no_lens(config)));
  return models;
}

/// One report a model. A target that the model generates is that of the last model, for all of them.
std::vector<LensReport> lens_reports(const std::vector<Checkpoint>& models, const LensOptions& options,
                                     const ExampleOptions& example) {
  const AttentionDeviceChoice device(open_device(options.device));
  const auto tracer = [&](const Checkpoint& model) {
    return Tracer(model.model, model.vocabularies, device);
  };
  TraceRequest request = request_for(example, models.back());
  request.gradients = false;
  const TracePtr last = tracer(models.back()).trace(models.back().state->snapshot, request);
  std::vector<LensReport> reports;
  for (const Checkpoint& model : models) {
    const bool is_last = &model == &models.back();
    const TracePtr trace =
        is_last ? last : tracer(model).trace(model.state->snapshot, with_same_target(*last, request));
    reports.push_back(lens_report(trace, model.vocabularies, options.top));
  }
  return reports;
}

Index position_of(const LensOptions& options, const LensReport& report) {
  const Index position = options.at.value_or(last_with_right(report)), count = report.lens.columns();
  if (position < count) return position;
  throw std::invalid_argument("--at is " + std::to_string(position) + ", but the text has positions 0 to " +
                              std::to_string(count - 1));
}

void put_out_course(const std::vector<LensReport>& reports, const LensOptions& options) {
  const Index position = position_of(options, reports.back());
  if (!options.csv.empty()) write_lens_table(options.csv, reports);
  if (options.json) return print_lens_course_json(reports, position);
  if (options.csv.empty()) print_lens_course(reports, position);
}

void put_out_table(const LensReport& report, const LensOptions& options, const std::string& csv) {
  if (options.at) position_of(options, report);
  if (!csv.empty()) write_lens_table(csv, {report});
  if (options.json) return print_lens_json(report);
  if (!csv.empty()) return;
  options.at ? print_lens_at(report, *options.at) : print_lens(report);
}

/// The view Residual stream of this text, with the chosen position.
void draw_lens_figure(const LensOptions& options, const SavedModelOptions& saved,
                      const ExampleOptions& example, const LensReport& report) {
  if (example.image || example.question)
    throw std::invalid_argument("--figure draws neither --image nor --question");
  RenderOptions o;
  o.model = saved.folder;
  o.preset = options.preset;
  o.step = saved.step;
  o.out = options.figure;
  o.view = "residual";
  o.text = example.text;
  o.source = example.source;
  o.target = example.target;
  o.picture = example.picture;
  o.edits = example.edits;
  const Index position = report.lens.pooled ? 0 : position_of(options, report);
  o.commands.push_back("residual.at " + std::to_string(position));
  render_figure(o);
}

int show_lens(const LensOptions& options, const SavedModelOptions& saved, const ExampleOptions& example) {
  if (options.preset.empty() && saved.folder.empty())
    throw CLI::RequiredError("--model FOLDER or --preset NAME");
  if (!example.given()) throw CLI::RequiredError("--text TEXT (or --source, --picture, --image)");
  const std::vector<LensReport> reports = lens_reports(lens_models(options, saved), options, example);
  if (!options.steps.empty()) {
    put_out_course(reports, options);
  } else {
    for (const LensReport& report : reports) {
      if (saved.all_steps() && !options.json && options.csv.empty())
        std::printf("step %lld\n", static_cast<long long>(report.step));
      put_out_table(
          report, options,
          saved.all_steps() && !options.csv.empty() ? path_of_step(options.csv, report.step) : options.csv);
    }
  }
  if (!options.figure.empty()) draw_lens_figure(options, saved, example, reports.back());
  return kDone;
}

void add_lens_models(CLI::App& command, const std::shared_ptr<LensOptions>& options) {
  CLI::Option* const model = command.get_option("--model")->required(false);
  CLI::Option* const preset =
      command.add_option("--preset", options->preset, "Or a preset by name, before its first step")
          ->type_name("NAME")
          ->excludes(model)
          ->excludes("--step");
  command
      .add_option("--set", options->set,
                  "Change one option of the preset (may be repeated): model.layers=4, or layers=4 where only "
                  "one section has it")
      ->type_name("OPTION=VALUE")
      ->needs(preset);
  command
      .add_option("--steps", options->steps,
                  "The course of one position over stored steps: all of them, or these")
      ->type_name("all|N,M,…")
      ->excludes(preset)
      ->excludes("--step");
}

void add_lens_output(CLI::App& command, const std::shared_ptr<LensOptions>& options) {
  command
      .add_option("--at", options->at,
                  "Show one position, from 0, with sizes and cosines (--steps: the last one that has a right "
                  "word)")
      ->type_name("N")
      ->check(whole_number(0));
  command.add_option("--top", options->top, "How many of the likeliest words (default 10)")
      ->type_name("N")
      ->check(whole_number(1, 100000));
  command.add_flag("--json", options->json, "Print one JSON object");
  command.add_option("--csv", options->csv, "Write a row for each state and position into this file")
      ->type_name("FILE")
      ->check(path_name());
  command.add_option("--figure", options->figure, "Draw the view Residual stream: FILE.svg or FILE.png")
      ->type_name("FILE")
      ->check(path_name())
      ->excludes("--set");
}

Action declare_lens(CLI::App& command) {
  const auto options = std::make_shared<LensOptions>();
  const auto example = std::make_shared<ExampleOptions>();
  const auto saved = add_saved_model_options(command);
  add_lens_models(command, options);
  add_example_options(command, example);
  add_lens_output(command, options);
  options->device = add_device_option(command);
  command.footer(
      "The logit lens reads the residual stream after each sublayer as the model's end would. Rows are in "
      "the\n"
      "order of computation; the last one is what the model says. A rank of 1: no word is likelier than the\n"
      "right one. Sizes are lengths of vectors, of the stream and of what the sublayer adds to it.\n"
      "\n"
      "Examples:\n"
      "  attention-lab lens --model book --text \"Once upon\"\n"
      "  attention-lab lens --model rev --source hello --at 2\n"
      "  attention-lab lens --model rev --source hello --steps all --at 2 --csv course.csv\n"
      "  attention-lab lens --preset translate --source \"the cat\" --target \"le chat\" --json\n"
      "  attention-lab lens --model book --text \"Once upon\" --figure lens.svg");
  return [options, saved, example] { return show_lens(*options, *saved, *example); };
}

}  // namespace

extern const Subcommand kLensSubcommand = {
    .name = "lens",
    .sentence = "Show what a model would say if its layers ended earlier",
    .declare = declare_lens};

}  // namespace attnlab
