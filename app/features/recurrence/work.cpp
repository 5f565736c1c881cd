// Recurrence analyses: gradients of one target, compared cells and eigenvalues, for the view Recurrence.
#include <optional>

#include "app/features/recurrence/choice.h"
#include "app/state/analyses/analysis.h"
#include "app/state/analyses/course.h"
#include "core/models/model.h"

namespace attnlab {
namespace {

class RecurrenceAnalyses final : public Analysis {
 public:
  explicit RecurrenceAnalyses(const AnalysisTools& tools)
      : one_target_(tools.wake), comparison_(tools.wake), eigenvalues_(tools.wake) {}

  /// Once a frame: takes finished values, and continues with the part on the stage.
  void update(const AnalysisInput& input) override;
  void clear() override;

  void publish(Results& results) const override { results.set(results_); }
  bool busy() const override { return one_target_.busy() || comparison_.busy() || eigenvalues_.busy(); }

 private:
  /// Everything that compared cells depend on.
  struct ComparisonKey {
    PassQuestion pass;
    CellComparisonSettings settings;
    friend bool operator==(const ComparisonKey&, const ComparisonKey&) = default;
  };
  void update_one_target(const AnalysisInput& input);
  void update_comparison(const AnalysisInput& input);
  void update_eigenvalues(const AnalysisInput& input);

  LatestJob<std::pair<TracePtr, Index>, OneTargetGradients> one_target_;
  std::optional<ComparisonKey> compared_;
  GrowingJob<ComparisonKey, CellComparison> comparison_;
  Course<std::pair<std::shared_ptr<const Model>, Place>, CellEigenvalues> eigenvalues_;
  std::shared_ptr<const RecurrenceResults> results_;
};

/// Past steps whose eigenvalues are computed.
constexpr std::size_t kMostEigenSteps = 32;

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
    eigenvalues_.rest();
  }
  if (shown)
    publish_changed(
        results_, RecurrenceResults{one_target_.result(),
                                    comparison_.result() ? comparison_.result() : comparison_.done(),
                                    eigenvalues_.now(), known_steps(eigenvalues_.kept()), comparison_.error(),
                                    first_error({one_target_.error(), eigenvalues_.error()})});
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
    compared_.reset();
    return comparison_.clear();
  }
  TraceRequest request = *input.request;
  request.edits.clear();
  ComparisonKey wanted{pass_question(input, std::move(request), compared_ ? &compared_->pass : nullptr),
                       {.steps = choice.steps, .target = {}}};
  // While the model trains, the last position of a generated target changes too.
  if (input.changes() && compared_ && compared_->pass == wanted.pass && wanted.pass.read.target_tokens &&
      compared_->settings.steps == choice.steps)
    return;
  if (choice.one_target()) wanted.settings.target = gradient_target(choice, *input.trace);
  const auto work = [open, wanted](const StopToken& stop, const auto& tell) {
    return compare_cells(open, wanted.pass.read, wanted.settings, stop, tell);
  };
  if (comparison_.ask(wanted, work)) compared_ = std::move(wanted);
}

void RecurrenceAnalyses::update_eigenvalues(const AnalysisInput& input) {
  const std::shared_ptr<const Model> model = input.model.experiment.model;
  if (model->config().width > kMostEigenUnits) return;
  const std::vector<RecurrentCell> cells = recurrent_cells(*input.trace);
  const Place place = cells[recurrent_place(input.state, *input.trace, cells).cell].place;
  eigenvalues_.update(input, {model, place}, {.kept = kMostEigenSteps},
                      [model, place](const SnapshotPtr& snapshot, const StopToken&) {
                        return cell_eigenvalues(*model, place, *snapshot);
                      });
}

void RecurrenceAnalyses::clear() {
  one_target_.clear();
  comparison_.clear();
  compared_.reset();
  eigenvalues_.clear();
  results_ = nullptr;
}

std::unique_ptr<Analysis> make_recurrence_analyses(const AnalysisTools& tools) {
  return std::make_unique<RecurrenceAnalyses>(tools);
}

}  // namespace attnlab
