// attention-lab contributions: a logit as the sum of what each part of a model adds to it.
#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdio>
#include <memory>
#include <set>

#include "app/cli/groups/example_options.h"
#include "app/cli/groups/given_text.h"
#include "app/cli/groups/model_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/render_options.h"
#include "app/cli/subcommands.h"
#include "app/features/contributions/cli_report.h"
#include "app/state/command.h"
#include "core/analysis/contributions/asked_word.h"
#include "core/trace/same_target.h"
#include "core/training/trainer.h"

namespace attnlab {
namespace {

struct ContributionsOptions {
  std::string preset, steps, word, against, head, figure;
  std::vector<std::string> set;
  std::optional<Index> position;
  Index top = 0;
  bool by_size = false, json = false, csv = false;
};

Checkpoint untrained_model(const ContributionsOptions& o) {
  Preset preset = find_preset(o.preset);
  set_options(preset, o.set);
  const Experiment made = make_experiment(std::move(preset));
  return capture(made, Trainer(made.model, made.task, made.preset.training, 1));
}

std::vector<Checkpoint> asked_models(const ContributionsOptions& o, const SavedModelOptions& saved) {
  std::vector<Checkpoint> models;
  if (!o.preset.empty()) {
    models.push_back(untrained_model(o));
  } else {
    models = load_listed_steps(o.steps, saved);
  }
  const ModelConfig& config = models.front().model->config();
  if (!has_stream_path(config))
    throw std::invalid_argument("this model's logits have no contributions: " +
                                std::string(why_no_stream_path(config)));
  return models;
}

TokenId asked_entry_of(const std::string& option, const std::string& word, const Tokenizer& tokenizer) {
  check_utf8(option, word);
  try {
    return known_word(tokenizer, word);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(option + " " + error.what());
  }
}

/// The newest pass decides about what nobody said, so that steps compare.
AskedLogit asked_logit_of(const ContributionsOptions& o, const Trace& trace, const Tokenizer& tokenizer) {
  AskedLogit asked{.position = o.position.value_or(last_asked_position(trace))};
  if (asked.position >= logit_rows(trace))
    throw std::invalid_argument("--position is " + std::to_string(asked.position) + ", but the last one is " +
                                std::to_string(logit_rows(trace) - 1));
  asked.word =
      o.word.empty() ? word_to_ask(trace, asked.position) : asked_entry_of("--word", o.word, tokenizer);
  if (!o.against.empty()) asked.against = asked_entry_of("--against", o.against, tokenizer);
  return asked;
}

/// An answer that the model wrote by itself is that of the newest weights at each step.
TracePtr asked_trace(const Checkpoint& model, TraceRequest request, const Trace* newest) {
  request.gradients = false;
  if (newest) request = with_same_target(*newest, std::move(request));
  return Tracer(model.model, model.vocabularies).trace(model.state->snapshot, request);
}

void put_out_contributions(const ContributionReport& report, const ContributionsOptions& o, bool first) {
  if (o.json) return print_contributions_json(report);
  if (o.csv) return print_contributions_csv(report, first);
  if (report.names_step) std::printf("%sstep %lld\n", first ? "" : "\n", static_cast<long long>(report.step));
  print_contributions(report);
}

/// The same prediction in the view Contributions, as `render` draws it.
void draw_contributions(const ContributionsOptions& o, const std::string& folder,
                        const ExampleOptions& example, const ContributionReport& report, bool asks_step) {
  const Tokenizer& tokenizer = report.vocabularies->target;
  RenderOptions figure;
  figure.model = folder;
  figure.preset = o.preset;
  figure.out = report.names_step ? path_of_step(o.figure, report.step) : o.figure;
  figure.view = "contributions";
  figure.text = example.text;
  figure.source = example.source;
  figure.target = example.target;
  figure.picture = example.picture;
  figure.edits = example.edits;
  if (asks_step) figure.step = std::to_string(report.step);
  figure.commands = {
      Command{"contributions.position", {std::to_string(report.all.of.position)}}.text(),
      Command{"choose", {"contributions.word", tokenizer.entry(report.all.of.word)}}.text(),
      Command{"choose",
              {"contributions.against", report.all.of.against ? tokenizer.entry(*report.all.of.against) : ""}}
          .text(),
      Command{"choose", {"contributions.order", o.by_size ? "size" : "computation"}}.text()};
  render_figure(figure);
}

int show_contributions(const ContributionsOptions& o, const SavedModelOptions& saved,
                       const ExampleOptions& example) {
  if (o.preset.empty() && saved.folder.empty()) throw CLI::RequiredError("--model FOLDER or --preset NAME");
  if (!example.given()) throw CLI::RequiredError("--text TEXT (or --source, --image, --picture)");
  if (!o.figure.empty() && (!o.set.empty() || example.image || example.question))
    throw std::invalid_argument("--figure is drawn without --set, --image and --question");
  const std::vector<Checkpoint> models = asked_models(o, saved);
  const TraceRequest request = request_for(example, models.back());
  const TracePtr newest = asked_trace(models.back(), request, nullptr);
  const AskedLogit asked = asked_logit_of(o, *newest, models.back().vocabularies->target);
  bool first = true;
  for (const Checkpoint& model : models) {
    ContributionReport report{.step = model.state->step(),
                              .names_step = saved.all_steps() || !o.steps.empty(),
                              .trace = asked_trace(model, request, newest.get()),
                              .vocabularies = model.vocabularies.get()};
    report.all = split_logit(*report.trace, asked);
    report.parts = ordered_parts(report.all, o.by_size ? PartOrder::Size : PartOrder::Computation, o.top);
    if (!o.head.empty()) report.head = &head_named(report.all, o.head);
    put_out_contributions(report, o, first);
    first = false;
    if (!o.figure.empty())
      draw_contributions(o, saved.folder, example, report, report.names_step || !saved.step.empty());
  }
  return kDone;
}

void add_contributions_model(CLI::App& command, const std::shared_ptr<ContributionsOptions>& o) {
  CLI::Option* const model = command.get_option("--model")->required(false);
  CLI::Option* const preset =
      command.add_option("--preset", o->preset, "Or a preset by name, before its first step")
          ->type_name("NAME")
          ->excludes(model)
          ->excludes("--step");
  command
      .add_option("--set", o->set,
                  "Change one option of the preset (may be repeated): model.norm=post, heads=2")
      ->type_name("OPTION=VALUE")
      ->needs(preset);
  command.add_option("--steps", o->steps, "Several stored steps, one after another: all, or 0,64,512")
      ->type_name("all|N,M")
      ->needs(model)
      ->excludes("--step");
}

void add_contributions_question(CLI::App& command, const std::shared_ptr<ContributionsOptions>& o) {
  command
      .add_option("--position", o->position,
                  "The position whose prediction it is, from 0 (default: the last that has a right answer)")
      ->type_name("N")
      ->check(whole_number(0));
  command
      .add_option("--word", o->word,
                  "Whose logit (default: that of the right word or, where none is known, "
                  "of the likeliest at the newest step)")
      ->type_name("WORD");
  command.add_option("--against", o->against, "Subtract the logit of another word")->type_name("WORD");
  command.add_option("--head", o->head, "List the tokens that this head read, not the parts")
      ->type_name("ATTENTION#N");
  command.add_flag("--by-size", o->by_size, "The largest parts first, not the first computed");
  command.add_option("--top", o->top, "So many parts (default: all)")->type_name("N")->check(whole_number(1));
  CLI::Option* const json = command.add_flag("--json", o->json, "Print one JSON object, a line a step");
  command.add_flag("--csv", o->csv, "Print a table, comma-separated")->excludes(json);
  command.add_option("--figure", o->figure, "Draw the view Contributions, SVG or PNG")
      ->type_name("FILE.svg")
      ->check(path_name());
}

Action declare_contributions(CLI::App& command) {
  const auto options = std::make_shared<ContributionsOptions>();
  const auto example = std::make_shared<ExampleOptions>();
  const auto saved = add_saved_model_options(command);
  add_contributions_model(command, options);
  add_example_options(command, example);
  add_contributions_question(command, options);
  command.footer(
      "A logit is the sum of what embedding, positions, each head, each feed-forward network and each bias\n"
      "add to it, where all norms keep the scale that they have in the pass: \"contribution\". \"left out\"\n"
      "is by how much the logit would fall without the part if norms were computed anew, \"error\" the\n"
      "difference of the two, and \"divisor\" what the last norm would divide by. Of a token that a head\n"
      "read, the contribution is the attention weight times what its value vector says: \"value\".\n"
      "\n"
      "Examples:\n"
      "  attention-lab contributions --model tales --text \"The owl sat\" --by-size --top 8\n"
      "  attention-lab contributions --model tales --text \"The owl sat\" --word \" \" --against e --json\n"
      "  attention-lab contributions --model tales --text \"The owl\" --head "
      "decoder.layers.1.self_attention#2\n"
      "  attention-lab contributions --model tales --text \"The owl\" --steps all --csv\n"
      "  attention-lab contributions --model rev --source hello --figure parts.svg");
  return [options, saved, example] { return show_contributions(*options, *saved, *example); };
}

}  // namespace

extern const Subcommand kContributionsSubcommand = {
    .name = "contributions",
    .sentence = "Show a logit as the sum of what each part of a model adds to it",
    .declare = declare_contributions};

}  // namespace attnlab
