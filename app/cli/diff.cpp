// attention-lab diff: what edits change in a pass, tensor by tensor.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/example_options.h"
#include "app/cli/subcommands.h"
#include "core/trace/trace_diff.h"

namespace attnlab {
namespace {

struct DiffOptions {
  std::string model;
  bool json = false;
};

nlohmann::json json_of(const std::vector<TokenProbability>& list, const Tokenizer& tokenizer) {
  nlohmann::json all = nlohmann::json::array();
  for (const TokenProbability& p : list)
    all.push_back(
        {{"token", tokenizer.entry(static_cast<TokenId>(p.token))}, {"probability", p.probability}});
  return all;
}

nlohmann::json json_of(const TraceDiff& diff, const Tokenizer& tokenizer) {
  nlohmann::json tensors = nlohmann::json::array(), predictions = nlohmann::json::array();
  for (const TensorChange& c : diff.tensors())
    tensors.push_back({{"tensor", c.name}, {"relative", c.relative}, {"largest", c.largest}});
  for (const PredictionChange& p : diff.predictions())
    predictions.push_back({{"before", json_of(p.before, tokenizer)}, {"after", json_of(p.after, tokenizer)}});
  return {{"loss", {{"before", diff.loss_before()}, {"after", diff.loss_after()}}},
          {"predictions", predictions},
          {"tensors", tensors}};
}

std::string words(const TokenProbability& p, const Tokenizer& tokenizer) {
  char share[32];
  std::snprintf(share, sizeof share, " %.1f %%", 100 * p.probability);
  return nlohmann::json(tokenizer.entry(static_cast<TokenId>(p.token))).dump() + share;
}

void print(const TraceDiff& diff, const Tokenizer& tokenizer) {
  std::printf("loss  %.6g -> %.6g\n\nmost probable\n", diff.loss_before(), diff.loss_after());
  for (std::size_t t = 0; t < diff.predictions().size(); ++t) {
    const PredictionChange& p = diff.predictions()[t];
    std::printf("  %3zu  %-20s -> %s\n", t, words(p.before[0], tokenizer).c_str(),
                words(p.after[0], tokenizer).c_str());
  }
  std::printf("\n%-52s %12s %12s\n", "changed tensor", "|d|/|before|", "largest |d|");
  for (const TensorChange& c : diff.tensors())
    if (c.largest > 0) std::printf("%-52s %12.4g %12.4g\n", c.name.c_str(), c.relative, c.largest);
}

int diff(const DiffOptions& options, const ExampleOptions& example) {
  if (example.edits.empty()) throw CLI::RequiredError("--edit");
  const Checkpoint model = load_checkpoint(options.model, Load::Weights);
  const Tracer tracer(model.model, model.vocabularies);
  TraceRequest request = request_for(example, model.model->config());
  request.gradients = false;
  const TracePtr after = tracer.trace(model.state->snapshot, request);
  request.edits.clear();
  const TraceDiff changes(tracer.trace(model.state->snapshot, request), after);
  const Tokenizer& tokenizer = model.vocabularies->target;
  if (options.json) {
    std::printf("%s\n", json_of(changes, tokenizer).dump(2).c_str());
  } else {
    print(changes, tokenizer);
  }
  return kDone;
}

Action declare_diff(CLI::App& command) {
  const auto options = std::make_shared<DiffOptions>();
  const auto example = std::make_shared<ExampleOptions>();
  command.add_option("--model", options->model, "Folder of a saved model")->type_name("FOLDER")->required();
  add_example_options(command, example);
  command.add_flag("--json", options->json,
                   "Print JSON, with the five most probable tokens of each position");
  command.footer(
      "The pass with the edits is compared with the same pass without them.\n"
      "\n"
      "Examples:\n"
      "  attention-lab diff --model book --text \"Once upon\" --edit \"zero "
      "decoder.layers.1.self_attention#0\"\n"
      "  attention-lab diff --model rev --source hello --target olleh --edit \"no positions\"\n"
      "  attention-lab diff --model book --text \"Once upon\" --edit \"no norm "
      "decoder.layers.0.attention_norm\"");
  return [options, example] { return diff(*options, *example); };
}

}  // namespace

extern const Subcommand kDiffSubcommand = {
    .name = "diff",
    .sentence = "What edits change: loss, predictions and every tensor",
    .declare = declare_diff};

}  // namespace attnlab
