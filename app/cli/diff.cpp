// attention-lab diff: two forward passes compared, tensor by tensor: edits, models, steps or texts.
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/base/print.h"
#include "app/base/printable.h"
#include "app/cli/groups/example_options.h"
#include "app/cli/groups/model_options.h"
#include "app/cli/groups/output_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/help.h"
#include "app/cli/json_lines.h"
#include "app/cli/subcommands.h"
#include "app/cli/token_scores.h"
#include "core/language/messages.h"
#include "core/text/utf8.h"
#include "core/trace/counted.h"
#include "core/trace/same_target.h"
#include "core/trace/trace_diff.h"

namespace attnlab {
namespace {

using Json = nlohmann::ordered_json;

/// The other forward pass, and what is printed.
struct DiffOptions {
  std::string model, step, token;
  std::optional<std::string> text, image;
  std::optional<Index> picture;
  bool json = false;

  bool has_other_weights() const { return !model.empty() || !step.empty(); }
  bool has_other_text() const { return text || has_other_picture(); }
  bool has_other_picture() const { return image || picture; }
};

/// Both passes with the vocabularies of their tokens.
struct ComparedPasses {
  TracePtr before, after;
  std::shared_ptr<const Vocabularies> old_vocabulary, new_vocabulary;
};

Json json_of(const std::vector<TokenProbability>& list, const Tokenizer& tokenizer) {
  Json all = Json::array();
  for (const TokenProbability& p : list)
    all.push_back(
        {{"token", tokenizer.entry(static_cast<TokenId>(p.token))}, {"probability", p.probability}});
  return all;
}

Json json_of(const TraceDiff& diff, const Tokenizer& old_vocabulary, const Tokenizer& new_vocabulary) {
  Json tensors = Json::array(), predictions = Json::array();
  for (const TensorChange& c : diff.tensors())
    tensors.push_back({{"tensor", c.name},
                       {"relative", finite_or_null(c.relative)},
                       {"largest", finite_or_null(c.largest)}});
  for (const PredictionChange& p : diff.predictions())
    predictions.push_back(
        {{"before", json_of(p.before, old_vocabulary)}, {"after", json_of(p.after, new_vocabulary)}});
  const CountedPositions positions = counted_positions(diff.after());
  return {{"loss",
           {{"before", finite_or_null(diff.loss_before())},
            {"after", finite_or_null(diff.loss_after())},
            {"counted", positions.counted},
            {"positions", positions.all}}},
          {"predictions", predictions},
          {"tensors", tensors},
          {"unmatched", diff.unmatched()}};
}

/// "–" for NaN.
std::string digits(double value, int significant) {
  if (std::isnan(value)) return "–";
  char text[32];
  std::snprintf(text, sizeof text, "%.*g", significant, value);
  return text;
}

std::string words(const TokenProbability& p, const Tokenizer& tokenizer) {
  if (std::isnan(p.probability)) return "–";
  char share[32];
  std::snprintf(share, sizeof share, " %.1f %%", 100 * p.probability);
  return quoted_piece(tokenizer.entry(static_cast<TokenId>(p.token))) + share;
}

/// Spaces that fill a text up to `width` letters.
std::string space_for(const std::string& text, std::size_t width) {
  const std::size_t letters = count_code_points(text);
  return std::string(letters < width ? width - letters : 0, ' ');
}
std::string left(const std::string& text, std::size_t width) { return text + space_for(text, width); }
std::string right(const std::string& text, std::size_t width) { return space_for(text, width) + text; }

std::string column(double value) { return right(digits(value, 4), 12); }

/// "over 4 of 11 positions" of both passes, or of each if they differ; "" if all positions count.
std::string positions_words(const TraceDiff& diff) {
  const std::string before = counted_words(diff.before()), after = counted_words(diff.after());
  if (before == after) return before.empty() ? "" : "  " + before;
  const auto named = [](const std::string& text) {
    return text.empty() ? std::string(tr("over all positions")) : text;
  };
  return "  (" + named(before) + " -> " + named(after) + ")";
}

/// The losses before and after, with the positions that they are means of, or why there is no loss.
std::string loss_words(const TraceDiff& diff) {
  if (counted_positions(diff.before()).counted == 0 && counted_positions(diff.after()).counted == 0)
    return std::string("–  ") + tr("(there is nothing to predict: give --target, or a longer text)");
  return digits(diff.loss_before(), 6) + " -> " + digits(diff.loss_after(), 6) + positions_words(diff);
}

void print_predictions(const TraceDiff& diff, const Tokenizer& old_vocabulary,
                       const Tokenizer& new_vocabulary) {
  print(tr("loss") + ("  " + loss_words(diff)) + "\n\n" + tr("most probable") + "\n");
  const std::string not_counted = std::string("  ") + tr("(does not count)");
  for (std::size_t t = 0; t < diff.predictions().size(); ++t) {
    const PredictionChange& p = diff.predictions()[t];
    std::printf("  %3zu  %-20s -> %s%s\n", t, words(p.before[0], old_vocabulary).c_str(),
                words(p.after[0], new_vocabulary).c_str(),
                is_left_out(diff.after(), static_cast<Index>(t)) ? not_counted.c_str() : "");
  }
}

void print_tensors(const TraceDiff& diff) {
  print("\n" + left(tr("changed tensor"), 52) + " " + right("|d|/|before|", 12) + " " +
        right(tr("largest |d|"), 12) + "\n");
  for (const TensorChange& c : diff.tensors())
    if (c.largest > 0)
      std::printf("%-52s %s %s\n", c.name.c_str(), column(c.relative).c_str(), column(c.largest).c_str());
  if (!diff.unmatched().empty())
    print(std::string("\n") + tr("in only one of the passes, or of another shape") + "\n");
  for (const std::string& name : diff.unmatched()) std::printf("%s\n", name.c_str());
}

/// The step of --step all that a comparison belongs to; none if there is only one.
using ComparedStep = std::optional<Index>;

/// One of several steps is one line with its number.
void print_step(const Json& json, ComparedStep step) {
  Json object = Json::object();
  if (step) object["step"] = *step;
  object.update(json);
  print_json_object(object, step ? -1 : 2);
}

void print_diff(const DiffOptions& options, const ComparedPasses& passes, ComparedStep step) {
  const Tokenizer &old_vocabulary = passes.old_vocabulary->target,
                  &new_vocabulary = passes.new_vocabulary->target;
  const TraceDiff diff(passes.before, passes.after);
  std::vector<TokenScore> before, after;
  if (!options.token.empty()) {
    before = scores_of(*passes.before, token_named("--token", old_vocabulary, options.token));
    after = scores_of(*passes.after, token_named("--token", new_vocabulary, options.token));
  }
  if (options.json) {
    Json json = json_of(diff, old_vocabulary, new_vocabulary);
    if (!options.token.empty()) json["token"] = json_of_scores(options.token, before, after);
    return print_step(json, step);
  }
  if (step) print_step_line(*step);
  print_predictions(diff, old_vocabulary, new_vocabulary);
  if (!options.token.empty()) print_scores(options.token, before, after);
  print_tensors(diff);
}

/// The example of the other pass: its own text, whose answer and question are not known, or the example of
/// the pass.
ExampleOptions other_example(const DiffOptions& options, ExampleOptions example) {
  if (options.text) {
    example.text = options.text;
    example.source.reset();
    example.target.reset();
    example.question.reset();
  }
  if (!options.has_other_picture()) return example;
  example.image = options.image;
  example.picture = options.picture;
  if (options.picture) example.target.reset();  // it has its own
  return example;
}

/// Another model, or another step; none if both passes have the same weights.
std::optional<Checkpoint> other_model(const DiffOptions& options, const ModelOptions& saved) {
  if (!options.has_other_weights()) return {};
  return load_step(options.model.empty() ? saved.folder : options.model, options.step);
}

/// What the other pass reads. The same text has the same target, generated or not. If nothing else differs,
/// the other pass does not have the edits.
TraceRequest other_request(const DiffOptions& options, const ExampleOptions& example, const Checkpoint& other,
                           const Trace& trace, TraceRequest request) {
  if (options.has_other_text() || !options.model.empty())
    request = request_for(other_example(options, example), other);
  request.gradients = false;
  if (!options.has_other_text() && !options.has_other_weights()) request.edits.clear();
  const bool same_words = options.model.empty() && !options.has_other_text() && options.has_other_weights();
  return same_words ? with_same_target(trace, std::move(request)) : request;
}

ComparedPasses compared_passes(const DiffOptions& options, const ExampleOptions& example,
                               const Checkpoint& model, const Checkpoint& other) {
  TraceRequest request = request_for(example, model);
  request.gradients = false;
  const TracePtr after = Tracer(model.model, model.vocabularies).trace(model.state->snapshot, request);
  const TracePtr before =
      Tracer(other.model, other.vocabularies)
          .trace(other.state->snapshot, other_request(options, example, other, *after, std::move(request)));
  return {before, after, other.vocabularies, model.vocabularies};
}

int diff(const DiffOptions& options, const ModelOptions& saved, const ExampleOptions& example) {
  if (!example.edits.given() && !options.has_other_weights() && !options.has_other_text())
    throw CLI::RequiredError(
        tr("--edit, --other-model, --other-step, --other-text, --other-image or --other-picture"));
  const std::optional<Checkpoint> other = other_model(options, saved);
  for (const Checkpoint& model : load_models(saved))
    print_diff(options, compared_passes(options, example, model, other ? *other : model),
               saved.all_steps() ? ComparedStep(model.state->step()) : ComparedStep());
  return kDone;
}

void add_other_options(CLI::App& command, const std::shared_ptr<DiffOptions>& options) {
  command
      .add_option("--other-model", options->model,
                  tr("Compare with the same forward pass of this saved model"))
      ->type_name("FOLDER");
  command.add_option("--other-step", options->step, tr("Compare with the same forward pass after N steps"))
      ->type_name("N");
  command.add_option("--other-text", options->text, tr("Compare with the forward pass over this text"))
      ->type_name("TEXT");
  CLI::Option* image =
      command
          .add_option("--other-image", options->image, tr("Compare with the forward pass over this image"))
          ->type_name("FILE");
  command
      .add_option("--other-picture", options->picture,
                  tr("Compare with the forward pass over this held-out image of the model's task"))
      ->type_name("N")
      ->check(whole_number(0, 9999))
      ->excludes(image);
}

Action declare_diff(CLI::App& command) {
  const auto options = std::make_shared<DiffOptions>();
  const auto example = std::make_shared<ExampleOptions>();
  const auto saved = std::make_shared<ModelOptions>();
  add_model_options(command, *saved);
  add_example_options(command, *example);
  add_other_options(command, options);
  command.add_option("--token", options->token, tr("Also show the logit and the probability of this token"))
      ->type_name("WORD");
  command.add_flag("--json", options->json,
                   tr("Print JSON, with the five most probable tokens at each position"));
  command.footer(help_end(
      {tr("The forward pass with the edits is compared with the same pass without them. With --other-…, both "
          "passes have the edits, and the other pass comes before the arrow. The loss is the mean over the "
          "positions that count: positions before the end of a question cannot be predicted and do not "
          "count. With --step all, each stored step is compared in turn, with the same other pass if "
          "--other-… names its weights.")},
      "  attention-lab diff --model book --text \"Once upon\" --edit \"zero "
      "decoder.layers.1.self_attention#0\"\n"
      "  attention-lab diff --model rev --source hello --target olleh --edit \"no positions\"\n"
      "  attention-lab diff --model book --text \"Once upon\" --edit \"no norm "
      "decoder.layers.0.attention_norm\"\n"
      "  attention-lab diff --model book --text \"Once upon\" --other-step 64 --token a\n"
      "  attention-lab diff --model book --step all --text \"Once upon\" --edit \"no positions\" --json\n"
      "  attention-lab diff --model book --text \"Once upon\" --other-text \"Twice upon\""));
  return [options, saved, example] { return diff(*options, *saved, *example); };
}

}  // namespace

extern const Subcommand kDiffSubcommand = {
    .name = "diff",
    .sentence = tr_mark("Compare two forward passes: edits, models, steps or texts"),
    .declare = declare_diff};

}  // namespace attnlab
