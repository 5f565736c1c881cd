// attention-lab probes: linear probes of a label by layer.
#include <CLI/CLI.hpp>
#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/base/format.h"
#include "app/base/print.h"
#include "app/base/table.h"
#include "app/cli/figure.h"
#include "app/cli/groups/output_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/json_lines.h"
#include "app/cli/subcommands.h"
#include "core/analysis/probes/probing.h"
#include "core/config/rows.h"
#include "core/language/language.h"
#include "core/language/messages.h"

namespace attnlab::probes {
namespace {

constexpr int kDecimals = 3;

std::string layer_name(const ProbedLayer& layer) {
  const Index number = point_layer(layer.point);
  return number < 0 ? "embedding" : std::to_string(number);
}

/// The layer that --layer names: a number, or "embedding". Throws std::invalid_argument if it does not exist.
const ProbedLayer& layer_named(const ProbeReport& report, const std::string& name) {
  std::string names;
  for (const ProbedLayer& layer : report.layers) {
    if (name == layer_name(layer)) return layer;
    names += (names.empty() ? "" : ", ") + layer_name(layer);
  }
  throw std::invalid_argument(tr("--layer is {1}, but must be one of {2}", name, names));
}

/// One row per layer: accuracy, its standard error, control, majority and more.
Table layers_table(const ProbeReport& report) {
  const InEnglish for_programs;
  std::vector<Column> columns{tr_mark("read")};
  for (const char* share : {tr_mark("accuracy"), tr_mark("error"), tr_mark("control"), tr_mark("majority"),
                            tr_mark("selectivity"), tr_mark("training"), tr_mark("control_training")})
    columns.emplace_back(share, kDecimals);
  Table table(tr_mark("probes"), std::move(columns));
  for (const ProbedLayer& layer : report.layers)
    table.add({point_title(layer.point), layer.accuracy, report.error(layer.accuracy), layer.control,
               report.majority, layer.selectivity(), layer.training_accuracy, layer.control_training});
  return table;
}

/// One row for each label, with the counts of the predicted classes.
Table confusion_table(const ProbeReport& report, const ProbedLayer& layer) {
  const std::size_t classes = report.classes.size();
  std::vector<Column> columns{tr_mark("right")};
  for (const std::string& name : report.classes) columns.emplace_back("said " + name);
  Table table(tr_mark("confusion"), std::move(columns));
  for (std::size_t right = 0; right < classes; ++right) {
    std::vector<TableCell> row{report.classes[right]};
    for (std::size_t said = 0; said < classes; ++said)
      row.emplace_back(layer.confusion[right * classes + said]);
    table.add(std::move(row));
  }
  return table;
}

/// One row for each token of a text: its label, and the prediction of each layer's probe.
Table tokens_table(const ProbeReport& report, const std::vector<ProbedToken>& tokens) {
  const InEnglish for_programs;
  std::vector<Column> columns{tr_mark("position"), token_column(tr_mark("token")), tr_mark("label")};
  for (const ProbedLayer& layer : report.layers) {
    columns.emplace_back(point_title(layer.point));
    columns.emplace_back(point_title(layer.point) + " probability", kDecimals);
  }
  Table table(tr_mark("tokens"), std::move(columns));
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    std::vector<TableCell> row{t, tokens[t].text, tokens[t].right};
    for (std::size_t i = 0; i < report.layers.size(); ++i) {
      row.emplace_back(report.classes[static_cast<std::size_t>(tokens[t].said[i])]);
      row.emplace_back(tokens[t].probability[i]);
    }
    table.add(std::move(row));
  }
  return table;
}

constexpr std::array<std::string_view, 3> kFiles{"probes.csv", "confusion.csv", "tokens.csv"};
constexpr FolderKind kFolder{
    .name = tr_mark("folder of probe tables"), .files = kFiles, .begins = "step,read,accuracy,"};

struct Options {
  ModelOptions model;
  ExampleOptions example;
  OutputOptions output;
  DeviceOption device;
  std::string label, stack, layer;
  Index training = ProbeSettings().training, held_out = ProbeSettings().held_out;
};

/// The stack that --stack names, or the first whose task knows the label.
ProbedStack wanted_stack(const Options& o, const Checkpoint& model, const Experiment& experiment) {
  const ModelConfig& config = model.model->config();
  const std::vector<Text> texts = probed_texts(config);
  if (texts.empty()) throw std::invalid_argument(tr("this model has no layers that probes could read"));
  std::optional<ProbedStack> first;
  for (const Text text : texts) {
    ProbedStack stack = probed_stack(experiment, text);
    if (!o.stack.empty() && o.stack != stack_title(config, text)) continue;
    if (o.label.empty() || probe_label(o.label).known(stack)) return stack;
    if (!first) first = std::move(stack);
  }
  if (!first) throw std::invalid_argument(tr("this model does not have the stack {1}", o.stack));
  return *first;
}

const ProbeLabel& wanted_label(const Options& o, const ProbedStack& stack) {
  const std::vector<const ProbeLabel*> known = known_labels(stack);
  if (o.label.empty()) return *known.front();
  const ProbeLabel& label = probe_label(o.label);
  if (label.known(stack)) return label;
  std::string names;
  for (const ProbeLabel* each : known) names += (names.empty() ? "" : ", ") + std::string(each->name);
  throw std::invalid_argument(tr("the task {1} does not have the label {2} here: choose one of {3}",
                                 stack.task.name, o.label, names));
}

const std::string& majority_class(const ProbeReport& r) {
  return r.classes[static_cast<std::size_t>(r.majority_class)];
}

/// The lines above the tables.
void print_facts(const ModelConfig& config, const ProbeReport& r) {
  const std::string title(tr(r.label->title)), sentence(tr(r.label->sentence));
  print(title + " (" + sentence + ")\n");
  print(tr("read from the {1}: fitted to {2} tokens of {3} training examples, tested on {4} tokens of {5} "
           "held-out examples",
           tr(stack_title(config, r.text)), format_count(r.training_tokens),
           format_count(r.training_examples), format_count(r.held_out_tokens),
           format_count(r.held_out_examples)) +
        "\n");
  print(tr("{1} classes; the most frequent is {2}", std::to_string(r.classes.size()), majority_class(r)) +
        "\n");
}

nlohmann::ordered_json facts_json(const ModelConfig& config, const ProbeReport& r) {
  return {{"label", r.label->name},
          {"stack", stack_title(config, r.text)},
          {"classes", r.classes},
          {"majority_class", majority_class(r)},
          {"training_tokens", r.training_tokens},
          {"training_examples", r.training_examples},
          {"held_out_tokens", r.held_out_tokens},
          {"held_out_examples", r.held_out_examples}};
}

void put_out(const Options& o, const ModelConfig& config, const ProbeReport& report,
             const std::vector<Table>& tables) {
  if (o.output.csv.writes()) write_csv(o.output.csv.place, tables, kFolder);
  if (o.output.json) {
    nlohmann::ordered_json object = facts_json(config, report);
    for (const Table& table : tables) object[table.name()] = table.json();
    print_json_object(object);
  } else if (o.output.as_text()) {
    print_facts(config, report);
    for (const Table& table : tables) print("\n" + std::string(tr(table.name())) + "\n" + table.text());
  } else if (!o.output.csv.writes()) {
    print_csv(tables);
  }
}

/// Draws the label of the report in its stack, or its history over the steps up to `step`.
void draw_probes(const Options& o, const ProbeReport& report, Index step, bool course) {
  ModelOptions at{.folder = o.model.folder, .preset = o.model.preset};
  if (at.preset.empty()) at.step = std::to_string(step);
  draw_figure(o.output.figure, at, {},
              {{"view", {"probes"}},
               {"choose", {"probes.label", std::string(report.label->name)}},
               {"choose", {"probes.stack", report.text == Text::Source ? "source" : "target"}},
               {"choose", {"probes.part", course ? "training" : "layers"}}});
}

int show_probes(const Options& o) {
  require_model(o.model);
  const std::vector<Checkpoint> models = load_models(o.model);
  const Experiment experiment = experiment_of(models.back());
  const ProbedStack stack = wanted_stack(o, models.back(), experiment);
  const ProbeLabel& label = wanted_label(o, stack);
  const std::shared_ptr<AttentionDevice> device = open_device(o.device);
  std::vector<Table> tables;
  ProbeReport last;
  for (const Checkpoint& model : models) {
    last = probe_layers(*model.model, *model.vocabularies, *experiment.task, model.state->snapshot->weights,
                        stack, label, {.training = o.training, .held_out = o.held_out}, device.get());
    std::vector<Table> more{layers_table(last)};
    if (!o.layer.empty()) more.push_back(confusion_table(last, layer_named(last, o.layer)));
    if (o.example.given())
      more.push_back(
          tokens_table(last, probe_text(*pass_over(o.example, model), *model.vocabularies, stack, last)));
    add_tables(tables, std::move(more), model.state->step());
  }
  if (!o.output.figure.empty()) draw_probes(o, last, models.back().state->step(), models.size() > 1);
  put_out(o, models.back().model->config(), last, tables);
  return kDone;
}

void add_questions(CLI::App& command, Options& o) {
  command
      .add_option("--label", o.label,
                  tr("Label of the tokens (default: the first that the task has): {1}",
                     joined_names(probe_labels(), ", ")))
      ->type_name("LABEL");
  command
      .add_option("--stack", o.stack,
                  tr("For a model with two stacks: encoder or decoder (default: the first for which the task "
                     "has the label)"))
      ->check(CLI::IsMember({"encoder", "decoder"}));
  command.add_option("--layer", o.layer, tr("Also print the confusion matrix of this layer"))
      ->type_name("N|embedding");
  command.add_option("--training", o.training, tr("Labeled tokens to fit the probes to (default 2048)"))
      ->type_name("N")
      ->check(whole_number(2, 1000000));
  command.add_option("--held-out", o.held_out, tr("Held-out tokens to test the probes on (default 1024)"))
      ->type_name("N")
      ->check(whole_number(1, 1000000));
}

Action declare(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  add_model_options(
      command, options->model,
      {.set = "model.layers=4, kinds=3", .steps = tr("The history of the probes over stored steps")});
  add_example_options(command, options->example);
  add_questions(command, *options);
  add_output_options(command, options->output,
                     {.json = tr("Print one JSON object with a member for each table"),
                      .csv = tr("the tables"),
                      .tables = true,
                      .figure = tr("the view Probes (for several steps, their history)")});
  options->device = add_device_option(command);
  command.footer(
      tr("A probe is a multinomial logistic regression from the residual stream after the embedding, or\n"
         "after a layer, to the label of each token. It is fitted to training examples and tested on\n"
         "held-out ones. The control is fitted to shuffled labels; selectivity is the accuracy minus the\n"
         "accuracy of the control. The error is the standard error of the accuracy. A text adds the\n"
         "predictions of the probes for each of its tokens.") +
      std::string("\n\n") + tr("Examples:") +
      "\n"
      "  attention-lab probes --model brackets --label depth\n"
      "  attention-lab probes --model brackets --label depth --layer 1 --text \"([])\"\n"
      "  attention-lab probes --model brackets --label depth --steps all --csv\n"
      "  attention-lab probes --model sums --label carry --figure carry.svg");
  return [options] { return show_probes(*options); };
}

}  // namespace

extern const Subcommand kSubcommand = {
    .also = "probe",
    .sentence = tr_mark("Show what linear probes find in the residual stream after each layer"),
    .declare = declare};

}  // namespace attnlab::probes
