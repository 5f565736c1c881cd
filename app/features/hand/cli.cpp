// attention-lab hand: attention on typed numbers, every step with its operands.
#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/base/print.h"
#include "app/base/text_table.h"
#include "app/cli/groups/output_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/json_lines.h"
#include "app/cli/subcommands.h"
#include "core/analysis/experiments/hand_examples.h"
#include "core/analysis/saturation.h"
#include "core/config/rows.h"
#include "core/io/hand/hand_file.h"
#include "core/io/hand/hand_report.h"
#include "core/language/messages.h"
#include "core/ops/attention/mask_kind.h"
#include "core/text/escaped_text.h"

namespace attnlab::hand {
namespace {

using namespace std::string_literals;

struct Options {
  std::string file, example, numbers;
  std::optional<std::string> score, mask;
  std::optional<double> beta;
  bool no_scale = false, latex = false, no_operands = false, widths = false;
  OutputOptions output;
  Index digits = 4, seed = 1, keys = SaturationSettings().keys;
};

/// Takes the division by √d_k away.
void leave_unscaled(HandAttention& hand) {
  if (hand.score != "scaled_dot")
    throw std::invalid_argument(tr("--no-scale is for the score scaled_dot, not for {1}", hand.score));
  hand.score = "dot";
}

HandAttention hand_of(const Options& o) {
  HandAttention hand = o.file.empty() ? hand_example(o.example).make() : read_hand_file(o.file);
  if (o.score) hand.score = std::string(score_kind(*o.score).name);
  if (o.mask) hand.mask = *o.mask;
  if (o.no_scale) leave_unscaled(hand);
  if (o.beta && !score_kind(hand.score).has_sharpness)
    throw std::invalid_argument(tr("--beta is for the score cosine, not for {1}", hand.score));
  if (o.beta) hand.sharpness = *o.beta;
  validate(hand);
  return hand;
}

/// Prints the numbers themselves, as a file of them.
int print_numbers(const HandAttention& hand, const std::string& format) {
  format == "csv" ? print(hand_to_csv(hand)) : print(escaped_dump(hand_to_json(hand)) + "\n");
  return kDone;
}

/// Prints what an example shows, before its numbers.
void print_example(const std::string& name) {
  const HandExample& example = hand_example(name);
  print(std::string(tr(example.sentence)) + "\n");
  if (!example.note.empty()) print(std::string(tr(example.note)) + "\n");
  print("\n");
}

int attend_to(const Options& o) {
  const HandAttention hand = hand_of(o);
  if (!o.numbers.empty()) return print_numbers(hand, o.numbers);
  const TracePtr trace = hand_trace(hand);
  const int digits = static_cast<int>(o.digits);
  if (o.output.json) print_json_object(hand_report_json(hand, *trace), 2);
  if (o.output.csv.asked) put_out_csv(o.output.csv, hand_tables_csv(*trace));
  if (!o.output.as_text()) return kDone;
  if (o.latex) {
    print(hand_latex(*trace, digits));
  } else {
    if (o.file.empty() && hand == hand_example(o.example).make()) print_example(o.example);
    print(hand_text(hand, *trace, digits, o.no_operands ? Operands::Hidden : Operands::Shown));
  }
  return kDone;
}

int show_widths(const Options& o) {
  const std::vector<SaturationPoint> points =
      saturation({.keys = o.keys, .seed = static_cast<std::uint64_t>(o.seed)});
  const int digits = static_cast<int>(o.digits);
  TextTable table({"d_k", tr("variance"), tr("entropy"), tr("largest"), tr("variance/√d_k"),
                   tr("entropy/√d_k"), tr("largest/√d_k")});
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  const auto spread = [](const ScoreSpread& s) {
    return nlohmann::ordered_json{
        {"variance", s.variance}, {"entropy_bits", s.entropy}, {"largest", s.largest}};
  };
  for (const SaturationPoint& p : points) {
    table.add({std::to_string(p.features), number_cell(p.plain.variance, digits),
               number_cell(p.plain.entropy, digits), number_cell(p.plain.largest, digits),
               number_cell(p.scaled.variance, digits), number_cell(p.scaled.entropy, digits),
               number_cell(p.scaled.largest, digits)});
    json.push_back({{"d_k", p.features}, {"plain", spread(p.plain)}, {"scaled", spread(p.scaled)}});
  }
  o.output.json ? print_json_object(json, 2) : print(table.text());
  return kDone;
}

int attend(const Options& o) {
  if (o.widths) return show_widths(o);
  if (o.file.empty() && o.example.empty()) throw CLI::RequiredError(tr("--file FILE or --example NAME"));
  return attend_to(o);
}

void add_what(CLI::App& command, const std::shared_ptr<Options>& o) {
  CLI::Option* file =
      command.add_option("--file", o->file, tr("Read the numbers from this file, as JSON or CSV"))
          ->type_name("FILE.json|FILE.csv");
  command
      .add_option("--example", o->example,
                  tr("Use an example instead: {1}", joined_names(hand_examples(), ", ")))
      ->type_name("NAME")
      ->excludes(file);
  command.add_option("--score", o->score, tr("Use another score: {1}", joined_names(score_kinds(), ", ")))
      ->type_name("NAME");
  command.add_option("--beta", o->beta, tr("Set the sharpness β of the score cosine"))
      ->type_name("X")
      ->check(any_number(0));
  command
      .add_option("--mask", o->mask,
                  tr("Use this mask: none, {1}, or rows of 0 and 1 such as 100/110/111", mask_usages(", ")))
      ->type_name("MASK");
  command.add_flag("--no-scale", o->no_scale, tr("Do not divide by √d_k"));
  command.add_flag("--widths", o->widths,
                   tr("Instead, draw random vectors of 1 to 512 features, and print the variance of their "
                      "scores, the entropy of their weights in bits, and the largest weight, for raw scores "
                      "and for scores divided by √d_k"));
  command.add_option("--seed", o->seed, tr("With --widths: the seed of the random vectors"))
      ->type_name("N")
      ->check(whole_number(0, 1000000))
      ->capture_default_str();
  command.add_option("--keys", o->keys, tr("With --widths: the number of keys per query"))
      ->type_name("N")
      ->check(whole_number(2, 256))
      ->capture_default_str();
}

void add_how(CLI::App& command, const std::shared_ptr<Options>& o) {
  add_output_options(command, o->output,
                     {.json = tr("Print one JSON object, with the derivation of each number"),
                      .csv = tr("the matrices, one below the other")});
  CLI::Option* latex = command.add_flag("--latex", o->latex, tr("Print the matrices in LaTeX"));
  CLI::Option* numbers =
      command.add_option("--numbers", o->numbers, tr("Print only the input numbers, as a file: json or csv"))
          ->type_name("FORMAT")
          ->check(CLI::IsMember({"json", "csv"}));
  latex->excludes(numbers);
  for (const char* other : {"--json", "--csv"}) command.get_option(other)->excludes(latex, numbers);
  command.add_flag("--no-operands", o->no_operands,
                   tr("Print the matrices as text without the sums behind their numbers"));
  command
      .add_option("--digits", o->digits, tr("Digits after the point; small numbers keep their first digits"))
      ->type_name("N")
      ->capture_default_str()
      ->check(whole_number(0, 12));
}

Action declare(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  add_what(command, options);
  add_how(command, options);
  command.footer(tr("Up to 8 queries and 8 keys of up to 8 features. To make a file that you can change:") +
                 "\n  attention-lab hand --example cat --numbers json > numbers.json\n\n"s + tr("Examples:") +
                 "\n"
                 "  attention-lab hand --example cat\n"
                 "  attention-lab hand --file numbers.json --score cosine --beta 5 --mask causal\n"
                 "  attention-lab hand --file numbers.csv --no-scale --latex\n"
                 "  attention-lab hand --widths --seed 7");
  return [options] { return attend(*options); };
}

}  // namespace

extern const Subcommand kSubcommand = {
    .also = "attend",
    .sentence = tr_mark("Compute attention on typed numbers, step by step"),
    .declare = declare};

}  // namespace attnlab::hand
