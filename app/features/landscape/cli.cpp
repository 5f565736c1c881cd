// attention-lab landscape: the held-out loss over a plane of weights, and the path of training over it.
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/base/text_table.h"
#include "app/cli/groups/model_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/json_lines.h"
#include "app/cli/subcommands.h"
#include "app/features/landscape/cli_figure.h"
#include "core/analysis/held_out_experts.h"
#include "core/analysis/landscape/landscape.h"
#include "core/io/checkpoint.h"

namespace attnlab {
namespace {

struct LandscapeOptions {
  std::string model, figure;
  LandscapeSettings settings;
  Index positions = kLandscapePositions;
  bool json = false, csv = false, log = false;
};

std::vector<SnapshotPtr> path_of(const Checkpoint& saved) {
  std::vector<SnapshotPtr> path;
  if (saved.record && saved.record->timeline) path = states_of_path(*saved.record->timeline, kMostPathStates);
  if (path.empty() || path.back()->step != saved.state->step()) path.push_back(saved.state->snapshot);
  return path;
}

LossLandscape measured_landscape(const LandscapeOptions& o) {
  const Checkpoint saved = load_with_notes(o.model, Load::Run);
  const Experiment experiment = experiment_of(saved);
  const std::vector<Batch> batches = held_out_batches(*saved.model, *experiment.task, o.positions);
  return loss_landscape(*saved.model, path_of(saved), batches, o.settings);
}

using LandscapeJson = nlohmann::ordered_json;

LandscapeJson path_json(const LossLandscape& l) {
  LandscapeJson path = LandscapeJson::array();
  for (const StatePoint& p : l.path)
    path.push_back({{"step", p.step}, {"a", p.at.a}, {"b", p.at.b}, {"loss", finite_or_null(p.loss)}});
  return path;
}

LandscapeJson landscape_rows_json(const LossLandscape& l) {
  LandscapeJson rows = LandscapeJson::array();
  for (std::size_t row = 0; row < l.b.size(); ++row) {
    LandscapeJson cells = LandscapeJson::array();
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
                     {"path", path_json(l)},
                     {"a", l.a},
                     {"b", l.b},
                     {"loss", landscape_rows_json(l)}});
}

/// A row a point: those of the path, which have a step, and those of the plane.
void print_landscape_csv(const LossLandscape& l) {
  const auto number = [](double value) { return std::isfinite(value) ? LandscapeJson(value).dump() : ""; };
  std::printf("step,a,b,loss\n");
  for (const StatePoint& p : l.path)
    std::printf("%lld,%s,%s,%s\n", static_cast<long long>(p.step), number(p.at.a).c_str(),
                number(p.at.b).c_str(), number(p.loss).c_str());
  for (std::size_t i = 0; i < l.loss.size(); ++i)
    std::printf(",%s,%s,%s\n", number(l.a[i % l.a.size()]).c_str(), number(l.b[i / l.a.size()]).c_str(),
                number(l.loss[i]).c_str());
}

void print_landscape(const LossLandscape& l) {
  std::printf("%s\nvariance of the path: a %.1f %%, b %.1f %%\n",
              std::string(landscape_plane(l.settings.plane).sentence).c_str(), 100 * l.plane->share_x,
              100 * l.plane->share_y);
  std::printf("loss over %lld targets of %lld held-out examples\n\n", static_cast<long long>(l.targets),
              static_cast<long long>(l.examples));
  TextTable path({"step", "a", "b", "loss"});
  for (const StatePoint& p : l.path)
    path.add(
        {std::to_string(p.step), number_cell(p.at.a, 4), number_cell(p.at.b, 4), number_cell(p.loss, 4)});
  std::printf("%s\nloss of the plane, b downwards, a to the right\n", path.text().c_str());
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

int show_landscape(const LandscapeOptions& o) {
  if (!o.figure.empty()) {
    draw_landscape_figure({o.model, o.figure, o.settings, o.log});
    if (!o.json && !o.csv) return kDone;
  }
  const LossLandscape landscape = measured_landscape(o);
  if (o.json) {
    print_landscape_json(landscape);
  } else {
    o.csv ? print_landscape_csv(landscape) : print_landscape(landscape);
  }
  return kDone;
}

void add_plane_options(CLI::App& command, LandscapeOptions& o) {
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

Action declare_landscape(CLI::App& command) {
  const auto options = std::make_shared<LandscapeOptions>();
  command.add_option("--model", options->model, "Folder of a saved model")->type_name("FOLDER")->required();
  add_plane_options(command, *options);
  CLI::Option* const json = command.add_flag("--json", options->json, "Print one JSON object");
  command.add_flag("--csv", options->csv, "Print a row a point: those of the path have a step")
      ->excludes(json);
  CLI::Option* const figure = command.add_option("--figure", options->figure, "Draw the map into this file")
                                  ->type_name("FILE.svg|FILE.png");
  command.add_flag("--log", options->log, "With colours by the logarithm of the loss")->needs(figure);
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

extern const Subcommand kLandscapeSubcommand = {
    .name = "landscape",
    .sentence = "Show the loss over a plane of weights, with the path of training",
    .declare = declare_landscape};

}  // namespace attnlab
