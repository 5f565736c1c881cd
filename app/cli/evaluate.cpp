// attention-lab evaluate: loss, perplexity and accuracy of a saved model.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/base/print.h"
#include "app/cli/groups/device_option.h"
#include "app/cli/groups/example_options.h"
#include "app/cli/groups/given_text.h"
#include "app/cli/groups/model_options.h"
#include "app/cli/groups/output_options.h"
#include "app/cli/help.h"
#include "app/cli/json_lines.h"
#include "app/cli/subcommands.h"
#include "core/config/cores.h"
#include "core/language/messages.h"
#include "core/tasks/base/encode.h"
#include "core/training/validation.h"

namespace attnlab {
namespace {

struct EvaluateOptions {
  ExampleOptions example;
  std::string file;
  bool json = false;

  bool given() const {
    return example.text || example.source || example.target || example.image || example.picture ||
           !file.empty();
  }
};

/// What was measured at one step.
struct Evaluated {
  Index step = 0;
  double loss = 0;
  Accuracy accuracy;
  Index sequences = 0, tokens = 0;  ///< that the accuracy counts; 0: not counted
};

/// A line of --texts: a text, or a source and a target with a tab between them.
ExampleOptions example_in(const std::string& line, Format format) {
  ExampleOptions example;
  const std::size_t tab = line.find('\t');
  example.text = line.substr(0, tab);
  if (format == Format::Stream) example.text = line;
  if (format != Format::Stream && tab != std::string::npos) example.target = line.substr(tab + 1);
  return example;
}

/// The example for `model`, whose target must be known.
Example evaluated_example(const ExampleOptions& options, const Checkpoint& model) {
  const TraceRequest request = request_for(options, model);
  if (request.target.empty() && format_of(model.model->config()) == Format::Stream && !request.source.empty())
    throw std::invalid_argument(tr("there is no answer to compare with: give it after the question"));
  if (request.target.empty())
    throw std::invalid_argument(tr(
        "there is no target to compare with: give --target TEXT, or SOURCE<tab>TARGET in a line of --texts"));
  return {request.source, request.target, request.picture};
}

std::vector<Example> evaluated_examples(const EvaluateOptions& options, const Checkpoint& model) {
  if (options.file.empty()) return {evaluated_example(options.example, model)};
  std::vector<Example> examples;
  for (const std::string& line : lines_of_file(options.file))
    examples.push_back(evaluated_example(example_in(line, format_of(model.model->config())), model));
  if (examples.empty()) throw std::invalid_argument(tr("there is no text in {1}", options.file));
  return examples;
}

/// Tokens `first` … of a text as one row, each with the next one as target.
Batch piece_of(std::span<const TokenId> text, std::size_t first, std::size_t length) {
  Batch batch;
  batch.resize(1, 0, static_cast<Index>(length));
  batch.input_lengths.assign(1, batch.input_length);
  std::ranges::copy(text.subspan(first, length), batch.input.begin());
  std::ranges::copy(text.subspan(first + 1, length), batch.target.begin());
  std::ranges::replace(batch.target, kUnknownId, kIgnoredTarget);
  return batch;
}

/// A text in pieces as long as the context, one after another: all tokens except the first are predicted.
std::vector<Batch> pieces_of_text(const Checkpoint& model, const std::string& text) {
  const std::vector<TokenId> ids = model.vocabularies->target.encode(text);
  if (ids.size() < 2)
    throw std::invalid_argument(tr("the text has only one token, so there is nothing to predict"));
  const auto context = static_cast<std::size_t>(model.model->config().context);
  std::vector<Batch> pieces;
  for (std::size_t first = 0; first + 1 < ids.size(); first += context)
    pieces.push_back(piece_of(ids, first, std::min(context, ids.size() - 1 - first)));
  return pieces;
}

std::vector<Batch> batches_of(const Checkpoint& model, const Example& example) {
  const ModelConfig& config = model.model->config();
  const bool asks = !example.source.empty();
  if (format_of(config) == Format::Stream && !asks) return pieces_of_text(model, example.target);
  const Batch batch = encode_example(format_of(config), *model.vocabularies, example);
  const Index longest = std::max(batch.source_length, batch.input_length);
  if (is_transformer(config) && longest > config.context)
    throw std::invalid_argument(tr("the text has {1} tokens, but the model's context is {2}: shorten it",
                                   std::to_string(longest), std::to_string(config.context)));
  return {batch};
}

Evaluated evaluate_texts(const Checkpoint& model, const std::vector<Batch>& batches,
                         AttentionDevice* device) {
  SummedLoss all;
  for (const Batch& batch : batches)
    all.add(summed_loss(*model.model, model.state->snapshot->weights, batch, device));
  if (all.counts.tokens == 0)
    throw std::invalid_argument(
        tr("no position of this text counts: its targets are not in the model's vocabulary"));
  return {model.state->step(), all.mean(), all.counts.shares(), all.counts.rows, all.counts.tokens};
}

/// Held-out examples of the task that a model was trained on: those that train measures at its end.
class HeldOut {
 public:
  explicit HeldOut(const Checkpoint& model)
      : experiment_(experiment_of(model)),
        threads_(cores()),
        pool_(threads_),
        validator_(experiment_.task, model.preset.training.batch, threads_) {}

