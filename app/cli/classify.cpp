// attention-lab classify: the classes that a saved model gives to a text or a picture.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "app/cli/example_options.h"
#include "app/cli/given_text.h"
#include "app/cli/json_lines.h"
#include "app/cli/subcommands.h"
#include "app/cli/values.h"
#include "core/config/no_such_kind.h"
#include "core/io/checkpoint.h"
#include "core/ops/attention/softmax.h"
#include "core/tasks/base/encode.h"
#include "core/tasks/base/question.h"
#include "core/tasks/pictures/picture_file.h"

namespace attnlab {
namespace {

using Json = nlohmann::ordered_json;

struct ClassifyOptions {
  std::string model, file;
  std::optional<std::string> text, image;
  Index top = 5;
  bool json = false;
};

/// The classes of the whole (token empty) or of one token.
struct Finding {
  Index position = 0;
  std::string token;
  struct Choice {
    std::string name;
    double probability;
  };
  std::vector<Choice> choices;  ///< the most probable first
};

/// Throws for a `format` without classes.
void check_format(Format format) {
  switch (format) {
    case Format::Class:
    case Format::Labels:
    case Format::Masked:
    case Format::Picture: return;
    case Format::WordContext:
      throw std::invalid_argument("this model is of word vectors and classifies nothing: see similar");
    case Format::Stream:
    case Format::Pairs:
      throw std::invalid_argument("this model writes texts and classifies nothing: see generate");
  }
  no_such_kind("format");
}

Example example_for(const ClassifyOptions& options, const ModelConfig& config) {
  const bool pictures = format_of(config) == Format::Picture;
  if (pictures && !options.image) throw std::invalid_argument("this model reads pictures: give --image FILE");
  if (!pictures && !options.text) throw std::invalid_argument("this model reads texts: give --text TEXT");
  if (!pictures) check_utf8("--text", *options.text);
  if (!pictures) return {*options.text, ""};
  return {"", "",
          std::make_shared<const Picture>(
              read_picture(*options.image, config.picture_size, config.picture_channels))};
}

void check_length(const Batch& batch, Index context) {
  if (batch.source_length <= context) return;
  throw std::invalid_argument("the text has " + std::to_string(batch.source_length) +
                              " tokens, but the model's context is " + std::to_string(context) +
                              ": shorten it");
}

std::vector<Finding::Choice> best_of(std::span<const Real> probabilities, const Tokenizer& names, Index top) {
  std::vector<std::size_t> order(probabilities.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order,
                           [&](std::size_t a, std::size_t b) { return probabilities[a] > probabilities[b]; });
  order.resize(std::min(order.size(), static_cast<std::size_t>(top)));
  std::vector<Finding::Choice> choices;
  for (const std::size_t i : order)
    choices.push_back({names.entry(static_cast<TokenId>(i)), static_cast<double>(probabilities[i])});
  return choices;
}

/// The probabilities [rows,V] that the model gives.
std::vector<Real> probabilities_of(const Checkpoint& model, const Batch& batch) {
  Tape tape(Mode::Infer);
  tape.bind(model.model->parameters(), model.state->snapshot->weights.data(), nullptr);
  const Variable probabilities = softmax(tape, model.model->logits(tape, batch));
  return {probabilities.data(), probabilities.data() + probabilities.size()};
}

/// The tokens whose labels the model learnt, where it did not learn all.
std::vector<TokenId> labelled_by(const Checkpoint& model, Format format) {
  const std::unique_ptr<const Task> task = format == Format::Labels ? known_task(model.preset) : nullptr;
  if (!task) return {};
  return labelled_tokens(format, *model.vocabularies, task->validation_examples(kKnownExamples));
}

/// Where the model learnt to say something: all of a class, what is hidden, what is labelled.
bool is_asked(const Batch& batch, std::size_t row, Format format, const Vocabularies& v,
              const std::vector<TokenId>& labelled) {
  if (format == Format::Masked) return batch.source[row] == v.source->mask();
  if (format != Format::Labels || labelled.empty()) return true;
  return std::ranges::find(labelled, batch.source[row]) != labelled.end();
}

[[noreturn]] void refuse_nothing_asked(Format format, const Vocabularies& v,
                                       const std::vector<TokenId>& labelled) {
  if (format == Format::Masked)
    throw std::invalid_argument("the text has no <mask>: write it where a token is to be found");
  throw std::invalid_argument("the text has no token that this model labels, such as \"" +
                              v.source->entry(labelled.front()) + "\"");
}

std::vector<Finding> findings_for(const ClassifyOptions& options, const Checkpoint& model) {
  const ModelConfig& config = model.model->config();
  const Vocabularies& v = *model.vocabularies;
  const Format format = format_of(config);
  check_format(format);
  const Example example = example_for(options, config);
  const Batch batch = encode_example(format, v, example);
  check_length(batch, config.context);
  const std::vector<Piece> pieces = v.source ? v.source->pieces(example.source) : std::vector<Piece>();
  note_unknown(pieces);
  const std::vector<Real> all = probabilities_of(model, batch);
  const std::size_t width = all.size() / static_cast<std::size_t>(batch.target_length);
  const std::vector<TokenId> labelled = labelled_by(model, format);
  std::vector<Finding> findings;
  for (std::size_t row = 0; row * width < all.size(); ++row) {
    if (!is_asked(batch, row, format, v, labelled)) continue;
    const bool whole = format == Format::Class || format == Format::Picture;
    findings.push_back({static_cast<Index>(row), whole ? "" : pieces[row].text,
                        best_of(std::span(all).subspan(row * width, width), v.target, options.top)});
  }
  if (findings.empty()) refuse_nothing_asked(format, v, labelled);
  return findings;
}

Json json_of(const Finding& finding) {
  Json choices = Json::array();
  for (const Finding::Choice& choice : finding.choices)
    choices.push_back({{"name", choice.name}, {"probability", choice.probability}});
  if (finding.token.empty()) return {{"classes", choices}};
  return {{"position", finding.position}, {"token", finding.token}, {"classes", choices}};
}

/// With the text that they are of, where there are several.
void print_json(const std::vector<Finding>& findings, const std::optional<std::string>& text) {
  Json json = Json::object();
  if (text) json["text"] = *text;
  if (findings.front().token.empty()) {
    json.update(json_of(findings.front()));
  } else {
    for (const Finding& finding : findings) json["tokens"].push_back(json_of(finding));
  }
  print_json_object(json);
}

std::string padded(const std::string& text, std::size_t width) {
  const auto letters = static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
  return text + std::string(width > letters ? width - letters : 0, ' ');
}

/// Prints a line per class for the whole, or a line per token with its classes side by side.
void print_text(const std::vector<Finding>& findings) {
  for (const Finding& finding : findings) {
    const bool whole = finding.token.empty();
    if (!whole)
      std::printf("%4lld  %s", static_cast<long long>(finding.position), padded(finding.token, 12).c_str());
    for (const Finding::Choice& choice : finding.choices)
      std::printf(whole ? "%s  %6.2f %%\n" : "  %s %6.2f %%", padded(choice.name, whole ? 16 : 8).c_str(),
                  100 * choice.probability);
    if (!whole) std::putchar('\n');
  }
}

/// Each line of --texts by itself.
void classify_lines(const ClassifyOptions& options, const Checkpoint& model) {
  for (const std::string& line : lines_of_file(options.file)) {
    ClassifyOptions one = options;
    one.text = line;
    const std::vector<Finding> findings = findings_for(one, model);
    if (options.json) {
      print_json(findings, line);
    } else {
      std::printf("%s\n", line.c_str());
      print_text(findings);
    }
  }
}

int classify(const ClassifyOptions& options) {
  const Checkpoint model = load_checkpoint(options.model, Load::Weights);
  if (!options.file.empty()) {
    classify_lines(options, model);
    return kDone;
  }
  const std::vector<Finding> findings = findings_for(options, model);
  options.json ? print_json(findings, {}) : print_text(findings);
  return kDone;
}

Action declare_classify(CLI::App& command) {
  const auto options = std::make_shared<ClassifyOptions>();
  command.add_option("--model", options->model, "Folder of a saved model")->type_name("FOLDER")->required();
  CLI::Option* text =
      command.add_option("--text", options->text, "Text, for models that read texts (-: standard input)")
          ->type_name("TEXT");
  take_standard_input(text);
  CLI::Option* texts =
      command
          .add_option("--texts", options->file,
                      "Instead: a file with a text a line, each by itself (-: standard input)")
          ->type_name("FILE")
          ->excludes(text);
  command
      .add_option("--image", options->image,
                  "PNG or JPEG file, for models that read pictures; the square in its middle is scaled to "
                  "the model's size")
      ->type_name("FILE")
      ->excludes(text)
      ->excludes(texts);
  command.add_option("--top", options->top, "How many classes to show, the most probable first")
      ->type_name("N")
      ->capture_default_str()
      ->check(whole_number(1, 1000000));
  command.add_flag("--json", options->json, "Print one JSON object instead of text");
  command.footer(
      "A model that labels tokens says so for each; one that finds hidden tokens, for each <mask> in the "
      "text.\n"
      "\n"
      "With --json: {\"classes\": [{\"name\", \"probability\"}, …]}, or where each token has classes of its "
      "own\n"
      "{\"tokens\": [{\"position\", \"token\", \"classes\"}, …]}. With --texts each text is an object on a "
      "line of its\n"
      "own, with its \"text\".\n"
      "\n"
      "Examples:\n"
      "  attention-lab classify --model digits --image seven.png\n"
      "  attention-lab classify --model reviews --text \"not bad at all\" --json\n"
      "  attention-lab classify --model reviews --texts lines.txt\n"
      "  attention-lab classify --model words --text \"the <mask> drinks milk\" --top 3");
  return [options] { return classify(*options); };
}

}  // namespace

extern const Subcommand kClassifySubcommand = {
    .name = "classify",
    .sentence = "Say what a saved model takes a text or a picture for",
    .declare = declare_classify};

}  // namespace attnlab
