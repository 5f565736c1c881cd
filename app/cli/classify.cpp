// attention-lab classify: what a saved model takes a text or a picture for.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "app/cli/subcommands.h"
#include "core/io/checkpoint.h"
#include "core/ops/attention/softmax.h"
#include "core/tasks/base/encode.h"
#include "core/tasks/pictures/picture_file.h"

namespace attnlab {
namespace {

using Json = nlohmann::ordered_json;

struct ClassifyOptions {
  std::string model;
  std::optional<std::string> text, image;
  Index top = 5;
  bool json = false;
};

/// What is said of the whole (token empty) or of one token.
struct Finding {
  Index position = 0;
  std::string token;
  struct Choice {
    std::string name;
    double probability;
  };
  std::vector<Choice> choices;  ///< the most probable first
};

/// Throws where a model of `format` classifies nothing.
void check_format(Format format) {
  switch (format) {
    case Format::Class:
    case Format::Labels:
    case Format::Masked:
    case Format::Picture: return;
    case Format::WordContext:
      throw std::invalid_argument("this model is of word vectors and classifies nothing: see similar");
    default: throw std::invalid_argument("this model writes texts and classifies nothing: see generate");
  }
}

Example example_for(const ClassifyOptions& options, const ModelConfig& config) {
  const bool pictures = format_of(config) == Format::Picture;
  if (pictures && !options.image) throw std::invalid_argument("this model reads pictures: give --image FILE");
  if (!pictures && !options.text) throw std::invalid_argument("this model reads texts: give --text TEXT");
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

/// Says what the model cannot read, for it reads the rest as if nothing were wrong.
void note_unknown(const std::vector<Piece>& pieces) {
  for (const Piece& piece : pieces)
    if (!piece.known) std::fprintf(stderr, "note: the model does not know \"%s\"\n", piece.text.c_str());
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
  std::vector<Finding> findings;
  for (std::size_t row = 0; row * width < all.size(); ++row) {
    if (format == Format::Masked && pieces[row].id != v.source->mask()) continue;
    const bool whole = format == Format::Class || format == Format::Picture;
    findings.push_back({static_cast<Index>(row), whole ? "" : pieces[row].text,
                        best_of(std::span(all).subspan(row * width, width), v.target, options.top)});
  }
  if (findings.empty())
    throw std::invalid_argument("the text has no <mask>: write it where a token is to be found");
  return findings;
}

Json json_of(const Finding& finding) {
  Json choices = Json::array();
  for (const Finding::Choice& choice : finding.choices)
    choices.push_back({{"name", choice.name}, {"probability", choice.probability}});
  if (finding.token.empty()) return {{"classes", choices}};
  return {{"position", finding.position}, {"token", finding.token}, {"classes", choices}};
}

void print_json(const std::vector<Finding>& findings) {
  Json json;
  if (findings.front().token.empty()) {
    json = json_of(findings.front());
  } else {
    for (const Finding& finding : findings) json["tokens"].push_back(json_of(finding));
  }
  std::printf("%s\n", json.dump(-1, ' ', false, Json::error_handler_t::replace).c_str());
}

std::string padded(const std::string& text, std::size_t width) {
  const auto letters = static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
  return text + std::string(width > letters ? width - letters : 0, ' ');
}

/// A class a line for the whole; a token a line with its classes side by side.
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

int classify(const ClassifyOptions& options) {
  const Checkpoint model = load_checkpoint(options.model, Load::Weights);
  const std::vector<Finding> findings = findings_for(options, model);
  options.json ? print_json(findings) : print_text(findings);
  return kDone;
}

Action declare_classify(CLI::App& command) {
  const auto options = std::make_shared<ClassifyOptions>();
  command.add_option("--model", options->model, "Folder of a saved model")->type_name("FOLDER")->required();
  CLI::Option* text =
      command.add_option("--text", options->text, "Text, for models that read texts")->type_name("TEXT");
  command
      .add_option(
          "--image", options->image,
          "PNG or JPEG file, for models that read pictures; the square in its middle is scaled to the "
          "model's size")
      ->type_name("FILE")
      ->excludes(text);
  command.add_option("--top", options->top, "How many classes to show, the most probable first")
      ->type_name("N")
      ->capture_default_str()
      ->check(CLI::Range(Index{1}, Index{1000000}));
  command.add_flag("--json", options->json, "Print one JSON object instead of text");
  command.footer(
      "A model that labels tokens says so for each; one that finds hidden tokens, for each <mask> in the "
      "text.\n"
      "\n"
      "With --json: {\"classes\": [{\"name\", \"probability\"}, …]}, or where each token has classes of its "
      "own\n"
      "{\"tokens\": [{\"position\", \"token\", \"classes\"}, …]}.\n"
      "\n"
      "Examples:\n"
      "  attention-lab classify --model digits --image seven.png\n"
      "  attention-lab classify --model reviews --text \"not bad at all\" --json\n"
      "  attention-lab classify --model words --text \"the <mask> drinks milk\" --top 3");
  return [options] { return classify(*options); };
}

}  // namespace

extern const Subcommand kClassifySubcommand = {
    .name = "classify",
    .sentence = "Say what a saved model takes a text or a picture for",
    .declare = declare_classify};

}  // namespace attnlab
