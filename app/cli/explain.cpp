// attention-lab explain: the derivation of one number of a pass.
#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/example_options.h"
#include "app/cli/explain_text.h"
#include "app/cli/json_lines.h"
#include "app/cli/sampling_options.h"
#include "app/cli/saved_model.h"
#include "app/cli/subcommands.h"
#include "app/cli/token_scores.h"
#include "app/cli/values.h"
#include "core/config/rows.h"
#include "core/trace/derivation_text.h"
#include "core/trace/sampling_derivation.h"

namespace attnlab {
namespace {

struct ExplainOptions {
  std::string tensor, cell, format = "text";
  bool gradient = false, users = false, next = false;
  std::string token;
  SamplingOptions sampling;
  Index depth = 1, terms = 8, digits = 4;
};

/// "0,2,1" as numbers.
std::vector<Index> index_from(const std::string& text) {
  std::vector<Index> index;
  const char *at = text.data(), *end = at + text.size();
  while (at < end) {
    Index value = 0;
    const auto [stop, error] = std::from_chars(at, end, value);
    if (error != std::errc() || (stop != end && *stop != ','))
      throw std::invalid_argument("--cell is \"" + text +
                                  "\", but must be whole numbers with commas, like 0,2,1");
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
        "%-12s %s\n", ("\"" + tokenizer.entry(candidates.ids[i]) + "\"").c_str(),
        number_text(candidates.probabilities[i] / candidates.nucleus_sum, static_cast<int>(options.digits))
            .c_str());
  if (shown < candidates.nucleus) std::printf("+ %zu more\n", candidates.nucleus - shown);
}

/// Which step of --step all an explanation is of; none where there is one alone.
using ShownStep = std::optional<Index>;

DerivationStyle style_in(const ExplainOptions& options) {
  return {static_cast<int>(options.digits), static_cast<std::size_t>(options.terms)};
}

void print_text(const Derivation& d, const ExplainOptions& options, ShownStep) {
  const DerivationStyle style = style_in(options);
  std::printf("%s = %s\n  %s\n  %s\n", d.cell.text().c_str(), number_text(d.value, style.digits).c_str(),
              d.formula.c_str(), derivation_text(d, style).c_str());
}
void print_latex(const Derivation& d, const ExplainOptions& options, ShownStep) {
  std::printf("%s\n", derivation_latex(d, style_in(options)).c_str());
}
void print_csv(const Derivation& d, const ExplainOptions&, ShownStep) {
  std::printf("%s", derivation_csv(d).c_str());
}

/// A step of several is one line with its number.
void print_object(const nlohmann::ordered_json& json, ShownStep step) {
  nlohmann::ordered_json object = nlohmann::ordered_json::object();
  if (step) object["step"] = *step;
  object.update(json);
  print_json_object(object, step ? -1 : 2);
}
void print_json(const Derivation& d, const ExplainOptions&, ShownStep step) {
  print_object(derivation_json(d), step);
}

void print_cell_text(const DerivationPrinter& printer, const CellName& cell, const ExplainOptions& options,
                     ShownStep) {
  printer.print(cell, options.depth, "");
  if (options.users) printer.print_users(cell);
}
void print_cell_json(const DerivationPrinter& printer, const CellName& cell, const ExplainOptions& options,
                     ShownStep step) {
  nlohmann::ordered_json json = printer.json(cell, options.depth);
  if (options.users) json["users"] = printer.users_json(cell);
  print_object(json, step);
}

/// One way to write an explanation.
struct ExplainFormat {
  std::string_view name;
  void (*print)(const Derivation& d, const ExplainOptions& options, ShownStep step);
  /// A cell with its operands and its users. Null: the derivation of the cell alone, and of one step alone.
  void (*print_cell)(const DerivationPrinter& printer, const CellName& cell, const ExplainOptions& options,
                     ShownStep step) = nullptr;
  bool is_text = false;  ///< with headings, and with what may come next before the explanation of one of them
};
constexpr ExplainFormat kFormats[] = {{"text", print_text, print_cell_text, true},
                                      {"json", print_json, print_cell_json},
                                      {"latex", print_latex},
                                      {"csv", print_csv}};

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const ExplainFormat& format : kFormats) names.emplace_back(format.name);
  return names;
}

const ExplainFormat& format_in(const ExplainOptions& options) {
  return row_named(kFormats, "format", options.format);
}

/// Why the next token has the probability that it has.
void explain_next(const ExplainOptions& options, const Trace& trace, const Tokenizer& tokenizer,
                  ShownStep step) {
  const Format format = format_of(trace.config());
  if (format != Format::Stream && format != Format::Pairs)
    throw std::invalid_argument("this model has no next token: --next is for models that write text");
  const TraceTensor& logits = trace.at("output.logits");
  const Index row = logits.shape[1] - 1, width = logits.shape.last();
  const auto last =
      logits.value.subspan(static_cast<std::size_t>(row * width), static_cast<std::size_t>(width));
  const TokenId token = chosen_token(options, tokenizer, last);
  const Derivation d = derive_probability(last, options.sampling, token, {logits.name, {0, row}});
  if (format_in(options).is_text) {
    print_candidates(options, tokenizer, last);
    std::printf("\nwhy \"%s\":\n", tokenizer.entry(token).c_str());
  }
  format_in(options).print(d, options, step);
}

