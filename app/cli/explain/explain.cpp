// attention-lab explain: the derivation of one number of a forward or backward pass.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <optional>
#include <stdexcept>

#include "app/base/print.h"
#include "app/base/printable.h"
#include "app/cli/explain/explain_formats.h"
#include "app/cli/groups/example_options.h"
#include "app/cli/groups/model_options.h"
#include "app/cli/groups/output_options.h"
#include "app/cli/groups/sampling_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/help.h"
#include "app/cli/subcommands.h"
#include "app/cli/token_scores.h"
#include "core/config/scan_number.h"
#include "core/language/messages.h"
#include "core/trace/sampling_derivation.h"

namespace attnlab {
namespace {

struct ExplainOptions {
  std::string tensor, cell, format = "text";
  bool gradient = false, next = false;
  std::string token;
  SamplingOptions sampling;
  AroundCell around;
  Index terms = 8, digits = 4;
};

/// "0,2,1" as numbers.
std::vector<Index> index_from(const std::string& text) {
  std::vector<Index> index;
  const char *at = text.data(), *end = at + text.size();
  while (at < end) {
    Index value = 0;
    const auto [stop, error] = scan_number(at, end, value);
    if (error != std::errc() || (stop != end && *stop != ','))
      throw std::invalid_argument(
          tr("--cell is \"{1}\", but must be whole numbers separated by commas, such as 0,2,1", text));
    index.push_back(value);
    at = stop == end ? end : stop + 1;
  }
  return index;
}

/// The requested token, or the most probable one.
TokenId chosen_token(const ExplainOptions& options, const Tokenizer& tokenizer,
                     std::span<const Real> logits) {
  if (options.token.empty()) return sampling_candidates(logits, options.sampling).ids[0];
  return token_named("--token", tokenizer, options.token);
}

/// Prints the candidates for the next token, the most probable first.
void print_candidates(const ExplainOptions& options, const Tokenizer& tokenizer,
                      std::span<const Real> logits) {
  const SamplingCandidates candidates = sampling_candidates(logits, options.sampling);
  const auto most = static_cast<std::size_t>(options.terms);
  const std::size_t shown = most > 0 ? std::min(most, candidates.nucleus) : candidates.nucleus;
  for (std::size_t i = 0; i < shown; ++i)
    std::printf(
        "%-12s %s\n", quoted_piece(tokenizer.entry(candidates.ids[i])).c_str(),
        number_text(candidates.probabilities[i] / candidates.nucleus_sum, static_cast<int>(options.digits))
            .c_str());
  if (shown < candidates.nucleus) print(tr("+ {1} more", std::to_string(candidates.nucleus - shown)) + "\n");
}

const ExplainFormat& format_in(const ExplainOptions& options) { return explain_format(options.format); }

DerivationStyle style_in(const ExplainOptions& options) {
  return {static_cast<int>(options.digits), static_cast<std::size_t>(options.terms)};
}

/// Explains the probability of the next token.
void explain_next(const ExplainOptions& options, const Trace& trace, const Tokenizer& tokenizer,
                  ShownStep step) {
  if (!writes_text(format_of(trace.config())))
    throw std::invalid_argument(
        tr("this model does not predict a next token: --next is for models that write text"));
  const TraceTensor& logits = trace.at("output.logits");
  const Index row = logits.shape[1] - 1, width = logits.shape.last();
  const auto last =
      logits.value.subspan(static_cast<std::size_t>(row * width), static_cast<std::size_t>(width));
  const TokenId token = chosen_token(options, tokenizer, last);
  const Derivation d = derive_probability(last, options.sampling, token, {logits.name, {0, row}});
  if (format_in(options).is_text) {
    print_candidates(options, tokenizer, last);
    print("\n" + tr("derivation of {1}:", quoted_piece(tokenizer.entry(token))) + "\n");
  }
  format_in(options).print(d, style_in(options), step);
}

void check_options(const ExplainOptions& options, const ModelOptions& saved) {
  const bool alone = !format_in(options).print_cell;
  if (options.around.users && alone)
    throw std::invalid_argument(tr("--users works with --format text or json, not with {1}", options.format));
  if (saved.all_steps() && alone)
    throw std::invalid_argument(
        tr("--step all works with --format text or json, not with {1}", options.format));
  if (!options.next && options.tensor.empty())
    throw std::invalid_argument(tr("choose a number: --tensor NAME --cell I,J,… or --next"));
  if (options.next) options.sampling.validate();
}

/// Throws std::invalid_argument for a cell that the tensor does not have: the command line is wrong.
void explain_cell(const ExplainOptions& options, const Trace& trace, const Vocabularies& vocabularies,
                  ShownStep step) try {
  const bool suffix = options.gradient && !is_gradient(options.tensor);
  const CellName cell{options.tensor + (suffix ? ".grad" : ""), index_from(options.cell)};
  const ExplainFormat& format = format_in(options);
  if (format.print_cell)
    format.print_cell(DerivationPrinter(trace, vocabularies, style_in(options)), cell, options.around, step);
  else
    format.print(trace.explain(cell.tensor, cell.index), style_in(options), step);
} catch (const std::out_of_range& outside) {
  throw std::invalid_argument(outside.what());
}

void explain_model(const ExplainOptions& options, const Checkpoint& model, const TraceRequest& request,
                   ShownStep step) {
  const TracePtr trace = Tracer(model.model, model.vocabularies).trace(model.state->snapshot, request);
  note_memory(trace->memory());
  if (step && format_in(options).is_text) print_step_line(*step);
  if (options.next)
    explain_next(options, *trace, model.vocabularies->target, step);
  else
    explain_cell(options, *trace, *model.vocabularies, step);
}

int explain(const ExplainOptions& options, const ModelOptions& saved, const ExampleOptions& example) {
  check_options(options, saved);
  const std::vector<Checkpoint> steps = load_models(saved);
  TraceRequest request = request_for(example, steps[0]);
  request.gradients = options.gradient || is_gradient(options.tensor);
  for (const Checkpoint& model : steps)
    explain_model(options, model, request, saved.all_steps() ? ShownStep(model.state->step()) : ShownStep());
  return kDone;
}

void add_next_options(CLI::App& command, const std::shared_ptr<ExplainOptions>& options) {
  command.add_flag("--next", options->next, tr("Explain the probability of the token after the text"));
  command.add_option("--token", options->token, tr("With --next: which token (default: the most probable)"))
      ->type_name("TOKEN");
  command
      .add_option("--temperature", options->sampling.temperature,
                  tr("With --next: divides the logits; 0: only the most probable token"))
      ->type_name("T")
      ->check(any_number(0))
      ->capture_default_str();
  add_sampling_options(command, options->sampling, tr_mark("With --next: {1}"));
}

Action declare_explain(CLI::App& command) {
  const auto options = std::make_shared<ExplainOptions>();
  const auto example = std::make_shared<ExampleOptions>();
  const auto saved = std::make_shared<ModelOptions>();
  add_model_options(command, *saved);
  add_example_options(command, *example);
  add_memory_option(command, *example);
  command
      .add_option("--tensor", options->tensor, tr("Name of a tensor or parameter; NAME.grad is its gradient"))
      ->type_name("NAME");
  command.add_option("--cell", options->cell, tr("Which cell: its index along each axis, from 0"))
      ->type_name("I,J,…");
  command.add_flag("--gradients", options->gradient, tr("Explain the gradient of the cell"));
  add_old_name(command.add_flag("--grad", options->gradient));
  command.add_flag("--users", options->around.users, tr("Also print the cells that are computed from it"));
  command.add_option("--depth", options->around.depth, tr("Also explain operands, this many levels down"))
      ->type_name("N")
      ->capture_default_str()
      ->check(whole_number(0, 6));
  command
      .add_option("--terms", options->terms, tr("Maximum number of terms that are shown of a sum (0: all)"))
      ->type_name("N")
      ->capture_default_str()
      ->check(whole_number(0, 1000000));
  command
      .add_option("--digits", options->digits,
                  tr("Digits after the decimal point; small numbers keep their first significant digits"))
      ->type_name("N")
      ->capture_default_str()
      ->check(whole_number(0, 12));
  CLI::Option* format =
      command.add_option("--format", options->format, tr("text, json, latex or csv (the operands)"))
          ->capture_default_str()
          ->check(CLI::IsMember(explain_format_names()));
  command
      .add_flag_callback(
          "--json", [options] { options->format = "json"; }, tr("Short for --format json"))
      ->excludes(format);
  add_next_options(command, options);
  command.footer(help_end(
      {tr("attention-lab trace --list prints the names. With --step all and --format json, each step is an "
          "object with its \"step\" on its own line.")},
      "  attention-lab explain --model rev --source hello --tensor decoder.layers.0.cross_attention.scores "
      "\\\n"
      "      --cell 0,2,1,3\n"
      "  attention-lab explain --model book --text \"Once upon\" --tensor "
      "decoder.layers.0.feed_forward.hidden \\\n"
      "      --cell 0,1,5 --gradients --format latex\n"
      "  attention-lab explain --model book --text \"Once upon\" --edit \"zero "
      "decoder.layers.0.self_attention#1\" \\\n"
      "      --tensor loss.mean --cell \"\"\n"
      "  attention-lab explain --model book --text \"Once upon\" --next --temperature 0.8 --top-k 5\n"
      "  attention-lab explain --model book --step all --text \"Once upon\" --tensor loss.mean --cell \"\" "
      "--depth 0"));
  return [options, saved, example] { return explain(*options, *saved, *example); };
}

}  // namespace

extern const Subcommand kExplainSubcommand = {
    .name = "explain",
    .sentence = tr_mark("Show how one number of a forward pass is computed"),
    .declare = declare_explain};

}  // namespace attnlab
