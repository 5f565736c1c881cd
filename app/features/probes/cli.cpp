// attention-lab probe: linear probes of a label by layer.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "app/cli/groups/device_option.h"
#include "app/cli/groups/example_options.h"
#include "app/cli/groups/model_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/json_lines.h"
#include "app/cli/subcommands.h"
#include "app/cli/token_rows.h"
#include "app/features/probes/cli_figure.h"
#include "core/config/nearest.h"
#include "core/training/trainer.h"

namespace attnlab {
namespace {

constexpr int kProbeDecimals = 3;

Checkpoint untrained_model(const ProbeOptions& o) {
  Preset preset = find_preset(o.preset);
  set_options(preset, o.set);
  const Experiment made = make_experiment(std::move(preset));
  return capture(made, Trainer(made.model, made.task, made.preset.training, 1));
}

/// The models of --step and --steps, in rising order of the steps.
std::vector<Checkpoint> probed_models(const ProbeOptions& o, const SavedModelOptions& saved) {
  std::vector<Checkpoint> models;
  if (!o.preset.empty()) {
    models.push_back(untrained_model(o));
  } else {
    models = load_listed_steps(o.steps, saved);
  }
  return models;
}

/// The stack that --stack names, or the first whose task knows the label.
ProbedStack wanted_stack(const ProbeOptions& o, const Checkpoint& model, const Experiment& experiment) {
  const ModelConfig& config = model.model->config();
  const std::vector<Text> texts = probed_texts(config);
  if (texts.empty()) throw std::invalid_argument("this model has no layers whose stream could be read");
  std::optional<ProbedStack> first;
  for (const Text text : texts) {
    ProbedStack stack = probed_stack(experiment, text);
    if (!o.stack.empty() && o.stack != stack_title(config, text)) continue;
    if (o.label.empty() || probe_label(o.label).known(stack)) return stack;
    if (!first) first = std::move(stack);
  }
  if (!first) throw std::invalid_argument("this model has no " + o.stack + " beside its layers");
  return *first;
}

const ProbeLabel& wanted_label(const ProbeOptions& o, const ProbedStack& stack) {
  const std::vector<const ProbeLabel*> known = known_labels(stack);
  if (o.label.empty()) return *known.front();
  const ProbeLabel& label = probe_label(o.label);
  if (label.known(stack)) return label;
  std::string names;
  for (const ProbeLabel* each : known) names += (names.empty() ? "" : ", ") + std::string(each->name);
  throw std::invalid_argument("the task " + stack.task.name + " knows no label " + o.label +
                              " here: it knows " + names);
}

std::vector<ProbedToken> tokens_under_probes(const Checkpoint& model, const ExampleOptions& example,
                                             const ProbedStack& stack, const ProbeReport& report) {
  TraceRequest request = request_for(example, model);
  request.gradients = false;
  const TracePtr trace = Tracer(model.model, model.vocabularies).trace(model.state->snapshot, request);
  return probe_text(*trace, *model.vocabularies, stack, report);
}

void print_probe_tables(const ProbeOptions& o, std::vector<GrowingTable>& tables, const std::string& words) {
  if (!o.csv) std::printf("%s", words.c_str());
  for (GrowingTable& made : tables) {
    const TokenTable table{made.name, made.rows, kProbeDecimals};
    if (o.csv)
      std::printf("%s%s", &made == &tables.front() ? "" : "\n", as_csv(table).c_str());
    else
      std::printf("\n%s\n%s", made.name.c_str(), as_text(table).c_str());
  }
}

int show_probes(const ProbeOptions& o, const SavedModelOptions& saved, const ExampleOptions& example,
                const DeviceOption& device) {
  if (o.preset.empty() && saved.folder.empty()) throw CLI::RequiredError("--model FOLDER or --preset NAME");
  const std::vector<Checkpoint> models = probed_models(o, saved);
  const ModelConfig& config = models.back().model->config();
  const Experiment experiment = experiment_of(models.back());
  const ProbedStack stack = wanted_stack(o, models.back(), experiment);
  const ProbeLabel& label = wanted_label(o, stack);
  const std::shared_ptr<AttentionDevice> computes = open_device(device);
  std::vector<GrowingTable> tables;
  ProbeReport last;
  for (const Checkpoint& model : models) {
    last = probe_layers(*model.model, *model.vocabularies, *experiment.task, model.state->snapshot->weights,
                        stack, label, {.training = o.training, .held_out = o.held_out}, computes.get());
    const ProbesAt at{model.state->step(), last, tables};
    add_probe_rows(at);
    if (!o.layer.empty()) add_confusion_rows(at, layer_named(last, o.layer));
    if (example.given()) add_token_rows(at, tokens_under_probes(model, example, stack, last));
  }
  if (!o.figure.empty())
    save_probe_figure(o, saved.folder, models.back().state->step(), last, models.size() > 1);
  if (o.json) {
    VectorsJson object = probe_facts(config, last);
    for (GrowingTable& made : tables) object[made.name] = std::move(*made.rows);
    print_json_object(object);
  } else {
    print_probe_tables(o, tables, probe_words(config, last));
  }
  return kDone;
}

void add_probe_model(CLI::App& command, const std::shared_ptr<ProbeOptions>& o) {
  CLI::Option* const model = command.get_option("--model")->required(false);
  CLI::Option* const preset =
      command.add_option("--preset", o->preset, "Or a preset by name, before its first step")
          ->type_name("NAME")
          ->excludes(model)
          ->excludes("--step");
  command
      .add_option("--set", o->set,
                  "Change one option of the preset (may be repeated): model.layers=4, kinds=3")
      ->type_name("OPTION=VALUE")
      ->needs(preset);
  command
      .add_option("--steps", o->steps,
                  "Several stored steps, one after another: all, or their numbers: the course of the probes")
      ->type_name("all|N,M")
      ->excludes("--step")
      ->excludes(preset);
}

void add_probe_questions(CLI::App& command, const std::shared_ptr<ProbeOptions>& o) {
  command
      .add_option("--label", o->label,
                  "Which label of the tokens (default: the first that the task knows): depth, carry, speech, "
                  "answer, position, before, class, word, row, column")
      ->type_name("LABEL");
  command
      .add_option("--stack", o->stack,
                  "Of a model with two: encoder or decoder (default: the first whose task knows the label)")
      ->check(CLI::IsMember({"encoder", "decoder"}));
  command.add_option("--layer", o->layer, "Print the confusions of this layer, too")
      ->type_name("N|embedding");
  command.add_option("--training", o->training, "Labelled tokens to fit the probes to (default 2048)")
      ->type_name("N")
      ->check(whole_number(2, 1000000));
  command.add_option("--held-out", o->held_out, "Held-out tokens to judge them on (default 1024)")
      ->type_name("N")
      ->check(whole_number(1, 1000000));
  CLI::Option* const json =
      command.add_flag("--json", o->json, "Print one JSON object with a member for each table");
  command.add_flag("--csv", o->csv, "Print the tables as CSV")->excludes(json);
  command
      .add_option("--figure", o->figure,
                  "Draw the view Probes into this file, of several steps their course over training")
      ->type_name("FILE.svg|FILE.png")
      ->check(path_name());
}

Action declare_probe(CLI::App& command) {
  const auto options = std::make_shared<ProbeOptions>();
  const auto example = std::make_shared<ExampleOptions>();
  const auto saved = add_saved_model_options(command);
  add_probe_model(command, options);
  add_example_options(command, example);
  add_probe_questions(command, options);
  const auto device = std::make_shared<DeviceOption>(add_device_option(command));
  command.footer(
      "A probe is a multinomial logistic regression from the stream behind the embedding, or behind a layer, "
      "to\n"
      "the label of each token. It learns on training examples and is judged on held-out ones. The control\n"
      "learns the labels in a random order; selectivity is accuracy minus control. The error is the "
      "standard\n"
      "error of a share of that many tokens. A text adds what the probes say of each of its tokens.\n"
      "\n"
      "Examples:\n"
      "  attention-lab probe --model brackets --label depth\n"
      "  attention-lab probe --model brackets --label depth --layer 1 --text \"([])\"\n"
      "  attention-lab probe --model brackets --label depth --steps all --csv\n"
      "  attention-lab probe --model sums --label carry --figure carry.svg");
  return [options, saved, example, device] { return show_probes(*options, *saved, *example, *device); };
}

}  // namespace

extern const Subcommand kProbeSubcommand = {
    .name = "probe",
    .sentence = "Show what linear probes find in the stream of each layer",
    .declare = declare_probe};

}  // namespace attnlab
