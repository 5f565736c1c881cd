// attention-lab vectors: the vectors of a model: which are near, analogies, similarity, points of a plane.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "app/cli/groups/example_options.h"
#include "app/cli/groups/given_text.h"
#include "app/cli/groups/model_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/json_lines.h"
#include "app/cli/subcommands.h"
#include "app/cli/token_rows.h"
#include "app/cli/vector_rows.h"
#include "core/training/trainer.h"

namespace attnlab {
namespace {

constexpr int kVectorDecimals = 4;

void check_vectors_options(const VectorsOptions& o, const SavedModelOptions& saved) {
  if (o.preset.empty() && saved.folder.empty()) throw CLI::RequiredError("--preset NAME or --model FOLDER");
  for (const auto& [option, words] : {std::pair{"--analogy", &o.analogy},
                                      {"--similarity", &o.similarity},
                                      {"--across", &o.across},
                                      {"--up", &o.up}})
    for (const std::string& word : *words) check_utf8(option, word);
  check_utf8("--nearest", o.nearest);
  if ((!o.across.empty() || !o.up.empty()) && o.project != "directions")
    throw std::invalid_argument("--across and --up name the words of --project directions");
  if (o.project == "directions" && (o.across.empty() || o.up.empty()))
    throw std::invalid_argument("--project directions needs --across WORD,WORD and --up WORD,WORD");
  if (o.csv && !o.nearest.empty() + !o.analogy.empty() + !o.similarity.empty() + !o.project.empty() > 1)
    throw std::invalid_argument(
        "--csv prints one table: leave all but one of --nearest, --analogy, --similarity and --project out");
}

std::vector<Checkpoint> models_of(const VectorsOptions& o, const SavedModelOptions& saved) {
  if (o.preset.empty()) return load_steps(saved);
  Preset preset = find_preset(o.preset);
  set_options(preset, o.set);
  const Experiment made = make_experiment(std::move(preset));
  std::vector<Checkpoint> models;
  models.push_back(capture(made, Trainer(made.model, made.task, made.preset.training, 1)));
  return models;
}

TracePtr trace_of(const Checkpoint& model, const ExampleOptions& example) {
  if (!example.given()) return nullptr;
  TraceRequest request = request_for(example, model);
  request.gradients = false;
  return Tracer(model.model, model.vocabularies).trace(model.state->snapshot, request);
}

/// The axes of all steps are those of the newest, so that points compare.
std::vector<GrowingTable> all_tables(const VectorsOptions& o, const SavedModelOptions& saved,
                                     const ExampleOptions& example) {
  const std::vector<Checkpoint> models = models_of(o, saved);
  std::vector<GrowingTable> tables;
  const Checkpoint& newest = models.back();
  const TracePtr last = trace_of(newest, example);
  const std::vector<VectorTable> known = vector_tables(*newest.model, last.get());
  if (!o.asks()) return {vector_table_list(known)};
  if (o.what == kStateVectors.name && !last)
    throw std::invalid_argument("states are those of a text: give --text TEXT (or --source, --image)");
  const VectorTable table = table_named(known, o.what);
  const auto set_of = [&](const Checkpoint& model, const TracePtr& trace) {
    return vector_set(*model.model, *model.vocabularies, table, model.state->snapshot, trace);
  };
  const VectorSet newest_set = set_of(newest, last);
  std::optional<VectorPlane> plane;
  if (!o.project.empty()) plane = wanted_plane({o, newest_set, false, newest.state->step(), tables});
  for (const Checkpoint& model : models) {
    const VectorSet set = &model == &newest ? newest_set : set_of(model, trace_of(model, example));
    const VectorsAt at{o, set, saved.all_steps(), model.state->step(), tables};
    add_vector_answers(at);
    if (plane) add_plane_points(at, *plane);
  }
  return tables;
}

int show_vectors(const VectorsOptions& o, const SavedModelOptions& saved, const ExampleOptions& example) {
  check_vectors_options(o, saved);
  VectorsJson object = VectorsJson::object();
  bool first = true;
  for (GrowingTable& made : all_tables(o, saved, example)) {
    if (o.json) {
      object[made.name] = std::move(*made.rows);
      continue;
    }
    if (o.csv && made.name == "components") continue;
    const TokenTable table{made.name, made.rows, kVectorDecimals};
    if (o.csv) {
      std::printf("%s", as_csv(table).c_str());
    } else {
      std::printf("%s%s\n%s", first ? "" : "\n", made.name.c_str(), as_text(table).c_str());
    }
    first = false;
  }
  if (o.json) print_json_object(object);
  return kDone;
}

void add_vectors_model(CLI::App& command, const std::shared_ptr<VectorsOptions>& o) {
  CLI::Option* const model = command.get_option("--model")->required(false);
  CLI::Option* const preset =
      command.add_option("--preset", o->preset, "Or a preset by name, before its first step")
          ->type_name("NAME")
          ->excludes(model)
          ->excludes("--step");
  command
      .add_option("--set", o->set,
                  "Change one option of the preset (may be repeated): model.width=8, corpus=book.txt")
      ->type_name("OPTION=VALUE")
      ->needs(preset);
}

void add_vectors_questions(CLI::App& command, const std::shared_ptr<VectorsOptions>& o) {
  command
      .add_option(
          "--what", o->what,
          "Which vectors: embedding, output, positions, features, states (of the text), or the name of one "
          "table (default: the first that there is)")
      ->type_name("KIND");
  command.add_option("--nearest", o->nearest, "The vectors nearest to that of a word, by cosine")
      ->type_name("WORD");
  command.add_option("--analogy", o->analogy, "The vectors nearest to a − b + c, without the three")
      ->type_name("A,B,C")
      ->delimiter(',')
      ->expected(3);
  command.add_option("--similarity", o->similarity, "The cosine of each two of these words")
      ->type_name("WORD,WORD,…")
      ->delimiter(',');
  command
      .add_option("--project", o->project,
                  "The points of all vectors: pca, on two principal components; directions, on lines through "
                  "words")
      ->check(CLI::IsMember({"pca", "directions"}));
  command.add_option("--components", o->components, "Which components, from 1 (default 1,2)")
      ->type_name("N,N")
      ->delimiter(',')
      ->expected(2)
      ->check(whole_number(1));
  for (const auto& [name, words, help] :
       {std::tuple{"--across", &o->across, "Words at 0 and at 1 of the direction x"},
        std::tuple{"--up", &o->up, "Words at 0 and at 1 of the direction y"}})
    command.add_option(name, *words, help)->type_name("WORD,WORD")->delimiter(',')->expected(2);
  command.add_option("--top", o->top, "How many near ones (default 10)")
      ->type_name("N")
      ->check(whole_number(1, 100000));
  CLI::Option* const json =
      command.add_flag("--json", o->json, "Print one JSON object with a member for each table");
  command.add_flag("--csv", o->csv, "Print the table as CSV")->excludes(json);
}

Action declare_vectors(CLI::App& command) {
  const auto options = std::make_shared<VectorsOptions>();
  const auto example = std::make_shared<ExampleOptions>();
  const auto saved = add_saved_model_options(command);
  add_vectors_model(command, options);
  add_example_options(command, example);
  add_vectors_questions(command, options);
  command.footer(
      "Without a question, the tables of vectors that the model has; a text adds the states of its layers.\n"
      "A word is an entry of the vocabulary, or #N for row N. With --step all every row begins with its\n"
      "step, and points have the axes of the newest step, so that they compare.\n"
      "\n"
      "Examples:\n"
      "  attention-lab vectors --model words --nearest cat --top 5\n"
      "  attention-lab vectors --model words --analogy uncle,man,woman\n"
      "  attention-lab vectors --model words --similarity cat,dog,house\n"
      "  attention-lab vectors --model words --project pca --csv\n"
      "  attention-lab vectors --model gpt --text \"The owl sat\" --what states --project pca --json");
  return [options, saved, example] { return show_vectors(*options, *saved, *example); };
}

}  // namespace

extern const Subcommand kVectorsSubcommand = {
    .name = "vectors",
    .sentence = "Show a model's vectors: near ones, analogies, similarity, principal components",
    .declare = declare_vectors};

}  // namespace attnlab
