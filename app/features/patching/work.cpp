// Patching analyses: the proposed pairs, and the grid of the pair in use, for the view Patching.
#include <atomic>

#include "app/features/patching/choice.h"
#include "app/state/analyses/analysis.h"
#include "app/state/analyses/course.h"
#include "app/state/latest_job.h"
#include "core/analysis/patching/proposals.h"
#include "core/ops/attention/attention_device.h"
#include "core/ops/attention/attention_device_choice.h"

namespace attnlab {
namespace {

class PatchingAnalyses final : public Analysis {
 public:
  explicit PatchingAnalyses(const AnalysisTools& tools)
      : device_(tools.device), proposals_(tools.wake), grid_(tools.wake), wake_(tools.wake) {}

  /// Once a frame: takes finished values, and continues the work for the view.
  void update(const AnalysisInput& input) override;
  void clear() override;

  void publish(Results& results) const override { results.set(results_); }
  bool busy() const override { return proposals_.busy() || grid_.busy(); }

 private:
  using Pairs = std::vector<PatchPair>;
  /// Everything that proposals depend on.
  struct ProposalKey {
    std::shared_ptr<const Model> model;
    std::string text;
    SnapshotPtr weights;
    friend bool operator==(const ProposalKey&, const ProposalKey&) = default;
  };
  struct GridKey {
    SnapshotPtr weights;
    PatchQuestion question;
    friend bool operator==(const GridKey&, const GridKey&) = default;
  };
  struct Grid {
    GridKey of;
    std::shared_ptr<const PatchingResult> result;  ///< null: refused
    std::string error;
  };
  /// The progress, written by the thread that works.
  struct Progress {
    std::atomic<Index> done{0}, all{0};
  };

  void update_proposals(const AnalysisInput& input);
  void update_grid(const AnalysisInput& input, const PatchPair& pair);
  std::optional<PatchPair> pair_for(const PatchingChoice& choice) const;
  void make_results(const AnalysisInput& input);

  AttentionDeviceChoice device_;
  LookedAt looked_at_;
  LatestJob<ProposalKey, Pairs> proposals_;
  ProposalKey looked_for_;
  LatestJob<GridKey, Grid> grid_;
  std::optional<PatchQuestion> asked_;
  std::shared_ptr<Progress> progress_;
  std::function<void()> wake_;
  std::shared_ptr<const PatchingResults> results_;
};

/// The text on screen that a pair may begin with.
const std::string& text_to_change(const AnalysisInput& input) {
  return format_of(input.trace->config()) == Format::Stream ? input.state.target : input.state.source;
}

}  // namespace

void PatchingAnalyses::update(const AnalysisInput& input) {
  proposals_.take();
  grid_.take();
  const PatchingChoice& choice = input.state.choices.of<PatchingChoice>();
  if (!on_stage(input.state, patching::kFeature) || !can_be_patched(input.trace->config())) return;
  if (!choice.has_pair()) update_proposals(input);
  const std::optional<PatchPair> pair = pair_for(choice);
  if (choice.stopped) {
    if (grid_.busy()) grid_.clear();
  } else if (pair) {
    update_grid(input, *pair);
  }
  make_results(input);
}

/// While a model that generates the answers trains, the search for pairs is repeated until it finds some.
void PatchingAnalyses::update_proposals(const AnalysisInput& input) {
  const Experiment& open = input.model.experiment;
  const ProposalKey key{open.model, text_to_change(input), looked_at_.at(input)};
  const bool found = proposals_.result() && !proposals_.result()->empty();
  if (found && looked_for_.model == key.model && looked_for_.text == key.text) return;
  const auto work = [key, v = open.vocabularies, task = open.task](const StopToken&) {
    return proposed_pairs(*key.model, *v, key.weights->weights, task.get(), key.text);
  };
  if (proposals_.ask(key, work)) looked_for_ = key;
}

std::optional<PatchPair> PatchingAnalyses::pair_for(const PatchingChoice& choice) const {
  if (choice.has_pair()) return choice.pair();
  if (!proposals_.result() || proposals_.result()->empty()) return {};
  const Pairs& pairs = *proposals_.result();
  return pairs[static_cast<std::size_t>(choice.proposal) % pairs.size()];
}

/// Another question stops the work on the last one; newer weights wait for its end.
void PatchingAnalyses::update_grid(const AnalysisInput& input, const PatchPair& pair) {
  const GridKey key{looked_at_.at(input), input.state.choices.of<PatchingChoice>().question(pair)};
  const bool other = asked_ != key.question;
  if (grid_.asked_for(key)) return;
  const auto progress = std::make_shared<Progress>();
  const auto work = [key, progress, wake = wake_, model = input.model.experiment.model,
                     v = input.model.experiment.vocabularies,
                     choice = device_](const StopToken& stop) -> Grid {
    const std::shared_ptr<AttentionDevice> device = choice.get();
    const auto goes_on = [&](Index done, Index all) {
      progress->done = done;
      progress->all = all;
      wake();
      return !stop.stop_requested();
    };
    try {
      return {key,
              std::make_shared<const PatchingResult>(
                  run_patching(*model, *v, key.weights->weights, key.question, device.get(), goes_on)),
              ""};
    } catch (const std::invalid_argument& refusal) {
      return {key, nullptr, refusal.what()};
    }
  };
  if (!grid_.ask(key, work, other ? WhenBusy::Restart : WhenBusy::Wait)) return;
  asked_ = key.question;
  progress_ = progress;
}

void PatchingAnalyses::make_results(const AnalysisInput& input) {
  const PatchingChoice& choice = input.state.choices.of<PatchingChoice>();
  PatchingResults next;
  if (results_) next.result = results_->result, next.step = results_->step;
  const std::optional<PatchPair> pair = pair_for(choice);
  next.has_pair = pair.has_value();
  if (pair) next.pair = *pair;
  next.looks_for_pairs = proposals_.busy();
  next.proposals = proposals_.result() ? proposals_.result()->size() : 0;
  if (const Grid* const grid = grid_.result().get(); grid && pair) {
    const bool asked = grid->of.question == choice.question(*pair);
    if (grid->result) next.result = grid->result, next.step = grid->of.weights->step;
    if (asked) next.error = grid->error;
  }
  if (!grid_.error().empty()) next.error = grid_.error();
  next.busy = grid_.busy();
  if (next.busy && progress_) next.done = progress_->done, next.all = progress_->all;
  results_ = std::make_shared<const PatchingResults>(std::move(next));
}

void PatchingAnalyses::clear() {
  proposals_.clear();
  grid_.clear();
  looked_at_.clear();
  asked_.reset();
  looked_for_ = {};
  progress_ = nullptr;
  results_ = nullptr;
}

std::unique_ptr<Analysis> make_patching_analyses(const AnalysisTools& tools) {
  return std::make_unique<PatchingAnalyses>(tools);
}

}  // namespace attnlab
