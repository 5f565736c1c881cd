// attention-lab attribute: which words or patches of the input a prediction comes from.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "app/cli/groups/example_options.h"
#include "app/cli/groups/model_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/render_options.h"
#include "app/cli/subcommands.h"
#include "app/cli/token_scores.h"
#include "app/features/attribution/choice.h"
#include "app/features/attribution/cli_report.h"
#include "core/config/rows.h"
#include "core/trace/same_target.h"

namespace attnlab {
namespace {

struct AttributeOptions {
  std::string steps, word, against, metric, csv, figure, baseline = "zero";
  std::vector<std::string> methods;
  Index position = -1, points = 64;
  bool json = false;
};

std::string metric_of_options(const AttributeOptions& options) {
  if (options.metric.empty()) return options.against.empty() ? "logit" : "difference";
  const MetricKind& metric = metric_kind(options.metric);
  if (metric.subtracts == options.against.empty())
    throw std::invalid_argument(metric.subtracts ? "--metric difference needs --against WORD"
                                                 : "--against is read by --metric difference alone");
  return options.metric;
}

/// One question for all steps: the words are those of the newest.
struct AttributionQuestion {
  TraceRequest request;
  AttributionSettings settings;
};

AttributionQuestion question_of(const AttributeOptions& options, const ExampleOptions& example,
                                const Checkpoint& model) {
  const TraceRequest request = request_for(example, model);
  const Tracer tracer(model.model, model.vocabularies);
  const TracePtr trace = tracer.trace(model.state->snapshot, request);
  if (!has_attributions(trace->config()))
    throw std::invalid_argument(
        "this model compares words and predicts none, so there is nothing to attribute");
  if (options.position >= predictions_of(*trace))
    throw std::invalid_argument("--position " + std::to_string(options.position) + " is not from 0 to " +
                                std::to_string(predictions_of(*trace) - 1));
  AttributionChoice choice{.position = options.position,
                           .metric = metric_of_options(options),
                           .baseline = options.baseline,
                           .steps = options.points};
  const Tokenizer& words = model.vocabularies->target;
  if (!options.word.empty()) choice.word = token_named("--word", words, options.word);
  if (!options.against.empty()) choice.against = token_named("--against", words, options.against);
  AttributionQuestion question{with_same_target(*trace, request), attribution_settings(choice, *trace)};
  question.settings.methods = options.methods;
  return question;
}

AttributionReport attribution_report(const AttributionQuestion& question, const Checkpoint& model) {
  const Tracer tracer(model.model, model.vocabularies);
  const TracePtr trace = tracer.trace(model.state->snapshot, question.request);
  AttributionReport report{attribute(tracer, trace, question.request, question.settings),
                           &model.vocabularies->target, "", gives_class(format_of(trace->config()))};
  const auto at = static_cast<std::size_t>(question.settings.prediction.position);
  if (!report.of_class && at < trace->input_pieces.size()) report.before = trace->input_pieces[at].text;
  return report;
}

void draw_attribution_figure(const AttributeOptions& options, const SavedModelOptions& saved,
                             const ExampleOptions& example, const AttributionSettings& settings) {
  if (example.image || example.question)
    throw std::invalid_argument(
        "--figure draws an example of the task or a text: leave --image and --question out");
  RenderOptions render;
  render.model = saved.folder;
  render.step = options.steps == "all" ? "all" : saved.step;
  render.view = attribution::kFeature.name;
  render.out = options.figure;
  render.text = example.text;
  render.source = example.source;
  render.target = example.target;
  render.picture = example.picture;
  render.edits = example.edits;
  const ChosenPrediction& p = settings.prediction;
  for (const std::string& choice :
       {"position " + std::to_string(p.position), "word " + std::to_string(p.word),
        "against " + std::to_string(metric_kind(settings.metric).subtracts ? p.against : -1),
        "metric " + settings.metric, "baseline " + settings.baseline,
        "steps " + std::to_string(settings.steps)})
    render.commands.push_back("choose attribution." + choice);
  render_figure(render);
}

void put_out_attributions(const std::vector<AttributionReport>& reports, const AttributeOptions& options) {
  if (!options.csv.empty()) write_attribution_table(options.csv, reports);
  if (options.json) {
    for (const AttributionReport& report : reports) print_attribution_json(report);
  } else if (!options.csv.empty() || !options.figure.empty()) {
    return;
  } else if (reports.size() == 1) {
    print_attribution(reports.front());
  } else {
    print_attribution_course(reports);
  }
}

int show_attributions(const AttributeOptions& options, const SavedModelOptions& saved,
                      const ExampleOptions& example) {
  for (const std::string& method : options.methods) attribution_method(method);
  if (!options.figure.empty() && !options.steps.empty() && options.steps != "all")
    throw std::invalid_argument("--figure draws one step or all: give --step N or --steps all");
  const std::vector<Checkpoint> models = load_listed_steps(options.steps, saved);
  const AttributionQuestion question = question_of(options, example, models.back());
  if (!options.figure.empty()) draw_attribution_figure(options, saved, example, question.settings);
  if (!options.figure.empty() && options.csv.empty() && !options.json) return kDone;
  std::vector<AttributionReport> reports;
  for (const Checkpoint& model : models) reports.push_back(attribution_report(question, model));
  put_out_attributions(reports, options);
  return kDone;
}

void add_prediction_options(CLI::App& command, const std::shared_ptr<AttributeOptions>& o) {
  command
      .add_option("--position", o->position,
                  "Of the prediction, from 0 (default: the first word of an answer, the last of a text)")
      ->type_name("N")
      ->check(whole_number(0));
  command.add_option("--word", o->word, "Word or class that is predicted (default: the most probable)")
      ->type_name("WORD");
  command.add_option("--against", o->against, "Subtract the logit of this word")->type_name("WORD");
  command
      .add_option("--metric", o->metric,
                  "Which number of the prediction: " + joined_names(metric_kinds(), ", "))
      ->type_name("METRIC");
  command
      .add_option("--baseline", o->baseline,
                  "What stands for a word that is not there: " + joined_names(baseline_kinds(), ", ") +
                      " (default zero)")
      ->type_name("BASELINE");
}

void add_attribution_options(CLI::App& command, const std::shared_ptr<AttributeOptions>& o) {
  command
      .add_option(
          "--method", o->methods,
          "One of these methods alone (may be repeated): " + joined_names(attribution_methods(), ", "))
      ->type_name("METHOD");
  command.add_option("--points", o->points, "Steps of integrated gradients (default 64)")
      ->type_name("N")
      ->check(whole_number(1, kMostIntegralSteps));
  command
      .add_option("--steps", o->steps,
                  "The course over stored steps of the run: all, or some with commas between")
      ->type_name("all|N,M")
      ->excludes("--step");
  command.add_flag("--json", o->json, "Print one JSON object a step");
  command.add_option("--csv", o->csv, "Write a line for each value into this file")
      ->type_name("FILE.csv")
      ->check(path_name());
  command.add_option("--figure", o->figure, "Draw the view Attribution into this file")
      ->type_name("FILE.svg|FILE.png")
      ->check(path_name());
}

Action declare_attribute(CLI::App& command) {
  const auto options = std::make_shared<AttributeOptions>();
  const auto example = std::make_shared<ExampleOptions>();
  const auto saved = add_saved_model_options(command);
  add_example_options(command, example);
  add_prediction_options(command, options);
  add_attribution_options(command, options);
  command.footer(
      "Every input has a value by each method: gradient × input, integrated gradients from the baseline "
      "(which add\n"
      "up to the difference from it), occlusion (what is lost without the word), attention rollout. Bars █ "
      "speak\n"
      "for the prediction, ░ against it. The methods are compared by the rank correlation of magnitudes.\n"
      "\n"
      "Examples:\n"
      "  attention-lab attribute --model translator --source \"the red house\" --position 1\n"
      "  attention-lab attribute --model tales --text \"The owl sat\" --word on --against in\n"
      "  attention-lab attribute --model digits --picture 3 --metric log_probability --figure digits.svg\n"
      "  attention-lab attribute --model tales --text \"The owl sat\" --steps all --method integrated "
      "--json");
  return [options, saved, example] { return show_attributions(*options, *saved, *example); };
}

}  // namespace

extern const Subcommand kAttributeSubcommand = {
    .name = "attribute",
    .sentence = "Show which words or patches of the input a prediction comes from",
    .declare = declare_attribute};

}  // namespace attnlab
