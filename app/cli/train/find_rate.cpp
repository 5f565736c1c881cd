// attention-lab find-rate: the loss while the learning rate rises, and the learning rate at which the loss
// falls fastest.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/base/format.h"
#include "app/base/print.h"
#include "app/base/text_table.h"
#include "app/cli/groups/output_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/help.h"
#include "app/cli/json_lines.h"
#include "app/cli/subcommands.h"
#include "core/config/number_text.h"
#include "core/io/checkpoint.h"
#include "core/language/messages.h"
#include "core/training/run/rate_finder.h"

namespace attnlab {
namespace {

struct FindRateOptions {
  std::string preset, model;
  std::vector<std::string> set;
  RateSearch search;
  OutputOptions output;
};

/// A run, as it is at the search's first step.
struct RateStart {
  Experiment experiment;
  std::shared_ptr<const Task> task;
  TrainingState state;
};

RateStart rate_start(const FindRateOptions& options) {
  if (!options.model.empty()) {
    const Continuation stored = continue_training(load_checkpoint(options.model, Load::State), 1);
    return {stored.experiment, stored.experiment.task, stored.trainer->state()};
  }
  Preset preset = find_preset(options.preset);
  set_options(preset, options.set);
  const Experiment experiment = make_experiment(std::move(preset));
  if (!experiment.task)
    throw std::invalid_argument(tr("the preset {1} does not have a task to train on", options.preset));
  return {experiment, experiment.task,
          Trainer(experiment.model, experiment.task, experiment.preset.training, 1).state()};
}

std::string rate_text(double rate) { return format_number(rate, 3); }

/// The approximate number of lines of the table.
constexpr std::size_t kRateLines = 20;

void print_rate_table(const RateCourse& course) {
  TextTable table({tr("step"), tr("learning rate"), tr("loss"), tr("smoothed loss")});
  const std::size_t every = std::max<std::size_t>(1, course.rates.size() / kRateLines);
  for (std::size_t i = 0; i < course.rates.size(); ++i)
    if (i % every == 0 || i + 1 == course.rates.size())
      table.add({std::to_string(i + 1), rate_text(course.rates[i]), number_cell(course.losses[i], 4),
                 number_cell(course.smoothed[i], 4)});
  print(table.text());
}

void print_rate_text(const std::string& name, const RateCourse& course) {
  print(tr("{1} from step {2}, on a copy: {3} steps, each with a higher learning rate", name,
           std::to_string(course.from), std::to_string(course.rates.size())) +
        "\n");
  print_rate_table(course);
  if (course.diverged)
    print(tr("ended early: the smoothed loss reached {1} times its minimum", shortest_text(kDivergedAt)) +
          "\n");
  const std::string end =
      course.suggestion ? tr("the loss falls fastest at the learning rate {1}", rate_text(*course.suggestion))
                        : std::string(tr("the loss does not fall at any of these learning rates"));
  print(end + "\n");
}

std::string rate_csv(const RateCourse& course) {
  std::string csv = "step,learning_rate,loss,smoothed\n";
  for (std::size_t i = 0; i < course.rates.size(); ++i) {
    char line[128];
    std::snprintf(line, sizeof line, "%zu,%.9g,%.9g,%.9g\n", i + 1, course.rates[i], course.losses[i],
                  course.smoothed[i]);
    csv += line;
  }
  return csv;
}

void print_rate_json(const std::string& name, const RateCourse& course) {
  nlohmann::ordered_json json = {{"name", name},
                                 {"from_step", course.from},
                                 {"learning_rates", course.rates},
                                 {"losses", course.losses},
                                 {"smoothed", course.smoothed},
                                 {"diverged", course.diverged},
                                 {"suggestion", nullptr}};
  if (course.suggestion) json["suggestion"] = *course.suggestion;
  print_json_object(json);
}

int find_rate_of(const FindRateOptions& options) {
  if (options.preset.empty() == options.model.empty())
    throw CLI::RequiredError(tr("{1} or {2}", "--preset NAME", "--model FOLDER"));
  validate(options.search);
  const RateStart start = rate_start(options);
  const RateCourse course = find_rate(start.experiment.model, start.task, start.state, options.search);
  const std::string& name = start.experiment.preset.name;
  if (course.rates.empty())
    throw std::runtime_error(tr("{1}: the loss is not finite at the lowest learning rate", name));
  if (options.output.json) print_rate_json(name, course);
  if (options.output.csv.asked) put_out_csv(options.output.csv, rate_csv(course));
  if (options.output.as_text()) print_rate_text(name, course);
  return kDone;
}

Action declare_find_rate(CLI::App& command) {
  const auto options = std::make_shared<FindRateOptions>();
  CLI::Option* preset =
      command.add_option("--preset", options->preset, tr("What to train: the name of a preset"))
          ->type_name("NAME");
  command.add_option("--model", options->model, tr("Or the folder of a saved run, from its newest step"))
      ->type_name("FOLDER")
      ->excludes(preset);
  command.add_option("--set", options->set, tr("Change one option of the preset, as for train"))
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false)
      ->needs(preset);
  command.add_option("--from", options->search.lowest, tr("Learning rate of the first step"))
      ->type_name("RATE")
      ->capture_default_str();
  command.add_option("--to", options->search.highest, tr("Learning rate of the last step, at most 10"))
      ->type_name("RATE")
      ->capture_default_str();
  command
      .add_option("--steps", options->search.steps,
                  tr("Number of steps; each multiplies the learning rate by the same factor"))
      ->type_name("N")
      ->capture_default_str()
      ->check(whole_number(2, 100000));
  add_output_options(command, options->output, {.csv = tr_mark("one row per step")});
  command.footer(help_end(
      {tr("The command trains a copy and saves nothing. The search ends early when the smoothed loss reaches "
          "4 times its minimum. Near the learning rate at which the loss falls fastest, training is fast; "
          "where the loss rises, the learning rate is too high (Smith 2017).")},
      "  attention-lab find-rate --preset reverse\n"
      "  attention-lab find-rate --model rev --from 1e-5 --to 1 --csv"));
  return [options] { return find_rate_of(*options); };
}

}  // namespace

extern const Subcommand kFindRateSubcommand = {
    .name = "find-rate",
    .sentence = tr_mark("Find a learning rate by raising it on a copy of a run"),
    .declare = declare_find_rate};

}  // namespace attnlab
