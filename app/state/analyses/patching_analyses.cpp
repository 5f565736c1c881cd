// Patching analyses: a job for the proposals, and one for the grid.
#include "app/state/analyses/patching_analyses.h"

#include "core/analysis/patching/proposals.h"
#include "core/ops/attention/attention_device.h"

namespace attnlab {

namespace {

/// The text on screen that a pair may begin with.
const std::string& text_to_change(const AnalysisInput& input) {
  return format_of(input.trace->config()) == Format::Stream ? input.state.target : input.state.source;
}

}  // namespace

void PatchingAnalyses::update(const AnalysisInput& input) {
  proposals_.take();
  grid_.take();
  const PatchingChoice& choice = input.state.choices.patching;
  if (!on_stage(input.state, kPatchingView) || !can_be_patched(input.trace->config())) return;
  if (!choice.has_pair()) update_proposals(input);
  const std::optional<PatchPair> pair = pair_for(choice);
  if (choice.stopped) {
    if (grid_.busy()) grid_.clear();
  } else if (pair) {
    update_grid(input, *pair);
  }
  publish(input);
}

/// While a model learns that says its own answers, pairs are looked for anew until there are some.
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

/// Another question ends the work on the last one; newer weights wait for it.
void PatchingAnalyses::update_grid(const AnalysisInput& input, const PatchPair& pair) {
  const GridKey key{looked_at_.at(input), input.state.choices.patching.question(pair)};
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
                  patching(*model, *v, key.weights->weights, key.question, device.get(), goes_on)),
              ""};
    } catch (const std::invalid_argument& refusal) {
      return {key, nullptr, refusal.what()};
    }
  };
  if (!grid_.ask(key, work, other ? WhenBusy::Restart : WhenBusy::Wait)) return;
  asked_ = key.question;
  progress_ = progress;
}

void PatchingAnalyses::publish(const AnalysisInput& input) {
  const PatchingChoice& choice = input.state.choices.patching;
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

}  // namespace attnlab
