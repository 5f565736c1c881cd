// attention-lab landscape: the validation loss over a plane of weights, and the path of training over it.
#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/base/format.h"
#include "app/base/print.h"
#include "app/base/text_table.h"
#include "app/cli/figure.h"
#include "app/cli/groups/output_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/json_lines.h"
#include "app/cli/subcommands.h"
#include "core/analysis/held_out_experts.h"
#include "core/analysis/landscape/landscape.h"
#include "core/io/checkpoint.h"
#include "core/language/messages.h"

namespace attnlab::landscape {
namespace {

using namespace std::string_literals;

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
  Table table("path", {tr_mark("step"), tr_mark("a"), tr_mark("b"), tr_mark("loss")});
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

/// One row per point: the points of the path, which have a step, and the points of the plane.
Table points_table(const LossLandscape& l) {
  Table table = path_table(l);
  for (std::size_t i = 0; i < l.loss.size(); ++i)
    table.add({TableCell(), l.a[i % l.a.size()], l.b[i / l.a.size()], l.loss[i]});
  return table;
}

void print_landscape(const LossLandscape& l) {
  print(std::string(tr(landscape_plane(l.settings.plane).sentence)) + "\n" +
        tr("explained variance of the path: a {1}, b {2}", format_percent(l.plane->share_x),
           format_percent(l.plane->share_y)) +
        "\n" +
        tr("validation loss over {1} targets of {2} held-out examples", std::to_string(l.targets),
           std::to_string(l.examples)) +
        "\n\n" + path_table(l).text() + "\n" +
        tr("loss on the plane: a row for each b, a column for each a") + "\n");
  std::vector<std::string> titles{"b \\ a"};
  for (const double a : l.a) titles.push_back(number_cell(a, 2));
  TextTable grid(std::move(titles));
  for (std::size_t row = 0; row < l.b.size(); ++row) {
    std::vector<std::string> cells{number_cell(l.b[row], 2)};
    for (std::size_t column = 0; column < l.a.size(); ++column)
      cells.push_back(number_cell(l.at(static_cast<Index>(row), static_cast<Index>(column)), 3));
    grid.add(std::move(cells));
  }
  print(grid.text());
}

/// The view comes last, so that its values are computed only once.
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
      .add_option(
          "--plane", o.settings.plane,
          tr("path: through the stored states (PCA); random: two random directions, normalized by filter"))
      ->check(CLI::IsMember({"path", "random"}));
  command.add_option("--size", o.settings.size, tr("Points along each direction, 9 to 41 (default 17)"))
      ->type_name("N")
      ->check(whole_number(kLeastLandscape, kMostLandscape));
  command.add_option("--seed", o.settings.seed, tr("Seed of the random directions (default 1)"))
      ->type_name("N")
      ->check(whole_number(0));
  command.add_option("--reach", o.settings.reach, tr("How far the random directions go (default 1)"))
      ->type_name("X")
      ->check(any_number(0.001, 100));
  command.add_option("--positions", o.positions, tr("Least number of held-out positions (default 512)"))
      ->type_name("N")
      ->check(whole_number(1, 10000000));
}

Action declare(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  add_model_folder(command, options->model.folder);
  add_plane_options(command, *options);
  add_output_options(command, options->output,
                     {.csv = tr("a row for each point (points of the path have a step)"),
                      .figure = tr("the view Loss landscape")});
  command.add_flag("--log", options->log, tr("Color by the logarithm of the loss"))->needs("--figure");
  command.footer(
      tr("The plane goes through the newest weights. Its directions are the two in which training moved\n"
         "the most, or two random ones, each row of which is as long as the same row of the weights (Li et\n"
         "al. 2018). The loss at a point of the path is the loss of the stored state itself, which may be\n"
         "off the plane.") +
      "\n\n"s + tr("Examples:") +
      "\n"
      "  attention-lab landscape --model rev\n"
      "  attention-lab landscape --model rev --plane random --seed 7 --size 31 --csv\n"
      "  attention-lab landscape --model rev --figure path.svg --log");
  return [options] { return show_landscape(*options); };
}

}  // namespace

extern const Subcommand kSubcommand = {
    .sentence = tr_mark("Show the loss over a plane of weights, with the path of training"),
    .declare = declare};

}  // namespace attnlab::landscape
