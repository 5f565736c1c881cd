// attention-lab recurrence: gates, states and gradients of a recurrent network over time, and its
// eigenvalues.
#include <CLI/CLI.hpp>
#include <array>
#include <memory>

#include "app/cli/groups/example_options.h"
#include "app/cli/groups/model_options.h"
#include "app/cli/groups/output_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/subcommands.h"
#include "app/features/recurrence/cli_report.h"
#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/models/architecture_kind.h"
#include "core/models/model.h"
#include "core/trace/same_target.h"

namespace attnlab::recurrence {
namespace {

using namespace std::string_literals;

constexpr std::array<std::string_view, 5> kFiles{"matrices.csv", "states.csv", "gradients.csv",
                                                 "eigenvalues.csv", "compared.csv"};
constexpr FolderKind kFolder{.name = tr_mark("folder of tables of recurrence"),
                             .files = kFiles,
                             .begins = "matrix,units,spectral_radius,"};

struct Options {
  ModelOptions model;
  ExampleOptions example;
  OutputOptions output;
  std::string follow, loss_of = "last";
  Index unit = -1, steps = 0, top = 5;
  bool gradients = false, eigenvalues = false, compare = false;
};

/// The position that --loss-of names; none: the whole loss.
std::optional<Index> wanted_target(const std::string& target, const Trace& trace) {
  if (target == "all") return {};
  const std::vector<Index> counted = counted_targets(trace);
  if (counted.empty()) throw std::invalid_argument(tr("this text has no target, so no gradient flows back"));
  return target == "last" ? counted.back() : step_number("--loss-of", target);
}

void trace_states(const Checkpoint& model, const Options& options, Report& report) {
  TraceRequest request = request_for(options.example, model);
  request.gradients = false;
  const Tracer tracer(model.model, model.vocabularies);
  report.trace = tracer.trace(model.state->snapshot, request);
  report.cells = recurrent_cells(*report.trace);
  for (const RecurrentCell& cell : report.cells) report.bands.push_back(memory_bands(cell));
  if (report.unit && *report.unit >= report.cells.front().units())
    throw std::invalid_argument(tr("there is no unit {1}: a layer has {2} units",
                                   std::to_string(*report.unit),
                                   std::to_string(report.cells.front().units())));
  if (!options.gradients && !options.compare) return;
  report.target = wanted_target(options.loss_of, *report.trace);
  TraceRequest back = with_same_target(*report.trace, request);
  if (options.gradients) {
    back.gradients = true;
    back.only_target = report.target;
    report.gradients = time_gradients(*tracer.trace(model.state->snapshot, back));
  }
  if (!options.compare) return;
  Experiment open{model.preset, nullptr, model.vocabularies, model.model};
  if (options.steps > 0) open = experiment_of(model);
  back.edits.clear();
  report.comparison = compare_cells(open, back, {.steps = options.steps, .target = report.target});
}

Report report_of(const Checkpoint& model, const Options& options) {
  Report report{.config = model.model->config(), .step = model.state->step(), .top = options.top};
  if (options.unit >= 0) report.unit = options.unit;
  if (!options.follow.empty()) report.follow = &text_feature(options.follow);
  if (options.example.given()) trace_states(model, options, report);
  for (const RecurrentMatrix& matrix : recurrent_matrices(model.model->parameters(), report.config)) {
    report.matrices.push_back({matrix, {}});
    if (options.eigenvalues)
      report.matrices.back().eigenvalues = eigenvalues_of(matrix, model.state->snapshot->weights);
  }
  return report;
}

void check_options(const Options& options) {
  require_model(options.model);
  if (!options.eigenvalues) require_example(options.example, "--eigenvalues");
  if (options.gradients || options.compare || !options.follow.empty()) require_example(options.example);
}

int show_recurrence(const Options& options) {
  check_options(options);
  const std::vector<Checkpoint> models = load_models(options.model);
  if (!architecture_of(models.front().model->config()).has_cells())
    throw std::invalid_argument(tr("this model has no recurrent layers"));
  put_out_each(options.model, options.output, kFolder, models,
               [&](const Checkpoint& model) { return report_of(model, options); });
  return kDone;
}

void add_questions(CLI::App& command, Options& options) {
  command
      .add_option("--unit", options.unit,
                  tr("Print the numbers of unit N, from 0, instead of means over all units"))
      ->type_name("N")
      ->check(whole_number(0));
  command
      .add_option("--follow", options.follow,
                  tr("Sort units by their correlation with a feature of the text"))
      ->type_name("FEATURE");
  command
      .add_option("--top", options.top,
                  tr("With --follow: list N units from each end of the order (default 5)"))
      ->type_name("N")
      ->check(whole_number(1, 100000));
  command.add_flag("--gradients", options.gradients,
                   tr("Print the gradient of the loss with respect to the state of each step"));
  command
      .add_option("--loss-of", options.loss_of,
                  tr("Take the loss of the last target (the default), of all targets, or of the target at "
                     "position N, from 0"))
      ->type_name("last|all|N");
  command.add_flag("--eigenvalues", options.eigenvalues,
                   tr("Print the eigenvalues of the recurrent weights of each gate"));
  CLI::Option* const compare = command.add_flag(
      "--compare", options.compare,
      tr("Build an RNN, an LSTM, and a GRU of this size, and compare their gradients on the text"));
  command
      .add_option("--train", options.steps, tr("First train the compared networks for N steps (default 0)"))
      ->type_name("N")
      ->check(whole_number(0, 1000000))
      ->needs(compare);
}

Action declare(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  add_model_options(command, options->model, {.set = "model.cell=gru"});
  add_example_options(command, options->example);
  add_questions(command, *options);
  add_output_options(command, options->output,
                     {.csv = tr("the tables matrices, states (of a text), and the others that you request"),
                      .tables = true});
  command.footer(
      tr("Each layer, and each of its directions, has a row for each token: the means of the gates over\n"
         "the units, and the norms of the memory that is kept, of what is written to it, and of the\n"
         "states. The norm of a gradient is taken over the units of a state, and includes everything\n"
         "that later steps pass back.\n"
         "Features: {1}.",
         joined_names(text_features(), ", ")) +
      "\n\n"s + tr("Examples:") +
      "\n"
      "  attention-lab recurrence --model tales --text \"The owl sat\" --unit 3\n"
      "  attention-lab recurrence --model brackets --source \"([])\" --follow depth\n"
      "  attention-lab recurrence --preset rnn --text \"The owl sat by the river\" --gradients --compare\n"
      "  attention-lab recurrence --model tales --step all --eigenvalues --json");
  return [options] { return show_recurrence(*options); };
}

}  // namespace

extern const Subcommand kSubcommand = {
    .sentence = tr_mark("Show gates, states, and gradients of a recurrent network over time"),
    .declare = declare};

}  // namespace attnlab::recurrence