void check_options(const ExplainOptions& options, const SavedModelOptions& saved) {
  const bool alone = !format_in(options).print_cell;
  if (options.users && alone)
    throw std::invalid_argument("--users are printed as text or json, not as " + options.format);
  if (saved.all_steps() && alone)
    throw std::invalid_argument("--step all is printed as text or json, not as " + options.format);
  if (!options.next && options.tensor.empty())
    throw std::invalid_argument("say which number: --tensor NAME --cell I,J,… or --next");
  if (options.next) options.sampling.validate();
}

void explain_cell(const ExplainOptions& options, const Trace& trace, ShownStep step) {
  const bool suffix = options.gradient && !is_gradient(options.tensor);
  const CellName cell{options.tensor + (suffix ? ".grad" : ""), index_from(options.cell)};
  const ExplainFormat& format = format_in(options);
  if (format.print_cell)
    format.print_cell(DerivationPrinter(trace, style_in(options)), cell, options, step);
  else
    format.print(trace.explain(cell.tensor, cell.index), options, step);
}

void explain_model(const ExplainOptions& options, const Checkpoint& model, const TraceRequest& request,
                   ShownStep step) {
  const TracePtr trace = Tracer(model.model, model.vocabularies).trace(model.state->snapshot, request);
  if (step && format_in(options).is_text) std::printf("step %lld\n", static_cast<long long>(*step));
  if (options.next)
    explain_next(options, *trace, model.vocabularies->target, step);
  else
    explain_cell(options, *trace, step);
}

int explain(const ExplainOptions& options, const SavedModelOptions& saved, const ExampleOptions& example) {
  check_options(options, saved);
  const std::vector<Checkpoint> steps = load_steps(saved);
  TraceRequest request = request_for(example, steps[0]);
  request.gradients = options.gradient || is_gradient(options.tensor);
  for (const Checkpoint& model : steps)
    explain_model(options, model, request, saved.all_steps() ? ShownStep(model.state->step()) : ShownStep());
  return kDone;
}

void add_next_options(CLI::App& command, const std::shared_ptr<ExplainOptions>& options) {
  command.add_flag("--next", options->next, "Explain the probability of the token that comes after the text");
  command.add_option("--token", options->token, "With --next: which token (default: the most probable)")
      ->type_name("TOKEN");
  command
      .add_option("--temperature", options->sampling.temperature,
                  "With --next: divides the logits; 0: always the most probable")
      ->type_name("T")
      ->check(any_number())
      ->capture_default_str();
  add_sampling_options(command, options->sampling, "With --next: ");
}

Action declare_explain(CLI::App& command) {
  const auto options = std::make_shared<ExplainOptions>();
  const auto example = std::make_shared<ExampleOptions>();
  const auto saved = add_saved_model_options(command);
  add_example_options(command, example);
  command.add_option("--tensor", options->tensor, "Name of a tensor or parameter; NAME.grad is its gradient")
      ->type_name("NAME");
  command.add_option("--cell", options->cell, "Which cell: its place along each axis, from 0")
      ->type_name("I,J,…");
  command.add_flag("--grad", options->gradient, "Explain the gradient of the cell");
  command.add_flag("--users", options->users, "Tell too which cells are computed from it");
  command.add_option("--depth", options->depth, "Explain operands too, this many levels down")
      ->type_name("N")
      ->capture_default_str()
      ->check(whole_number(0, 6));
  command.add_option("--terms", options->terms, "Most terms of a sum that are written out (0: all)")
      ->type_name("N")
      ->capture_default_str()
      ->check(whole_number(0, 1000000));
  command
      .add_option("--digits", options->digits,
                  "Digits after the point; small numbers keep their first figures")
      ->type_name("N")
      ->capture_default_str()
      ->check(whole_number(0, 12));
  CLI::Option* format =
      command.add_option("--format", options->format, "text, json, latex or csv (the operands)")
          ->capture_default_str()
          ->check(CLI::IsMember(format_names()));
  command
      .add_flag_callback(
          "--json", [options] { options->format = "json"; }, "Short for --format json")
      ->excludes(format);
  add_next_options(command, options);
  command.footer(
      "attention-lab trace --list prints the names. With --step all and --format json each step is a line,\n"
      "an object with its \"step\".\n"
      "\n"
      "Examples:\n"
      "  attention-lab explain --model rev --source hello --tensor decoder.layers.0.cross_attention.scores "
      "\\\n"
      "      --cell 0,2,1,3\n"
      "  attention-lab explain --model book --text \"Once upon\" --tensor "
      "decoder.layers.0.feed_forward.hidden \\\n"
      "      --cell 0,1,5 --grad --format latex\n"
      "  attention-lab explain --model book --text \"Once upon\" --edit \"zero "
      "decoder.layers.0.self_attention#1\" \\\n"
      "      --tensor loss.mean --cell \"\"\n"
      "  attention-lab explain --model book --text \"Once upon\" --next --temperature 0.8 --top-k 5\n"
      "  attention-lab explain --model book --step all --text \"Once upon\" --tensor loss.mean --cell \"\" "
      "--depth 0");
  return [options, saved, example] { return explain(*options, *saved, *example); };
}

}  // namespace

extern const Subcommand kExplainSubcommand = {
    .name = "explain", .sentence = "Why one number is what it is", .declare = declare_explain};

}  // namespace attnlab
