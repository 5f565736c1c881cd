// attention-lab attribution: which tokens or patches of the input a prediction comes from.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "app/cli/figure.h"
#include "app/cli/groups/output_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/subcommands.h"
#include "app/cli/token_scores.h"
#include "app/features/attribution/choice.h"
#include "app/features/attribution/cli_report.h"
#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/trace/same_target.h"

namespace attnlab::attribution {
namespace {

struct Options {
  ModelOptions model;
  ExampleOptions example;
  OutputOptions output;
  std::string word, against, metric, baseline = "zero";
  std::vector<std::string> methods;
  Index position = -1, points = 64;
};

std::string metric_of_options(const Options& options) {
  if (options.metric.empty()) return options.against.empty() ? "logit" : "difference";
  const MetricKind& metric = metric_kind(options.metric);
  if (metric.subtracts == options.against.empty())
    throw std::invalid_argument(metric.subtracts ? tr("--metric difference needs --against WORD")
                                                 : tr("--against needs --metric difference"));
  return options.metric;
}

/// One question for all steps, with the tokens of the newest.
struct Question {
  TraceRequest request;
  AttributionSettings settings;
};

Question question_of(const Options& options, const Checkpoint& model) {
  const TraceRequest request = request_for(options.example, model);
  const Tracer tracer(model.model, model.vocabularies);
  const TracePtr trace = tracer.trace(model.state->snapshot, request);
  if (!has_attributions(trace->config()))
    throw std::invalid_argument(tr("this model does not predict tokens, so there is nothing to attribute"));
  if (options.position >= predictions_of(*trace))
    throw std::invalid_argument(tr("--position is {1}, but must be from 0 to {2}",
                                   std::to_string(options.position),
                                   std::to_string(predictions_of(*trace) - 1)));
  AttributionChoice choice{.position = options.position,
                           .metric = metric_of_options(options),
                           .baseline = options.baseline,
                           .steps = options.points};
  const Tokenizer& words = model.vocabularies->target;
  if (!options.word.empty()) choice.word = token_named("--word", words, options.word);
  if (!options.against.empty()) choice.against = token_named("--against", words, options.against);
  Question question{with_same_target(*trace, request), attribution_settings(choice, *trace)};
  question.settings.methods = options.methods;
  return question;
}

Report report_of(const Question& question, const Checkpoint& model) {
  const Tracer tracer(model.model, model.vocabularies);
  const TracePtr trace = tracer.trace(model.state->snapshot, question.request);
  Report report{attribute(tracer, trace, question.request, question.settings), &model.vocabularies->target,
                "", gives_class(format_of(trace->config()))};
  const auto at = static_cast<std::size_t>(question.settings.prediction.position);
  if (!report.of_class && at < trace->input_pieces.size()) report.before = trace->input_pieces[at].text;
  return report;
}

void draw_attributions(const Options& options, const AttributionSettings& settings) {
  const ChosenPrediction& p = settings.prediction;
  std::vector<Command> commands{{"view", {"attribution"}}};
  const auto choose = [&](const char* option, const std::string& value) {
    commands.push_back({"choose", {std::string("attribution.") + option, value}});
  };
  choose("position", std::to_string(p.position));
  choose("word", std::to_string(p.word));
  choose("against", std::to_string(metric_kind(settings.metric).subtracts ? p.against : -1));
  choose("metric", settings.metric);
  choose("baseline", settings.baseline);
  choose("steps", std::to_string(settings.steps));
  draw_figure(options.output.figure, options.model, options.example, commands);
}

void put_out(const std::vector<Report>& reports, const Options& options) {
  const OutputOptions& output = options.output;
  if (output.csv.asked) put_out_csv(output.csv, values_table(reports).csv());
  if (output.json)
    for (const Report& report : reports) print_json(report);
  if (!output.as_text() || !output.figure.empty()) return;
  reports.size() == 1 ? print_text(reports.front()) : print_course(reports);
}

int show_attributions(const Options& options) {
  for (const std::string& method : options.methods) attribution_method(method);
  const std::vector<Checkpoint> models = load_models(options.model);
  const Question question = question_of(options, models.back());
  if (!options.output.figure.empty()) draw_attributions(options, question.settings);
  if (!options.output.figure.empty() && options.output.as_text()) return kDone;
  std::vector<Report> reports;
  for (const Checkpoint& model : models) reports.push_back(report_of(question, model));
  put_out(reports, options);
  return kDone;
}

void add_prediction_options(CLI::App& command, Options& o) {
  command
      .add_option("--position", o.position,
                  tr("Position of the prediction, from 0 (default: the first token of an output, or the last "
                     "of a text)"))
      ->type_name("N")
      ->check(whole_number(0));
  command.add_option("--word", o.word, tr("Predicted token, label or class (default: the most probable)"))
      ->type_name("WORD");
  command.add_option("--against", o.against, tr("Subtract the logit of this token"))->type_name("WORD");
  command
      .add_option("--metric", o.metric,
                  tr("Number of the prediction to attribute: {1}", joined_names(metric_kinds(), ", ")))
      ->type_name("METRIC");
  command
      .add_option(
          "--baseline", o.baseline,
          tr("What replaces a missing input: {1} (default zero)", joined_names(baseline_kinds(), ", ")))
      ->type_name("BASELINE");
}

void add_method_options(CLI::App& command, Options& o) {
  command
      .add_option("--method", o.methods,
                  tr("Only this method (may be repeated): {1}", joined_names(attribution_methods(), ", ")))
      ->type_name("METHOD");
  command.add_option("--points", o.points, tr("Steps of integrated gradients (default 64)"))
      ->type_name("N")
      ->check(whole_number(1, kMostIntegralSteps));
}

Action declare(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  add_model_options(command, options->model, {.steps = tr("The history over stored steps of the run")});
  add_example_options(command, options->example);
  add_prediction_options(command, *options);
  add_method_options(command, *options);
  add_output_options(command, options->output,
                     {.json = tr("Print one JSON object per step"),
                      .csv = tr("one row per value"),
                      .figure = tr("the view Attribution")});
  command.footer(
      tr("Each method gives every input a value: gradient × input, integrated gradients (which sum to\n"
         "the difference from the baseline), occlusion (the drop when the baseline replaces the input)\n"
         "and attention rollout. A bar of █ is evidence for the prediction, a bar of ░ evidence against\n"
         "it. The methods are compared by the rank correlation of their magnitudes.") +
      std::string("\n\n") + tr("Examples:") +
      "\n"
      "  attention-lab attribution --model translator --source \"the red house\" --position 1\n"
      "  attention-lab attribution --model tales --text \"The owl sat\" --word on --against in\n"
      "  attention-lab attribution --model digits --picture 3 --metric log_probability --figure digits.svg\n"
      "  attention-lab attribution --model tales --text \"The owl sat\" --steps all --method integrated "
      "--json");
  return [options] { return show_attributions(*options); };
}

}  // namespace

extern const Subcommand kSubcommand = {
    .also = "attribute",
    .sentence = tr_mark("Show which tokens or patches of the input a prediction comes from"),
    .declare = declare};

}  // namespace attnlab::attribution
