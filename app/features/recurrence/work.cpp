// Recurrence analyses: gradients of one target, compared cells and eigenvalues, for the view Recurrence.
#include <optional>

#include "app/features/recurrence/choice.h"
#include "app/features/recurrence/chosen.h"
#include "app/features/recurrence/results.h"
#include "app/state/analyses/analysis.h"
#include "app/state/analyses/looked_at.h"
#include "app/state/by_step.h"
#include "core/models/model.h"
#include "core/trace/same_target.h"

namespace attnlab {
namespace {

class RecurrenceAnalyses final : public Analysis {
 public:
  explicit RecurrenceAnalyses(const AnalysisTools& tools)
      : one_target_(tools.wake), comparison_(tools.wake), eigenvalues_(tools.wake), wake_(tools.wake) {}

  /// Once a frame: takes finished values, and goes on with the part on the stage.
  void update(const AnalysisInput& input) override;
  void clear() override;

  void publish(Results& results) const override { results.set(results_); }
  bool busy() const override { return one_target_.busy() || comparison_.busy() || eigenvalues_.busy(); }

 private:
  /// All that compared cells depend on.
  struct ComparisonKey {
    std::shared_ptr<const Model> model;
    TraceRequest request;
    CellComparisonSettings settings;
    friend bool operator==(const ComparisonKey&, const ComparisonKey&) = default;
  };
  void update_one_target(const AnalysisInput& input);
  void update_comparison(const AnalysisInput& input);
  void update_eigenvalues(const AnalysisInput& input);
  void make_results();

