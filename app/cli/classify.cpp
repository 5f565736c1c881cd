// attention-lab classify: the classes that a saved model predicts for a text or an image.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/base/printable.h"
#include "app/cli/class_finder.h"
#include "app/cli/groups/given_text.h"
#include "app/cli/groups/model_options.h"
#include "app/cli/groups/output_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/help.h"
#include "app/cli/json_lines.h"
#include "app/cli/picture_report.h"
#include "app/cli/subcommands.h"
#include "core/io/checkpoint.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

using Json = nlohmann::ordered_json;

struct ClassifyOptions {
  std::string model, file, from, overlay;
  CsvOption csv;
  ClassifiedInput input;
  Index top = 5;
  bool json = false, attention = false;
};

Json json_of(const Finding& finding) {
  Json choices = Json::array();
  for (const Finding::Choice& choice : finding.choices)
    choices.push_back({{"name", choice.name}, {"probability", choice.probability}});
  if (finding.token.empty()) return {{"classes", choices}};
  return {{"position", finding.position}, {"token", finding.token}, {"classes", choices}};
}

/// With the text that they belong to, if there are several texts.
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
      std::printf("%4lld  %s", static_cast<long long>(finding.position),
                  padded(printable(finding.token), 12).c_str());
    for (const Finding::Choice& choice : finding.choices)
      std::printf(whole ? "%s  %6.2f %%\n" : "  %s %6.2f %%",
                  padded(printable(choice.name), whole ? 16 : 8).c_str(), 100 * choice.probability);
    if (!whole) std::putchar('\n');
  }
}

/// Each line of --texts by itself.
void classify_lines(const ClassifyOptions& options, const Checkpoint& model) {
  for (const std::string& line : lines_of_file(options.file)) {
    const std::vector<Finding> findings = find_classes({line, options.input.image}, model, options.top);
    if (options.json) {
      print_json(findings, line);
    } else {
      std::printf("%s\n", printable(line).c_str());
      print_text(findings);
    }
  }
}

/// The classes of an image, and where the model looks in it.
void classify_with_attention(const ClassifyOptions& options, const Checkpoint& model) {
  const std::vector<Finding> findings = find_classes(options.input, model, options.top);
  if (!options.input.image) throw std::invalid_argument(tr("--attention is for models that read images"));
  const PictureReport report = picture_report(model, *options.input.image, options.from);
  if (options.csv.asked) put_out_csv(options.csv, picture_table(report).csv());
  if (!options.overlay.empty()) write_picture_panels(options.overlay, report);
  if (options.json) {
    Json json = json_of(findings.front());
    json.update(picture_report_json(report));
    return print_json_object(json);
  }
  if (options.csv.asked && !options.csv.writes()) return;
  print_text(findings);
  if (!options.csv.asked) print_picture_report(report);
}

int classify(const ClassifyOptions& options) {
  const Checkpoint model = load_with_notes(options.model, Load::Weights);
  if (options.attention) {
    classify_with_attention(options, model);
    return kDone;
  }
  if (!options.file.empty()) {
    classify_lines(options, model);
    return kDone;
  }
  const std::vector<Finding> findings = find_classes(options.input, model, options.top);
  options.json ? print_json(findings, {}) : print_text(findings);
  return kDone;
}

void add_attention_options(CLI::App& command, const std::shared_ptr<ClassifyOptions>& options) {
  CLI::Option* const attention =
      command
          .add_flag("--attention", options->attention,
                    tr("For an image: also the attention of each layer and head to its patches, and rollout"))
          ->excludes("--texts");
  command
      .add_option("--from", options->from,
                  tr("The query: cls, mean (over the patches), or a patch as ROW,COLUMN (default: the class "
                     "vector if there is one, else mean)"))
      ->type_name("WHO")
      ->needs(attention);
  add_csv_option(command, options->csv, {.csv = tr_mark("the attention weights")})->needs(attention);
  command
      .add_option("--overlay", options->overlay,
                  tr("Write a PNG file with the attention weights over the image: one row per layer, the "
                     "last one at the top, one column per head, and rollout on the right"))
      ->type_name("FILE")
      ->check(path_name())
      ->needs(attention);
}

Action declare_classify(CLI::App& command) {
  const auto options = std::make_shared<ClassifyOptions>();
  add_model_folder(command, options->model);
  CLI::Option* text = command
                          .add_option("--text", options->input.text,
                                      tr("Text, for models that read texts (-: standard input)"))
                          ->type_name("TEXT");
  take_standard_input(text);
  CLI::Option* texts =
      command
          .add_option("--texts", options->file,
                      tr("Or a file with one text per line, each classified by itself (-: standard input)"))
          ->type_name("FILE")
          ->excludes(text);
  command
      .add_option("image,--image", options->input.image,
                  tr("PNG or JPEG file, for models that read images; the square in its center is scaled to "
                     "the size that the model reads"))
      ->type_name("FILE")
      ->excludes(text)
      ->excludes(texts);
  add_attention_options(command, options);
  command.add_option("--top", options->top, tr("Number of classes to show, the most probable first"))
      ->type_name("N")
      ->capture_default_str()
      ->check(whole_number(1, 1000000));
  command.add_flag("--json", options->json, tr("Print one JSON object instead of text"));
  command.footer(help_end(
      {tr("A model that labels tokens prints classes for each token. A model that predicts masked tokens "
          "prints them for each <mask> in the text."),
       tr("With --json: {1}, or, if each token has its own classes, {2}. With --texts, each text is one "
          "object on its own line, with its \"text\". --attention adds {3}; \"cls\" is the weight of the "
          "class vector, if there is one.",
          R"({"classes": [{"name", "probability"}, …]})",
          R"({"tokens": [{"position", "token", "classes"}, …]})",
          R"({"from", "patches": {"rows", "columns", "side"}, "attention": [{"layer", "head", "cls", )"
          R"("weights": [[…], …]}, …], "rollout": [{"layer", "cls", "shares": [[…], …]}, …]})")},
      "  attention-lab classify --model digits --image seven.png\n"
      "  attention-lab classify --model digits --attention seven.png --overlay heads.png\n"
      "  attention-lab classify --model reviews --text \"not bad at all\" --json\n"
      "  attention-lab classify --model reviews --texts lines.txt\n"
      "  attention-lab classify --model words --text \"the <mask> drinks milk\" --top 3"));
  return [options] { return classify(*options); };
}

}  // namespace

extern const Subcommand kClassifySubcommand = {
    .name = "classify",
    .sentence = tr_mark("Classify a text, its tokens, or an image with a saved model"),
    .declare = declare_classify};

}  // namespace attnlab