  Evaluated evaluate(const Checkpoint& model, AttentionDevice* device) {
    const Validation found =
        validator_.measure(*model.model, model.state->snapshot->weights, kFinalValidation, pool_, device);
    Evaluated result{model.state->step(), found.loss, found.accuracy()};
    if (!experiment_.task->has_answers()) return result;
    result.sequences = found.counts.rows;
    result.tokens = found.counts.tokens;
    return result;
  }

 private:
  Experiment experiment_;
  int threads_;
  ThreadPool pool_;
  Validator validator_;
};

std::string share_text(double share, Index of) {
  char text[64];
  std::snprintf(text, sizeof text, "%.2f %%", 100 * share);
  return of > 0 ? tr("{1} of {2}", text, std::to_string(of)) : text;
}

std::string fixed_text(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.4f", value);
  return text;
}

void print_evaluated(const Evaluated& e, Format format) {
  std::vector<HelpRow> rows{{tr("loss"), fixed_text(e.loss)}};
  if (predicts_text(format)) rows.push_back({tr("perplexity"), fixed_text(std::exp(e.loss))});
  rows.push_back({tr("token accuracy"), share_text(e.accuracy.tokens, e.tokens)});
  rows.push_back({tr("exact match"), share_text(e.accuracy.sequences, e.sequences)});
  print(value_rows(rows));
}

void print_evaluated_json(const Evaluated& e, Format format) {
  nlohmann::ordered_json json = {{"step", e.step}, {"loss", finite_or_null(e.loss)}};
  if (predicts_text(format)) json["perplexity"] = finite_or_null(std::exp(e.loss));
  json["token_accuracy"] = finite_or_null(e.accuracy.tokens);
  json["exact_match"] = finite_or_null(e.accuracy.sequences);
  if (e.tokens > 0) json.update({{"tokens", e.tokens}, {"sequences", e.sequences}});
  print_json_object(json);
}

int evaluate(const EvaluateOptions& options, const ModelOptions& saved, const DeviceOption& device_option) {
  const std::vector<Checkpoint> steps = load_models(saved);
  const Format format = format_of(steps[0].model->config());
  std::vector<Batch> batches;
  if (options.given())
    for (const Example& example : evaluated_examples(options, steps[0]))
      for (Batch& batch : batches_of(steps[0], example)) batches.push_back(std::move(batch));
  std::optional<HeldOut> held_out;
  if (!options.given()) held_out.emplace(steps[0]);
  const std::shared_ptr<AttentionDevice> device = open_device(device_option);
  for (const Checkpoint& model : steps) {
    const Evaluated found =
        held_out ? held_out->evaluate(model, device.get()) : evaluate_texts(model, batches, device.get());
    if (saved.all_steps() && !options.json) print_step_line(found.step);
    options.json ? print_evaluated_json(found, format) : print_evaluated(found, format);
  }
  return kDone;
}

Action declare_evaluate(CLI::App& command) {
  const auto options = std::make_shared<EvaluateOptions>();
  const auto saved = std::make_shared<ModelOptions>();
  add_model_options(command, *saved);
  add_text_options(command, options->example);
  command
      .add_option("--texts", options->file,
                  tr("A file with one text per line, or SOURCE<tab>TARGET; all are measured together (-: "
                     "standard input)"))
      ->type_name("FILE")
      ->excludes("--text")
      ->excludes("--source")
      ->excludes("--target");
  command.add_flag("--json", options->json, tr("Print one JSON object per step, each on its own line"));
  const DeviceOption device = add_device_option(command);
  command.footer(help_end(
      {tr("The loss is the mean cross-entropy of the predicted tokens in nats, and the perplexity is its "
          "exponential. Each token is predicted from the correct tokens before it. A model that continues "
          "texts reads a text in pieces as long as its context, each by itself. Without a text, the command "
          "measures the held-out examples of the model's task that train measures at its end.")},
      "  attention-lab evaluate --model book\n"
      "  attention-lab evaluate --model book --text - < chapter.txt\n"
      "  attention-lab evaluate --model rev --source hello --target olleh\n"
      "  attention-lab evaluate --model rev --texts pairs.tsv --step all --json"));
  return [options, saved, device] { return evaluate(*options, *saved, device); };
}

}  // namespace

extern const Subcommand kEvaluateSubcommand = {
    .name = "evaluate",
    .sentence = tr_mark("Measure the loss, perplexity and accuracy of a saved model"),
    .declare = declare_evaluate};

}  // namespace attnlab