  LookedAt looked_at_;
  LatestJob<std::pair<TracePtr, Index>, OneTargetGradients> one_target_;
  std::optional<ComparisonKey> compared_;
  LatestJob<ComparisonKey, CellComparison> comparison_;
  std::shared_ptr<LatestValue<CellComparison>> so_far_;
  ByStep<CellEigenvalues> eigenvalues_;
  std::optional<Place> eigen_cell_;  ///< whose eigenvalues are worked out
  AtStep<CellEigenvalues> newest_;
  std::vector<RadiiAtStep> radii_;
  std::uint64_t radii_version_ = 0;
  TimelinePtr radii_of_;
  std::shared_ptr<const RecurrenceResults> results_;
  std::function<void()> wake_;
};

/// Past steps whose eigenvalues are worked out, at equal distances among those that are kept.
constexpr std::size_t kMostEigenSteps = 32;

std::vector<SnapshotPtr> past_snapshots(const TimelinePtr& timeline) {
  std::vector<SnapshotPtr> all;
  if (!timeline) return all;
  const std::size_t count = timeline->states.size(), taken = std::min(count, kMostEigenSteps);
  for (std::size_t i = 0; i < taken; ++i)
    all.push_back(timeline->states[taken > 1 ? i * (count - 1) / (taken - 1) : 0]->snapshot);
  return all;
}

CellEigenvalues cell_eigenvalues(const Model& model, const Place& cell, const WeightsSnapshot& snapshot) {
  CellEigenvalues all{cell, {}};
  for (const RecurrentMatrix& matrix : recurrent_matrices(model.parameters(), model.config()))
    if (matrix.cell == cell) all.gates.push_back(eigenvalues_of(matrix, snapshot.weights));
  return all;
}

}  // namespace

void RecurrenceAnalyses::update(const AnalysisInput& input) {
  one_target_.take();
  comparison_.take();
  const bool shown =
      on_stage(input.state, recurrence::kFeature) && recurrence::kFeature.offered(input.trace->config());
  update_comparison(input);
  const RecurrenceChoice& choice = input.state.choices.of<RecurrenceChoice>();
  if (shown && choice.needs() == RecurrenceChoice::Needs::Gradients) update_one_target(input);
  if (shown && choice.needs() == RecurrenceChoice::Needs::Eigenvalues) {
    update_eigenvalues(input);
  } else {
    eigenvalues_.update({}, {});
  }
  if (shown) make_results();
}

void RecurrenceAnalyses::update_one_target(const AnalysisInput& input) {
  const RecurrenceChoice& choice = input.state.choices.of<RecurrenceChoice>();
  const Index target = gradient_target(choice, *input.trace);
  if (!choice.one_target() || target < 0) return;
  one_target_.ask({input.trace, target}, [tracer = input.model.tracer, trace = input.trace,
                                          request = input.request, target](StopToken) {
    const TracePtr one = tracer->trace(trace->snapshot(), with_one_target(*trace, *request, target));
    return OneTargetGradients{target, one->step(), one->loss(), time_gradients(*one)};
  });
}

/// The comparison continues whatever view is on the stage, until it ends or is switched off.
void RecurrenceAnalyses::update_comparison(const AnalysisInput& input) {
  const RecurrenceChoice& choice = input.state.choices.of<RecurrenceChoice>();
  const Experiment& open = input.model.experiment;
  if (!choice.compare || !has_cells_to_compare(open.preset.model) || counted_targets(*input.trace).empty()) {
    so_far_.reset();
    compared_.reset();
    return comparison_.clear();
  }
  TraceRequest request = with_same_target(*input.trace, *input.request);
  request.edits.clear();
  CellComparisonSettings settings{.steps = choice.steps, .target = {}};
  if (choice.one_target()) settings.target = gradient_target(choice, *input.trace);
  ComparisonKey wanted{open.model, std::move(request), settings};
  // A target that the model on screen generates changes as it learns: compared cells keep the one they have.
  const bool learns_on =
      input.changes() && compared_ && compared_->model == wanted.model &&
      compared_->settings.steps == settings.steps && compared_->request.source == wanted.request.source &&
      compared_->request.target == wanted.request.target && wanted.request.target_tokens.has_value();
  if (learns_on || comparison_.asked_for(wanted)) return;
  const auto so_far = std::make_shared<LatestValue<CellComparison>>();
  const auto work = [open, wanted, so_far, wake = wake_](const StopToken& stop) {
    return compare_cells(open, wanted.request, wanted.settings, stop, [&](const CellComparison& now) {
      so_far->set(now);
      wake();
    });
  };
  if (!comparison_.ask(wanted, work, WhenBusy::Restart)) return;
  so_far_ = so_far;
  compared_ = std::move(wanted);
}

void RecurrenceAnalyses::update_eigenvalues(const AnalysisInput& input) {
  const std::shared_ptr<const Model> model = input.model.experiment.model;
  if (model->config().width > kMostEigenUnits) return;
  const std::vector<RecurrentCell> cells = recurrent_cells(*input.trace);
  const Place place = cells[recurrent_place(input.state, *input.trace, cells).cell].place;
  if (!eigen_cell_ || !(*eigen_cell_ == place)) {
    eigenvalues_.clear();
    newest_ = {};
    radii_.clear();
    eigen_cell_ = place;
  }
  const SnapshotPtr& now = looked_at_.at(input);
  std::vector<SnapshotPtr> wanted = past_snapshots(input.timeline);
  wanted.insert(wanted.begin(), now);
  eigenvalues_.update(
      wanted,
      [model, place](const SnapshotPtr& snapshot, const StopToken&) {
        return cell_eigenvalues(*model, place, *snapshot);
      },
      input.learns ? WorkPace::Gentle : WorkPace::Full);
  if (const auto found = eigenvalues_.find(now)) newest_ = {now->step, found};
  if (radii_version_ == eigenvalues_.version() && radii_of_ == input.timeline) return;
  radii_version_ = eigenvalues_.version();
  radii_of_ = input.timeline;
  radii_.clear();
  for (const SnapshotPtr& snapshot : past_snapshots(input.timeline))
    if (const auto found = eigenvalues_.find(snapshot)) {
      radii_.push_back({snapshot->step, {}});
      for (const Eigenvalues& gate : found->gates) radii_.back().radii.push_back(gate.radius());
    }
}

void RecurrenceAnalyses::make_results() {
  RecurrenceResults next;
  next.one_target = one_target_.result();
  next.comparison = comparison_.busy() && so_far_ && so_far_->get() ? so_far_->get() : comparison_.result();
  next.eigenvalues = newest_;
  next.radii = radii_;
  next.comparison_error = comparison_.error();
  next.error = !one_target_.error().empty() ? one_target_.error() : eigenvalues_.error();
  results_ = std::make_shared<const RecurrenceResults>(std::move(next));
}

void RecurrenceAnalyses::clear() {
  one_target_.clear();
  comparison_.clear();
  so_far_.reset();
  compared_.reset();
  eigenvalues_.clear();
  looked_at_.clear();
  eigen_cell_.reset();
  newest_ = {};
  radii_.clear();
  results_ = nullptr;
}

std::unique_ptr<Analysis> make_recurrence_analyses(const AnalysisTools& tools) {
  return std::make_unique<RecurrenceAnalyses>(tools);
}

}  // namespace attnlab
