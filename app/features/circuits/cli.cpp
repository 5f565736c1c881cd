// attention-lab circuits: what heads do by their weights, on repeated sequences, and with each other.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <memory>
#include <stdexcept>

#include "app/cli/groups/model_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/progress_line.h"
#include "app/cli/render_options.h"
#include "app/cli/subcommands.h"
#include "app/features/circuits/cli_report.h"
#include "app/features/circuits/cli_wanted.h"
#include "app/state/selection.h"
#include "core/config/cores.h"
#include "core/config/rows.h"

namespace attnlab {
namespace {

std::vector<std::string> entries_of(const Tokenizer& tokenizer, const std::vector<TokenId>& words) {
  std::vector<std::string> texts;
  for (const TokenId word : words) texts.push_back(tokenizer.entry(word));
  return texts;
}

ReportedCircuit reported_circuit(const Checkpoint& model, const CircuitsOptions& options, bool looks) {
  const CircuitHead head = named_head(options, model.model->config());
  const Tokenizer &rows = model.vocabularies->of(
                      reads_source_words(head, looks ? HeadInput::Query : HeadInput::Value)),
                  &columns = model.vocabularies->of(looks && reads_source_words(head, HeadInput::Key));
  const std::span<const Real> weights = model.state->snapshot->weights;
  const std::string_view why =
      looks ? why_no_looks(model.model->config(), head) : why_no_says(model.model->config(), head);
  if (!why.empty()) throw std::invalid_argument(std::string(why));
  const std::vector<TokenId> down = wanted_words(options, rows), across = wanted_words(options, columns);
  return {head,
          looks ? looks_of(*model.model, weights, head, down, across, options.distance)
                : says_of(*model.model, weights, head, down, across),
          entries_of(rows, down), entries_of(columns, across)};
}

/// "sequence 3 of 32"
std::string numbered(const char* what, Index number, Index all) {
  return std::string(what) + " " + std::to_string(number) + " of " + std::to_string(all);
}

std::string part_text(const HeadScorePart& part) {
  return part.of == HeadScorePart::Of::Repeats ? numbered("repeated tokens, sequence", part.number, part.all)
                                               : "what heads copy, part " + std::to_string(part.number);
}

HeadScores scores_with_progress(const Checkpoint& model, const std::string& where, ProgressLine& line) {
  return head_scores(*model.model, *model.vocabularies, model.state->snapshot->weights, nullptr,
                     [&](const HeadScorePart& part) { return line.show(where + part_text(part)), true; });
}

std::vector<Composition> compositions_with_progress(const Checkpoint& model, ProgressLine& line) {
  const auto heads = static_cast<Index>(circuit_heads(*model.model).size());
  std::atomic<Index> begun{0};
  const auto goes_on = [&] {
    line.show(numbered("compositions into head", ++begun, heads));
    return true;
  };
  return compositions(*model.model, model.state->snapshot->weights, goes_on, cores());
}

CircuitsAtStep circuits_at(const Checkpoint& model, const CircuitsOptions& options, bool course) {
  ProgressLine line;
  const std::string where = course ? "step " + std::to_string(model.state->step()) + ": " : "";
  CircuitsAtStep at{.step = model.state->step(), .scores = scores_with_progress(model, where, line)};
  if (!course) at.compositions = compositions_with_progress(model, line);
  if (options.looks) at.looks = reported_circuit(model, options, true);
  if (options.says) at.says = reported_circuit(model, options, false);
  return at;
}

void draw_circuits_figure(const CircuitsOptions& options, const SavedModelOptions& saved,
                          const ModelConfig& config) {
  const CircuitHead head = named_head(options, config);
  RenderOptions figure;
  figure.model = options.preset.empty() ? saved.folder : "";
  figure.preset = options.preset;
  figure.step = saved.step;
  figure.out = options.figure;
  figure.view = "circuits";
  figure.attention = std::string(attention_name(attention_of(head.place)));
  figure.layer = head.layer;
  figure.head = head.head;
  figure.commands = {std::string("choose circuits.part ") + options.part(),
                     "choose circuits.measure " + options.score,
                     "choose circuits.distance " + std::to_string(options.distance)};
  if (!options.words.empty()) figure.commands.push_back("choose circuits.words \"" + options.words + "\"");
  render_figure(figure);
}

void check_circuits_options(const CircuitsOptions& options, const SavedModelOptions& saved) {
  if (options.preset.empty() && saved.folder.empty())
    throw CLI::RequiredError("--model FOLDER or --preset NAME");
  if (!options.words.empty() && !options.of_words())
    throw std::invalid_argument("--words names the words of --looks and --says");
  if (!options.head.empty() && !options.of_words() && options.figure.empty())
    throw std::invalid_argument("--head names the head of --looks, --says and --figure");
  if (!options.set.empty() && !options.figure.empty())
    throw std::invalid_argument("--figure draws a preset as it is: leave --set out");
}

int show_circuits(const CircuitsOptions& options, const SavedModelOptions& saved) {
  check_circuits_options(options, saved);
  const std::vector<Checkpoint> models = wanted_heads(options, saved);
  const ModelConfig& config = models.front().model->config();
  CircuitReport report{.config = config,
                       .why_no_repeats = std::string(why_no_repeats(config, *models.front().vocabularies)),
                       .score = &head_score_kind(options.score),
                       .course = saved.all_steps() || !options.steps.empty(),
                       .over = options.over,
                       .top = options.top};
  for (const Checkpoint& model : models) report.steps.push_back(circuits_at(model, options, report.course));
  if (!options.csv.empty()) write_circuit_tables(options.csv, report);
  if (!options.figure.empty()) draw_circuits_figure(options, saved, config);
  if (options.json) {
    print_circuits_json(report);
  } else if (options.csv.empty() && options.figure.empty()) {
    print_circuits(report);
  }
  return kDone;
}

void add_circuit_model_options(CLI::App& command, const std::shared_ptr<CircuitsOptions>& options) {
  CLI::Option* const model = command.get_option("--model")->required(false);
  CLI::Option* const preset =
      command.add_option("--preset", options->preset, "Or a preset by name, before its first step")
          ->type_name("NAME")
          ->excludes(model)
          ->excludes("--step");
  command
      .add_option("--set", options->set,
                  "Change one option of the preset (may be repeated): model.layers=1, or layers=1 where only "
                  "one section has it")
      ->type_name("OPTION=VALUE")
      ->needs(preset);
  command
      .add_option("--steps", options->steps,
                  "The course of a score over stored steps: all, or some with commas between")
      ->type_name("all|N,M")
      ->needs(model)
      ->excludes("--step");
  command
      .add_option("--score", options->score,
                  "Which score's course is printed: " + joined_names(head_score_kinds(), ", "))
      ->type_name("NAME");
  command.add_option("--over", options->over, "From which score on a head has formed (default 0.5)")
      ->type_name("X")
      ->check(any_number(-1, 1));
}

void add_circuit_options(CLI::App& command, const std::shared_ptr<CircuitsOptions>& options) {
  command
      .add_option("--head", options->head,
                  "The head of --looks, --says and --figure (default: the last): its name in the table")
      ->type_name("NAME");
  command.add_flag("--looks", options->looks, "Who looks at whom: the head's score for each pair of words");
  command.add_flag("--says", options->says,
                   "What the head adds to each logit for each word that it looks at");
  command.add_option("--words", options->words, "The words of these (default: all, of 256 entries at most)")
      ->type_name("WORDS");
  command
      .add_option("--distance", options->distance,
                  "Positions from key to query of --looks, where positions are rotary (default 0)")
      ->type_name("N")
      ->check(whole_number(0, 100000));
  command.add_option("--top", options->top, "How many compositions are printed (default 10)")
      ->type_name("N")
      ->check(whole_number(0, 1000000));
  command.add_flag("--composition", options->composition, "Draw the composition as the figure");
  command.add_flag("--eigenvalues", options->eigenvalues, "Draw the head's eigenvalues as the figure");
  command.add_flag("--json", options->json, "Print one JSON object");
  command
      .add_option(
          "--csv", options->csv,
          "Write heads.csv, eigenvalues.csv, compositions.csv, looks.csv and says.csv into this folder")
      ->type_name("FOLDER")
      ->check(path_name());
  command
      .add_option("--figure", options->figure,
                  "Draw the view Circuits: the heads and their course, or the part that another option names")
      ->type_name("FILE.svg|FILE.png")
      ->check(path_name());
}

Action declare_circuits(CLI::App& command) {
  const auto options = std::make_shared<CircuitsOptions>();
  const auto saved = add_saved_model_options(command);
  add_circuit_model_options(command, options);
  add_circuit_options(command, options);
  command.footer(
      "Scores from attention are means over random tokens that come twice, always the same ones. Circuits "
      "of\n"
      "words are products of weights: W_E·W_Q·W_Kᵀ·W_Eᵀ/√D, who looks at whom, and W_E·W_V·W_O·W_U, what is\n"
      "then said. γ, β and the mean of norms are folded in, and for who looks at whom the biases; "
      "positions,\n"
      "other layers and the division of each token by its deviation are left out.\n"
      "\n"
      "Examples:\n"
      "  attention-lab circuits --model ind\n"
      "  attention-lab circuits --model ind --steps all --score induction --over 0.5\n"
      "  attention-lab circuits --model ind --head decoder.layers.1.self_attention#2 --says --words \"a b "
      "c\"\n"
      "  attention-lab circuits --model ind --composition --figure composition.svg\n"
      "  attention-lab circuits --preset induction --json");
  return [options, saved] { return show_circuits(*options, *saved); };
}

}  // namespace

extern const Subcommand kCircuitsSubcommand = {
    .name = "circuits",
    .sentence = "Show what attention heads do by their weights, and which reads which",
    .declare = declare_circuits};

}  // namespace attnlab
