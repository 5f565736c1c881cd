// attention-lab explain: why one number of a pass is what it is.
#include <charconv>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/cli.h"
#include "app/cli/example_options.h"
#include "core/trace/derivation_text.h"
#include "core/trace/tensor_axes.h"

namespace attnlab {
namespace {

struct Options {
  std::string model, tensor, cell, format = "text";
  bool gradient = false;
  Index depth = 1, terms = 8, digits = 4;
};

/// "0,2,1" as numbers.
std::vector<Index> index_from(const std::string& text) {
  std::vector<Index> index;
  const char *at = text.data(), *end = at + text.size();
  while (at < end) {
    Index value = 0;
    const auto [stop, error] = std::from_chars(at, end, value);
    if (error != std::errc() || (stop != end && *stop != ','))
      throw std::invalid_argument("--cell is \"" + text +
                                  "\", but must be whole numbers with commas, like 0,2,1");
    index.push_back(value);
    at = stop == end ? end : stop + 1;
  }
  return index;
}

/// The token that one axis of a cell stands for, in quotes; "" where it has none.
std::string tokens_of(const Trace& trace, const CellName& cell) {
  std::string_view name = cell.tensor;
  if (name.ends_with(".grad")) name.remove_suffix(5);
  const TraceTensor* tensor = trace.find(name);
  if (!tensor) return "";
  std::string words;
  const std::vector<AxisMeaning> axes = tensor_axes(*tensor);
  for (std::size_t axis = 0; axis < axes.size() && axis < cell.index.size(); ++axis) {
    const bool token = axes[axis] == AxisMeaning::Token || axes[axis] == AxisMeaning::Query ||
                       axes[axis] == AxisMeaning::Key;
    if (!token) continue;
    const std::vector<Piece>& pieces = axis_pieces(trace, name, axes[axis]);
    const auto position = static_cast<std::size_t>(cell.index[axis]);
    if (position < pieces.size()) words += (words.empty() ? "" : " ") + ("\"" + pieces[position].text + "\"");
  }
  return words;
}

class Teller {
 public:
  Teller(const Trace& trace, const Options& options)
      : trace_(trace),
        options_(options),
        style_{static_cast<int>(options.digits), static_cast<std::size_t>(options.terms)} {}

  /// The cell, its formula with numbers, and its operands down to `depth`.
  void tell(const CellName& cell, Index depth, const std::string& indent) const {
    const Derivation d = trace_.explain(cell.tensor, cell.index);
    const std::string tokens = tokens_of(trace_, cell);
    std::printf("%s%s%s%s = %s%s%s\n", indent.c_str(), cell.text().c_str(), tokens.empty() ? "" : "  ",
                tokens.c_str(), number_text(d.value, style_.digits).c_str(), d.is_leaf ? "  (given)" : "",
                d.edited ? "  (edited)" : "");
    if (d.is_leaf || depth == 0) return;
    std::printf("%s  %s\n%s  %s\n", indent.c_str(), d.formula.c_str(), indent.c_str(),
                derivation_text(d, style_).c_str());
    for (const CellName& operand : d.operands()) tell(operand, depth - 1, indent + "    ");
  }

  nlohmann::ordered_json json(const CellName& cell, Index depth) const {
    const Derivation d = trace_.explain(cell.tensor, cell.index);
    nlohmann::ordered_json json = derivation_json(d);
    if (const std::string tokens = tokens_of(trace_, cell); !tokens.empty()) json["tokens"] = tokens;
    if (d.is_leaf || depth <= 1) return json;
    for (const CellName& operand : d.operands()) json["operands"].push_back(this->json(operand, depth - 1));
    return json;
  }

 private:
  const Trace& trace_;
  const Options& options_;
  DerivationStyle style_;
};

int explain(const Options& options, const ExampleOptions& example) {
  const Checkpoint model = load_checkpoint(options.model, LoadOptimizer::No);
  TraceRequest request = request_for(example, model.model->config());
  request.gradients = options.gradient || options.tensor.ends_with(".grad");
  const TracePtr trace = Tracer(model.model, model.vocabularies).trace(model.snapshot, request);
  const bool suffix = options.gradient && !options.tensor.ends_with(".grad");
  const CellName cell{options.tensor + (suffix ? ".grad" : ""), index_from(options.cell)};
  const DerivationStyle style{static_cast<int>(options.digits), static_cast<std::size_t>(options.terms)};
  const Derivation d = trace->explain(cell.tensor, cell.index);
  if (options.format == "json") {
    std::printf("%s\n", Teller(*trace, options).json(cell, options.depth).dump(2).c_str());
  } else if (options.format == "latex") {
    std::printf("%s\n", derivation_latex(d, style).c_str());
  } else if (options.format == "csv") {
    std::printf("%s", derivation_csv(d).c_str());
  } else {
    Teller(*trace, options).tell(cell, options.depth, "");
  }
  return kDone;
}

}  // namespace

void add_explain_command(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("explain", "Why one number is what it is");
  const auto options = std::make_shared<Options>();
  const auto example = std::make_shared<ExampleOptions>();
  command->add_option("--model", options->model, "Folder of a saved model")->type_name("FOLDER")->required();
  add_example_options(*command, example);
  command->add_option("--tensor", options->tensor, "Name of a tensor or parameter; NAME.grad is its gradient")
      ->type_name("NAME")
      ->required();
  command->add_option("--cell", options->cell, "Which cell: its place along each axis, from 0")
      ->type_name("I,J,…")
      ->required();
  command->add_flag("--grad", options->gradient, "Explain the gradient of the cell");
  command->add_option("--depth", options->depth, "Explain operands too, this many levels down")
      ->type_name("N")
      ->capture_default_str()
      ->check(CLI::Range(Index{0}, Index{6}));
  command->add_option("--terms", options->terms, "Most terms of a sum that are written out (0: all)")
      ->type_name("N")
      ->capture_default_str()
      ->check(CLI::Range(Index{0}, Index{1000000}));
  command->add_option("--digits", options->digits, "Digits after the point")
      ->type_name("N")
      ->capture_default_str()
      ->check(CLI::Range(Index{0}, Index{12}));
  command->add_option("--format", options->format, "text, json, latex or csv (the operands)")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "json", "latex", "csv"}));
  command->footer(
      "attention-lab trace --list prints the names.\n"
      "\n"
      "Examples:\n"
      "  attention-lab explain --model rev --source hello --tensor decoder.layers.0.cross_attention.scores "
      "\\\n"
      "      --cell 0,2,1,3\n"
      "  attention-lab explain --model book --text \"Once upon\" --tensor "
      "decoder.layers.0.feed_forward.hidden \\\n"
      "      --cell 0,1,5 --grad --format latex\n"
      "  attention-lab explain --model book --text \"Once upon\" --edit \"zero "
      "decoder.layers.0.self_attention#1\" "
      "\\\n"
      "      --tensor loss.mean --cell \"\"");
  command->callback(
      [&action, options, example] { action = [options, example] { return explain(*options, *example); }; });
}

}  // namespace attnlab
