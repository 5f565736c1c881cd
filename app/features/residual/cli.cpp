// attention-lab residual: what a model would say if its layers ended at each point of the residual stream.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "app/cli/figure.h"
#include "app/cli/groups/output_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/subcommands.h"
#include "app/features/residual/cli_report.h"

namespace attnlab::residual {
namespace {

struct Options {
  ModelOptions model;
  ExampleOptions example;
  OutputOptions output;
  DeviceOption device;
  std::optional<Index> at;
  Index top = 10;
};

void check_has_lens(const ModelConfig& config) {
  if (!has_lens(config))
    throw std::invalid_argument("this model has no residual stream: " + std::string(no_lens(config)));
}

std::vector<Report> reports_of(const Options& options, const std::vector<Checkpoint>& models) {
  const std::vector<TracePtr> traces = passes_over(options.example, models, options.device);
  std::vector<Report> reports;
  for (std::size_t i = 0; i < models.size(); ++i)
    reports.push_back(report_of(traces[i], models[i].vocabularies, options.top));
  return reports;
}

Index position_of(const Options& options, const Report& report) {
  const Index position = options.at.value_or(last_with_right(report)), count = report.lens.columns();
  if (position < count) return position;
  throw std::invalid_argument("--at is " + std::to_string(position) + ", but the text has positions 0 to " +
                              std::to_string(count - 1));
}

/// The course of one position.
void put_out_course(const std::vector<Report>& reports, const Options& options) {
  const OutputOptions& output = options.output;
  const Index position = position_of(options, reports.back());
  if (output.csv.asked) put_out_csv(output.csv, states_table(reports).csv());
  if (output.json) print_course_json(reports, position);
  if (output.as_text()) print_course(reports, position);
}

/// Each of --step all by itself.
void put_out_steps(const std::vector<Report>& reports, const Options& options) {
  const OutputOptions& output = options.output;
  for (const Report& report : reports) {
    if (options.at) position_of(options, report);
    if (output.csv.writes())
      states_table({report}).write_csv(options.model.all_steps() ? path_of_step(output.csv.place, report.step)
                                                                 : output.csv.place);
    if (output.json) print_json(report);
    if (!output.as_text()) continue;
    if (options.model.all_steps()) std::printf("step %lld\n", static_cast<long long>(report.step));
    options.at ? print_at(report, *options.at) : print_text(report);
  }
  if (output.csv.asked && !output.csv.writes()) put_out_csv(output.csv, states_table(reports).csv());
}

int show_residual(const Options& options) {
  require_model(options.model);
  require_example(options.example);
  const std::vector<Checkpoint> models = load_models(options.model);
  check_has_lens(models.front().model->config());
  const std::vector<Report> reports = reports_of(options, models);
  options.model.steps.empty() ? put_out_steps(reports, options) : put_out_course(reports, options);
  if (options.output.figure.empty()) return kDone;
  const Report& newest = reports.back();
  ModelOptions drawn = options.model;
  drawn.steps.clear();
  const Index position = newest.lens.pooled ? 0 : position_of(options, newest);
  draw_figure(options.output.figure, drawn, options.example,
              {{"view", {"residual"}}, {"residual.at", {std::to_string(position)}}});
  return kDone;
}

void add_questions(CLI::App& command, Options& options) {
  command
      .add_option("--at", options.at,
                  "Show one position, from 0, with sizes and cosines (--steps: the last one that has a right "
                  "word)")
      ->type_name("N")
      ->check(whole_number(0));
  command.add_option("--top", options.top, "How many of the likeliest words (default 10)")
      ->type_name("N")
      ->check(whole_number(1, 100000));
}

Action declare(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  add_model_options(command, options->model,
                    {.set = "model.layers=4", .steps = "The course of one position over stored steps"});
  add_example_options(command, options->example);
  add_questions(command, *options);
  add_output_options(command, options->output,
                     {.csv = "a row for each state and position", .figure = "the view Residual stream"});
  options->device = add_device_option(command);
  command.footer(
      "The logit lens reads the residual stream after each sublayer as the model's end would. Rows are in "
      "the\n"
      "order of computation; the last one is what the model says. A rank of 1: no word is likelier than the\n"
      "right one. Sizes are lengths of vectors, of the stream and of what the sublayer adds to it.\n"
      "\n"
      "Examples:\n"
      "  attention-lab residual --model book --text \"Once upon\"\n"
      "  attention-lab residual --model rev --source hello --at 2\n"
      "  attention-lab residual --model rev --source hello --steps all --at 2 --csv course.csv\n"
      "  attention-lab residual --preset translate --source \"the cat\" --target \"le chat\" --json\n"
      "  attention-lab residual --model book --text \"Once upon\" --figure lens.svg");
  return [options] { return show_residual(*options); };
}

}  // namespace

extern const Subcommand kSubcommand = {.also = "lens",
                                       .sentence = "Show what a model would say if its layers ended earlier",
                                       .declare = declare};

}  // namespace attnlab::residual
