// attention-lab vectors: the vectors of a model: which are near, analogies, similarity, points of a plane.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/cli/example_options.h"
#include "app/cli/given_text.h"
#include "app/cli/json_lines.h"
#include "app/cli/saved_model.h"
#include "app/cli/subcommands.h"
#include "app/cli/token_rows.h"
#include "app/cli/values.h"
#include "core/analysis/vector_plane.h"
#include "core/analysis/vector_set.h"
#include "core/training/trainer.h"

namespace attnlab {
namespace {

using VectorsJson = nlohmann::ordered_json;

constexpr int kVectorDecimals = 4;

struct VectorsOptions {
  std::string preset, what, nearest, project;
  std::vector<std::string> set, analogy, similarity, across, up;
  std::vector<Index> components = {1, 2};
  Index top = 10;
  bool json = false, csv = false;

  bool asks() const {
    return !nearest.empty() || !analogy.empty() || !similarity.empty() || !project.empty();
  }
};

/// The rows of one table over all steps.
struct GrowingTable {
  std::string name;
  VectorsJson rows = VectorsJson::array();
};

/// One moment of a model, and where its rows go.
struct VectorsAt {
  const VectorsOptions& options;
  const VectorSet& set;
  bool names_step = false;  ///< each row begins with the step
  Index step = 0;
  std::vector<GrowingTable>& tables;

  void add(const std::string& table, const VectorsJson& row) const {
    auto found = std::ranges::find(tables, table, &GrowingTable::name);
    if (found == tables.end()) found = tables.insert(tables.end(), GrowingTable{table});
    VectorsJson whole = VectorsJson::object();
    if (names_step) whole["step"] = step;
    whole.update(row);
    found->rows.push_back(std::move(whole));
  }
  const std::string& name(Index row) const { return set.names[static_cast<std::size_t>(row)]; }
};

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

void add_near(const VectorsAt& at, const std::string& table, std::span<const Neighbour> near) {
  for (const Neighbour& each : near)
    at.add(table, {{"row", each.id}, {"token", at.name(each.id)}, {"cosine", each.cosine}});
}

void add_analogy(const VectorsAt& at) {
  const std::vector<std::string>& words = at.options.analogy;
  if (words.empty()) return;
  const Index rows[] = {row_named(at.set, words[0]), row_named(at.set, words[1]),
                        row_named(at.set, words[2])};
  add_near(at, "analogy",
           nearest_rows(at.set.rows, analogy(at.set.rows, rows[0], rows[1], rows[2]), at.options.top, rows));
}

/// A row a word, with its cosine with each.
void add_similarity(const VectorsAt& at) {
  std::vector<Index> rows;
  for (const std::string& word : at.options.similarity) rows.push_back(row_named(at.set, word));
  const std::vector<float> cosines = similarity_matrix(at.set.rows, rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    VectorsJson row{{"token", at.name(rows[i])}};
    for (std::size_t j = 0; j < rows.size(); ++j)
      row[at.options.similarity[j]] = cosines[i * rows.size() + j];
    at.add("similarity", row);
  }
}

void add_plane_points(const VectorsAt& at, const VectorPlane& plane) {
  const std::vector<PlanePoint> points = plane.points(at.set.rows);
  for (std::size_t i = 0; i < points.size(); ++i)
    at.add("points",
           {{"row", i}, {"token", at.name(static_cast<Index>(i))}, {"x", points[i].x}, {"y", points[i].y}});
}

/// A component by its number from 1.
Index component_number(Index number, const Pca& pca) {
  if (number > pca.width)
    throw std::invalid_argument("component " + std::to_string(number) + " is not from 1 to " +
                                std::to_string(pca.width));
  return number - 1;
}

/// The axes of all steps are those of `newest`, so that points compare.
VectorPlane wanted_plane(const VectorsAt& at, const VectorSet& newest) {
  const VectorsOptions& o = at.options;
  if (o.project == "directions") {
    const auto axis = [&](const std::vector<std::string>& words) {
      return direction_axis(newest.rows, {row_named(newest, words[0]), row_named(newest, words[1])});
    };
    return {axis(o.across), axis(o.up)};
  }
  const Pca pca = principal_components(newest.rows);
  for (const Index number : o.components)
    at.add("components",
           {{"component", number},
            {"variance", pca.variances[static_cast<std::size_t>(component_number(number, pca))]},
            {"share", pca.share(component_number(number, pca))}});
  return {component_axis(pca, component_number(o.components[0], pca)),
          component_axis(pca, component_number(o.components[1], pca))};
}

/// What there is, where nothing is asked for.
void add_table_list(const std::vector<VectorTable>& all, std::vector<GrowingTable>& tables) {
  GrowingTable list{"tables"};
  for (const VectorTable& table : all)
    list.rows.push_back(
        {{"kind", table.kind->name}, {"name", table.name}, {"vectors", table.count}, {"title", table.title}});
  tables.push_back(std::move(list));
}

bool has_example(const ExampleOptions& e) { return e.text || e.source || e.target || e.image; }

TracePtr trace_of(const Checkpoint& model, const ExampleOptions& example) {
  if (!has_example(example)) return nullptr;
  TraceRequest request = request_for(example, model);
  request.gradients = false;
  return Tracer(model.model, model.vocabularies).trace(model.state->snapshot, request);
}

std::vector<GrowingTable> all_tables(const VectorsOptions& o, const SavedModelOptions& saved,
                                     const ExampleOptions& example) {
  const std::vector<Checkpoint> models = models_of(o, saved);
  std::vector<GrowingTable> tables;
  const Checkpoint& newest = models.back();
  const TracePtr last = trace_of(newest, example);
  const std::vector<VectorTable> known = vector_tables(*newest.model, last.get());
  if (!o.asks()) return add_table_list(known, tables), tables;
  if (o.what == kStateVectors.name && !last)
    throw std::invalid_argument("states are those of a text: give --text TEXT (or --source, --image)");
  const VectorTable table = table_named(known, o.what);
  const auto set_of = [&](const Checkpoint& model, const TracePtr& trace) {
    return vector_set(*model.model, *model.vocabularies, table, model.state->snapshot, trace);
  };
  const VectorSet newest_set = set_of(newest, last);
  std::optional<VectorPlane> plane;
  if (!o.project.empty()) {
    std::vector<GrowingTable>& out = tables;
    plane = wanted_plane({o, newest_set, false, newest.state->step(), out}, newest_set);
  }
  for (const Checkpoint& model : models) {
    const VectorSet set = &model == &newest ? newest_set : set_of(model, trace_of(model, example));
    const VectorsAt at{o, set, saved.all_steps(), model.state->step(), tables};
    if (!o.nearest.empty()) add_near(at, "nearest", nearest_rows(set.rows, row_named(set, o.nearest), o.top));
    add_analogy(at);
    add_similarity(at);
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
      object[made.name] = std::move(made.rows);
      continue;
    }
    if (o.csv && made.name == "components") continue;
    const TokenTable table{made.name, std::make_shared<const VectorsJson>(std::move(made.rows)),
                           kVectorDecimals};
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
      .add_option("--what", o->what,
                  "Which vectors: embedding, output, positions, states (of the text), or the name of one "
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
