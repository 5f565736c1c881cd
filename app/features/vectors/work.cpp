// Vector analyses: the points of the view Vectors.
#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <stdexcept>

#include "app/features/vectors/choice.h"
#include "app/state/analyses/analysis.h"
#include "app/state/analyses/course.h"
#include "app/state/by_step.h"
#include "app/state/latest_job.h"
#include "core/language/messages.h"
#include "core/training/run/spaced_states.h"

namespace attnlab {
namespace {

/// Rows at a stored step.
struct RowsAtStep {
  Index step = 0;
  KeptRows kept;
  friend bool operator==(const RowsAtStep& a, const RowsAtStep& b) {
    return a.step == b.step && a.kept.owner == b.kept.owner;
  }
};

/// What points are made of.
struct VectorWork {
  const VectorsChoice& choice;
  Index focus = -1;
  const RowsAtStep& axes;                     ///< no owner: the rows of the vectors themselves
  const std::vector<RowsAtStep>& past;        ///< for paths, by step
  std::shared_ptr<const VectorAxes> known{};  ///< earlier components, which may still serve
  std::function<bool()> go_on{};
};

constexpr Index kNeighboursAround = 40;

/// The rows that the axes are of.
KeptRows rows_of_axes(const VectorWork& work, const VectorResults& results) {
  if (work.axes.kept.owner) return work.axes.kept;
  return {results.set.rows, results.set.owner};
}

/// Vectors of two numbers are drawn as they are.
bool in_a_plane(const VectorRows& rows) { return rows.width == 2; }

/// Components are computed again only for other rows.
std::shared_ptr<const VectorAxes> axes_of(const VectorWork& work, const VectorResults& results) {
  const KeptRows kept = rows_of_axes(work, results);
  if (work.known && work.known->table == results.set.table && work.known->owner == kept.owner)
    return work.known;
  return std::make_shared<const VectorAxes>(VectorAxes{
      results.set.table, kept.owner,
      in_a_plane(kept.rows) ? own_numbers(kept.rows) : principal_components(kept.rows, work.go_on)});
}

/// An axis of the plot, and what it is.
struct MadeAxis {
  PlaneAxis axis;
  ShownAxis shown;
};

MadeAxis component_of(const Pca& pca, Index number) {
  const Index component = std::clamp<Index>(number - 1, 0, pca.width - 1);
  return {component_axis(pca, component), {component, pca.share(component), {}, pca.width == 2}};
}

/// A direction if both names are given, else a component.
MadeAxis axis_between(const VectorWork& work, const VectorResults& results, const std::string& from,
                      const std::string& to, Index component) {
  if (from.empty() || to.empty()) return component_of(results.axes->pca, component);
  const VectorDirection direction{row_named(results.set, from), row_named(results.set, to)};
  return {direction_axis(rows_of_axes(work, results).rows, direction), {0, 0, direction}};
}

VectorPlane plane_of(const VectorWork& work, VectorResults& results) {
  const VectorsChoice& c = work.choice;
  const bool directions = c.by == "directions";
  MadeAxis across = directions ? axis_between(work, results, c.from, c.to, c.across)
                               : component_of(results.axes->pca, c.across);
  MadeAxis up =
      directions ? axis_between(work, results, c.low, c.high, c.up) : component_of(results.axes->pca, c.up);
  results.shown = {across.shown, up.shown};
  if (across.shown.direction && up.shown.direction)
    results.direction_cosine =
        direction_cosine(rows_of_axes(work, results).rows, *across.shown.direction, *up.shown.direction);
  return {std::move(across.axis), std::move(up.axis)};
}

void add_paths(const VectorWork& work, const VectorPlane& plane, VectorResults& results) {
  for (const Index row : chosen_rows(work.choice, results.set.table)) {
    if (results.paths.size() == kMostPaths) return;
    VectorPath path{row, {}};
    for (const RowsAtStep& past : work.past)
      if (row < past.kept.rows.count()) path.points.push_back({past.step, plane.at(past.kept.rows.row(row))});
    results.paths.push_back(std::move(path));
  }
}

/// Around the vector in the center.
void measure_around(VectorResults& results) {
  double far = 1e-9;
  for (const PlanePoint& p : results.points) far = std::max(far, std::hypot(p.x, p.y));
  results.low = {-far, -far};
  results.high = {far, far};
}

void add_neighbours(const VectorWork& work, VectorResults& results) {
  if (work.focus < 0) throw std::invalid_argument(tr("Select a vector to see its nearest neighbors."));
  Neighbourhood around = neighbourhood(results.set.rows, work.focus, kNeighboursAround);
  results.rows = std::move(around.rows);
  results.points = std::move(around.points);
  results.cosines = std::move(around.cosines);
  measure_around(results);
}

/// Widens the plot to these points.
void widen(std::span<const PlanePoint> points, VectorResults& results) {
  for (const PlanePoint& p : points) {
    results.low = {std::min(results.low.x, p.x), std::min(results.low.y, p.y)};
    results.high = {std::max(results.high.x, p.x), std::max(results.high.y, p.y)};
  }
}

/// The plot keeps its size while past steps play: it also has room for the points of the axes' step.
void measure(const VectorWork& work, const VectorPlane& plane, VectorResults& results) {
  results.low = results.high = results.points.front();
  if (results.shown[0].number || results.shown[1].number) widen(std::vector<PlanePoint>(1), results);
  widen(results.points, results);
  if (work.axes.kept.owner) widen(plane.points(work.axes.kept.rows), results);
  for (const VectorPath& path : results.paths)
    for (const PathPoint& p : path.points) widen({&p.at, 1}, results);
}

/// Adds axes, points and paths to `results`, which already has its vectors and step. `results.error` says
/// what is impossible.
void add_points(const VectorWork& work, VectorResults& results) {
  results.by = work.choice.by;
  results.axes_step = work.axes.kept.owner ? work.axes.step : results.step;
  try {
    if (results.by == "neighbours") return add_neighbours(work, results);
    results.axes = axes_of(work, results);
    const VectorPlane plane = plane_of(work, results);
    results.points = plane.points(results.set.rows);
    add_paths(work, plane, results);
    measure(work, plane, results);
  } catch (const std::invalid_argument& wrong) {
    results.error = wrong.what();
  }
}

class VectorAnalyses final : public Analysis {
 public:
  explicit VectorAnalyses(const AnalysisTools& tools) : points_(tools.wake), states_(tools.wake) {}

