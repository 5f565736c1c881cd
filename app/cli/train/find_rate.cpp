// attention-lab find-rate: the loss while the learning rate rises, and the rate at which it falls fastest.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/base/format.h"
#include "app/base/text_table.h"
#include "app/cli/groups/output_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/json_lines.h"
#include "app/cli/subcommands.h"
#include "core/io/checkpoint.h"
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
  if (!experiment.task) throw std::invalid_argument("the preset " + options.preset + " has no task to learn");
  return {experiment, experiment.task,
          Trainer(experiment.model, experiment.task, experiment.preset.training, 1).state()};
}

std::string rate_text(double rate) { return format_number(rate, 3); }

/// About so many lines of the table.
constexpr std::size_t kRateLines = 20;

void print_rate_table(const RateCourse& course) {
  TextTable table({"step", "learning rate", "loss", "smoothed"});
  const std::size_t every = std::max<std::size_t>(1, course.rates.size() / kRateLines);
  for (std::size_t i = 0; i < course.rates.size(); ++i)
    if (i % every == 0 || i + 1 == course.rates.size())
      table.add({std::to_string(i + 1), rate_text(course.rates[i]), number_cell(course.losses[i], 4),
                 number_cell(course.smoothed[i], 4)});
  std::printf("%s", table.text().c_str());
}

void print_rate_text(const std::string& name, const RateCourse& course) {
  std::printf("%s from step %lld, on a copy: %zu steps, each with a higher rate\n", name.c_str(),
              static_cast<long long>(course.from), course.rates.size());
  print_rate_table(course);
  if (course.diverged) std::printf("ended early: the smoothed loss was %g times its least\n", kDivergedAt);
  if (course.suggestion)
    std::printf("the loss falls fastest at the learning rate %s\n", rate_text(*course.suggestion).c_str());
  else
    std::printf("the loss falls at none of these rates\n");
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
    throw CLI::RequiredError("--preset NAME or --model FOLDER");
  validate(options.search);
  const RateStart start = rate_start(options);
  const RateCourse course = find_rate(start.experiment.model, start.task, start.state, options.search);
  const std::string& name = start.experiment.preset.name;
  if (course.rates.empty()) throw std::runtime_error(name + ": the loss is not finite at the lowest rate");
  if (options.output.json) print_rate_json(name, course);
  if (options.output.csv.asked) put_out_csv(options.output.csv, rate_csv(course));
  if (options.output.as_text()) print_rate_text(name, course);
  return kDone;
}

Action declare_find_rate(CLI::App& command) {
  const auto options = std::make_shared<FindRateOptions>();
  CLI::Option* preset =
      command.add_option("--preset", options->preset, "What to train: a preset by name")->type_name("NAME");
  command.add_option("--model", options->model, "Folder of a saved run: from its newest step")
      ->type_name("FOLDER")
      ->excludes(preset);
  command.add_option("--set", options->set, "Change one option of the preset, as for train")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false)
      ->needs(preset);
  command.add_option("--from", options->search.lowest, "Learning rate of the first step")
      ->type_name("RATE")
      ->capture_default_str();
  command.add_option("--to", options->search.highest, "Learning rate of the last step, at most 10")
      ->type_name("RATE")
      ->capture_default_str();
  command
      .add_option("--steps", options->search.steps, "Steps, each with the same multiple of the rate before")
      ->type_name("N")
      ->capture_default_str()
      ->check(whole_number(2, 100000));
  add_output_options(command, options->output, {.csv = "a row a step"});
  command.footer(
      "Trains a copy: nothing is saved. The search ends early where the smoothed loss is 4 times its least.\n"
      "Near the rate at which the loss falls fastest a run learns quickly; where the loss rises, the rate "
      "is\n"
      "too high (Smith 2017).\n"
      "\n"
      "Examples:\n"
      "  attention-lab find-rate --preset reverse\n"
      "  attention-lab find-rate --model rev --from 1e-5 --to 1 --csv");
  return [options] { return find_rate_of(*options); };
}

}  // namespace

extern const Subcommand kFindRateSubcommand = {.name = "find-rate",
                                               .sentence = "Try rising learning rates on a copy of a run",
                                               .declare = declare_find_rate};

}  // namespace attnlab
