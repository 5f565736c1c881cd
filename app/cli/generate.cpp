// attention-lab generate: what a saved model says.
#include <cstdio>
#include <memory>
#include <optional>

#include "app/cli/cli.h"
#include "core/io/checkpoint.h"
#include "core/models/generation.h"
#include "core/tasks/encode.h"

namespace attnlab {
namespace {

struct Options {
  std::string model, prompt;
  Index max_tokens = 200;
  std::optional<double> temperature;
  Index top_k = 0;
  double top_p = 1;
  std::uint32_t seed = 1;
};

SamplingOptions sampling(const Options& options, double temperature) {
  const SamplingOptions sampling{options.temperature.value_or(temperature), options.top_k, options.top_p};
  sampling.validate();
  return sampling;
}

/// Prints the prompt and what follows as it is made.
void continue_text(const Options& options, const Checkpoint& model, RandomStream& random) {
  const Tokenizer& tokenizer = model.vocabularies->target;
  std::vector<TokenId> text = tokenizer.encode(options.prompt);
  const std::vector<TokenId> prompt = text;
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
  generate(*model.model, model.snapshot->weights, prompt, options.max_tokens, tokenizer.eos(), how, random,
           print);
  std::putchar('\n');
}

/// Prints the output for the prompt as source.
void answer(const Options& options, const Checkpoint& model, RandomStream& random) {
  const Vocabularies& v = *model.vocabularies;
  const Batch batch = encode_text(v, options.prompt, "");
  const Index context = model.model->config().context;
  if (batch.source_length > context)
    throw std::invalid_argument("the prompt has " + std::to_string(batch.source_length) +
                                " tokens, but the model's context is " + std::to_string(context) +
                                ": shorten it");
  const auto rows = decode_sampled(*model.model, model.snapshot->weights, batch, v.target.sos(),
                                   v.target.eos(), options.max_tokens, sampling(options, 0.0), random);
  std::printf("%s\n", v.target.decode(rows[0]).c_str());
}

int generate_text(const Options& options) {
  const Checkpoint model = load_checkpoint(options.model, LoadOptimizer::No);
  RandomStream random(options.seed);
  model.vocabularies->source ? answer(options, model, random) : continue_text(options, model, random);
  return kDone;
}

}  // namespace

void add_generate_command(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("generate", "Let a saved model continue or answer a text");
  const auto options = std::make_shared<Options>();
  command->add_option("--model", options->model, "Folder of a saved model")->type_name("FOLDER")->required();
  command->add_option("--prompt", options->prompt, "Text to continue; for models with an encoder, the source")
      ->type_name("TEXT")
      ->required();
  command->add_option("--max-tokens", options->max_tokens, "Most tokens to make")
      ->type_name("N")
      ->capture_default_str()
      ->check(CLI::Range(Index{1}, Index{1000000}));
  command
      ->add_option("--temperature", options->temperature,
                   "Below 1 plays safe, above 1 dares more, 0 always takes the most probable token "
                   "(default 1; with an encoder 0)")
      ->type_name("X");
  command->add_option("--top-k", options->top_k, "Choose among the K most probable tokens only (0: all)")
      ->type_name("K")
      ->capture_default_str();
  command->add_option("--top-p", options->top_p, "Choose among the most probable that together reach P only")
      ->type_name("P")
      ->capture_default_str();
  command->add_option("--seed", options->seed, "Seed of the choices; the same seed gives the same text")
      ->type_name("N")
      ->capture_default_str();
  command->footer(
      "Examples:\n"
      "  attention-lab generate --model book --prompt \"It was \" --max-tokens 300 --temperature 0.8\n"
      "  attention-lab generate --model rev --prompt hello");
  command->callback([&action, options] { action = [options] { return generate_text(*options); }; });
}

}  // namespace attnlab
