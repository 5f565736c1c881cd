// attention-lab explain: why one number of a pass is what it is.
#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/example_options.h"
#include "app/cli/explain_text.h"
#include "app/cli/subcommands.h"
#include "core/trace/derivation_text.h"
#include "core/trace/sampling_derivation.h"

namespace attnlab {
namespace {

struct ExplainOptions {
  std::string model, tensor, cell, format = "text";
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

/// The token that is asked for, or the one that is most probable.
TokenId chosen_token(const ExplainOptions& options, const Tokenizer& tokenizer,
                     std::span<const Real> logits) {
  if (options.token.empty()) return sampling_candidates(logits, options.sampling).ids[0];
  for (TokenId id = 0; id < static_cast<TokenId>(logits.size()); ++id)
    if (tokenizer.entry(id) == options.token) return id;
  throw std::invalid_argument("--token \"" + options.token + "\" is not one of the model's " +
                              std::to_string(logits.size()) + " tokens");
}

/// What may follow, the most probable first.
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

std::string written(const Derivation& d, const ExplainOptions& options) {
  const DerivationStyle style{static_cast<int>(options.digits), static_cast<std::size_t>(options.terms)};
  if (options.format == "json") return derivation_json(d).dump(2) + "\n";
  if (options.format == "latex") return derivation_latex(d, style) + "\n";
  if (options.format == "csv") return derivation_csv(d);
  return d.cell.text() + " = " + number_text(d.value, style.digits) + "\n  " + d.formula + "\n  " +
         derivation_text(d, style) + "\n";
}

/// Why the next token has the probability that it has.
int explain_next(const ExplainOptions& options, const Trace& trace, const Tokenizer& tokenizer) {
  const Format format = format_of(trace.config());
  if (format != Format::Stream && format != Format::Pairs)
    throw std::invalid_argument("this model has no next token: --next is for models that write text");
  const TraceTensor& logits = trace.at("output.logits");
  const Index row = logits.shape[1] - 1, width = logits.shape.last();
  const auto last =
      logits.value.subspan(static_cast<std::size_t>(row * width), static_cast<std::size_t>(width));
  const TokenId token = chosen_token(options, tokenizer, last);
  const Derivation d = derive_probability(last, options.sampling, token, {logits.name, {0, row}});
  if (options.format == "text") {
    print_candidates(options, tokenizer, last);
    std::printf("\nwhy \"%s\":\n", tokenizer.entry(token).c_str());
  }
  std::printf("%s", written(d, options).c_str());
  return kDone;
}

void check_options(const ExplainOptions& options) {
  if (options.users && options.format != "text" && options.format != "json")
    throw std::invalid_argument("--users are told as text or json, not as " + options.format);
  if (!options.next && options.tensor.empty())
    throw std::invalid_argument("say which number: --tensor NAME --cell I,J,… or --next");
  if (options.next) options.sampling.validate();
}

void print_json(const Teller& teller, const CellName& cell, const ExplainOptions& options) {
  nlohmann::ordered_json json = teller.json(cell, options.depth);
  if (options.users) json["users"] = teller.users_json(cell);
  std::printf("%s\n", json.dump(2).c_str());
}

int explain(const ExplainOptions& options, const ExampleOptions& example) {
  check_options(options);
  const Checkpoint model = load_checkpoint(options.model, Load::Weights);
  TraceRequest request = request_for(example, model.model->config());
  request.gradients = options.gradient || is_gradient(options.tensor);
  const TracePtr trace = Tracer(model.model, model.vocabularies).trace(model.state->snapshot, request);
  if (options.next) return explain_next(options, *trace, model.vocabularies->target);
  const bool suffix = options.gradient && !is_gradient(options.tensor);
  const CellName cell{options.tensor + (suffix ? ".grad" : ""), index_from(options.cell)};
  const Teller teller(*trace, {static_cast<int>(options.digits), static_cast<std::size_t>(options.terms)});
  if (options.format == "json") {
    print_json(teller, cell, options);
  } else if (options.format == "text") {
    teller.tell(cell, options.depth, "");
    if (options.users) teller.tell_users(cell);
  } else {
    std::printf("%s", written(trace->explain(cell.tensor, cell.index), options).c_str());
  }
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
      ->capture_default_str();
  command
      .add_option("--top-k", options->sampling.top_k, "With --next: only the K most probable tokens (0: all)")
      ->type_name("K")
      ->capture_default_str();
  command
      .add_option("--top-p", options->sampling.top_p,
                  "With --next: only the most probable tokens that together reach P")
      ->type_name("P")
      ->capture_default_str();
}

Action declare_explain(CLI::App& command) {
  const auto options = std::make_shared<ExplainOptions>();
  const auto example = std::make_shared<ExampleOptions>();
  command.add_option("--model", options->model, "Folder of a saved model")->type_name("FOLDER")->required();
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
      ->check(CLI::Range(Index{0}, Index{6}));
  command.add_option("--terms", options->terms, "Most terms of a sum that are written out (0: all)")
      ->type_name("N")
      ->capture_default_str()
      ->check(CLI::Range(Index{0}, Index{1000000}));
  command.add_option("--digits", options->digits, "Digits after the point")
      ->type_name("N")
      ->capture_default_str()
      ->check(CLI::Range(Index{0}, Index{12}));
  command.add_option("--format", options->format, "text, json, latex or csv (the operands)")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "json", "latex", "csv"}));
  add_next_options(command, options);
  command.footer(
      "attention-lab trace --list prints the names.\n"
      "\n"
      "Examples:\n"
      "  attention-lab explain --model rev --source hello --tensor decoder.layers.0.cross_attention.scores "
      "\\\n"
      "      --cell 0,2,1,3\n"
      "  attention-lab explain --model book --text \"Once upon\" --tensor "
      "decoder.layers.0.feed_forward.hidden \\\n"
      "      --cell 0,1,5 --grad --format latex\n"
      "  attention-lab explain --model book --text \"Once upon\" --edit \"zero "
      "decoder.layers.0.self_attention#1\" "
      "\\\n"
      "      --tensor loss.mean --cell \"\"\n"
      "  attention-lab explain --model book --text \"Once upon\" --next --temperature 0.8 --top-k 5");
  return [options, example] { return explain(*options, *example); };
}

}  // namespace

extern const Subcommand kExplainSubcommand = {
    .name = "explain", .sentence = "Why one number is what it is", .declare = declare_explain};

}  // namespace attnlab
