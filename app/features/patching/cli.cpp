// attention-lab patch: what comes back of the clean text's answer in a pass over the changed text.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/base/printable.h"
#include "app/cli/figure.h"
#include "app/cli/groups/given_text.h"
#include "app/cli/groups/output_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/json_lines.h"
#include "app/cli/subcommands.h"
#include "app/features/patching/cli_report.h"
#include "core/analysis/patching/proposals.h"
#include "core/config/rows.h"
#include "core/tasks/base/question.h"

namespace attnlab::patching {
namespace {

struct Options {
  ModelOptions model;
  OutputOptions output;
  DeviceOption device;
  PatchQuestion question;
  std::string side;
  Index position = -1, proposal = -1, top = 5;
  bool proposals = false;
};

std::vector<PatchPair> pairs_for(const Checkpoint& model) {
  const std::unique_ptr<const Task> task = known_task(model.preset);
  const Example first = task ? task->sample_example() : Example();
  const bool stream = format_of(model.model->config()) == Format::Stream;
  const std::string text = stream ? whole_text(model.vocabularies->target, first) : first.source;
  std::vector<PatchPair> pairs =
      proposed_pairs(*model.model, *model.vocabularies, model.state->snapshot->weights, task.get(), text);
  if (pairs.empty())
    throw std::invalid_argument("no pair of texts could be found: give --clean TEXT and --changed TEXT");
  return pairs;
}

void print_proposals(const std::vector<PatchPair>& pairs, bool json) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const PatchText &clean = pairs[i].clean, &changed = pairs[i].changed;
    if (json) {
      print_json_object({{"proposal", i},
                         {"clean", clean.text},
                         {"clean_answer", clean.answer},
                         {"changed", changed.text},
                         {"changed_answer", changed.answer}});
    } else {
      std::printf("%zu  %s => %s  |  %s => %s\n", i, quoted_piece(clean.text).c_str(),
                  quoted_piece(clean.answer).c_str(), quoted_piece(changed.text).c_str(),
                  quoted_piece(changed.answer).c_str());
    }
  }
}

PatchQuestion question_for(const Options& options, const Checkpoint& model) {
  PatchQuestion question = options.question;
  const ModelConfig& config = model.model->config();
  if (options.position >= 0) {
    const bool reads_source = format_of(config) != Format::Stream;
    const std::string side = options.side.empty() ? reads_source ? "source" : "target" : options.side;
    question.at = PatchPosition{side == "source" ? Text::Source : Text::Target, options.position};
  }
  if (options.proposal < 0) return question;
  const std::vector<PatchPair> pairs = pairs_for(model);
  if (options.proposal >= static_cast<Index>(pairs.size()))
    throw std::invalid_argument("there is no proposal " + std::to_string(options.proposal) +
                                ": they are 0 to " + std::to_string(pairs.size() - 1));
  question.pair = pairs[static_cast<std::size_t>(options.proposal)];
  return question;
}

void check_can_be_patched(const Checkpoint& model) {
  if (!can_be_patched(model.model->config()))
    throw std::invalid_argument("only Transformers that read texts can be patched between two texts");
}

void draw_patching(const Options& options, const PatchQuestion& question) {
  const PatchPair& pair = question.pair;
  std::vector<Command> commands{
      {"view", {"patching"}},
      {"patch.texts", {pair.clean.text, pair.changed.text, pair.clean.answer, pair.changed.answer}}};
  const auto choose = [&](const char* option, const std::string& value) {
    commands.push_back({"choose", {std::string("patching.") + option, value}});
  };
  choose("what", question.what);
  choose("metric", question.metric);
  choose("into", question.into);
  if (question.at) {
    choose("side", question.at->text == Text::Source ? "source" : "target");
    choose("position", std::to_string(question.at->position));
  }
  draw_figure(options.output.figure, options.model, {}, commands);
}

void note_unknown_of(const PatchPair& pair, const Checkpoint& model) {
  const Tokenizer& reads = model.vocabularies->of(format_of(model.model->config()) != Format::Stream);
  std::vector<Piece> pieces = reads.pieces(pair.clean.text);
  std::ranges::copy(reads.pieces(pair.changed.text), std::back_inserter(pieces));
  note_unknown(pieces);
}

void check_options(const Options& options) {
  const PatchPair& pair = options.question.pair;
  const bool texts = !pair.clean.text.empty() && !pair.changed.text.empty();
  if (!texts && options.proposal < 0 && !options.proposals)
    throw CLI::RequiredError("--clean TEXT and --changed TEXT, or --proposal N");
}

