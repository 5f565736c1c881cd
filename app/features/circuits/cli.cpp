// attention-lab circuits: what heads do by their weights, on repeated sequences, and with each other.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <numeric>
#include <stdexcept>

#include "app/cli/figure.h"
#include "app/cli/groups/output_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/progress_line.h"
#include "app/cli/subcommands.h"
#include "app/features/circuits/cli_report.h"
#include "app/state/selection.h"
#include "core/config/cores.h"
#include "core/config/nearest.h"
#include "core/config/rows.h"
#include "core/language/messages.h"

namespace attnlab::circuits {
namespace {

constexpr std::array<std::string_view, 5> kFiles{"heads.csv", "eigenvalues.csv", "compositions.csv",
                                                 "looks.csv", "says.csv"};
constexpr FolderKind kFolder{
    .name = tr_mark("folder of circuit tables"), .files = kFiles, .begins = "step,head,induction,"};

struct Options {
  ModelOptions model;
  OutputOptions output;
  std::string head, words, score = "induction";
  Index distance = 0, top = 10;
  double over = 0.5;
  bool looks = false, says = false, composition = false, eigenvalues = false;

  bool of_words() const { return looks || says; }
  /// What the figure shows.
  const char* part() const {
    return looks         ? "looks"
           : says        ? "says"
           : composition ? "composition"
           : eigenvalues ? "eigenvalues"
                         : "heads";
  }
};

/// The head that --head names as the table does.
CircuitHead named_head(const Options& options, const ModelConfig& config) {
  const std::vector<CircuitHead> heads = circuit_heads(config);
  if (options.head.empty()) return heads.back();
  std::vector<std::string> names;
  for (const CircuitHead& head : heads) {
    if (head.name() == options.head) return head;
    names.push_back(head.name());
  }
  throw std::invalid_argument(tr("there is no head {1}", options.head) + did_you_mean(options.head, names));
}

/// The token IDs of --words; without it all, of a small vocabulary.
std::vector<TokenId> wanted_words(const Options& options, const Tokenizer& tokenizer) {
  constexpr Index kMostWords = 256;
  std::vector<TokenId> ids;
  for (const Piece& piece : tokenizer.pieces(options.words)) {
    if (piece.text == " ") continue;
    if (!piece.known)
      throw std::invalid_argument(tr("the vocabulary does not have the token {1}", piece.text));
    ids.push_back(piece.id);
  }
  if (!ids.empty()) return ids;
  if (tokenizer.size() > kMostWords)
    throw std::invalid_argument(
        tr("the vocabulary has {1} tokens: choose some with --words", std::to_string(tokenizer.size())));
  ids.resize(static_cast<std::size_t>(tokenizer.size()));
  std::iota(ids.begin(), ids.end(), TokenId(0));
  return ids;
}

std::vector<std::string> entries_of(const Tokenizer& tokenizer, const std::vector<TokenId>& words) {
  std::vector<std::string> texts;
  for (const TokenId word : words) texts.push_back(tokenizer.entry(word));
  return texts;
}

ReportedCircuit reported_circuit(const Checkpoint& model, const Options& options, bool looks) {
  const CircuitHead head = named_head(options, model.model->config());
  const Tokenizer &rows = model.vocabularies->of(
                      reads_source_words(head, looks ? HeadInput::Query : HeadInput::Value)),
                  &columns = model.vocabularies->of(looks && reads_source_words(head, HeadInput::Key));
  const std::span<const Real> weights = model.state->snapshot->weights;
  const std::string_view why =
      looks ? why_no_looks(model.model->config(), head) : why_no_says(model.model->config(), head);
  if (!why.empty()) throw std::invalid_argument(std::string(tr(why)));
  const std::vector<TokenId> down = wanted_words(options, rows), across = wanted_words(options, columns);
  return {head,
          looks ? looks_of(*model.model, weights, head, down, across, options.distance)
                : says_of(*model.model, weights, head, down, across),
          entries_of(rows, down), entries_of(columns, across)};
}

std::string part_text(const HeadScorePart& part) {
  const std::string number = std::to_string(part.number);
  return part.of == HeadScorePart::Of::Repeats
             ? tr("repeated tokens, sequence {1} of {2}", number, std::to_string(part.all))
             : tr("copying scores, part {1}", number);
}

HeadScores scores_with_progress(const Checkpoint& model, bool by_step, ProgressLine& line) {
  const std::string step = std::to_string(model.state->step());
  return head_scores(*model.model, *model.vocabularies, model.state->snapshot->weights, nullptr,
                     [&](const HeadScorePart& part) {
                       line.show(by_step ? tr("step {1}: {2}", step, part_text(part)) : part_text(part));
                       return true;
                     });
}

std::vector<Composition> compositions_with_progress(const Checkpoint& model, ProgressLine& line) {
  const auto heads = static_cast<Index>(circuit_heads(*model.model).size());
  std::atomic<Index> begun{0};
  const auto goes_on = [&] {
    line.show(tr("compositions into head {1} of {2}", std::to_string(++begun), std::to_string(heads)));
    return true;
  };
  return compositions(*model.model, model.state->snapshot->weights, goes_on, cores());
}

CircuitsAtStep circuits_at(const Checkpoint& model, const Options& options, bool course) {
  ProgressLine line;
  CircuitsAtStep at{.step = model.state->step(), .scores = scores_with_progress(model, course, line)};
  if (!course) at.compositions = compositions_with_progress(model, line);
  if (options.looks) at.looks = reported_circuit(model, options, true);
  if (options.says) at.says = reported_circuit(model, options, false);
  return at;
}

void draw_circuits(const Options& options, const ModelConfig& config) {
  const CircuitHead head = named_head(options, config);
  std::vector<Command> commands{{"view", {"circuits"}},
                                {"select.attention", {std::string(attention_name(attention_of(head.place)))}},
                                {"select.layer", {std::to_string(head.layer)}},
                                {"select.head", {std::to_string(head.head)}},
                                {"choose", {"circuits.part", options.part()}},
                                {"choose", {"circuits.measure", options.score}},
                                {"choose", {"circuits.distance", std::to_string(options.distance)}}};
  if (!options.words.empty()) commands.push_back({"choose", {"circuits.words", options.words}});
  ModelOptions drawn = options.model;
  drawn.steps.clear();
  draw_figure(options.output.figure, drawn, {}, commands);
}

void check_options(const Options& options) {
  require_model(options.model);
  if (!options.words.empty() && !options.of_words())
    throw std::invalid_argument(tr("--words needs --looks or --says"));
  if (!options.head.empty() && !options.of_words() && options.output.figure.empty())
    throw std::invalid_argument(tr("--head needs --looks, --says or --figure"));
}

int show_circuits(const Options& options) {
  check_options(options);
  const std::vector<Checkpoint> models = load_models(options.model);
  const ModelConfig& config = models.front().model->config();
  if (circuit_heads(config).empty()) throw std::invalid_argument(tr("this model has no attention heads"));
  Report report{.config = config,
                .why_no_repeats = std::string(why_no_repeats(config, *models.front().vocabularies)),
                .score = &head_score_kind(options.score),
                .course = options.model.by_step(),
                .over = options.over,
                .top = options.top};
  for (const Checkpoint& model : models) report.steps.push_back(circuits_at(model, options, report.course));
  const OutputOptions& output = options.output;
  if (output.csv.writes()) write_csv(output.csv.place, tables(report), kFolder);
  if (output.csv.asked && !output.csv.writes()) print_csv(tables(report));
  if (!output.figure.empty()) draw_circuits(options, config);
  if (output.json) print_json(report);
  if (output.as_text() && output.figure.empty()) print_text(report);
  return kDone;
}

void add_score_options(CLI::App& command, Options& options) {
  command
      .add_option("--score", options.score,
                  tr("The score whose history is printed: {1}", joined_names(head_score_kinds(), ", ")))
      ->type_name("NAME");
  command
      .add_option("--over", options.over, tr("The score above which a head counts as formed (default 0.5)"))
      ->type_name("X")
      ->check(any_number(-1, 1));
}

void add_head_options(CLI::App& command, Options& options) {
  command
      .add_option(
          "--head", options.head,
          tr("The head of --looks, --says and --figure, by its name in the table (default: the last)"))
      ->type_name("NAME");
  command.add_flag("--looks", options.looks,
                   tr("QK circuit: the head's score for each pair of query and key tokens"));
  command.add_flag("--says", options.says,
                   tr("OV circuit: what the head adds to each logit for each token that it attends to"));
  command
      .add_option("--words", options.words,
                  tr("The tokens of these circuits (default: all, of a vocabulary of at most 256)"))
      ->type_name("WORDS");
  command
      .add_option("--distance", options.distance,
                  tr("Positions from key to query in --looks, for rotary positions (default 0)"))
      ->type_name("N")
      ->check(whole_number(0, 100000));
  command.add_option("--top", options.top, tr("How many compositions are printed (default 10)"))
      ->type_name("N")
      ->check(whole_number(0, 1000000));
  command.add_flag("--composition", options.composition, tr("Draw the compositions as the figure"));
  command.add_flag("--eigenvalues", options.eigenvalues, tr("Draw the head's eigenvalues as the figure"));
}

Action declare(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  add_model_options(command, options->model,
                    {.set = "model.layers=1", .steps = tr("The history of a score over stored steps")});
  add_score_options(command, *options);
  add_head_options(command, *options);
  add_output_options(command, options->output,
                     {.csv = tr("the tables heads, eigenvalues, compositions, looks and says"),
                      .tables = true,
                      .figure = tr("the view Circuits (the heads and their history, or the part that another "
                                   "option names)")});
  command.footer(
      std::string(
          tr("Attention scores are means over sequences of random tokens that appear twice; the sequences\n"
             "are always the same. Circuits between tokens are products of weights: the QK circuit\n"
             "W_E·W_Q·W_Kᵀ·W_Eᵀ/√D and the OV circuit W_E·W_V·W_O·W_U. The γ, β and mean of norms are\n"
             "folded in, and in the QK circuit the biases; positions, other layers and the division of each\n"
             "token by its standard deviation are left out.")) +
      "\n\n" + tr("Examples:") +
      "\n"
      "  attention-lab circuits --model ind\n"
      "  attention-lab circuits --model ind --steps all --score induction --over 0.5\n"
      "  attention-lab circuits --model ind --head decoder.layers.1.self_attention#2 --says --words \"a b "
      "c\"\n"
      "  attention-lab circuits --model ind --composition --figure composition.svg\n"
      "  attention-lab circuits --preset induction --json");
  return [options] { return show_circuits(*options); };
}

}  // namespace

extern const Subcommand kSubcommand = {
    .sentence = tr_mark("Show what attention heads compute, by their weights, and which head reads which"),
    .declare = declare};

}  // namespace attnlab::circuits
