// attention-lab patching: how much of the clean text's answer returns in a forward pass over the corrupted
// text.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/base/print.h"
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
#include "core/language/messages.h"
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
    throw std::invalid_argument(tr("no pair of texts was found: give --clean TEXT and --changed TEXT"));
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
      print(std::to_string(i) + "  " + quoted_piece(clean.text) + " => " + quoted_piece(clean.answer) +
            "  |  " + quoted_piece(changed.text) + " => " + quoted_piece(changed.answer) + "\n");
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
    throw std::invalid_argument(tr("there is no proposal {1}: choose one from 0 to {2}",
                                   std::to_string(options.proposal), std::to_string(pairs.size() - 1)));
  question.pair = pairs[static_cast<std::size_t>(options.proposal)];
  return question;
}

void check_can_be_patched(const Checkpoint& model) {
  if (!can_be_patched(model.model->config()))
    throw std::invalid_argument(tr("only Transformers that read texts can be patched between two texts"));
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
    throw CLI::RequiredError(tr("--clean TEXT and --changed TEXT, or --proposal N"));
}

/// All steps have the same pair, so that they are comparable.
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
      if (reports.size() > 1) print("\n");
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
  command.add_option("--clean", pair.clean.text, tr("Clean text: the one whose answer should return"))
      ->type_name("TEXT");
  command
      .add_option("--changed", pair.changed.text,
                  tr("Corrupted text with the same number of tokens: the one that is patched"))
      ->type_name("TEXT");
  command
      .add_option("--clean-answer", pair.clean.answer,
                  tr("Answer to the clean text (default: generated by the model)"))
      ->type_name("TEXT");
  command
      .add_option("--changed-answer", pair.changed.answer,
                  tr("Answer to the corrupted text (default: generated by the model)"))
      ->type_name("TEXT");
  command
      .add_option("--proposal", o.proposal, tr("Use this proposed pair, counted from 0, instead of texts"))
      ->type_name("N")
      ->check(whole_number(0, 1000))
      ->excludes("--clean")
      ->excludes("--changed");
  command.add_flag("--proposals", o.proposals, tr("Only list the proposed pairs"));
}

void add_question_options(CLI::App& command, Options& o) {
  command
      .add_option("--what", o.question.what,
                  tr("What to patch: {1} (default stream)", joined_names(patched_parts(), ", ")))
      ->type_name("PART");
  command
      .add_option(
          "--metric", o.question.metric,
          tr("Metric of the answer: {1} (default logit_difference)", joined_names(patch_metrics(), ", ")))
      ->type_name("METRIC");
  command
      .add_option("--into", o.question.into,
                  tr("For paths: the input of the later head, {1} (default query)",
                     joined_names(path_inputs(), ", ")))
      ->type_name("INPUT");
  CLI::Option* const position =
      command.add_option("--position", o.position, tr("For heads: only at this position, counted from 0"))
          ->type_name("N")
          ->check(whole_number(0));
  command.add_option("--side", o.side, tr("Text of the position: source or target"))
      ->check(CLI::IsMember({"source", "target"}))
      ->type_name("TEXT")
      ->needs(position);
}

Action declare(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  add_model_options(command, options->model, {.steps = tr("One grid for each of several stored steps")});
  add_pair_options(command, *options);
  add_question_options(command, *options);
  command.add_option("--top", options->top, tr("Describe the N strongest cells in words (default 5)"))
      ->type_name("N")
      ->check(whole_number(0, 1000));
  add_output_options(command, options->output,
                     {.json = tr("Print one JSON object per step"),
                      .csv = tr("one row per cell"),
                      .figure = tr("the view Patching")});
  options->device = add_device_option(command);
  command.footer(
      tr("Each cell is one forward pass over the corrupted text, in which one part has its values from\n"
         "the clean text. 0: the answer to the corrupted text stays; 1: the answer to the clean text\n"
         "fully returns.") +
      std::string("\n\n") + tr("Examples:") +
      "\n"
      "  attention-lab patching --model tr --clean \"the red dog sleeps\" --changed \"the red cat sleeps\"\n"
      "  attention-lab patching --model tr --proposal 0 --what heads --metric probability\n"
      "  attention-lab patching --model ind --proposal 0 --what path --into key --json\n"
      "  attention-lab patching --model ind --proposal 0 --steps all --csv course.csv --figure grid.svg");
  return [options] { return show_patching(*options); };
}

}  // namespace

extern const Subcommand kSubcommand = {
    .also = "patch",
    .sentence = tr_mark("Show which parts of a forward pass restore another text's answer"),
    .declare = declare};

}  // namespace attnlab::patching