/// One pair for all steps, so that they can be compared.
int show_patching(const Options& options) {
  check_options(options);
  const OutputOptions& output = options.output;
  const std::vector<Checkpoint> models = load_models(options.model);
  check_can_be_patched(models.back());
  if (options.proposals) return print_proposals(pairs_for(models.back()), output.json), kDone;
  const PatchQuestion question = question_for(options, models.back());
  const std::shared_ptr<AttentionDevice> device = open_device(options.device);
  const bool prints = !output.csv.asked || output.csv.writes();
  std::vector<Report> reports;
  for (const Checkpoint& model : models) {
    reports.push_back(
        {model.state->step(), run_patching(*model.model, *model.vocabularies, model.state->snapshot->weights,
                                           question, device.get())});
    if (output.json) {
      print_json(reports.back());
    } else if (prints) {
      if (reports.size() > 1) std::printf("\n");
      print_text(reports.back(), static_cast<std::size_t>(options.top));
    }
  }
  note_unknown_of(question.pair, models.back());
  if (output.csv.asked) put_out_csv(output.csv, cells_table(reports).csv());
  if (!output.figure.empty()) draw_patching(options, reports.front().result.question);
  return kDone;
}

void add_pair_options(CLI::App& command, Options& o) {
  PatchPair& pair = o.question.pair;
  command.add_option("--clean", pair.clean.text, "The text whose answer is to come back")->type_name("TEXT");
  command.add_option("--changed", pair.changed.text, "The text of as many tokens whose pass is patched")
      ->type_name("TEXT");
  command.add_option("--clean-answer", pair.clean.answer, "Its answer (default: the model's own)")
      ->type_name("TEXT");
  command.add_option("--changed-answer", pair.changed.answer, "Its answer (default: the model's own)")
      ->type_name("TEXT");
  command.add_option("--proposal", o.proposal, "Instead of texts, a proposed pair, counted from 0")
      ->type_name("N")
      ->check(whole_number(0, 1000))
      ->excludes("--clean")
      ->excludes("--changed");
  command.add_flag("--proposals", o.proposals, "Only list the proposed pairs");
}

void add_question_options(CLI::App& command, Options& o) {
  command
      .add_option("--what", o.question.what,
                  "What is patched: " + joined_names(patched_parts(), ", ") + " (default stream)")
      ->type_name("PART");
  command
      .add_option(
          "--metric", o.question.metric,
          "What judges the answer: " + joined_names(patch_metrics(), ", ") + " (default logit_difference)")
      ->type_name("METRIC");
  command
      .add_option("--into", o.question.into,
                  "Of paths: into the " + joined_names(path_inputs(), ", ") + " of a head (default query)")
      ->type_name("INPUT");
  CLI::Option* const position =
      command.add_option("--position", o.position, "Of heads: at this position alone, counted from 0")
          ->type_name("N")
          ->check(whole_number(0));
  command.add_option("--side", o.side, "Whose position: source or target")
      ->check(CLI::IsMember({"source", "target"}))
      ->type_name("TEXT")
      ->needs(position);
}

Action declare(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  add_model_options(command, options->model, {.steps = "A grid of each of several stored steps"});
  add_pair_options(command, *options);
  add_question_options(command, *options);
  command.add_option("--top", options->top, "How many of the strongest cells are put into words (default 5)")
      ->type_name("N")
      ->check(whole_number(0, 1000));
  add_output_options(
      command, options->output,
      {.json = "Print a JSON object a step", .csv = "a row a cell", .figure = "the view Patching"});
  options->device = add_device_option(command);
  command.footer(
      "Each cell is one pass over the changed text, in which one part is as in the pass over the clean "
      "text.\n"
      "0: the answer stays that of the changed text; 1: the whole answer to the clean text comes back.\n"
      "\n"
      "Examples:\n"
      "  attention-lab patching --model tr --clean \"the red dog sleeps\" --changed \"the red cat sleeps\"\n"
      "  attention-lab patching --model tr --proposal 0 --what heads --metric probability\n"
      "  attention-lab patching --model ind --proposal 0 --what path --into key --json\n"
      "  attention-lab patching --model ind --proposal 0 --steps all --csv course.csv --figure grid.svg");
  return [options] { return show_patching(*options); };
}

}  // namespace

extern const Subcommand kSubcommand = {
    .also = "patch",
    .sentence = "Show which part of a pass brings another text's answer back",
    .declare = declare};

}  // namespace attnlab::patching
