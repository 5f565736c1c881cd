// attention-lab cost: parameters, work and memory of a model, counted without training it.
#include "core/models/cost.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/subcommands.h"
#include "core/io/checkpoint.h"
#include "core/training/memory.h"

namespace attnlab {
namespace {

struct CostOptions {
  std::string preset, model;
  std::vector<std::string> set;
  bool json = false;
};

/// "124,439,808".
std::string grouped(double value) {
  char digits[64];
  std::snprintf(digits, sizeof digits, "%.0f", value);
  std::string text = digits;
  for (auto at = static_cast<Index>(text.size()) - 3; at > 0; at -= 3)
    text.insert(static_cast<std::size_t>(at), ",");
  return text;
}

/// "37.7 MB": decimal units, as memory is sold.
std::string memory_text(double bytes) {
  constexpr const char* kUnits[] = {"B", "kB", "MB", "GB", "TB", "PB"};
  int unit = 0;
  while (bytes >= 999.5 && unit < 5) {
    bytes /= 1000;
    ++unit;
  }
  char text[32];
  std::snprintf(text, sizeof text, unit == 0 ? "%.0f %s" : "%.3g %s", bytes, kUnits[unit]);
  return text;
}

std::string percent(double part, double whole) {
  char text[16];
  std::snprintf(text, sizeof text, "%.1f %%", whole > 0 ? 100 * part / whole : 0);
  return text;
}

Preset preset_of(const CostOptions& options) {
  Preset preset = options.model.empty() ? find_preset(options.preset)
                                        : load_checkpoint(options.model, Load::Weights).preset;
  set_options(preset, options.set);
  return options.model.empty() ? with_vocabularies(std::move(preset)) : preset;
}

/// `text` at the right of `width` columns.
std::string right(const std::string& text, std::size_t width) {
  const auto letters = static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
  return std::string(width - std::min(width, letters), ' ') + text;
}

void print_row(const std::string& name, const std::string& parameters, const std::string& share,
               const std::string& flops, const std::string& flop_share) {
  std::string line = name + std::string(18 - std::min<std::size_t>(18, name.size()), ' ');
  line += right(parameters, 16) + right(share, 9) + right(flops, 24) + right(flop_share, 9);
  while (line.ends_with(' ')) line.pop_back();
  std::printf("%s\n", line.c_str());
}

void print_table(const ModelCost& cost) {
  print_row("part", "parameters", "share", "forward FLOPs", "share");
  const auto all = static_cast<double>(cost.parameters);
  for (const PartCost& part : cost.parts) {
    const auto count = static_cast<double>(part.parameters);
    print_row(part.name, part.parameters > 0 ? grouped(count) : "–",
              part.parameters > 0 ? percent(count, all) : "", part.flops > 0 ? grouped(part.flops) : "–",
              part.flops > 0 ? percent(part.flops, cost.flops) : "");
  }
  print_row("total", grouped(all), "", grouped(cost.flops), "");
}

void print_fact(const char* what, const std::string& value) {
  std::printf("%-26s %s\n", what, value.c_str());
}

std::string sequence_text(const ModelCost& cost) {
  const std::string target = grouped(static_cast<double>(cost.positions));
  if (cost.source_positions == 0) return target + (cost.positions == 1 ? " position" : " positions");
  return target + " positions and " + grouped(static_cast<double>(cost.source_positions)) + " of the source";
}

void print_cost(const Preset& preset, const ModelCost& cost) {
  const auto cache = static_cast<double>(cost.cache_values);
  const char* what = is_transformer(preset.model) ? "keys and values kept" : "states kept";
  print_table(cost);
  std::printf("\n");
  print_fact("counted for", "one sequence of " + sequence_text(cost));
  print_fact("FLOPs a position", grouped(std::round(cost.flops_per_position())));
  if (cost.active_parameters != cost.parameters)
    print_fact("parameters a token meets", grouped(static_cast<double>(cost.active_parameters)));
  if (cache > 0) {
    print_fact(what, grouped(cache) + " values: " + memory_text(4 * cache) + " in float32, " +
                         memory_text(2 * cache) + " in 16 bits");
  }
  print_fact("memory to train, at least",
             memory_text(training_bytes(preset.model, preset.training, cost.parameters)) + " (batch " +
                 std::to_string(preset.training.batch) + ", float32, AdamW)");
}

void print_json(const Preset& preset, const ModelCost& cost) {
  nlohmann::ordered_json parts = nlohmann::ordered_json::array();
  for (const PartCost& part : cost.parts) {
    parts.push_back({{"name", part.name}, {"parameters", part.parameters}, {"flops", part.flops}});
  }
  const nlohmann::ordered_json json = {
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
  std::printf("%s\n", json.dump().c_str());
}

int show_cost(const CostOptions& options) {
  if (options.preset.empty() && options.model.empty())
    throw CLI::RequiredError("--preset NAME or --model FOLDER");
  const Preset preset = preset_of(options);
  const ModelCost cost = count_cost(preset.model);
  if (options.json) {
    print_json(preset, cost);
  } else {
    print_cost(preset, cost);
  }
  return kDone;
}

Action declare_cost(CLI::App& command) {
  const auto options = std::make_shared<CostOptions>();
  CLI::Option* preset =
      command.add_option("--preset", options->preset, "A preset by name")->type_name("NAME");
  CLI::Option* model =
      command.add_option("--model", options->model, "Folder of a saved model")->type_name("FOLDER");
  preset->excludes(model);
  command
      .add_option("--set", options->set,
                  "Change one option (may be repeated): model.width=1024, or width=1024 where only one "
                  "section has it; feed_forward follows width unless it is set")
      ->type_name("OPTION=VALUE");
  command.add_flag("--json", options->json, "Print one JSON object");
  command.footer(
      "Work is that of the matrix products in one forward pass over a sequence as long as the context, a\n"
      "multiplication and an addition counting as two. Attention is counted over the positions that each\n"
      "query may see. \"between positions\" is the products of queries with keys and of weights with "
      "values.\n"
      "\n"
      "Examples:\n"
      "  attention-lab cost --preset gpt2-small\n"
      "  attention-lab cost --preset gpt2-small --set layers=96 --set heads=96 --set width=12288 \\\n"
      "      --set context=2048\n"
      "  attention-lab cost --model rev --json");
  return [options] { return show_cost(*options); };
}

}  // namespace

extern const Subcommand kCostSubcommand = {
    .name = "cost", .sentence = "Count a model's parameters, work and memory", .declare = declare_cost};

}  // namespace attnlab
