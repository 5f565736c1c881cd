// attention-lab generate: the output of a saved model.
#include <CLI/CLI.hpp>
#include <limits>
#include <memory>

#include "app/cli/generate_text.h"
#include "app/cli/groups/device_option.h"
#include "app/cli/groups/example_options.h"
#include "app/cli/groups/given_text.h"
#include "app/cli/groups/model_options.h"
#include "app/cli/groups/output_options.h"
#include "app/cli/groups/sampling_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/help.h"
#include "app/cli/subcommands.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// --prompt, --prompts, --image and --picture.
struct PromptOptions {
  std::string prompt, file;
  const CLI::Option* given = nullptr;  ///< --prompt, which may be empty
  ExampleOptions pictured{};

  bool has_text() const { return given->count() > 0 || !file.empty(); }
  bool has_picture() const { return pictured.image || pictured.picture; }
};

std::vector<GeneratePrompt> texts_in(const PromptOptions& options) {
  const bool one = options.given->count() > 0;
  std::vector<GeneratePrompt> prompts;
  for (const std::string& text : one ? std::vector{options.prompt} : lines_of_file(options.file)) {
    check_utf8(one ? "--prompt" : "--prompts", text);
    prompts.push_back({text});
  }
  return prompts;
}

GeneratePrompt picture_in(const PromptOptions& options, const Preset& preset) {
  const Example example = pictured_example(options.pictured, preset);
  return {"", example.picture,
          options.pictured.image ? *options.pictured.image : std::to_string(*options.pictured.picture)};
}

std::vector<GeneratePrompt> prompts_in(const PromptOptions& options, const Preset& preset) {
  const bool reads_picture = has_picture(format_of(preset.model));
  if (reads_picture && writes_text(format_of(preset.model)) && !options.has_picture())
    throw std::invalid_argument(tr("this model describes images: give --image FILE or --picture N"));
  if (!reads_picture && options.has_picture())
    throw std::invalid_argument(tr("this model reads texts: give --prompt TEXT"));
  return options.has_picture() ? std::vector{picture_in(options, preset)} : texts_in(options);
}

int generate_all(const GenerateOptions& options, const PromptOptions& given, const ModelOptions& saved,
                 const DeviceOption& device_option) {
  if (!given.has_text() && !given.has_picture())
    throw CLI::RequiredError(
        tr("--prompt TEXT or --prompts FILE (for a model that reads images, --image FILE or --picture N)"));
  const std::vector<Checkpoint> steps = load_models(saved);
  const std::vector<GeneratePrompt> prompts = prompts_in(given, steps[0].preset);
  const std::shared_ptr<AttentionDevice> device = open_device(device_option);
  for (const Checkpoint& model : steps) {
    const Index step = model.state->step();
    if (saved.all_steps() && !options.json) print_step_line(step);
    for (const GeneratePrompt& prompt : prompts)
      print_generated(options, model, prompt, saved.all_steps() ? std::optional(step) : std::nullopt,
                      device.get());
  }
  return kDone;
}

void add_prompt_options(CLI::App& command, PromptOptions& options) {
  CLI::Option* prompt =
      command
          .add_option("--prompt", options.prompt,
                      tr("Text to continue; for models that answer a text, the source (-: standard input)"))
          ->type_name("TEXT");
  options.given = take_standard_input(prompt);
  command
      .add_option("--prompts", options.file,
                  tr("Or a file with one prompt per line, each by itself (-: standard input)"))
      ->type_name("FILE")
      ->excludes(prompt);
  add_picture_options(command, options.pictured);
  for (const char* picture : {"--image", "--picture"})
    command.get_option(picture)->excludes(prompt)->excludes("--prompts");
}

void add_text_options(CLI::App& command, GenerateOptions& options) {
  command.add_option("--max-tokens", options.max_tokens, tr("Maximum number of generated tokens"))
      ->type_name("N")
      ->capture_default_str()
      ->check(whole_number(1, 1000000));
  command
      .add_option(
          "--temperature", options.temperature,
          tr("Divides the logits: below 1, probable tokens become more probable; above 1, improbable ones "
             "do; 0 always takes the most probable token (default 1; 0 for an answer or a description)"))
      ->type_name("X")
      ->check(any_number(0));
  add_sampling_options(command, options.sampling);
  command
      .add_option("--repetition-penalty", options.sampling.repetition_penalty,
                  tr("Divide positive logits of tokens that are already in the text by X, and multiply "
                     "negative logits by X (1: off)"))
      ->type_name("X")
      ->check(number_over(0))
      ->capture_default_str();
  command
      .add_option("--stop", options.stops,
                  tr("End the text before this string when the model generates it; may be repeated"))
      ->type_name("TEXT")
      ->allow_extra_args(false);
  command.add_option("--seed", options.seed, tr("Random seed; the same seed gives the same text"))
      ->type_name("N")
      ->check(whole_number(0, std::numeric_limits<std::uint32_t>::max()))
      ->capture_default_str();
}

void add_beam_options(CLI::App& command, GenerateOptions& options) {
  CLI::Option* beams =
      command
          .add_option("--beams", options.beams,
                      tr("Beam search: keep the N most probable sequences at each step, and print them"))
          ->type_name("N")
          ->check(whole_number(1, 1024));
  command
      .add_option("--length-penalty", options.length_penalty,
                  tr("With --beams: a score is the log-probability divided by ((5 + length)/6)^X; 0 favors "
                     "short sequences"))
      ->type_name("X")
      ->check(any_number(0))
      ->capture_default_str()
      ->needs(beams);
  for (const char* other :
       {"--temperature", "--top-k", "--top-p", "--min-p", "--repetition-penalty", "--stop"})
    beams->excludes(other);
}

Action declare_generate(CLI::App& command) {
  const auto options = std::make_shared<GenerateOptions>();
  const auto prompts = std::make_shared<PromptOptions>();
  const auto saved = std::make_shared<ModelOptions>();
  add_model_options(command, *saved);
  add_prompt_options(command, *prompts);
  add_text_options(command, *options);
  add_beam_options(command, *options);
  const DeviceOption device = add_device_option(command);
  command.add_flag("--json", options->json, tr("Print one JSON object per prompt, each on its own line"));
  command.footer(help_end(
      {tr("With --json: {1}; for an image, \"picture\" replaces \"prompt\". \"ends_by\" is end (the model "
          "predicted an end token), stop or length. With --beams: {2}. With --step all, each object has its "
          "\"step\".",
          R"({"prompt", "text", "tokens", "ends_by"})",
          R"({"prompt", "beams": [{"score", "text", "ended"}, …]})")},
      "  attention-lab generate --model book --prompt \"It was \" --max-tokens 300 --temperature 0.8\n"
      "  attention-lab generate --model book --prompt \"It was \" --min-p 0.1 --repetition-penalty 1.2 "
      "--stop .\n"
      "  attention-lab generate --model rev --prompt hello\n"
      "  attention-lab generate --model rev --prompt hello --step all\n"
      "  attention-lab generate --model rev --prompts words.txt --json\n"
      "  attention-lab generate --model english-french --prompt \"the black cat\" --beams 4\n"
      "  attention-lab generate --model pictures --picture 3"));
  return [options, prompts, saved, device] { return generate_all(*options, *prompts, *saved, device); };
}

}  // namespace

extern const Subcommand kGenerateSubcommand = {
    .name = "generate",
    .sentence = tr_mark("Continue or answer a text, or describe an image, with a saved model"),
    .declare = declare_generate};

}  // namespace attnlab
