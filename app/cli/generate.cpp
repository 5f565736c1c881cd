// attention-lab generate: what a saved model says.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>

#include "app/cli/device_option.h"
#include "app/cli/subcommands.h"
#include "core/io/checkpoint.h"
#include "core/models/beam_search.h"
#include "core/models/generation.h"
#include "core/tasks/base/encode.h"

namespace attnlab {
namespace {

struct GenerateOptions {
  DeviceOption device;
  std::string model, prompt;
  Index max_tokens = 200;
  std::optional<double> temperature;
  Index top_k = 0;
  double top_p = 1;
  std::uint32_t seed = 1;
  Index beams = 0;
  double length_penalty = BeamOptions().length_penalty;
};

SamplingOptions sampling(const GenerateOptions& options, double temperature) {
  const SamplingOptions sampling{options.temperature.value_or(temperature), options.top_k, options.top_p};
  sampling.validate();
  return sampling;
}

/// A Transformer forgets what lies further back than its context, and says so.
void warn_of_long_prompt(const Checkpoint& model, std::size_t tokens) {
  const ModelConfig& config = model.model->config();
  if (!is_transformer(config) || static_cast<Index>(tokens) <= config.context) return;
  std::fprintf(
      stderr, "note: the prompt has %zu tokens and the model's context is %lld: it sees only the last %lld\n",
      tokens, static_cast<long long>(config.context), static_cast<long long>(config.context));
}

/// What `tokens` add to the text of `prompt`: how words are joined depends on the words before them.
std::string continuation(const Tokenizer& tokenizer, std::span<const TokenId> prompt,
                         std::span<const TokenId> tokens) {
  std::vector<TokenId> all(prompt.begin(), prompt.end());
  const std::size_t before = tokenizer.decode(all).size();
  all.insert(all.end(), tokens.begin(), tokens.end());
  const std::string text = tokenizer.decode(all);
  return text.substr(std::min(before, text.size()));
}

/// Prints each sequence that the search ended with, the best first, under its score. `shown` is the text of
/// `prompt`, the tokens that were there before.
void print_beams(const GenerateOptions& options, const Checkpoint& model, const Batch& batch,
                 std::span<const TokenId> prompt, const std::string& shown) {
  const Tokenizer& tokenizer = model.vocabularies->target;
  const BeamOptions how{options.beams, options.length_penalty, options.max_tokens};
  const BeamResult found =
      beam_search(*model.model, model.state->snapshot->weights, batch, tokenizer.eos(), how);
  for (const Hypothesis& h : found.best)
    std::printf("%8.4f  %s%s%s\n", h.score, shown.c_str(), continuation(tokenizer, prompt, h.tokens).c_str(),
                h.ended ? "" : " …");
}

Batch prompt_batch(std::span<const TokenId> prompt) {
  Batch batch;
  batch.resize(1, 0, static_cast<Index>(prompt.size()));
  std::ranges::copy(prompt, batch.input.begin());
  batch.input_lengths.assign(1, batch.input_length);
  return batch;
}

/// Prints the prompt and what follows as it is made.
void continue_text(const GenerateOptions& options, const Checkpoint& model, RandomStream& random) {
  const Tokenizer& tokenizer = model.vocabularies->target;
  std::vector<TokenId> text = tokenizer.encode(options.prompt);
  const std::vector<TokenId> prompt = text;
  warn_of_long_prompt(model, prompt.size());
  if (options.beams > 0) return print_beams(options, model, prompt_batch(prompt), prompt, options.prompt);
  std::size_t printed = tokenizer.decode(text).size();
  const SamplingOptions how = sampling(options, 1.0);
  const auto print = [&](TokenId token) {
    if (text.size() == prompt.size()) std::fputs(options.prompt.c_str(), stdout);
    text.push_back(token);
    // How a word is joined depends on the words before it, so the whole is decoded and the new end shown.
    const std::string all = tokenizer.decode(text);
    std::fputs(all.c_str() + std::min(printed, all.size()), stdout);
    std::fflush(stdout);
    printed = all.size();
    return !std::ferror(stdout);
  };
  generate(*model.model, model.state->snapshot->weights, prompt, options.max_tokens, tokenizer.eos(), how,
           random, print);
  std::putchar('\n');
}

/// Prints the output for the prompt as source.
void answer(const GenerateOptions& options, const Checkpoint& model, RandomStream& random) {
  const Vocabularies& v = *model.vocabularies;
  const Batch batch = encode_text(v, options.prompt, "");  // its input is <sos>
  const Index context = model.model->config().context;
  if (batch.source_length > context)
    throw std::invalid_argument("the prompt has " + std::to_string(batch.source_length) +
                                " tokens, but the model's context is " + std::to_string(context) +
                                ": shorten it");
  if (options.beams > 0) return print_beams(options, model, batch, {}, "");
  const auto rows = decode_sampled(*model.model, model.state->snapshot->weights, batch, v.target.sos(),
                                   v.target.eos(), options.max_tokens, sampling(options, 0.0), random);
  std::printf("%s\n", v.target.decode(rows[0]).c_str());
}

int generate_text(const GenerateOptions& options) {
  const Checkpoint model = load_checkpoint(options.model, Load::Weights);
  RandomStream random(options.seed);
  const UsedAttentionDevice device = use_device(options.device);
  switch (format_of(model.model->config())) {
    case Format::Stream: continue_text(options, model, random); break;
    case Format::Pairs: answer(options, model, random); break;
    case Format::WordContext:
      throw std::invalid_argument(
          "this model has word vectors and writes no text: see attention-lab similar");
    default: throw std::invalid_argument("this model labels and writes no text: see attention-lab classify");
  }
  return kDone;
}

Action declare_generate(CLI::App& command) {
  const auto options = std::make_shared<GenerateOptions>();
  command.add_option("--model", options->model, "Folder of a saved model")->type_name("FOLDER")->required();
  command.add_option("--prompt", options->prompt, "Text to continue; for models with an encoder, the source")
      ->type_name("TEXT")
      ->required();
  command.add_option("--max-tokens", options->max_tokens, "Most tokens to make")
      ->type_name("N")
      ->capture_default_str()
      ->check(CLI::Range(Index{1}, Index{1000000}));
  command
      .add_option("--temperature", options->temperature,
                  "Below 1 plays safe, above 1 dares more, 0 always takes the most probable token "
                  "(default 1; with an encoder 0)")
      ->type_name("X");
  command.add_option("--top-k", options->top_k, "Choose among the K most probable tokens only (0: all)")
      ->type_name("K")
      ->capture_default_str();
  command.add_option("--top-p", options->top_p, "Choose among the most probable that together reach P only")
      ->type_name("P")
      ->capture_default_str();
  CLI::Option* beams =
      command
          .add_option("--beams", options->beams,
                      "Search for the most probable sequences, keeping N at each step, and print them")
          ->type_name("N")
          ->check(CLI::Range(Index{1}, Index{1024}));
  command
      .add_option("--length-penalty", options->length_penalty,
                  "Beams: scores are log-probabilities over ((5 + length)/6)^X; 0 favours short ones")
      ->type_name("X")
      ->capture_default_str()
      ->needs(beams);
  beams->excludes("--temperature")->excludes("--top-k")->excludes("--top-p");
  options->device = add_device_option(command);
  command.add_option("--seed", options->seed, "Seed of the choices; the same seed gives the same text")
      ->type_name("N")
      ->capture_default_str();
  command.footer(
      "Examples:\n"
      "  attention-lab generate --model book --prompt \"It was \" --max-tokens 300 --temperature 0.8\n"
      "  attention-lab generate --model rev --prompt hello\n"
      "  attention-lab generate --model english-french --prompt \"the black cat\" --beams 4");
  return [options] { return generate_text(*options); };
}

}  // namespace

extern const Subcommand kGenerateSubcommand = {.name = "generate",
                                               .sentence = "Let a saved model continue or answer a text",
                                               .declare = declare_generate};

}  // namespace attnlab
