// attention-lab residual: what a model would predict if its layers ended at each point of the residual
// stream.
#include <CLI/CLI.hpp>
#include <memory>

#include "app/base/print.h"
#include "app/cli/figure.h"
#include "app/cli/groups/output_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/subcommands.h"
#include "app/features/residual/cli_report.h"
#include "core/language/messages.h"

namespace attnlab::residual {
namespace {

using namespace std::string_literals;

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
    throw std::invalid_argument(tr("this model does not have a residual stream: {1}", tr(no_lens(config))));
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
  throw std::invalid_argument(tr("--at is {1}, but the text has positions 0 to {2}", std::to_string(position),
                                 std::to_string(count - 1)));
}

/// The history of one position.
void put_out_course(const std::vector<Report>& reports, const Options& options) {
  const OutputOptions& output = options.output;
  const Index position = position_of(options, reports.back());
  if (output.csv.asked) put_out_csv(output.csv, states_table(reports).csv());
  if (output.json) print_course_json(reports, position);
  if (output.as_text()) print_course(reports, position);
}

/// Each step of --step, one after another.
void put_out_steps(const std::vector<Report>& reports, const Options& options) {
  const OutputOptions& output = options.output;
  for (const Report& report : reports) {
    if (options.at) position_of(options, report);
    if (output.csv.writes())
      states_table({report}).write_csv(options.model.all_steps() ? path_of_step(output.csv.place, report.step)
                                                                 : output.csv.place);
    if (output.json) print_json(report);
    if (!output.as_text()) continue;
    if (options.model.all_steps()) print(tr("step {1}", std::to_string(report.step)) + "\n");
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
      .add_option(
          "--at", options.at,
          tr("Show one position, from 0, with vector lengths and cosines (with --steps, the default is the "
             "last position that has a correct token)"))
      ->type_name("N")
      ->check(whole_number(0));
  command.add_option("--top", options.top, tr("How many of the most probable tokens to list (default 10)"))
      ->type_name("N")
      ->check(whole_number(1, 100000));
}

Action declare(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  add_model_options(command, options->model,
                    {.set = "model.layers=4", .steps = tr("The history of one position over stored steps")});
  add_example_options(command, options->example);
  add_questions(command, *options);
  add_output_options(
      command, options->output,
      {.csv = tr("a row for each state and position"), .figure = tr("the view Residual stream")});
  options->device = add_device_option(command);
  command.footer(
      tr("The logit lens applies the end of the model to the residual stream after each sublayer. Rows\n"
         "are in the order of computation; the last one is the prediction of the model. Rank 1 means that\n"
         "no token is more probable than the correct one. The lengths are the L2 norms of the stream's\n"
         "vector and of the sublayer output that is added to it.") +
      "\n\n"s + tr("Examples:") +
      "\n"
      "  attention-lab residual --model book --text \"Once upon\"\n"
      "  attention-lab residual --model rev --source hello --at 2\n"
      "  attention-lab residual --model rev --source hello --steps all --at 2 --csv course.csv\n"
      "  attention-lab residual --preset translate --source \"the cat\" --target \"le chat\" --json\n"
      "  attention-lab residual --model book --text \"Once upon\" --figure lens.svg");
  return [options] { return show_residual(*options); };
}

}  // namespace

extern const Subcommand kSubcommand = {
    .also = "lens",
    .sentence = tr_mark("Show what a model would predict if its layers ended earlier"),
    .declare = declare};

}  // namespace attnlab::residual
