// attention-lab landscape: the held-out loss over a plane of weights, and the path of training over it.
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/base/text_table.h"
#include "app/cli/figure.h"
#include "app/cli/groups/output_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/json_lines.h"
#include "app/cli/subcommands.h"
#include "core/analysis/held_out_experts.h"
#include "core/analysis/landscape/landscape.h"
#include "core/io/checkpoint.h"

namespace attnlab::landscape {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  ModelOptions model;
  OutputOptions output;
  LandscapeSettings settings;
  Index positions = kLandscapePositions;
  bool log = false;
};

std::vector<SnapshotPtr> path_of(const Checkpoint& saved) {
  std::vector<SnapshotPtr> path;
  if (saved.record && saved.record->timeline) path = states_of_path(*saved.record->timeline, kMostPathStates);
  if (path.empty() || path.back()->step != saved.state->step()) path.push_back(saved.state->snapshot);
  return path;
}

LossLandscape measured_landscape(const Options& o) {
  const Checkpoint saved = load_with_notes(o.model.folder, Load::Run);
  const Experiment experiment = experiment_of(saved);
  const std::vector<Batch> batches = held_out_batches(*saved.model, *experiment.task, o.positions);
  return loss_landscape(*saved.model, path_of(saved), batches, o.settings);
}

Table path_table(const LossLandscape& l) {
  Table table("path", {"step", "a", "b", "loss"});
  for (const StatePoint& p : l.path) table.add({p.step, p.at.a, p.at.b, p.loss});
  return table;
}

Json landscape_rows_json(const LossLandscape& l) {
  Json rows = Json::array();
  for (std::size_t row = 0; row < l.b.size(); ++row) {
    Json cells = Json::array();
    for (std::size_t column = 0; column < l.a.size(); ++column)
      cells.push_back(finite_or_null(l.at(static_cast<Index>(row), static_cast<Index>(column))));
    rows.push_back(std::move(cells));
  }
  return rows;
}

void print_landscape_json(const LossLandscape& l) {
  print_json_object({{"plane", l.settings.plane},
                     {"share_a", l.plane->share_x},
                     {"share_b", l.plane->share_y},
                     {"examples", l.examples},
                     {"targets", l.targets},
                     {"path", path_table(l).json()},
                     {"a", l.a},
                     {"b", l.b},
                     {"loss", landscape_rows_json(l)}});
}

/// A row a point: those of the path, which have a step, and those of the plane.
Table points_table(const LossLandscape& l) {
  Table table = path_table(l);
  for (std::size_t i = 0; i < l.loss.size(); ++i)
    table.add({TableCell(), l.a[i % l.a.size()], l.b[i / l.a.size()], l.loss[i]});
  return table;
}

void print_landscape(const LossLandscape& l) {
  std::printf("%s\nvariance of the path: a %.1f %%, b %.1f %%\n",
              std::string(landscape_plane(l.settings.plane).sentence).c_str(), 100 * l.plane->share_x,
              100 * l.plane->share_y);
  std::printf("loss over %lld targets of %lld held-out examples\n\n", static_cast<long long>(l.targets),
              static_cast<long long>(l.examples));
  std::printf("%s\nloss of the plane, b downwards, a to the right\n", path_table(l).text().c_str());
  std::vector<std::string> titles{"b \\ a"};
  for (const double a : l.a) titles.push_back(number_cell(a, 2));
  TextTable grid(std::move(titles));
  for (std::size_t row = 0; row < l.b.size(); ++row) {
    std::vector<std::string> cells{number_cell(l.b[row], 2)};
    for (std::size_t column = 0; column < l.a.size(); ++column)
      cells.push_back(number_cell(l.at(static_cast<Index>(row), static_cast<Index>(column)), 3));
    grid.add(std::move(cells));
  }
  std::printf("%s", grid.text().c_str());
}

/// The view comes last, so that what it shows is computed once.
void draw_landscape(const Options& o) {
  const LandscapeSettings& s = o.settings;
  draw_figure(o.output.figure, o.model, {},
              {{"choose", {"landscape.plane", s.plane}},
               {"choose", {"landscape.size", std::to_string(s.size)}},
               {"choose", {"landscape.seed", std::to_string(s.seed)}},
               {"choose", {"landscape.reach", std::to_string(s.reach)}},
               {"choose", {"landscape.log", o.log ? "on" : "off"}},
               {"view", {"landscape"}}});
}

int show_landscape(const Options& o) {
  if (!o.output.figure.empty()) draw_landscape(o);
  if (!o.output.figure.empty() && o.output.as_text()) return kDone;
  const LossLandscape landscape = measured_landscape(o);
  if (o.output.json) print_landscape_json(landscape);
  if (o.output.csv.asked) put_out_csv(o.output.csv, points_table(landscape).csv());
  if (o.output.as_text()) print_landscape(landscape);
  return kDone;
}

void add_plane_options(CLI::App& command, Options& o) {
  command
      .add_option("--plane", o.settings.plane,
                  "path: through the stored states (PCA); random: two directions normalised by filter")
      ->check(CLI::IsMember({"path", "random"}));
  command.add_option("--size", o.settings.size, "Points along each direction, 9 to 41 (default 17)")
      ->type_name("N")
      ->check(whole_number(kLeastLandscape, kMostLandscape));
  command.add_option("--seed", o.settings.seed, "Of random directions (default 1)")
      ->type_name("N")
      ->check(whole_number(0));
  command.add_option("--reach", o.settings.reach, "How far random directions go (default 1)")
      ->type_name("X")
      ->check(any_number(0.001, 100));
  command.add_option("--positions", o.positions, "Held-out positions, at least (default 512)")
      ->type_name("N")
      ->check(whole_number(1, 10000000));
}

Action declare(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  add_model_folder(command, options->model.folder);
  add_plane_options(command, *options);
  add_output_options(
      command, options->output,
      {.csv = "a row a point (those of the path have a step)", .figure = "the view Loss landscape"});
  command.add_flag("--log", options->log, "With colours by the logarithm of the loss")->needs("--figure");
  command.footer(
      "The plane through the newest weights along the two directions in which training moved the most, or\n"
      "along two random ones, each row of which has the length of the weights' own row (Li et al. 2018).\n"
      "The loss of a point of the path is that of the stored state itself, which may lie beside the plane.\n"
      "\n"
      "Examples:\n"
      "  attention-lab landscape --model rev\n"
      "  attention-lab landscape --model rev --plane random --seed 7 --size 31 --csv\n"
      "  attention-lab landscape --model rev --figure path.svg --log");
  return [options] { return show_landscape(*options); };
}

}  // namespace

extern const Subcommand kSubcommand = {
    .sentence = "Show the loss over a plane of weights, with the path of training", .declare = declare};

}  // namespace attnlab::landscape
