// attention-lab cost: parameters, work and memory of a model, counted without training it.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/base/format.h"
#include "app/base/print.h"
#include "app/base/size_text.h"
#include "app/base/text_table.h"
#include "app/cli/groups/model_options.h"
#include "app/cli/groups/output_options.h"
#include "app/cli/json_lines.h"
#include "app/cli/subcommands.h"
#include "app/features/cost/cli_curve_text.h"
#include "core/config/rows.h"
#include "core/io/checkpoint.h"
#include "core/language/messages.h"
#include "core/models/cost.h"
#include "core/models/model.h"
#include "core/models/pass_cost.h"
#include "core/models/sizes/known_models.h"
#include "core/training/memory.h"

namespace attnlab::cost {
namespace {

using namespace std::string_literals;

struct Options {
  std::string preset, model, known;
  std::vector<std::string> set;
  std::string curve;
  std::vector<std::string> at;
  OutputOptions output;

  bool names_a_model() const { return !preset.empty() || !model.empty() || !known.empty(); }
};

std::string percent(double part, double whole) {
  char text[16];
  std::snprintf(text, sizeof text, "%.1f %%", whole > 0 ? 100 * part / whole : 0);
  return text;
}

/// A model from the literature, as a preset that nothing trains.
Preset known_preset(const std::string& name) {
  Preset preset;
  preset.name = name;
  preset.task.name = "none";
  preset.model = known_model(name).config();
  return preset;
}

Preset preset_of(const Options& options) {
  Preset preset = !options.known.empty()  ? known_preset(options.known)
                  : options.model.empty() ? find_preset(options.preset)
                                          : load_with_notes(options.model, Load::Weights).preset;
  set_options(preset, options.set);
  return options.preset.empty() ? preset : with_vocabularies(std::move(preset));
}

/// The blanks that fill `text` up to `width` columns.
std::string blanks_to(std::size_t width, std::string_view text) {
  const auto letters = static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
  return std::string(width - std::min(width, letters), ' ');
}

/// A row: its name, parameters, their share, FLOPs, their share.
using CostRow = std::array<std::string, 5>;

void print_row(const CostRow& row) {
  constexpr std::size_t kWidths[] = {18, 16, 9, 24, 9};
  std::string line = row[0] + blanks_to(kWidths[0], row[0]);
  for (std::size_t i = 1; i < row.size(); ++i) line += blanks_to(kWidths[i], row[i]) + row[i];
  while (line.ends_with(' ')) line.pop_back();
  print(line + "\n");
}

void print_table(const ModelCost& cost) {
  print_row({tr("part"), tr("parameters"), tr("share"), tr("forward FLOPs"), tr("share")});
  const auto all = static_cast<double>(cost.parameters);
  for (const PartCost& part : cost.parts) {
    const auto count = static_cast<double>(part.parameters);
    print_row({std::string(tr(part.name)), part.parameters > 0 ? format_whole(count) : "–",
               part.parameters > 0 ? percent(count, all) : "",
               part.flops > 0 ? format_whole(part.flops) : "–",
               part.flops > 0 ? percent(part.flops, cost.flops) : ""});
  }
  print_row({tr("total"), format_whole(all), "", format_whole(cost.flops), ""});
}

void print_fact(std::string_view what, const std::string& value) {
  constexpr std::size_t kWidth = 26;
  print(std::string(what) + blanks_to(kWidth, what) + " " + value + "\n");
}

std::string sequence_text(const ModelCost& cost) {
  const std::string target = format_whole(static_cast<double>(cost.positions));
  if (cost.source_positions == 0)
    return tr_plural("one sequence of {1} position", "one sequence of {1} positions", cost.positions, target);
  return tr_plural("one sequence of {1} position, and a source of {2}",
                   "one sequence of {1} positions, and a source of {2}", cost.positions, target,
                   format_whole(static_cast<double>(cost.source_positions)));
}

void print_cost(const Preset& preset, const ModelCost& cost) {
  const auto cache = static_cast<double>(cost.cache_values);
  const char* what = is_transformer(preset.model) ? tr("cached keys and values") : tr("cached states");
  print_table(cost);
  print("\n");
  print_fact(tr("counted for"), sequence_text(cost));
  print_fact(tr("FLOPs per position"), format_whole(std::round(cost.flops_per_position())));
  if (cost.active_parameters != cost.parameters)
    print_fact(tr("parameters used per token"), format_whole(static_cast<double>(cost.active_parameters)));
  if (cache > 0) {
    print_fact(what, tr("{1} values: {2} in float32, {3} in 16 bits", format_whole(cache),
                        format_bytes(4 * cache), format_bytes(2 * cache)));
  }
  if (const auto pass = count_pass(preset.model, preset.model.context))
    print_fact(tr("memory of a traced pass"), tr("{1} for values, {2} for their gradients, {3} for gradients "
                                                 "of the parameters (see trace --memory)",
                                                 format_bytes(pass->values), format_bytes(pass->gradients),
                                                 format_bytes(pass->parameter_gradients)));
  print_fact(tr("training memory, at least"),
             tr("{1} (batch {2}, float32, AdamW)",
                format_bytes(training_bytes(preset.model, preset.training, cost.parameters)),
                std::to_string(preset.training.batch)));
}

/// "attention   12 × (4·d² + 4·d)", line by line, with the values of the letters.
void print_written_out(const ModelConfig& config) {
  const std::vector<ParameterLine> lines = parameter_lines(config, make_model(config)->parameters());
  TextTable table({tr("parameters written out"), "", ""});
  for (const ParameterLine& line : lines)
    table.add({std::string(tr(line.part)), line_text(line), "= " + line_count(line)});
  print("\n" + table.text());
  for (const ParameterLine& block : block_lines(lines)) {
    const std::string condition = block_condition(block, config), text = block_text(block, config);
    print((condition.empty() ? tr("one layer, {1}: {2}", tr(block.stack), text)
                             : tr("one layer, {1}: {2}, with {3}", tr(block.stack), text, condition)) +
          "\n");
  }
  print(letters_text(lines, config) + "\n");
}

void print_published(const KnownModel& known, const ModelCost& cost) {
  print("\n" + tr("published: {1} ({2})", known.published, tr(known.source)) + "\n" +
        std::string(tr(known.note)) + "\n");
  if (!known.agrees(cost.parameters))
    print(tr("With the other sizes unchanged, {1} parameters need a vocabulary of {2}.", known.published,
             format_count(vocabulary_for(known.config(), known.parameters))) +
          "\n");
}

void print_json(const Preset& preset, const ModelCost& cost) {
  nlohmann::ordered_json parts = nlohmann::ordered_json::array();
  for (const PartCost& part : cost.parts) {
    parts.push_back({{"name", part.name}, {"parameters", part.parameters}, {"flops", part.flops}});
  }
  nlohmann::ordered_json json = {
      {"name", preset.name},
      {"architecture", preset.model.architecture},
      {"parts", parts},
      {"parameters", cost.parameters},
      {"active_parameters", cost.active_parameters},
      {"positions", cost.positions},
      {"source_positions", cost.source_positions},
      {"flops", cost.flops},
      {"flops_per_position", cost.flops_per_position()},
      {"cache_values", cost.cache_values},
      {"cache_bytes_float32", 4 * cost.cache_values},
      {"cache_bytes_16_bits", 2 * cost.cache_values},
      {"training_bytes", training_bytes(preset.model, preset.training, cost.parameters)}};
  if (const auto pass = count_pass(preset.model, preset.model.context))
    json["pass_bytes"] = {{"values", pass->values},
                          {"gradients", pass->gradients},
                          {"parameter_gradients", pass->parameter_gradients}};
  print_json_object(json);
}

std::string known_names() { return joined_names(known_models(), ", "); }

int show_curve(const Options& options) {
  CostCurveRequest request;
  request.curve = parse_cost_curve(options.curve);
  if (options.names_a_model()) {
    const Preset preset = preset_of(options);
    request.model = preset.model;
    request.name = preset.name;
  }
  set_sizes(request, options.at);
  const OutputOptions& output = options.output;
  const auto text = [&](CostCurveRequest::Format format) {
    request.format = format;
    return cost_curve_text(request);
  };
  if (output.json) print(text(CostCurveRequest::Format::Json));
  if (output.csv.asked) put_out_csv(output.csv, text(CostCurveRequest::Format::Csv));
  if (output.as_text()) print(text(CostCurveRequest::Format::Text));
  return kDone;
}

int show_cost(const Options& options) {
  if (!options.curve.empty()) return show_curve(options);
  if (!options.names_a_model())
    throw CLI::RequiredError(tr("--preset NAME, --known NAME, --model FOLDER, or --curve AXIS=RANGE"));
  const Preset preset = preset_of(options);
  const ModelCost cost = count_cost(preset.model);
  if (options.output.json) {
    print_json(preset, cost);
    return kDone;
  }
  print_cost(preset, cost);
  print_written_out(preset.model);
  if (!options.known.empty() && options.set.empty()) print_published(known_model(options.known), cost);
  return kDone;
}

void declare_curve(CLI::App& command, Options& options) {
  CLI::Option* curve =
      command
          .add_option(
              "--curve", options.curve,
              tr("Count along a size: n=64:8192, or with 4 values per doubling n=64:8192:4; for kinds of "
                 "layers (n, d, k, r), or for a model with full, windowed, and grouped attention (n)"))
          ->type_name("AXIS=RANGE");
  command
      .add_option("--at", options.at,
                  tr("The other sizes of a curve (may be repeated): n, d, k, and r; with a model r, its "
                     "window, and g, its key/value heads"))
      ->needs(curve)
      ->type_name("NAME=VALUE");
}

Action declare(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  CLI::Option* preset =
      command.add_option("--preset", options->preset, tr("A preset by name"))->type_name("NAME");
  CLI::Option* model =
      command.add_option("--model", options->model, tr("Folder of a saved model"))->type_name("FOLDER");
  CLI::Option* known =
      command.add_option("--known", options->known, tr("A model from the literature: {1}", known_names()))
          ->type_name("NAME");
  preset->excludes(model)->excludes(known);
  model->excludes(known);
  command
      .add_option("--set", options->set,
                  tr("Change one option (may be repeated): model.width=1024, or width=1024 if only one "
                     "section has it; feed_forward follows width unless it is set"))
      ->type_name("OPTION=VALUE");
  declare_curve(command, *options);
  add_output_options(command, options->output, {.csv = tr("a curve")});
  command.get_option("--csv")->needs("--curve");
  command.footer(
      tr("Work counts the matrix products of one forward pass over a sequence as long as the context; a\n"
         "multiplication and an addition count as two. Attention is counted over the positions that each\n"
         "query may see. \"between positions\" means the products of queries with keys and of weights with\n"
         "values.") +
      "\n\n"s + tr("Examples:") +
      "\n"
      "  attention-lab cost --preset gpt2-small\n"
      "  attention-lab cost --preset gpt2-small --set layers=96 --set heads=96 --set width=12288 \\\n"
      "      --set context=2048\n"
      "  attention-lab cost --known gpt3\n"
      "  attention-lab cost --model rev --json\n"
      "  attention-lab cost --curve n=64:8192 --at d=512 --csv\n"
      "  attention-lab cost --known gpt3 --curve n=64:8192 --at r=256 --at g=8");
  return [options] { return show_cost(*options); };
}

}  // namespace

extern const Subcommand kSubcommand = {.sentence = tr_mark("Count a model's parameters, work, and memory"),
                                       .declare = declare};

}  // namespace attnlab::cost
