// attention-lab vectors: the vectors of a model: nearest vectors, analogies, similarity, points of a plane.
#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "app/base/print.h"
#include "app/cli/groups/example_options.h"
#include "app/cli/groups/given_text.h"
#include "app/cli/groups/model_options.h"
#include "app/cli/groups/output_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/json_lines.h"
#include "app/cli/subcommands.h"
#include "app/features/vectors/cli_tables.h"
#include "core/language/messages.h"

namespace attnlab::vectors {
namespace {

using namespace std::string_literals;

struct Options {
  ModelOptions model;
  ExampleOptions example;
  OutputOptions output;
  Questions asked;
};

void check_questions(const Questions& asked, bool csv) {
  for (const auto& [option, words] : {std::pair{"--analogy", &asked.analogy},
                                      {"--similarity", &asked.similarity},
                                      {"--across", &asked.across},
                                      {"--up", &asked.up}})
    for (const std::string& word : *words) check_utf8(option, word);
  check_utf8("--nearest", asked.nearest);
  if ((!asked.across.empty() || !asked.up.empty()) && asked.project != "directions")
    throw std::invalid_argument(tr("--across and --up need --project directions"));
  if (asked.project == "directions" && (asked.across.empty() || asked.up.empty()))
    throw std::invalid_argument(tr("--project directions needs --across WORD,WORD and --up WORD,WORD"));
  if (csv && asked.count() > 1)
    throw std::invalid_argument(
        tr("--csv prints one table: give only one of --nearest, --analogy, --similarity, and --project"));
}

/// Null if no text is given.
TracePtr trace_of(const Checkpoint& model, const ExampleOptions& example) {
  return example.given() ? pass_over(example, model) : nullptr;
}

/// All steps have the axes of the newest step, so that their points can be compared.
std::vector<Table> all_tables(const Options& o) {
  const std::vector<Checkpoint> models = load_models(o.model);
  const Checkpoint& newest = models.back();
  const TracePtr last = trace_of(newest, o.example);
  const std::vector<VectorTable> known = vector_tables(*newest.model, last.get());
  if (o.asked.count() == 0) return {list_table(known)};
  if (o.asked.what == kStateVectors.name && !last)
    throw std::invalid_argument(tr("states need a text: give --text TEXT, --source, or --image"));
  const VectorTable table = table_named(known, o.asked.what);
  const auto set_of = [&](const Checkpoint& model, const TracePtr& trace) {
    return vector_set(*model.model, *model.vocabularies, table, model.state->snapshot, trace);
  };
  const VectorSet newest_set = set_of(newest, last);
  const auto step_of = [&](const Checkpoint& model) {
    return o.model.by_step() ? std::optional(model.state->step()) : std::nullopt;
  };
  std::vector<Table> tables;
  std::optional<VectorPlane> plane;
  if (!o.asked.project.empty()) plane = wanted_plane(o.asked, newest_set, tables);
  for (const Checkpoint& model : models) {
    const VectorSet set = &model == &newest ? newest_set : set_of(model, trace_of(model, o.example));
    std::vector<Table> more = answers(o.asked, set);
    if (plane) more.push_back(points_table(set, *plane));
    add_tables(tables, std::move(more), step_of(model));
  }
  return tables;
}

int show_vectors(const Options& o) {
  require_model(o.model);
  check_questions(o.asked, o.output.csv.asked);
  const std::vector<Table> tables = all_tables(o);
  if (o.output.csv.asked) put_out_csv(o.output.csv, tables.back().csv());
  if (o.output.json) {
    nlohmann::ordered_json object = nlohmann::ordered_json::object();
    for (const Table& table : tables) object[table.name()] = table.json();
    print_json_object(object);
  }
  if (!o.output.as_text()) return kDone;
  for (const Table& table : tables)
    print((&table == &tables.front() ? "" : "\n") + std::string(tr(table.name())) + "\n" + table.text());
  return kDone;
}

void add_questions(CLI::App& command, Questions& o) {
  command
      .add_option("--what", o.what,
                  tr("Which vectors: embedding, output, positions, features, states (of the text), or the "
                     "name of a table (default: the first table of the model)"))
      ->type_name("KIND");
  command.add_option("--nearest", o.nearest, tr("The vectors nearest to the vector of this word, by cosine"))
      ->type_name("WORD");
  command
      .add_option("--analogy", o.analogy,
                  tr("The vectors nearest to a − b + c, except for the vectors of a, b, and c"))
      ->type_name("A,B,C")
      ->delimiter(',')
      ->expected(3);
  command.add_option("--similarity", o.similarity, tr("The cosine of each pair of these words"))
      ->type_name("WORD,WORD,…")
      ->delimiter(',');
  command
      .add_option(
          "--project", o.project,
          tr("Project all vectors: pca, onto two principal components; directions, onto lines through words"))
      ->check(CLI::IsMember({"pca", "directions"}));
  command.add_option("--components", o.components, tr("The numbers of the components, from 1 (default 1,2)"))
      ->type_name("N,N")
      ->delimiter(',')
      ->expected(2)
      ->check(whole_number(1));
  for (const auto& [name, words, help] :
       {std::tuple{"--across", &o.across, tr("The words at 0 and 1 of the x axis")},
        std::tuple{"--up", &o.up, tr("The words at 0 and 1 of the y axis")}})
    command.add_option(name, *words, help)->type_name("WORD,WORD")->delimiter(',')->expected(2);
  command.add_option("--top", o.top, tr("List N nearest vectors (default 10)"))
      ->type_name("N")
      ->check(whole_number(1, 100000));
}

Action declare(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  add_model_options(command, options->model, {.set = "model.width=8, corpus=book.txt"});
  add_example_options(command, options->example);
  add_questions(command, options->asked);
  add_output_options(command, options->output,
                     {.json = tr("Print one JSON object with a member for each table"),
                      .csv = tr("the table (of --project, the points)")});
  command.footer(
      tr("Without --nearest, --analogy, --similarity, or --project, the command lists the model's tables of\n"
         "vectors; with a text, also the states of its layers. A word is an entry of the vocabulary, or #N\n"
         "for row N. With --step all, every row begins with its step, and all points share the axes of the\n"
         "newest step, so that they can be compared.") +
      "\n\n"s + tr("Examples:") +
      "\n"
      "  attention-lab vectors --model words --nearest cat --top 5\n"
      "  attention-lab vectors --model words --analogy uncle,man,woman\n"
      "  attention-lab vectors --model words --similarity cat,dog,house\n"
      "  attention-lab vectors --model words --project pca --csv\n"
      "  attention-lab vectors --model gpt --text \"The owl sat\" --what states --project pca --json");
  return [options] { return show_vectors(*options); };
}

}  // namespace

extern const Subcommand kSubcommand = {
    .sentence =
        tr_mark("Show a model's vectors: nearest vectors, analogies, similarity, principal components"),
    .declare = declare};

}  // namespace attnlab::vectors
