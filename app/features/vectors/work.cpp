// Vector analyses: the points of the view Vectors.
#include "app/features/vectors/choice.h"
#include "app/features/vectors/chosen.h"
#include "app/features/vectors/work_set.h"
#include "app/state/analyses/analysis.h"
#include "app/state/analyses/looked_at.h"
#include "app/state/by_step.h"
#include "app/state/latest_job.h"
#include "core/training/run/spaced_states.h"

namespace attnlab {
namespace {

class VectorAnalyses final : public Analysis {
 public:
  explicit VectorAnalyses(const AnalysisTools& tools) : points_(tools.wake), states_(tools.wake) {}

  /// Once a frame: takes finished points, and begins those that the stage needs and that are out of date.
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
    RowsAtStep axes;       ///< no owner: those of the vectors themselves
    VectorsChoice choice;  ///< what decides of it
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
  SnapshotPtr newest_;  ///< weights that the axes are of while a past step is on screen
  std::chrono::steady_clock::time_point newest_since_{};
  LatestJob<Wanted, VectorResults> points_;
  /// Of tables of tokens: the rows of past steps.
  ByStep<KeptRows> states_;
  std::string states_table_;
  std::vector<std::string> states_text_;  ///< what the past passes read
};

constexpr std::size_t kMostPathSteps = 64;
constexpr std::chrono::milliseconds kNewAxesEvery{250};

/// The options that points depend on; the others are as they stand in a new program.
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

/// The pass on screen again, at other weights: it reads the same tokens, and has no gradients.
TraceRequest same_pass(const AnalysisInput& input) {
  TraceRequest request = *input.request;
  request.gradients = false;
  if (format_of(input.trace->config()) != Format::Pairs) return request;
  const Batch& batch = input.trace->batch();
  request.target_tokens = std::vector<TokenId>(batch.input.begin() + 1, batch.input.end());
  request.generate_target = false;
  return request;
}

/// What the pass on screen reads, by which earlier passes are of the same text.
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

/// The newest weights, for axes; while these change, newer ones only now and then.
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

/// Passes of past steps, of tables of tokens.
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
