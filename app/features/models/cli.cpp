// attention-lab models: two saved runs compared: predictions, heads and tensors.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

#include "app/base/print.h"
#include "app/base/table.h"
#include "app/base/text_table.h"
#include "app/cli/groups/example_options.h"
#include "app/cli/groups/model_options.h"
#include "app/cli/groups/output_options.h"
#include "app/cli/json_lines.h"
#include "app/cli/subcommands.h"
#include "core/analysis/models/two_models.h"
#include "core/config/nearest.h"
#include "core/language/messages.h"
#include "core/models/architecture_kind.h"
#include "core/text/vocabularies.h"

namespace attnlab::models {
namespace {

using namespace std::string_literals;

std::string spoken_token(const TwoModels& two, const Vocabularies& words, Index token) {
  if (format_of(two.mine->config()) == Format::WordContext) return token > 0 ? "near" : "far";
  return words.target.entry(static_cast<TokenId>(token));
}

std::string label_of(const MatchedHead& head) { return head.attention + "#" + std::to_string(head.head); }

TableCell label_at(const std::vector<MatchedHead>& heads, Index head) {
  return head < 0 ? TableCell() : TableCell(label_of(heads[static_cast<std::size_t>(head)]));
}

TableCell overlap_at(const HeadMatches& m, Index mine, Index other) {
  return other < 0 ? TableCell() : TableCell(m.at(mine, other));
}

Table predictions_table(const TwoModels& two, const Vocabularies& words) {
  Table table(tr_mark("predictions"),
              {tr_mark("position"), token_column(tr_mark("right")), token_column(tr_mark("this")),
               tr_mark("this_probability"), tr_mark("this_loss"), token_column(tr_mark("other")),
               tr_mark("other_probability"), tr_mark("other_loss"), tr_mark("divergence")});
  const auto spoken = [&](Index token) { return spoken_token(two, words, token); };
  Index position = 0;
  for (const TwoPredictions& p : two.predictions)
    table.add({position++, p.counts() ? TableCell(spoken(p.wanted)) : TableCell(),
               spoken(p.mine.best[0].token), p.mine.best[0].probability, p.mine.loss,
               spoken(p.other.best[0].token), p.other.best[0].probability, p.other.loss, p.divergence});
  return table;
}

Table heads_table(const HeadMatches& m) {
  Table table(tr_mark("heads"), {tr_mark("head"), tr_mark("most_alike"), tr_mark("most_alike_overlap"),
                                 tr_mark("mutual"), tr_mark("same_place"), tr_mark("same_place_overlap")});
  for (Index i = 0; i < static_cast<Index>(m.mine.size()); ++i) {
    const Index best = m.best_other(i), same = m.same_other(i);
    table.add({label_at(m.mine, i), label_at(m.others, best), overlap_at(m, i, best),
               best >= 0 && m.best_mine(best) == i, label_at(m.others, same), overlap_at(m, i, same)});
  }
  return table;
}

Table distance_table(const char* name, const AlignedTensors& aligned) {
  Table table(name, {tr_mark("tensor"), tr_mark("difference"), tr_mark("relative"), tr_mark("cosine"),
                     tr_mark("largest")});
  for (const AlignedTensor& tensor : aligned.tensors) {
    const VectorDistance& d = tensor.distance;
    table.add({tensor.name, d.difference, d.relative(), d.cosine, d.largest});
  }
  return table;
}

/// "predictions", one row per position: both predictions with probabilities and losses; "heads", one row per
/// head of the first model: the other model's most similar head, and the head at the same place; "weights"
/// and "pass", one row per tensor that both have: how far apart the two are. Without a text only "weights".
std::vector<Table> tables(const TwoModels& two, const Vocabularies& words) {
  if (!two.other) return {distance_table(tr_mark("weights"), two.parameters)};
  return {predictions_table(two, words), heads_table(two.heads),
          distance_table(tr_mark("weights"), two.parameters), distance_table(tr_mark("pass"), two.passes)};
}

struct Options {
  ModelOptions model;
  ExampleOptions example;
  OutputOptions output;
  std::string with, with_step, table;
};

/// Without a text: the shapes and weights of both models, and no forward pass.
TwoModels compare_weights(const Checkpoint& mine, const Checkpoint& other) {
  TwoModels two;
  two.relation = relation_of(*mine.model, *mine.vocabularies, *other.model, *other.vocabularies);
  two.parameters = align_parameters(*mine.model, mine.state->snapshot->weights, *other.model,
                                    other.state->snapshot->weights);
  return two;
}

ModelBeside beside_of(const Checkpoint& model) {
  return {std::make_shared<const Tracer>(model.model, model.vocabularies), model.state->snapshot};
}

TwoModels compared_by(const Checkpoint& mine, const Checkpoint& other, const ExampleOptions& example) {
  if (!(example.text || example.source || example.image || example.picture))
    return compare_weights(mine, other);
  TraceRequest request = request_for(example, mine);
  request.gradients = false;
  const ModelBeside model = beside_of(mine);
  TwoModels two =
      compare_models(model, model.tracer->trace(model.snapshot, request), request, beside_of(other));
  if (!two.other) throw std::invalid_argument(two.error);
  return two;
}

/// The tables that --table selects.
std::vector<Table> wanted_tables(const Options& o, std::vector<Table> all) {
  if (o.table.empty()) return all;
  std::vector<std::string> names;
  for (const Table& table : all) names.push_back(table.name());
  std::erase_if(all, [&](const Table& table) { return table.name() != o.table; });
  if (all.empty())
    throw std::invalid_argument(tr("there is no table {1}", o.table) + did_you_mean(o.table, names));
  return all;
}

nlohmann::ordered_json totals_json(const PredictionTotals& t) {
  return {{"positions", t.positions},
          {"counted", t.counted},
          {"agree", t.agree},
          {"right", t.right},
          {"other_right", t.other_right},
          {"loss", finite_or_null(t.loss)},
          {"other_loss", finite_or_null(t.other_loss)},
          {"divergence", finite_or_null(t.divergence)}};
}

void print_models_json(const TwoModels& two, const std::vector<Table>& tables, Index step, Index other) {
  nlohmann::ordered_json object{{"step", step}, {"other_step", other}};
  object["same_shape"] = two.relation.same_shape;
  object["same_words"] = two.relation.comparable();
  if (two.other) object["totals"] = totals_json(totals_of(two.predictions));
  for (const Table& table : tables) object[table.name()] = table.json();
  object["unmatched"] = two.parameters.unmatched;
  print_json_object(object);
}

void print_relation(const TwoModels& two) {
  const ModelRelation& r = two.relation;
  if (r.same_shape)
    print(tr("both models have the same shape") + "\n"s);
  else if (r.shape_difference.empty())
    print(tr("the models differ in shape") + "\n"s);
  else
    print(tr("the models differ in shape: {1}", r.shape_difference) + "\n");
  if (!r.comparable()) print(tr("the models cannot read the same text: {1}", r.words_difference) + "\n");
}

void print_totals(const TwoModels& two) {
  if (!two.other) return;
  const PredictionTotals t = totals_of(two.predictions);
  if (t.counted > 0) {
    print(tr("loss: {1} and {2}", number_cell(t.loss, 4), number_cell(t.other_loss, 4)) + "\n");
    print(tr("correct: {1} and {2} of {3}", std::to_string(t.right), std::to_string(t.other_right),
             std::to_string(t.counted)) +
          "\n");
  }
  print(tr("same prediction at {1} of {2} positions, mean divergence {3} nats", std::to_string(t.agree),
           std::to_string(t.positions), number_cell(t.divergence, 4)) +
        "\n");
}

void print_models(const TwoModels& two, const std::vector<Table>& tables, Index step, Index other) {
  print(tr("step {1} compared with step {2}", std::to_string(step), std::to_string(other)) + "\n");
  print_relation(two);
  print_totals(two);
  for (const Table& table : tables) print("\n" + std::string(tr(table.name())) + "\n" + table.text());
  if (two.parameters.unmatched.empty()) return;
  print("\n"s + tr("weights that exist in only one model or have different shapes") + "\n");
  for (const std::string& name : two.parameters.unmatched) print(name + "\n");
}

int compare_two(const Options& o) {
  const Checkpoint other = load_step(o.with, o.with_step);
  const Index other_step = other.state->step();
  std::vector<Table> printed;
  for (const Checkpoint& mine : load_models(o.model)) {
    const TwoModels two = compared_by(mine, other, o.example);
    const std::vector<Table> shown = wanted_tables(o, tables(two, *mine.vocabularies));
    const Index step = mine.state->step();
    if (o.output.json) print_models_json(two, shown, step, other_step);
    if (o.output.as_text()) print_models(two, shown, step, other_step);
    if (o.output.csv.asked && shown.size() > 1)
      throw std::invalid_argument(tr("--csv prints one table: choose it with --table NAME"));
    if (o.output.csv.asked)
      add_tables(printed, shown, o.model.by_step() ? std::optional(step) : std::nullopt);
  }
  if (o.output.csv.asked) put_out_csv(o.output.csv, printed.front().csv());
  return kDone;
}

Action declare(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  add_model_options(command, options->model);
  command.add_option("--with", options->with, tr("Folder of the other saved run"))
      ->type_name("FOLDER")
      ->required();
  command
      .add_option("--with-step", options->with_step, tr("The other run after N steps (default: the newest)"))
      ->type_name("N");
  add_example_options(command, options->example);
  command
      .add_option("--table", options->table,
                  tr("Only one table: weights or, with a text, predictions, heads or pass"))
      ->type_name("NAME");
  add_output_options(command, options->output,
                     {.json = tr("Print one JSON object per step"), .csv = tr("the table")});
  command.footer(
      tr("Compares tensors that have the same name and shape: the norm of the difference, this norm\n"
         "relative to the norm of the other tensor, and the cosine. For a text that both models can read,\n"
         "each position has both predictions with probability and loss, and each head has the most\n"
         "similar head of the other run: the one with the largest share of its attention on the same\n"
         "keys. Edits apply only to the first run.") +
      "\n\n"s + tr("Examples:") +
      "\n"
      "  attention-lab models --model rev --with rev-2\n"
      "  attention-lab models --model rev --with rev-2 --source hello --target olleh\n"
      "  attention-lab models --model rev --step 64 --with rev --source hello --table heads --csv\n"
      "  attention-lab models --model rev --step all --with rev --table weights --json");
  return [options] { return compare_two(*options); };
}

}  // namespace

extern const Subcommand kSubcommand = {
    .sentence = tr_mark("Compare the predictions, heads, and tensors of two saved runs"), .declare = declare};

}  // namespace attnlab::models