  /// Once a frame: takes finished points, and starts to compute points that the stage needs.
  void update(const AnalysisInput& input) override;
  void clear() override;

  void publish(Results& results) const override { results.set(points_.result()); }
  bool busy() const override { return points_.busy() || states_.busy(); }

 private:
  /// All that the points depend on.
  struct Wanted {
    VectorTable table;
    SnapshotPtr snapshot;
    TracePtr trace;        ///< of tables of tokens
    RowsAtStep axes;       ///< no owner: the rows of the vectors themselves
    VectorsChoice choice;  ///< only the options that matter
    Index focus = -1;
    std::vector<RowsAtStep> past{};  ///< for paths
    friend bool operator==(const Wanted&, const Wanted&) = default;
  };

  Wanted wanted(const AnalysisInput& input, const VectorTable& table);
  void add_past(const AnalysisInput& input, Wanted& wanted);
  std::optional<RowsAtStep> rows_at(const AnalysisInput& input, const VectorTable& table,
                                    const SnapshotPtr& snapshot) const;
  void trace_states(const AnalysisInput& input, const VectorTable& table,
                    const std::vector<SnapshotPtr>& snapshots);
  SnapshotPtr newest(const AnalysisInput& input);

  LookedAt looked_at_;
  SnapshotPtr newest_;  ///< the weights of the axes while a past step is on screen
  std::chrono::steady_clock::time_point newest_since_{};
  LatestJob<Wanted, VectorResults> points_;
  /// Of tables of tokens: the rows of past steps.
  ByStep<KeptRows> states_;
  std::string states_table_;
  std::vector<std::string> states_text_;  ///< the text of the past passes
};

constexpr std::size_t kMostPathSteps = 64;
constexpr std::chrono::milliseconds kNewAxesEvery{250};

/// The options that points depend on; the other options have their defaults.
VectorsChoice decisive_vectors(const VectorsChoice& choice) {
  VectorsChoice kept;
  kept.of = choice.of;
  kept.by = choice.by;
  if (choice.by == "neighbours") return kept;
  kept.across = choice.across;
  kept.up = choice.up;
  if (choice.by == "directions")
    kept.from = choice.from, kept.to = choice.to, kept.low = choice.low, kept.high = choice.high;
  kept.paths = choice.paths;
  if (choice.paths) kept.chosen = choice.chosen;
  return kept;
}

/// The forward pass on screen again, at other weights: the same tokens, without gradients.
TraceRequest same_pass(const AnalysisInput& input) {
  TraceRequest request = *input.request;
  request.gradients = false;
  if (format_of(input.trace->config()) != Format::Pairs) return request;
  const Batch& batch = input.trace->batch();
  request.target_tokens = std::vector<TokenId>(batch.input.begin() + 1, batch.input.end());
  request.generate_target = false;
  return request;
}

/// The text of the forward pass on screen, to tell which earlier passes are of the same text.
std::vector<std::string> text_of_pass(const AnalysisInput& input) {
  std::vector<std::string> text = input.trace->edits;
  for (const auto* pieces : {&input.trace->source_pieces, &input.trace->input_pieces})
    for (const Piece& piece : *pieces) text.push_back(std::to_string(piece.id) + " " + piece.text);
  if (input.request->picture)
    text.push_back("picture " +
                   std::to_string(reinterpret_cast<std::uintptr_t>(input.request->picture.get())));
  return text;
}

bool can_have_paths(const AnalysisInput& input, const VectorTable& table) {
  const VectorsChoice& choice = input.state.choices.of<VectorsChoice>();
  return choice.paths && choice.by != "neighbours" && table.changes() && input.timeline &&
         !chosen_rows(choice, table).empty();
}

}  // namespace

/// The newest weights, for axes; while training goes on, these change only now and then.
SnapshotPtr VectorAnalyses::newest(const AnalysisInput& input) {
  const auto now = std::chrono::steady_clock::now();
  const SnapshotPtr snapshot = input.model.snapshot();
  if (!newest_ || (newest_ != snapshot && now >= newest_since_ + kNewAxesEvery)) {
    newest_ = snapshot;
    newest_since_ = now;
  }
  return newest_;
}

std::optional<RowsAtStep> VectorAnalyses::rows_at(const AnalysisInput& input, const VectorTable& table,
                                                  const SnapshotPtr& snapshot) const {
  const Model& model = *input.model.experiment.model;
  if (table.learned) return RowsAtStep{snapshot->step, kept_rows(model, table, snapshot, nullptr)};
  if (const auto found = states_.find(snapshot)) return RowsAtStep{snapshot->step, *found};
  return {};
}

/// Forward passes of past steps, for tables of tokens.
void VectorAnalyses::trace_states(const AnalysisInput& input, const VectorTable& table,
                                  const std::vector<SnapshotPtr>& snapshots) {
  std::vector<std::string> text = text_of_pass(input);
  if (states_table_ != table.name || states_text_ != text) {
    states_.clear();
    states_table_ = table.name;
    states_text_ = std::move(text);
  }
  states_.update(
      snapshots,
      [tracer = input.model.tracer, table, request = same_pass(input)](const SnapshotPtr& snapshot,
                                                                       const StopToken&) {
        const TracePtr trace = tracer->trace(snapshot, request);
        return kept_rows(tracer->model(), table, snapshot, trace);
      },
      input.learns ? WorkPace::Gentle : WorkPace::Full);
}

void VectorAnalyses::add_past(const AnalysisInput& input, Wanted& wanted) {
  const bool paths = can_have_paths(input, wanted.table), rewound = input.state.rewound.has_value();
  std::vector<SnapshotPtr> snapshots;
  if (rewound && wanted.table.changes()) snapshots.push_back(newest(input));
  if (paths)
    for (const StatePtr& state : spaced_states(*input.timeline, kMostPathSteps, Newest::Always))
      snapshots.push_back(state->snapshot);
  if (wanted.table.of == VectorTable::Of::Tokens) trace_states(input, wanted.table, snapshots);
  for (std::size_t i = 0; i < snapshots.size(); ++i) {
    const std::optional<RowsAtStep> rows = rows_at(input, wanted.table, snapshots[i]);
    if (!rows) continue;
    if (rewound && i == 0) {
      wanted.axes = *rows;
    } else {
      wanted.past.push_back(*rows);
    }
  }
}

VectorAnalyses::Wanted VectorAnalyses::wanted(const AnalysisInput& input, const VectorTable& table) {
  const VectorsChoice& choice = input.state.choices.of<VectorsChoice>();
  const bool tokens = table.of == VectorTable::Of::Tokens;
  Wanted wanted{.table = table,
                .snapshot = tokens ? input.trace->snapshot() : looked_at_.at(input),
                .trace = tokens ? input.trace : nullptr,
                .axes = {},
                .choice = decisive_vectors(choice)};
  if (choice.by == "neighbours") {
    wanted.focus = focused_row(input.state, *input.trace, table);
    states_.update({}, {});
  } else {
    add_past(input, wanted);
  }
  return wanted;
}

void VectorAnalyses::update(const AnalysisInput& input) {
  points_.take();
  if (!on_stage(input.state, vectors::kFeature)) return states_.update({}, {});
  const Model& model = *input.model.experiment.model;
  std::vector<VectorTable> tables = vector_tables(model, input.trace.get());
  if (tables.empty()) return;
  const Wanted now = wanted(input, shown_table(input.state.choices.of<VectorsChoice>(), tables));
  const auto before = points_.result();
  points_.ask(now, [now, tables = std::move(tables), before, model = input.model.experiment.model,
                    vocabularies = input.model.experiment.vocabularies](const StopToken& stop) {
    VectorResults results;
    results.tables = tables;
    results.step = now.snapshot->step;
    results.path_steps = static_cast<Index>(now.past.size());
    results.set = vector_set(*model, *vocabularies, now.table, now.snapshot, now.trace);
    add_points({.choice = now.choice,
                .focus = now.focus,
                .axes = now.axes,
                .past = now.past,
                .known = before ? before->axes : nullptr,
                .go_on = [&stop] { return !stop.stop_requested(); }},
               results);
    return results;
  });
}

void VectorAnalyses::clear() {
  points_.clear();
  states_.clear();
  looked_at_.clear();
  newest_ = nullptr;
}

std::unique_ptr<Analysis> make_vector_analyses(const AnalysisTools& tools) {
  return std::make_unique<VectorAnalyses>(tools);
}

}  // namespace attnlab
